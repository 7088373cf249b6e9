import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMempoolGraph } from '../../../src/chain/mempool-graph.ts';
import { chooseCoins } from '../../../src/wallet/funding/choose-coins.ts';
import {
  type ChoiceOptions,
  defaultRelayFees,
  usualRequest,
} from '../../../src/wallet/funding/fund-request.ts';
import { defaultWalletOptions } from '../../../src/wallet/options.ts';
import { seededRandom, someCoin } from '../../support/generate/selection.ts';

const script = (byte: number) => Uint8Array.of(0, 20, ...Array<number>(20).fill(byte));
const pay = (value: bigint) => ({
  output: { value, scriptPubKey: script(1) },
  subtractFee: false,
});
const change = { script: script(2), spendVsize: 68 };

function options(more: Partial<ChoiceOptions['request']> = {}): ChoiceOptions {
  return {
    request: { ...usualRequest, feeRate: 2000, locktime: 0, ...more },
    view: { relay: defaultRelayFees, mempool: createMempoolGraph([]) },
    environment: { options: defaultWalletOptions, random: seededRandom(1) },
  };
}

const available = [0, 1, 2].map((vout) => someCoin(vout));

/** Returns what the inputs hold less what the outputs hold. */
const feeOf = (inputs: number, outputs: readonly { readonly value: bigint }[]) =>
  100_000 * inputs - Number(outputs.reduce((sum, { value }) => sum + value, 0n));

describe('plain coins', () => {
  test('pay the recipient, the fee of the size, and change', () => {
    const made = chooseCoins({ preset: [], available }, [pay(150_000n)], change, options());
    if ('error' in made) throw new Error(made.error);
    const { inputs, outputs } = made.transaction;
    expect([inputs.length >= 2, outputs.length]).toEqual([true, 2]);
    // 10.5 vbytes, inputs of 68 and outputs of 31.
    expect(made.vsize).toBe(Math.ceil(10.5 + 68 * inputs.length + 31 * 2));
    expect([made.fee, feeOf(inputs.length, outputs)]).toEqual([2 * made.vsize, 2 * made.vsize]);
    expect(outputs[made.changePosition ?? -1]?.scriptPubKey).toEqual(change.script);
  });

  test('are all spent without change, and the recipients share what is left', () => {
    const all = { shares: new Set([0, 2]), sendMax: false };
    const recipients = [pay(0n), pay(50_000n), pay(0n)];
    const made = chooseCoins({ preset: [], available }, recipients, change, options({ all }));
    if ('error' in made) throw new Error(made.error);
    const { inputs, outputs } = made.transaction;
    const values = outputs.map(({ value }) => value);
    expect([inputs.length, made.changePosition, values[1]]).toEqual([3, undefined, 50_000n]);
    expect(feeOf(3, outputs)).toBe(made.fee);
    expect((values[0] ?? 0n) - (values[2] ?? 0n)).toBe(BigInt((250_000 - made.fee) % 2));
  });

  test('that cost more than they hold are left out if the most is to arrive', () => {
    const dust = [...available, someCoin(3, { value: 100 })];
    const count = (sendMax: boolean) => {
      const all = { shares: new Set([0]), sendMax };
      const made = chooseCoins(
        { preset: [], available: dust },
        [pay(0n)],
        change,
        options({ all }),
      );
      return 'error' in made ? made.error : made.transaction.inputs.length;
    };
    expect([count(false), count(true)]).toEqual([4, 3]);
  });

  test('that are preset come first, with their own sequences', () => {
    const preset = [{ ...someCoin(7, { value: 30_000 }), sequence: 144 }];
    const made = chooseCoins({ preset, available }, [pay(80_000n)], change, options());
    if ('error' in made) throw new Error(made.error);
    const [first, ...others] = made.transaction.inputs;
    expect([first?.prevout.vout, first?.sequence]).toEqual([7, 144]);
    expect(new Set(others.map(({ sequence }) => sequence))).toEqual(new Set([0xfffffffd]));
  });

  test('take another place for change only if the first attempt left none', () => {
    const taken: number[] = [];
    type Place = typeof change & { readonly another?: () => Place };
    const place = (number: number): Place => ({
      ...change,
      another: () => {
        taken.push(number);
        return change;
      },
    });
    const exact = 100_000n - 220n;
    for (const [i, value] of [50_000n, exact].entries()) {
      chooseCoins({ preset: [], available }, [pay(value)], place(i), options());
    }
    expect(taken).toEqual([1]);
  });
});

test('the choice loads no wallet, no ledger and no chain', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*? from '(\.[^']+)'/gm,
    );
    for (const [, to = ''] of imports) visit(join(dirname(file), to));
  };
  visit(join(import.meta.dirname, '../../../src/wallet/funding/choose-coins.ts'));
  expect([...seen].some((file) => file.endsWith('coin-selection/choose.ts'))).toBe(true);
  const forbidden = /wallet\/(wallet|ledger|keys|psbt|codec)|wallet-host|chain\/source|crypto\//;
  expect([...seen].filter((file) => forbidden.test(file))).toEqual([]);
});
