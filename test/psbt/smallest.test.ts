import { expect, test } from 'vitest';
import { decodeHex } from '../../src/encoding/hex.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { smallestPsbt } from '../../src/psbt/smallest.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';

const bytes = (hex: string) => decodeHex(hex) ?? new Uint8Array(0);
const scripts = {
  wpkh: bytes(`0014${'a1'.repeat(20)}`),
  tr: bytes(`5120${'b2'.repeat(32)}`),
  pkh: bytes(`76a914${'c3'.repeat(20)}88ac`),
  sh: bytes(`a914${'d4'.repeat(20)}87`),
};
const outputs = [scripts.wpkh, scripts.tr, scripts.pkh, scripts.sh, scripts.sh].map(
  (scriptPubKey, i) => ({ value: 1000n + BigInt(i), scriptPubKey }),
);
const input = (txid: string, vout: number) => ({
  prevout: { txid, vout },
  sequence: 0xfffffffd,
  scriptSig: new Uint8Array(0),
  witness: [],
});
const previous: Transaction = {
  version: 2,
  inputs: [input('11'.repeat(32), 0)],
  outputs,
  locktime: 0,
};
const inputs = outputs.map((_, vout) => input(transactionId(previous), vout));
const blank = createPsbt({ ...previous, inputs, outputs: outputs.slice(0, 1) }, 0);
const psbt: Psbt = {
  ...blank,
  inputs: blank.inputs.map((each, i) => ({
    ...each,
    nonWitnessUtxo: previous,
    // The fourth is segwit in P2SH, and the script of the last is unknown.
    redeemScript: i === 3 ? scripts.wpkh : new Uint8Array(0),
  })),
};
const kept = (segwit: boolean) =>
  smallestPsbt(psbt, { segwit }).psbt.inputs.map(
    ({ nonWitnessUtxo }) => nonWitnessUtxo !== undefined,
  );

test('drops previous transactions of taproot inputs, on request of segwit inputs, and never of others', () => {
  expect(kept(false)).toEqual([true, false, true, true, true]);
  expect(kept(true)).toEqual([false, false, true, false, true]);
  expect(smallestPsbt(psbt, { segwit: true })).toMatchObject({ withoutProof: 2, taproot: 1 });
});

test('the spent output replaces the previous transaction', () => {
  const { inputs: after } = smallestPsbt(psbt, { segwit: true }).psbt;
  expect(after.map(({ witnessUtxo }) => witnessUtxo?.value)).toEqual([
    1000n,
    1001n,
    undefined,
    1003n,
    undefined,
  ]);
});

const claims = (value: bigint, scriptPubKey = scripts.wpkh) => ({ value, scriptPubKey });
const changed = (index: number, change: Partial<PsbtInput>): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((each, i) => (i === index ? { ...each, ...change } : each)),
});

test.each<[string, Psbt]>([
  ['another amount', changed(0, { witnessUtxo: claims(900n) })],
  ['another script', changed(0, { witnessUtxo: claims(1000n, scripts.tr) })],
  ['another amount of a taproot input', changed(1, { witnessUtxo: claims(1n, scripts.tr) })],
  ['another amount of a legacy input', changed(2, { witnessUtxo: claims(1n, scripts.pkh) })],
  ['another previous transaction', changed(0, { nonWitnessUtxo: { ...previous, locktime: 1 } })],
  [
    'what the transaction of another input disproves',
    changed(0, { witnessUtxo: claims(1n), nonWitnessUtxo: undefined }),
  ],
  [
    'an output that the previous transaction does not have',
    changed(0, { prevout: { txid: transactionId(previous), vout: 9 } }),
  ],
])('refuses a PSBT with an input that claims %s, and says so', (_, lying) => {
  for (const segwit of [false, true]) {
    expect(() => smallestPsbt(lying, { segwit })).toThrow(
      expect.objectContaining({
        code: 'INVALID_AMOUNT',
        message: expect.stringMatching(/^Input \d claims another coin than the previous/),
      }),
    );
  }
});

test('takes a claim that the previous transaction proves', () => {
  const right = changed(0, { witnessUtxo: claims(1000n) });
  expect(smallestPsbt(right, { segwit: true })).toEqual(smallestPsbt(psbt, { segwit: true }));
});

test('keeps all other fields', () => {
  const xpubs = [
    { xpub: new Uint8Array(78), origin: { fingerprint: bytes('01020304'), path: [] } },
  ];
  const given = { ...psbt, xpubs };
  const { psbt: smaller } = smallestPsbt(given, { segwit: true });
  const withoutCoins = ({ inputs: list, ...rest }: Psbt) => ({
    ...rest,
    inputs: list.map(({ nonWitnessUtxo: _, witnessUtxo: __, ...input }) => input),
  });
  expect(withoutCoins(smaller)).toEqual(withoutCoins(given));
});

test('keeps an input of which no coin is known', () => {
  const bare = changed(0, { nonWitnessUtxo: undefined, witnessUtxo: undefined });
  const unknown = { ...bare, inputs: bare.inputs.slice(0, 1) };
  expect(smallestPsbt(unknown, { segwit: true })).toEqual({
    psbt: unknown,
    withoutProof: 0,
    taproot: 0,
  });
});

test.each<[string, readonly unknown[]]>([
  ['a third argument', [psbt, { segwit: true }, true]],
  ['no PSBT', [{}, { segwit: true }]],
  ['a PSBT with an unknown member', [{ ...psbt, input: [] }, { segwit: true }]],
  ['another option', [psbt, { segwit: true, taproot: true }]],
  ['an option of another type', [psbt, { segwit: 1 }]],
])('refuses %s', (_, args) => {
  expect(() => Reflect.apply(smallestPsbt, undefined, args)).toThrow(
    expect.objectContaining({ code: 'WRONG_ARGUMENT' }),
  );
});
