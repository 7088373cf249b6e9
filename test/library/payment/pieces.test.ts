import { expect, test } from 'vitest';
import { appSecp256k1 } from '../../../src/crypto/app-curve.ts';
import { copyValue } from '../../../src/encoding/copy-value.ts';
import { fund, openAccount, type Psbt } from '../../../src/index.ts';
import { isSamePsbt } from '../../../src/library/payment/approval.ts';
import { checkOtherParts } from '../../../src/library/payment/checked-psbt.ts';
import {
  decodePsbt,
  decodePsbtTask,
  encodePsbt,
  encodePsbtTask,
} from '../../../src/library/payment/encoded.ts';
import { checkFee, checkFeeTask } from '../../../src/library/payment/fee.ts';
import { emptyProvider } from '../../../src/signing/miniscript-provider.ts';
import type { Pause, Task } from '../../../src/signing/task.ts';
import { accountTexts, cosignerKey, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';

const COSIGNED = `wsh(sortedmulti(2,${cosignerKey(0)}/<0;1>/*,${cosignerKey(1)}/<0;1>/*,${cosignerKey(2)}/<0;1>/*))`;

function paymentOf(text: string, inputs: number): Psbt {
  const account = openAccount(text, { network: 'regtest', range: inputs + 40 });
  const values = Array.from({ length: inputs }, () => 20_000);
  const coins = account.coins(utxosOf(account, values));
  const outputs = [{ address: SOMEBODY, value: BigInt(inputs) * 15_000n }];
  return fund({ coins, outputs, change: account, feeRate: 2, spendAll: true }).psbt;
}

const payments = [
  ['P2WPKH', paymentOf(accountTexts.wpkh, 700)],
  ['taproot', paymentOf(accountTexts.tr, 700)],
  ['2-of-3', paymentOf(COSIGNED, 300)],
] as const;

/** Runs a task, and returns the highest value that `count` has reached between two pauses. */
function mostBetween<T>(task: Task<T>, count: { value: number }): { most: number; result: T } {
  let most = 0;
  for (;;) {
    const step = task.next();
    most = Math.max(most, count.value);
    count.value = 0;
    if (step.done) return { most, result: step.value };
  }
}

const pause: Pause = () => Promise.resolve();

/** Returns a PSBT that counts how often members of its inputs and outputs are read. */
function counting(psbt: Psbt) {
  const count = { value: 0 };
  const watched = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        count.value++;
        return Reflect.get(target, name);
      },
    });
  const counted: Psbt = {
    ...psbt,
    inputs: psbt.inputs.map(watched),
    outputs: psbt.outputs.map(watched),
  };
  return { count, psbt: counted };
}

/** Reads of members that a part of 64 inputs may need. */
const MOST = 64 * 150;

test.each(payments)('checks the PSBT of a payment by %s a part at a time', (_, given) => {
  const { count, psbt } = counting(given);
  const { most } = mostBetween(checkOtherParts(psbt, pause), count);
  expect(most).toBeLessThanOrEqual(MOST);
});

test.each(payments)('compares two PSBTs of a payment by %s a part at a time', (_, given) => {
  const { count, psbt } = counting(given);
  const same = mostBetween(isSamePsbt(psbt, copyValue(given), pause), count);
  expect(same.result).toBe(true);
  expect(same.most).toBeLessThanOrEqual(MOST);
});

test.each(payments)('any change of a payment by %s makes another PSBT', (_, psbt) => {
  const last = psbt.inputs.length - 1;
  const isSame = (other: Psbt) => mostBetween(isSamePsbt(psbt, other, pause), { value: 0 }).result;
  const changed = (at: number) =>
    psbt.inputs.map((each, i) => (i === at ? { ...each, sequence: 7 } : each));
  for (const at of [0, 63, 64, 65, last]) {
    expect(isSame({ ...psbt, inputs: changed(at) }), `input ${at}`).toBe(false);
  }
  expect(isSame({ ...psbt, inputs: psbt.inputs.slice(0, last) })).toBe(false);
  expect(isSame({ ...psbt, outputs: [...psbt.outputs, ...psbt.outputs] })).toBe(false);
  expect(isSame({ ...psbt, outputs: [] })).toBe(false);
  expect(isSame({ ...psbt, txVersion: 1 })).toBe(false);
  expect(isSame({ ...psbt, inputs: [...psbt.inputs].reverse() })).toBe(false);
});

test.each(payments)('the fee of a payment by %s is checked a part at a time', (_, psbt) => {
  let [pauses, looked, most] = [0, 0, 0];
  const provider = new Proxy(emptyProvider, {
    get(target, name) {
      looked++;
      return Reflect.get(target, name);
    },
  });
  const options = {
    secp256k1: appSecp256k1,
    provider,
    pause: () => {
      pauses++;
      [looked, most] = [0, Math.max(most, looked)];
      return Promise.resolve();
    },
  };
  const check = (maxFee: bigint) =>
    mostBetween(checkFeeTask(psbt, { maxFee }, options), { value: 0 });
  check(1_000_000n);
  const keys = psbt.inputs.flatMap(({ keyPaths, tapKeyPaths }) => [...keyPaths, ...tapKeyPaths]);
  // Keys are hashed 256 at a time, and inputs estimated 64 at a time.
  expect(pauses).toBeGreaterThanOrEqual(
    Math.floor(keys.length / 256) + Math.floor(psbt.inputs.length / 64),
  );
  expect(most).toBeLessThanOrEqual(64 * 12);
  expect(() => check(1n)).toThrow('fee');
  expect(() => checkFee(psbt, { maxFee: 1n }, { ...options, pause: undefined })).toThrow('fee');
});

test.each(payments)('a PSBT of a payment by %s is read a part at a time', (_, psbt) => {
  const count = { value: 0 };
  const secp256k1 = {
    ...appSecp256k1,
    isPublicKey(key: Uint8Array) {
      count.value++;
      return appSecp256k1.isPublicKey(key);
    },
  };
  const text = encodePsbt(psbt);
  const { most, result } = mostBetween(decodePsbtTask(text, { secp256k1 }, pause), count);
  expect(most).toBeLessThanOrEqual(128);
  expect(result).toEqual(decodePsbt(text));
});

test.each(payments)('a PSBT of a payment by %s is written a part at a time', (_, psbt) => {
  const pieces = { value: 0 };
  const counted: Pause = () => {
    pieces.value++;
    return Promise.resolve();
  };
  const task = encodePsbtTask(psbt, 'base64', {}, counted);
  const { result } = mostBetween(task, { value: 0 });
  expect(result).toBe(encodePsbt(psbt));
  // It is checked in parts of 64 inputs, and read again in parts of 32.
  const { length } = psbt.inputs;
  expect(pieces.value).toBeGreaterThanOrEqual(Math.floor(length / 64) + Math.floor(length / 32));
});

test('a fault in any part of a PSBT has the same words as in one piece', () => {
  const [, psbt] = payments[0];
  const words = (run: () => unknown) => {
    try {
      return run();
    } catch (error) {
      return String(error);
    }
  };
  for (const at of [63, 64, 100, 699]) {
    const inputs = psbt.inputs.map((each, i) => (i === at ? { ...each, sequence: -1 } : each));
    const faulty = { ...psbt, inputs };
    const inParts = words(() =>
      mostBetween(encodePsbtTask(faulty, 'base64', {}, pause), { value: 0 }),
    );
    expect(inParts).toBe(words(() => encodePsbt(faulty)));
    expect(inParts).toContain(`psbt.inputs[${at}].sequence`);
  }
});
