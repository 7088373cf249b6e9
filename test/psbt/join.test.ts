import { describe, expect, test } from 'vitest';
import { joinAsCore, joinPsbts, type Shuffle } from '../../src/psbt/join.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';

// BIP174 has no role that joins; Core's joinpsbts (rpc/rawtransaction.cpp) takes the largest version
// and the smallest lock time, drops signatures, and refuses an output that two inputs spend.

const asIs: Shuffle = (items) => items;

function spending(
  txid: string,
  {
    version = 2,
    locktime = 7,
    inputs = 1,
  }: { version?: number; locktime?: number; inputs?: number } = {},
): Psbt {
  const spent = Array.from({ length: inputs }, (_, vout) => ({
    prevout: { txid: txid.repeat(64), vout },
    scriptSig: new Uint8Array(0),
    sequence: 5,
    witness: [],
  }));
  const outputs = [{ value: 1000n, scriptPubKey: Uint8Array.of(0x51) }];
  return createPsbt({ version, inputs: spent, outputs, locktime }, 0);
}

function joined(psbts: readonly Psbt[], shuffle = asIs): Psbt {
  const result = joinPsbts(psbts, shuffle);
  if ('error' in result) throw new Error(result.error);
  return result;
}

test('a joined PSBT has the largest version and the smallest lock time', () => {
  const of = (versions: readonly number[], locktimes: readonly number[]) => {
    const { txVersion, fallbackLocktime } = joined(
      versions.map((version, i) => spending(`${i}`, { version, locktime: locktimes[i] ?? 0 })),
    );
    return [txVersion, fallbackLocktime];
  };
  expect(of([2, 3], [9, 4])).toEqual([3, 4]);
  expect(of([3, 2], [4, 9])).toEqual([3, 4]);
  expect(of([0, 0], [0, 8])).toEqual([1, 0]);
  expect(of([1, 1], [0xffffffff, 0xffffffff])).toEqual([1, 0xffffffff]);
});

test('an input that two PSBTs or one PSBT spends twice is named', () => {
  const outPoint = { txid: '1'.repeat(64), vout: 0 };
  const twice = { error: 'spent-twice', outPoint };
  expect(joinPsbts([spending('1'), spending('2'), spending('1')], asIs)).toEqual(twice);
  const one = spending('1');
  const both = { ...one, inputs: [...one.inputs, ...one.inputs] };
  expect(joinAsCore([spending('2'), both], asIs)).toEqual(twice);
  expect(joinPsbts([spending('1', { inputs: 2 }), spending('2')], asIs)).not.toHaveProperty(
    'error',
  );
});

test('signatures and final scripts are dropped, and other fields of inputs kept', () => {
  const [given] = spending('1').inputs as readonly [PsbtInput];
  const signature = { publicKey: new Uint8Array(33).fill(2), signature: new Uint8Array(71) };
  const input = {
    ...given,
    partialSignatures: [signature],
    finalScriptSig: Uint8Array.of(1),
    finalWitness: [Uint8Array.of(1)],
    redeemScript: Uint8Array.of(0x51),
  };
  const psbt = { ...spending('1'), inputs: [input] };
  expect(joined([psbt, spending('2')]).inputs[0]).toEqual({
    ...given,
    redeemScript: Uint8Array.of(0x51),
  });
});

