import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { appSecp256k1 } from '../../../src/crypto/app-curve.ts';
import type { Secp256k1 } from '../../../src/crypto/secp256k1.ts';
import {
  type Account,
  formatPsbt,
  fund,
  openAccount,
  type Psbt,
  reviewFirst,
  type SignOptions,
  sign,
} from '../../../src/index.ts';
import { watchTurns } from '../../support/counting-curve.ts';
import { accountTexts, cosignerKey, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

/**
 * Points that may be computed between two turns of the event loop, whatever the number of inputs:
 * those of some 16 inputs of a 2-of-3.
 */
const MOST = 260;

/** Runs work, and returns its turns and the most points that were computed between two of them. */
const watch = <T>(
  start: (secp256k1: Secp256k1) => Promise<T>,
  onTurn?: (turns: number, points: number) => void,
) => watchTurns(appSecp256k1, turn, start, onTurn);

const COSIGNED = `wsh(sortedmulti(2,${cosignerKey(0)}/<0;1>/*,${cosignerKey(1)}/<0;1>/*,${cosignerKey(2)}/<0;1>/*))`;
const PARTIAL = `wsh(sortedmulti(2,${cosignerKey(0)}/<0;1>/*,${cosignerKey(1, false)}/<0;1>/*,${cosignerKey(2, false)}/<0;1>/*))`;

function paymentOf(account: Account, inputs: number): Psbt {
  const coins = account.coins(
    utxosOf(
      account,
      Array.from({ length: inputs }, () => 20_000),
    ),
  );
  const outputs = [{ address: SOMEBODY, value: BigInt(inputs) * 15_000n }];
  return fund({ coins, outputs, change: account, feeRate: 2, spendAll: true }).psbt;
}

const range = (text: string | Account['descriptors'], inputs: number) =>
  openAccount(text, { network: 'regtest', range: inputs + 40 });

const kinds: readonly (readonly [string, string])[] = [
  ['P2WPKH', accountTexts.wpkh],
  ['P2PKH with previous transactions', accountTexts.pkh],
  ['taproot', accountTexts.tr],
  ['2-of-3', COSIGNED],
];

type Way = (account: Account, text: string) => Partial<SignOptions>;
const ways: readonly (readonly [string, Way])[] = [
  ['with keys of an account', (_, text) => ({ keys: range(text, 600) })],
  [
    'with a review before',
    (account, text) => ({
      keys: range(text, 600),
      approve: reviewFirst({ account: range(account.descriptors, 600) }),
    }),
  ],
  [
    'in threads',
    (_, text) => ({
      keys: range(text, 600),
      threads: {
        signEcdsaMany: async (list) => appSecp256k1.signEcdsaMany(list),
        signSchnorrMany: async (list) => appSecp256k1.signSchnorrMany(list),
        verifyAll: async (checks) => appSecp256k1.verifyAll(checks),
      },
    }),
  ],
];

describe.each(kinds)('signing %s', (name, text) => {
  const sizes = [64, 200] as const;
  test.each(sizes.flatMap((size) => ways.map(([way, make]) => [size, way, make] as const)))(
    '%d inputs %s lets other work run after every few of them',
    async (size, _, make) => {
      const account = range(text, size);
      const psbt = paymentOf(account, size);
      const options = make(account, text);
      const { most, work } = await watch((secp256k1) => sign(psbt, { ...options, secp256k1 }));
      expect(await work).toMatchObject({ complete: true });
      expect(most).toBeLessThanOrEqual(MOST);
    },
  );

  test('an abort at any time ends it soon, and changes nothing', async () => {
    const account = range(text, 64);
    const psbt = paymentOf(account, 64);
    const before = formatPsbt(psbt);
    const approve = reviewFirst({ account: range(account.descriptors, 64) });
    const keys = range(text, 64);
    const signed = await sign(psbt, { keys, approve });
    // The account has derived its addresses now.
    const { turns } = await watch((secp256k1) => sign(psbt, { keys, approve, secp256k1 }));
    for (const part of [0, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.97]) {
      const controller = new AbortController();
      const at = Math.floor(turns * part);
      if (at === 0) queueMicrotask(() => controller.abort('enough'));
      let [points, late] = [Number.POSITIVE_INFINITY, 0];
      const options = { keys, approve, signal: controller.signal };
      const ended = await watch(
        (secp256k1) => sign(psbt, { ...options, secp256k1 }),
        (turnNumber, done) => {
          if (turnNumber === at) {
            controller.abort('enough');
            points = done;
          }
          if (turnNumber > at) late = turnNumber - at;
        },
      );
      const state = `${name}, turn ${at} of ${turns}`;
      await expect(ended.work, state).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
      expect(ended.count.points - points, state).toBeLessThanOrEqual(MOST);
      expect(late, state).toBeLessThanOrEqual(2);
    }
    expect(formatPsbt(psbt)).toBe(before);
    // The keys of the account are still there.
    expect(await sign(psbt, { keys })).toEqual(signed);
  });
});

const ofSeed = kinds.filter(([name]) => name !== '2-of-3');
test.each(ofSeed)('an extended key that the PSBT names signs 200 inputs of %s', async (_, text) => {
  const psbt = paymentOf(range(text, 200), 200);
  const { most, work } = await watch((secp256k1) => sign(psbt, { keys: TEST_XPRV, secp256k1 }));
  expect(await work).toMatchObject({ complete: true });
  expect(most).toBeLessThanOrEqual(MOST);
});

test('refuses a fault in the last of 200 inputs after other work ran', async () => {
  const psbt = paymentOf(range(accountTexts.wpkh, 200), 200);
  const before = formatPsbt(psbt);
  const last = psbt.inputs.length - 1;
  const faulty = { ...psbt, inputs: psbt.inputs.map((each, i) => (i < last ? each : {})) };
  const keys = range(accountTexts.wpkh, 200);
  let hasRun = false;
  const other = turn().then(() => {
    hasRun = true;
  });
  const work = sign(faulty as unknown as Psbt, { keys }).finally(() => expect(hasRun).toBe(true));
  await expect(work).rejects.toMatchObject({ code: 'WRONG_ARGUMENT' });
  await other;
  expect(formatPsbt(psbt)).toBe(before);
});

test('lists what 200 inputs lack a few at a time', async () => {
  const account = range(PARTIAL, 200);
  const psbt = paymentOf(account, 200);
  const { most, work } = await watch((secp256k1) => sign(psbt, { keys: account, secp256k1 }));
  const { complete, problems } = await work;
  expect([complete, problems.length]).toEqual([false, 200]);
  expect(most).toBeLessThanOrEqual(MOST);
});

test('verifies the signatures of a device a few at a time', async () => {
  const account = range(accountTexts.pkh, 200);
  const psbt = paymentOf(account, 200);
  const { psbt: answer } = await sign(psbt, { keys: range(accountTexts.pkh, 200) });
  const device = { signPsbt: () => answer };
  const { most, work } = await watch((secp256k1) => sign(psbt, { device, secp256k1 }));
  expect(await work).toMatchObject({ complete: true });
  expect(most).toBeLessThanOrEqual(MOST);
});
