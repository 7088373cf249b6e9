import { describe, expect, test } from 'vitest';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { contradictions, spentCoins, spentOutput } from '../../src/psbt/psbt-session.ts';
import {
  lockTime,
  outlineTransaction,
  uniqueId,
  unsignedTransaction,
} from '../../src/psbt/unsigned-transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { silentPsbt } from '../support/generate/silent-payments.ts';

const scriptPubKey = Uint8Array.of(0x51);

function psbtOf(inputs: readonly Partial<PsbtInput>[], more: Partial<Psbt> = {}): Psbt {
  const spent = inputs.map((_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 5,
    witness: [],
  }));
  const outputs = [{ value: 1000n, scriptPubKey }];
  const psbt = createPsbt({ version: 2, inputs: spent, outputs, locktime: 0 }, 2);
  return {
    ...psbt,
    ...more,
    inputs: psbt.inputs.map((input, i) => ({ ...input, ...inputs[i] })),
  };
}

const TIME = 500_000_000;

// BIP370, "Determining Lock Time".
test.each<[number | undefined, string, readonly Partial<PsbtInput>[], Partial<Psbt>]>([
  [0, 'no lock', [{}], { fallbackLocktime: undefined }],
  [9, 'the fallback', [{}, {}], { fallbackLocktime: 9 }],
  [3, 'a height and not the fallback', [{ heightLocktime: 3 }, {}], { fallbackLocktime: 9 }],
  [7, 'the largest height', [{ heightLocktime: 3 }, { heightLocktime: 7 }], {}],
  [7, 'the largest height, in another order', [{ heightLocktime: 7 }, { heightLocktime: 3 }], {}],
  [TIME, 'a time', [{ timeLocktime: TIME }, {}], {}],
  [TIME + 2, 'the largest time', [{ timeLocktime: TIME + 2 }, { timeLocktime: TIME }], {}],
  [
    3,
    'heights before times',
    [
      { heightLocktime: 3, timeLocktime: TIME },
      { heightLocktime: 2, timeLocktime: TIME },
    ],
    {},
  ],
  [
    TIME + 1,
    'the kind that all allow',
    [{ heightLocktime: 3, timeLocktime: TIME }, { timeLocktime: TIME + 1 }],
    {},
  ],
  [undefined, 'a height and a time', [{ heightLocktime: 3 }, { timeLocktime: TIME }], {}],
  [9, 'version 0 by its transaction', [{ heightLocktime: 3 }], { version: 0, fallbackLocktime: 9 }],
  [0, 'version 0 without a lock', [{}], { version: 0, fallbackLocktime: undefined }],
])('the lock time is %s: %s', (expected, _, inputs, more) => {
  expect(lockTime(psbtOf(inputs, more))).toBe(expected);
});

describe('the id of BIP370', () => {
  test('ignores sequence numbers in version 2, and not in version 0', () => {
    const zero = { version: 0 } as const;
    expect(uniqueId(psbtOf([{ sequence: 1 }]))).toBe(uniqueId(psbtOf([{ sequence: 2 }])));
    expect(uniqueId(psbtOf([{ sequence: 1 }], zero))).not.toBe(
      uniqueId(psbtOf([{ sequence: 2 }], zero)),
    );
  });

  test('is the id of the transaction with all sequence numbers 0', () => {
    const transaction = outlineTransaction(psbtOf([{ sequence: 0 }, { sequence: 0 }]));
    if (transaction === undefined) throw new Error('no lock time');
    expect(uniqueId(psbtOf([{ sequence: 7 }, { sequence: undefined }]))).toBe(
      transactionId(transaction),
    );
    const older = outlineTransaction(psbtOf([{ sequence: 7 }]));
    expect(uniqueId(psbtOf([{ sequence: 7 }], { version: 0 }))).toBe(older && transactionId(older));
  });

  test('has the address of a silent payment in place of its script, after a zero', () => {
    const psbt = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1], scriptPubKey], shares: 'global' });
    const transaction = outlineTransaction(psbt);
    const [info] = psbt.outputs[0]?.unknown ?? [];
    if (transaction === undefined || info === undefined) throw new Error('an address');
    const inputs = transaction.inputs.map((input) => ({ ...input, sequence: 0 }));
    const outputs = transaction.outputs.map((output, i) =>
      i === 0 ? { ...output, scriptPubKey: concatBytes(Uint8Array.of(0), info.value) } : output,
    );
    expect(uniqueId(psbt)).toBe(transactionId({ ...transaction, inputs, outputs }));
  });

  test('does not exist if lock times exclude each other', () => {
    expect(uniqueId(psbtOf([{ heightLocktime: 3 }, { timeLocktime: TIME }]))).toBe(undefined);
  });
});

test('one script that is not computed leaves no transaction to sign', () => {
  const outputs = [[1, 1], scriptPubKey] as const;
  const pending = silentPsbt({ kinds: ['wpkh'], outputs, shares: 'none' });
  expect(unsignedTransaction(pending)).toBe(undefined);
  expect(outlineTransaction(pending)?.outputs).toHaveLength(2);
  const final = psbtOf([{ sequence: undefined }]);
  expect(unsignedTransaction(final)?.inputs[0]?.sequence).toBe(0xffffffff);
});

