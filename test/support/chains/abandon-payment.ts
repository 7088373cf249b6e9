import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { p2wpkh, RawTx, Transaction } from '@scure/btc-signer';

/** The seed of BIP39's first vector. */
export const ABANDON: readonly string[] = [...Array.from({ length: 11 }, () => 'abandon'), 'about'];

export const master = HDKey.fromMasterSeed(mnemonicToSeedSync(ABANDON.join(' ')));

/**
 * Makes a payment from the first address of BIP84, with change to the sixth, by another library.
 */
export function payment({ change = 5, pays = 60_000n } = {}) {
  const key = (path: string) => {
    const { publicKey } = master.derive(path);
    if (publicKey === null) throw new Error('no key');
    return publicKey;
  };
  const [own, back] = [key("m/84'/0'/0'/0/0"), key(`m/84'/0'/0'/1/${change}`)];
  const path = (...end: number[]) => ({
    fingerprint: master.fingerprint,
    path: [84, 0, 0].map((step) => step + 0x80000000).concat(end),
  });
  const previous = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32).fill(7), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 },
    ],
    outputs: [{ amount: 100_000n, script: p2wpkh(own).script }],
    witnesses: [],
    lockTime: 0,
  });
  const transaction = new Transaction({ lowR: true });
  const { id } = Transaction.fromRaw(previous, { allowUnknownOutputs: true });
  transaction.addInput({
    txid: id,
    index: 0,
    nonWitnessUtxo: previous,
    witnessUtxo: { amount: 100_000n, script: p2wpkh(own).script },
    sequence: 0xfffffffd,
    bip32Derivation: [[own, path(0, 0)]],
  });
  transaction.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', pays);
  transaction.addOutput({
    script: p2wpkh(back).script,
    amount: 39_000n,
    bip32Derivation: [[back, path(1, change)]],
  });
  const psbt = Buffer.from(transaction.toPSBT(0)).toString('base64');
  const signed = transaction.clone();
  const { privateKey } = master.derive("m/84'/0'/0'/0/0");
  if (privateKey === null) throw new Error('no key');
  signed.sign(privateKey);
  const text = (made: Transaction) => Buffer.from(made.toPSBT(0)).toString('base64');
  const partial = text(signed);
  signed.finalize();
  return { psbt, partial, final: text(signed), hex: signed.hex, id: signed.id };
}
