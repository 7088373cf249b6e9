import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, Transaction as Signer } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { type Bytes, equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { multisigScript, p2wshScript } from '../../src/script/builders.ts';
import { lowRPlaceholders, maximumPlaceholders } from '../../src/signing/creator.ts';
import { createKeyProvider, emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { estimateSignedSize, placeholderCreator } from '../../src/signing/placeholders.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { publicKeyOf, spendOf as spendOfScripts, xOnlyOf } from '../support/signing.ts';

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

test.each([
  ['P2WPKH', segwit.script, 68],
  ['P2TR', p2tr(publicKey.subarray(1), undefined, NETWORK).script, 57.5],
])('eight inputs count as many vbytes as Bitcoin Optech says: %s', (_, script, vbytes) => {
  const { unsigned } = spendOf(segwit);
  const inputs = Array.from({ length: 8 }, (_, vout) => ({
    scriptSig: new Uint8Array(0),
    witness: [],
    sequence: 0,
    prevout: { txid, vout },
  }));
  const coins = new Map(
    inputs.map(({ prevout }) => [outPointKey(prevout), { scriptPubKey: script, value: 1n }]),
  );
  const size = 10.5 + 31 + 8 * vbytes;
  expect(estimateSignedSize({ ...unsigned, inputs }, coins, emptyProvider)).toBe(Math.ceil(size));
  // As they are, if they have something already.
  const signed = inputs.map((input) => ({ ...input, witness: [new Uint8Array(99)] }));
  const kept = 10.5 + 31 + 8 * (41 + (1 + 1 + 99) / 4);
  const expected = vbytes === 68 ? size : kept;
  expect(estimateSignedSize({ ...unsigned, inputs: signed }, coins, emptyProvider)).toBe(
    Math.ceil(expected),
  );
});

test('a script that the provider knows counts with its signatures', () => {
  const keys = [1, 2, 3].map((number) => publicKeyOf(number));
  const script = multisigScript(2, keys);
  const provider = createKeyProvider({ keys: [], scripts: [script] }, kernelSecp256k1);
  const scripts = new Array(4).fill(p2wshScript(sha256(script)));
  const { transaction, coins } = spendOfScripts(scripts);
  const input = 41 * 4 + 1 + 1 + 2 * 72 + 1 + script.length;
  const weight = 42 + 31 * 4 + 4 * input;
  expect(estimateSignedSize(transaction, coins, provider)).toBe(Math.ceil(weight / 4));
  const hidden = 42 + 31 * 4 + 4 * (41 * 4 + 1 + 73 + 34);
  expect(estimateSignedSize(transaction, coins, emptyProvider)).toBe(Math.ceil(hidden / 4));
});

test('BIP340 placeholders are made for keys of the provider and of its groups only', () => {
  const own = hash160(publicKeyOf(2));
  const aggregate = publicKeyOf(5);
  const creatorOf = (participants: readonly Bytes[]) =>
    placeholderCreator({
      ...emptyProvider,
      canSign: (hash) => equalBytes(hash, own),
      getMusigParticipants: () => new Map([[encodeHex(aggregate), participants]]),
    });
  const made = (number: number, participants: readonly Bytes[]) =>
    creatorOf(participants).schnorr({ xOnly: xOnlyOf(number) })?.length;
  const [mine, strangers] = [
    [publicKeyOf(1), publicKeyOf(2)],
    [publicKeyOf(1), publicKeyOf(3)],
  ];
  expect([1, 2, 3, 5].map((number) => made(number, mine))).toEqual([undefined, 64, undefined, 64]);
  expect([2, 5].map((number) => made(number, strangers))).toEqual([64, undefined]);
  expect(creatorOf(mine).checkSequence(1)).toBe(true);
});

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
  expect(lowRPlaceholders.ecdsa(request)).toHaveLength(71);
  expect(maximumPlaceholders.ecdsa(request)).toHaveLength(72);
  for (const creator of [lowRPlaceholders, maximumPlaceholders]) {
    expect(creator.schnorr(request)).toHaveLength(64);
    expect(creator.checkLockTime(800_000)).toBe(true);
    expect(creator.checkSequence(144)).toBe(true);
  }
});
