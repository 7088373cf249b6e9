import { expect, test } from 'vitest';
import { loadOptions } from '../../../src/adapters/options/load.ts';
import { miningOptionSpecs } from '../../../src/adapters/options/mining-specs.ts';
import { commonOptions, type OptionReader } from '../../../src/adapters/options/option-specs.ts';
import { readMiningOptions } from '../../../src/adapters/options/read-mining-options.ts';
import {
  readWalletOptions,
  walletOptionSpecs,
} from '../../../src/adapters/options/wallet-options.ts';

const specs = [...commonOptions, ...walletOptionSpecs, ...miningOptionSpecs];

function given(...args: readonly string[]): OptionReader {
  const loaded = loadOptions(['-noconf', '-regtest', ...args], specs);
  if ('error' in loaded) throw new Error(loaded.error);
  return loaded.options;
}

const readAll = (reader: OptionReader) => [readWalletOptions(reader), readMiningOptions(reader)];

const shown = specs.flatMap(({ name, help }) => {
  const value = /\(default: ([\d.]+)\)/.exec(help)?.[1];
  return value === undefined ? [] : [[name, value] as const];
});

test.each(shown)('-%s: the default %s in the help changes nothing', (name, value) => {
  expect(readAll(given(`-${name}=${value}`))).toEqual(readAll(given()));
});

test.each(shown.filter(([name]) => name !== 'walletfolders'))(
  '-%s: another value than %s is read',
  (name, value) => {
    const other = Number(value) === 1 ? 0 : Number(value) + 1;
    expect(readAll(given(`-${name}=${other}`))).not.toEqual(readAll(given()));
  },
);

test('the defaults are those of bitcoind', () => {
  // Bitcoin Core 31's `bitcoind -help` describes these differently.
  expect(Object.fromEntries(shown)).toMatchObject({
    consolidatefeerate: '0.0001',
    discardfee: '0.0001',
    fallbackfee: '0',
    keypool: '1000',
    maxtxfee: '0.1',
    mintxfee: '0.00001',
    txconfirmtarget: '6',
    blockmaxweight: '4000000',
    blockreservedweight: '8000',
    blockmintxfee: '0.00000001',
    bytespersigop: '20',
  });
});
