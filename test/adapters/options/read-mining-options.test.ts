import { describe, expect, test } from 'vitest';
import type { OptionReader } from '../../../src/adapters/options/option-specs.ts';
import {
  readConsensusParams,
  readMiningOptions,
} from '../../../src/adapters/options/read-mining-options.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { defaultMiningOptions } from '../../../src/mining/options.ts';

function reader(options: { readonly [name: string]: readonly string[] }): OptionReader {
  const text = (name: string) => options[name]?.at(-1);
  return {
    text,
    flag: () => undefined,
    integer: (name) => (text(name) === undefined ? undefined : Number(text(name))),
    list: (name) => options[name] ?? [],
  };
}

const mining = (options: { readonly [name: string]: string }) =>
  readMiningOptions(reader(Object.fromEntries(Object.entries(options).map(([k, v]) => [k, [v]]))));

test("returns Core's defaults", () => {
  expect(mining({})).toEqual(defaultMiningOptions);
});

test('returns the given values', () => {
  expect(
    mining({
      blockmaxweight: '100000',
      blockreservedweight: '2000',
      blockmintxfee: '0.00001',
      blockversion: '-1',
    }),
  ).toEqual({
    blockMaxWeight: 100_000,
    blockReservedWeight: 2000,
    blockMinTxFee: 1000n,
    blockVersion: -1,
    bytesPerSigop: 20,
  });
});

test.each([
  [
    { blockreservedweight: '1999' },
    '-blockreservedweight (1999) is lower than minimum safety value of (2000)',
  ],
  [
    { blockreservedweight: '4000001' },
    '-blockreservedweight (4000001) exceeds consensus maximum block weight (4000000)',
  ],
  [
    { blockmaxweight: '4000001' },
    '-blockmaxweight (4000001) exceeds consensus maximum block weight (4000000)',
  ],
  [{ blockmaxweight: '7999' }, '-blockreservedweight (8000) exceeds -blockmaxweight (7999)'],
  [{ blockmintxfee: 'x' }, "Invalid amount for -blockmintxfee=<amount>: 'x'"],
  [{ blockmintxfee: '-1' }, "Invalid amount for -blockmintxfee=<amount>: '-1'"],
  [{ blockmintxfee: '0.000000001' }, "Invalid amount for -blockmintxfee=<amount>: '0.000000001'"],
  [{ blockmintxfee: '21000001' }, "Invalid amount for -blockmintxfee=<amount>: '21000001'"],
])('bitcoind ends with %o', (options, error) => {
  expect(mining(options)).toEqual({ error });
});

test.each([
  ['1', 100_000_000n],
  [' .5 ', 50_000_000n],
  ['1.', 100_000_000n],
  ['0', 0n],
])('amount %s', (text, satoshis) => {
  expect(mining({ blockmintxfee: text })).toMatchObject({ blockMinTxFee: satoshis });
});

describe('consensus options', () => {
  const read = (options: { readonly [name: string]: readonly string[] }) =>
    readConsensusParams('regtest', reader(options));

  test('activation heights', () => {
    expect(read({ testactivationheight: ['segwit@500', 'csv@7'] })).toMatchObject({
      heights: { ...consensusParams.regtest.heights, segwit: 500, csv: 7 },
    });
  });

  test('version bits', () => {
    expect(read({ vbparams: ['testdummy:5:9223372036854775807:12'] })).toMatchObject({
      deployments: [{ name: 'testdummy', startTime: 5, minActivationHeight: 12 }],
    });
  });

  test('BIP94 and another signet', () => {
    expect(read({ test: ['bip94'] })).toMatchObject({ enforceBip94: true });
    const signet = readConsensusParams('signet', reader({ signetchallenge: ['51'] }));
    expect(signet).toMatchObject({ signetChallenge: Uint8Array.of(0x51) });
  });

  test.each([
    [
      'testactivationheight',
      'segwit',
      'Invalid format (segwit) for -testactivationheight=name@height.',
    ],
    [
      'testactivationheight',
      'segwit@x',
      'Invalid height value (x) for -testactivationheight=name@height.',
    ],
    ['testactivationheight', 'foo@1', 'Invalid name (foo) for -testactivationheight=name@height.'],
    [
      'vbparams',
      'testdummy:1',
      'Version bits parameters malformed, expecting deployment:start:end[:min_activation_height]',
    ],
    ['vbparams', 'testdummy:a:1', 'Invalid nStartTime (a)'],
    ['vbparams', 'testdummy:1:b', 'Invalid nTimeout (b)'],
    ['vbparams', 'testdummy:1:1:c', 'Invalid min_activation_height (c)'],
    ['vbparams', 'foo:1:1', 'Invalid deployment (foo)'],
  ])('-%s=%s', (name, value, error) => {
    expect(read({ [name]: [value] })).toEqual({ error });
  });

  test('a challenge must be single and hexadecimal', () => {
    const signet = (...challenges: readonly string[]) =>
      readConsensusParams('signet', reader({ signetchallenge: challenges }));
    expect(signet('xy')).toEqual({ error: "-signetchallenge must be hex, not 'xy'." });
    expect(signet('51', '52')).toEqual({ error: '-signetchallenge cannot be multiple values.' });
  });
});
