import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../../src/crypto/secp256k1.ts';
import { type FundOptions, fund, type SignOptions, sign } from '../../../src/index.ts';
import { accountTexts, open, SOMEBODY } from '../../support/generate/accounts.ts';

const INPUTS = 64;
/** Signatures that may still be made after an abort. */
const FEW = 16;

const account = open(accountTexts.wpkh);
const coins = account.coins(
  Array.from({ length: INPUTS }, (_, vout) => ({
    txid: '77'.repeat(32),
    vout,
    value: 20_000n,
    confirmations: 9,
    address: account.address(vout % 3),
  })),
);
const order: FundOptions = {
  coins,
  outputs: [{ address: SOMEBODY, value: 60_000n }],
  change: account,
  feeRate: 2,
  spendAll: true,
};
const { psbt } = fund(order);

/** A curve that counts what it signs and verifies. */
function countingCurve() {
  const counts = { signed: 0, verified: 0 };
  const secp256k1: Secp256k1 = {
    ...nobleSecp256k1,
    signEcdsaMany(list) {
      counts.signed += list.length;
      return nobleSecp256k1.signEcdsaMany(list);
    },
    verifyAll(checks) {
      counts.verified += checks.length;
      return nobleSecp256k1.verifyAll(checks);
    },
  };
  return { counts, secp256k1 };
}

/** Counts turns of the event loop until the work is done; `onTurn` is called in each. */
async function turnsDuring(work: Promise<unknown>, onTurn: (turns: number) => void = () => {}) {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  const settled = work.then(end, end);
  let turns = 0;
  while (!isDone) {
    await turn();
    onTurn(++turns);
  }
  await settled;
  return turns;
}

const ways: readonly (readonly [string, (secp256k1: Secp256k1) => Partial<SignOptions>])[] = [
  ['here', () => ({})],
  [
    'in threads',
    (secp256k1) => ({
      threads: {
        signEcdsaMany: async (list) => secp256k1.signEcdsaMany(list),
        signSchnorrMany: async (list) => secp256k1.signSchnorrMany(list),
        verifyAll: async (checks) => secp256k1.verifyAll(checks),
      },
    }),
  ],
];

describe.each(ways)('signing %s', (_, more) => {
  test('lets other work run after every few inputs, and gives the same result', async () => {
    const { secp256k1 } = countingCurve();
    const work = sign(psbt, { keys: account, secp256k1, ...more(secp256k1) });
    // Planning, assembling and verifying each pause.
    expect(await turnsDuring(work)).toBeGreaterThan(INPUTS / FEW);
    expect((await work).complete).toBe(true);
  });

  test.each([2, 10, 20])('ends after an abort in turn %d of other work', async (when) => {
    const { counts, secp256k1 } = countingCurve();
    const controller = new AbortController();
    const options = { keys: account, secp256k1, signal: controller.signal, ...more(secp256k1) };
    const work = sign(psbt, options);
    const refused = expect(work).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
    let before = { signed: 0, verified: 0 };
    let after = 0;
    await turnsDuring(work, (turns) => {
      if (turns > when) after++;
      if (turns !== when) return;
      before = { ...counts };
      controller.abort('enough');
    });
    await refused;
    expect(counts.signed - before.signed).toBeLessThanOrEqual(FEW);
    expect(counts.verified - before.verified).toBeLessThanOrEqual(2 * FEW);
    expect(after).toBeLessThanOrEqual(2);
  });
});

test('a signal that has aborted before ends the call before anything is signed', async () => {
  const { counts, secp256k1 } = countingCurve();
  const options = { keys: account, secp256k1, signal: AbortSignal.abort('late') };
  await expect(sign(psbt, options)).rejects.toMatchObject({ code: 'ABORTED' });
  expect(counts).toEqual({ signed: 0, verified: 0 });
});