// BIP174: the combiner may take either value of a field; the first one is kept here. BIP370: the
// flags allow a change only if both allow it, and bit 2 says that a signature is SIGHASH_SINGLE.
describe('combining keeps', () => {
  const script = (byte: number) => ({ witnessScript: Uint8Array.of(byte) });

  test('the first of two values, and a value that only one has', () => {
    const [a, b] = [psbtOf([script(1)]), psbtOf([script(2)])];
    expect(combinePsbts(a, b)?.inputs[0]?.witnessScript).toEqual(Uint8Array.of(1));
    expect(combinePsbts(b, a)?.inputs[0]?.witnessScript).toEqual(Uint8Array.of(2));
    expect(combinePsbts(psbtOf([{}]), b)).toEqual(b);
    expect(combinePsbts(b, psbtOf([{}]))).toEqual(b);
    expect(combinePsbts(a, a)).toEqual(a);
  });

  test.each([
    [undefined, undefined, undefined],
    [0, undefined, 0],
    [undefined, 3, 0],
    [3, 3, 3],
    [3, 1, 1],
    [2, 1, 0],
    [4, undefined, 4],
    [undefined, 7, 4],
    [0, 4, 4],
    [7, 3, 7],
    [0xff, 0xff, 0xff],
    [0xff, 0xf0, 0xf4],
  ])('the flags %s and %s as %s', (a, b, both) => {
    const with_ = (txModifiable: number | undefined) => psbtOf([{}], { txModifiable });
    expect(combinePsbts(with_(a), with_(b))?.txModifiable).toBe(both);
  });

  test('the lowest limits of the fee', () => {
    const with_ = (maxFee: bigint) => psbtOf([{}], { feeLimits: { maxFee } });
    expect(combinePsbts(with_(5n), with_(3n))?.feeLimits).toEqual({ maxFee: 3n });
    expect(combinePsbts(psbtOf([{}]), with_(3n))?.feeLimits).toEqual({ maxFee: 3n });
    expect(combinePsbts(psbtOf([{}]), psbtOf([{}]))).not.toHaveProperty('feeLimits');
  });

  test('nothing of another output', () => {
    const outputs = psbtOf([{}]).outputs.map((output) => ({ ...output, value: 999n }));
    expect(combinePsbts(psbtOf([{}]), { ...psbtOf([{}]), outputs })).toBe(undefined);
  });
});

describe('the output that an input spends', () => {
  const previous = {
    version: 2,
    locktime: 0,
    inputs: [],
    outputs: [
      { value: 5n, scriptPubKey },
      { value: 6n, scriptPubKey: Uint8Array.of(0x52) },
    ],
  };
  const txid = transactionId(previous);
  const input = (vout: number, fields: Partial<PsbtInput>): Partial<PsbtInput> => ({
    prevout: { txid, vout },
    ...fields,
  });
  const claim = (value: bigint, script = scriptPubKey) => ({
    witnessUtxo: { value, scriptPubKey: script },
  });
  const proof = { nonWitnessUtxo: previous };
  const amountOf = (fields: Partial<PsbtInput>) => {
    const [first] = psbtOf([fields]).inputs;
    return first && spentOutput(first)?.value;
  };

  test('is that of the previous transaction, else the claimed one', () => {
    expect(amountOf(input(0, { ...proof, ...claim(9n) }))).toBe(5n);
    expect(amountOf(input(1, proof))).toBe(6n);
    expect(amountOf(input(2, { ...proof, ...claim(9n) }))).toBe(undefined);
    expect(amountOf({ ...proof, ...claim(9n) })).toBe(undefined);
    expect(amountOf(claim(9n))).toBe(9n);
    expect(amountOf({})).toBe(undefined);
    const coins = spentCoins(psbtOf([input(0, proof), {}, input(1, claim(9n))]));
    expect([...coins.values()].map(({ value }) => value)).toEqual([5n, 9n]);
  });

  test.each<[readonly number[], string, readonly Partial<PsbtInput>[]]>([
    [[], 'claims without a proof', [claim(9n), claim(8n)]],
    [[], 'claims that are proven', [input(0, { ...proof, ...claim(5n) })]],
    [[0], 'another amount', [input(0, { ...proof, ...claim(4n) })]],
    [[0], 'another script', [input(0, { ...proof, ...claim(5n, Uint8Array.of(0x53)) })]],
    [[1], 'the proof of another input', [input(0, proof), input(1, claim(5n))]],
    [[0], 'the proof of a later input', [input(1, claim(5n)), input(0, proof)]],
    [[0], 'an output that does not exist', [input(2, proof)]],
    [[0], 'another transaction', [{ ...proof }]],
    [
      [0],
      'another transaction, whose output is proven elsewhere',
      [input(0, { nonWitnessUtxo: { ...previous, locktime: 9 } }), input(1, proof)],
    ],
  ])('is contradicted at %j by %s', (at, _, inputs) => {
    expect([...contradictions(psbtOf(inputs))]).toEqual(at);
  });
});
