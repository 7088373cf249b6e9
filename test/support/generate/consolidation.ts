import { p2tr, Transaction } from '@scure/btc-signer';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { decodePsbt } from '../../../src/psbt/decode.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { master } from '../chains/abandon-payment.ts';

/** Makes a PSBT with many inputs of one taproot address, which commit to each other's amounts. */
export function consolidation(count: number): Buffer {
  const { publicKey } = master.derive("m/86'/0'/0'/0/0");
  const internal = (publicKey ?? new Uint8Array(33)).slice(1);
  const { script } = p2tr(internal);
  const path = [86, 0, 0].map((step) => step + 0x80000000).concat(0, 0);
  const der = { fingerprint: master.fingerprint, path };
  const transaction = new Transaction();
  transaction.addInput({
    txid: new Uint8Array(32).fill(9),
    index: 0,
    witnessUtxo: { amount: 10_000n, script },
    tapInternalKey: internal,
    tapBip32Derivation: [[internal, { hashes: [], der }]],
  });
  transaction.addOutputAddress(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    BigInt(count) * 9_000n,
  );
  // The other library takes minutes for this many.
  const psbt = decodePsbt(transaction.toPSBT(0), nobleSecp256k1);
  const first = 'error' in psbt ? undefined : psbt.inputs[0];
  if ('error' in psbt || first === undefined) throw new Error('no PSBT');
  const inputs = Array.from({ length: count }, (_, vout) => ({
    ...first,
    prevout: { ...first.prevout, vout },
  }));
  return Buffer.from(encodePsbt({ ...psbt, inputs }) ?? []);
}
