import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, Transaction as Signer } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { dummyMaximumSignatureCreator, dummySignatureCreator } from '../../src/signing/creator.ts';
import { emptyProvider } from '../../src/signing/provider.ts';
import { estimateSignedSize } from '../../src/signing/stand-ins.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';

const key = new Uint8Array(32).fill(7);
const publicKey = kernelSecp256k1.publicKey(key, true) as Bytes;
const segwit = p2wpkh(publicKey, NETWORK);
const txid = '11'.repeat(32);

/** Signed by btc-signer, and the same before signing. */
function spendOf(payment: { script: Bytes; redeemScript?: Bytes }, taproot = false) {
  const tx = new Signer();
  const witnessUtxo = { script: payment.script, amount: 100_000n };
  const tapInternalKey = taproot ? { tapInternalKey: publicKey.subarray(1) } : {};
  const { redeemScript } = payment;
  const redeem = redeemScript ? { redeemScript } : {};
  tx.addInput({ txid, index: 3, witnessUtxo, ...redeem, ...tapInternalKey });
  tx.addOutput({ script: segwit.script, amount: 90_000n });
  const unsigned = decodeTransaction(tx.unsignedTx, { witness: false });
  if (unsigned === undefined) throw new Error('no transaction');
  tx.sign(key);
  tx.finalize();
  const coin = { scriptPubKey: payment.script, value: 100_000n };
  return { unsigned, signed: tx.vsize, coins: new Map([[outPointKey({ txid, vout: 3 }), coin]]) };
}

test.each([
  ['P2WPKH', spendOf(segwit)],
  ['P2TR', spendOf(p2tr(publicKey.subarray(1), undefined, NETWORK), true)],
])(
  'an estimate is what btc-signer signs, or a vbyte more: %s',
  (_, { unsigned, signed, coins }) => {
    const estimate = estimateSignedSize(unsigned, coins, emptyProvider);
    expect([signed, signed + 1]).toContain(estimate);
  },
);

test('an estimate of a script that hides another is that of a signature and a key', () => {
  const { unsigned, coins } = spendOf(segwit);
  const segwitSize = estimateSignedSize(unsigned, coins, emptyProvider);
  for (const { script } of [p2sh(segwit, NETWORK), p2pkh(publicKey, NETWORK)]) {
    const hidden = new Map([...coins].map(([at, coin]) => [at, { ...coin, scriptPubKey: script }]));
    expect(estimateSignedSize(unsigned, hidden, emptyProvider)).toBe(segwitSize);
  }
});

test('an input without a known coin, or with a signature, stays as it is', () => {
  const { unsigned, coins } = spendOf(segwit);
  const bare = estimateSignedSize(unsigned, new Map(), emptyProvider);
  expect(bare).toBe(unsigned.outputs.length * 31 + 41 + 10);
  const witness = [new Uint8Array(400)];
  const inputs = unsigned.inputs.map((input) => ({ ...input, witness }));
  const strange = new Map(
    [...coins].map(([at, coin]) => [at, { ...coin, scriptPubKey: new Uint8Array(34) }]),
  );
  const kept = estimateSignedSize({ ...unsigned, inputs }, strange, emptyProvider);
  expect(kept).toBe(bare + Math.ceil((2 + 1 + 3 + 400) / 4));
  const short = unsigned.inputs.map((input) => ({ ...input, scriptSig: Uint8Array.of(0x51) }));
  const alike = { ...unsigned, inputs: short };
  expect(estimateSignedSize(alike, strange, emptyProvider)).toBe(bare + 1);
});

test('dummy signatures are as long as real ones and meet every lock', () => {
  const request = {} as never;
  expect(dummySignatureCreator.ecdsa(request)).toHaveLength(71);
  expect(dummyMaximumSignatureCreator.ecdsa(request)).toHaveLength(72);
  for (const creator of [dummySignatureCreator, dummyMaximumSignatureCreator]) {
    expect(creator.schnorr(request)).toHaveLength(64);
    expect(creator.checkLockTime(800_000)).toBe(true);
    expect(creator.checkSequence(144)).toBe(true);
  }
});