describe('global fields', () => {
  const xpub = (n: number) => ({
    xpub: new Uint8Array(78).fill(n),
    origin: { fingerprint: new Uint8Array(4), path: [] },
  });
  const field = (type: number, value: number) => ({
    key: Uint8Array.from([type, 1, 0x61, 5]),
    value: Uint8Array.of(value),
  });
  const first = {
    ...spending('1'),
    xpubs: [xpub(1), xpub(2)],
    unknown: [field(0x77, 1)],
    proprietary: [field(0xfc, 1)],
  };
  const second = {
    ...spending('2'),
    xpubs: [xpub(2), xpub(3)],
    unknown: [field(0x77, 2), field(0x78, 3)],
    proprietary: [field(0xfc, 2)],
  };

  test('are kept, and of two with one key the first', () => {
    expect(joined([first, second])).toMatchObject({
      version: 0,
      xpubs: [xpub(1), xpub(2), xpub(3)],
      unknown: [field(0x77, 1), field(0x78, 3)],
      proprietary: [field(0xfc, 1)],
    });
    expect(
      joined([
        { ...first, version: 2 },
        { ...second, version: 2 },
      ]),
    ).toMatchObject({
      version: 2,
      proprietary: [field(0xfc, 1)],
    });
  });

  test('are dropped as in Core, except unknown ones', () => {
    expect(joinAsCore([first, second], asIs)).toMatchObject({
      xpubs: [],
      proprietary: [],
      unknown: [field(0x77, 1), field(0x78, 3)],
      txModifiable: undefined,
    });
  });

  test('have the lowest limits of the fee', () => {
    const limits = joined([
      { ...first, feeLimits: { maxFee: 5n, maxFeeRate: 9 } },
      { ...second, feeLimits: { maxFee: 7n, maxFeeRate: 3 } },
    ]).feeLimits;
    expect(limits).toEqual({ maxFee: 5n, maxFeeRate: 3 });
  });
});

test('the version of the first counts, and lock times of version 2 stay with their inputs', () => {
  const two: Psbt = { ...spending('1'), version: 2, fallbackLocktime: undefined };
  const inputs = two.inputs.map((input) => ({ ...input, heightLocktime: 600 }));
  const result = joined([{ ...two, inputs }, spending('2', { locktime: 0 })]);
  expect(result).toMatchObject({ version: 2, fallbackLocktime: 0 });
  expect(result.inputs.map(({ heightLocktime }) => heightLocktime)).toEqual([600, undefined]);
  expect(joined([spending('2', { locktime: 0 }), { ...two, inputs }])).toMatchObject({
    version: 0,
    fallbackLocktime: 600,
  });
});

test('the order is that of the shuffle, which gets a copy of each list', () => {
  const lists: unknown[] = [];
  const reverse: Shuffle = (items) => {
    lists.push(items);
    return [...items].reverse();
  };
  const psbts = [spending('1', { inputs: 2 }), spending('2')];
  const spent = joined(psbts, reverse).inputs.map(
    ({ prevout }) => `${prevout.txid[0]}${prevout.vout}`,
  );
  expect(spent).toEqual(['20', '11', '10']);
  expect(lists).toHaveLength(2);
});

test.each<[string, (items: readonly unknown[]) => unknown]>([
  ['drops an item', (items) => items.slice(1)],
  ['repeats an item instead of another', (items) => items.map(() => items[0])],
  ['repeats the last item', (items) => items.map(() => items.at(-1))],
  ['adds an item twice', (items) => [...items, items[0]]],
  ['invents an item', (items) => [...items.slice(1), {}]],
  ['returns nothing', () => undefined],
  ['returns a promise', async (items) => items],
])('refuses a shuffle that %s', (_, shuffle) => {
  const psbts = [spending('1', { inputs: 2 }), spending('2')];
  expect(() => joinPsbts(psbts, shuffle as Shuffle)).toThrow(
    expect.objectContaining({
      code: 'WRONG_ARGUMENT',
      message: expect.stringContaining('shuffle must return the items'),
    }),
  );
});

test.each<[string, readonly unknown[]]>([
  ['a PSBT beside the list', [spending('1'), spending('2'), asIs]],
  ['no PSBT', [[], asIs]],
  ['one PSBT', [[spending('1')], asIs]],
  ['something else than PSBTs', [[{}, {}], asIs]],
  ['a PSBT with an unknown member', [[spending('1'), { ...spending('2'), input: [] }], asIs]],
  ['no shuffle', [[spending('1'), spending('2')]]],
  ['a third argument', [[spending('1'), spending('2')], asIs, 1]],
])('refuses %s', (_, args) => {
  expect(() => Reflect.apply(joinPsbts, undefined, args)).toThrow(
    expect.objectContaining({ code: 'WRONG_ARGUMENT' }),
  );
});
