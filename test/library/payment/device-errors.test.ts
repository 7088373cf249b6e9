import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import {
  ColdsignError,
  type ErrorCode,
  formatPsbt,
  fund,
  type SignOptions,
  sign,
} from '../../../src/index.ts';
import type { SigningWorkers } from '../../../src/public/signing.ts';
import { accountTexts, open, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';

/** The private key 1 on regtest. */
const TEST_WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const account = open(accountTexts.wpkh);
const psbt = fund({
  coins: account.coins(utxosOf(account, [50_000, 60_000])),
  outputs: [{ address: SOMEBODY, value: 80_000n }],
  change: account,
  feeRate: 3,
}).psbt;

async function thrownBy(options: SignOptions): Promise<unknown> {
  const before = formatPsbt(psbt);
  try {
    await sign(psbt, options);
  } catch (error) {
    expect(formatPsbt(psbt)).toBe(before);
    return error;
  }
  throw new Error('nothing was thrown');
}

async function failureOf(options: SignOptions): Promise<ColdsignError> {
  const error = await thrownBy(options);
  if (error instanceof ColdsignError) return error;
  throw error;
}

const named = (name: string, message = '', more: object = {}) =>
  Object.assign(new Error(message), { name }, more);
const coded = (code: unknown, message = 'no') => Object.assign(new Error(message), { code });

/**
 * Errors of the libraries of devices: @ledgerhq/errors and its device management kit,
 * @trezor/connect (src/constants/errors.ts), HWI (hwilib/errors.py), BitBox's bitbox-api, WebUSB,
 * WebHID and Web Bluetooth, Node.
 */
const failures: readonly (readonly [ErrorCode, unknown, (string | number)?])[] = [
  ['DEVICE_REFUSED', { code: 0x6985 }, 0x6985],
  ['DEVICE_REFUSED', named('TransportStatusError', '', { statusCode: 0x6985 }), 0x6985],
  ['DEVICE_REFUSED', named('TransportStatusError', '', { statusCode: 0x5501 }), 0x5501],
  ['DEVICE_REFUSED', new Error('Ledger device: Condition of use not satisfied (0x6985)'), 0x6985],
  ['DEVICE_REFUSED', 'Ledger device: UNKNOWN_ERROR (0x5501)', 0x5501],
  ['DEVICE_REFUSED', named('UserRefusedOnDevice')],
  ['DEVICE_REFUSED', named('UserRefusedAddress')],
  ['DEVICE_REFUSED', { _tag: 'ActionRefusedError', errorCode: '5501' }, 0x5501],
  ['DEVICE_REFUSED', { _tag: 'RefusedByUserDAError', originalError: new Error('no') }],
  ['DEVICE_REFUSED', coded('Failure_ActionCancelled'), 'Failure_ActionCancelled'],
  ['DEVICE_REFUSED', coded('Failure_PinCancelled')],
  ['DEVICE_REFUSED', { success: false, payload: { error: '', code: 'Failure_ActionCancelled' } }],
  ['DEVICE_REFUSED', { error: 'Action canceled by user', code: -14 }, -14],
  ['DEVICE_REFUSED', coded('user-abort'), 'user-abort'],
  ['DEVICE_REFUSED', new Error('it failed', { cause: { statusCode: 0x6985 } }), 0x6985],
  ['DEVICE_LOCKED', { statusCode: 0x5515 }, 0x5515],
  ['DEVICE_LOCKED', { statusCode: 0x6982 }, 0x6982],
  ['DEVICE_LOCKED', named('LockedDeviceError', 'Ledger device: Locked device (0x5515)')],
  ['DEVICE_LOCKED', { _tag: 'DeviceLockedError' }],
  ['DEVICE_LOCKED', { error: 'not ready', code: -12 }],
  ['DEVICE_CANCELLED', undefined],
  ['DEVICE_CANCELLED', null],
  ['DEVICE_CANCELLED', named('TransportOpenUserCancelled')],
  ['DEVICE_CANCELLED', coded('Method_Cancel'), 'Method_Cancel'],
  ['DEVICE_CANCELLED', coded('Method_Interrupted')],
  ['DEVICE_CANCELLED', coded('Method_PermissionsNotGranted')],
  ['DEVICE_CANCELLED', new DOMException('The user aborted a request.', 'AbortError')],
  ['DEVICE_CANCELLED', new DOMException('No device selected.', 'NotFoundError')],
  [
    'DEVICE_CANCELLED',
    new DOMException('User cancelled the requestDevice() chooser.', 'NotFoundError'),
  ],
  ['DEVICE_CANCELLED', new DOMException('It timed out or was not allowed.', 'NotAllowedError')],
  ['DEVICE_DISCONNECTED', named('DisconnectedDevice')],
  ['DEVICE_DISCONNECTED', named('DisconnectedDeviceDuringOperation')],
  ['DEVICE_DISCONNECTED', named('CantOpenDevice')],
  ['DEVICE_DISCONNECTED', coded('Device_Disconnected'), 'Device_Disconnected'],
  ['DEVICE_DISCONNECTED', coded('Device_NotFound')],
  ['DEVICE_DISCONNECTED', { _tag: 'DeviceDisconnectedWhileSendingError' }],
  ['DEVICE_DISCONNECTED', { error: 'no connection', code: -3 }],
  ['DEVICE_DISCONNECTED', new DOMException('The device was disconnected.', 'NotFoundError')],
  ['DEVICE_DISCONNECTED', new DOMException('A transfer error has occurred.', 'NetworkError')],
  ['DEVICE_DISCONNECTED', coded('ECONNREFUSED'), 'ECONNREFUSED'],
  ['DEVICE_BUSY', named('TransportRaceCondition')],
  ['DEVICE_BUSY', named('TransportError', 'busy', { id: 'TransportLocked' }), 'TransportLocked'],
  ['DEVICE_BUSY', coded('Device_CallInProgress')],
  ['DEVICE_BUSY', coded('Device_UsedElsewhere')],
  ['DEVICE_BUSY', { error: 'busy', code: -15 }],
  ['DEVICE_BUSY', new DOMException('Unable to claim interface.', 'NetworkError')],
  ['DEVICE_BUSY', new DOMException('An operation is in progress.', 'InvalidStateError')],
  ['SIGNER_FAILED', new Error('the cable is out')],
  ['SIGNER_FAILED', { code: 0x6f00 }, 0x6f00],
  ['SIGNER_FAILED', { code: -14 }, -14],
  ['SIGNER_FAILED', 'no'],
  ['SIGNER_FAILED', 0],
  ['SIGNER_FAILED', Object.create(null)],
];

describe('rejections of a device', () => {
  test.each(failures)('is %s, with its cause and status (%#)', async (code, thrown, status) => {
    const doors: readonly SignOptions[] = [
      { device: { signPsbt: () => Promise.reject(thrown) } },
      {
        device: {
          signPsbt: () => {
            throw thrown;
          },
        },
      },
      { signer: () => Promise.reject(thrown) },
    ];
    for (const door of doors) {
      const error = await failureOf(door);
      expect(error.code).toBe(code);
      expect(error.cause).toBe(thrown);
      if (status !== undefined) expect(error.details?.status).toBe(status);
      expect(error.message).not.toMatch(/object Object|undefined|null/);
      expect(error.hint).not.toBe('');
    }
  });

  test('is not copied with the error, which a clone and JSON take without it', async () => {
    const thrown = { statusCode: 0x6985, transport: () => undefined, secret: TEST_WIF };
    const error = await failureOf({ device: { signPsbt: () => Promise.reject(thrown) } });
    for (const copy of [structuredClone(error), JSON.parse(JSON.stringify(error))]) {
      expect(copy).toMatchObject({ code: 'DEVICE_REFUSED', details: { status: 0x6985 } });
      expect(JSON.stringify(copy)).not.toContain(TEST_WIF);
    }
  });

  test('does not become a status if it could be a secret', async () => {
    for (const code of [TEST_WIF, 'two words', 'x'.repeat(80), Number.NaN, { a: 1 }]) {
      const error = await failureOf({ device: { signPsbt: () => Promise.reject({ code }) } });
      expect(error.details?.status).toBe(undefined);
      expect(error.message).not.toContain(TEST_WIF);
    }
  });

  test('is read although its members throw or are cyclic', async () => {
    const round: { cause?: unknown } = {};
    round.cause = round;
    const hostile = {
      get code() {
        throw new Error('no');
      },
    };
    for (const thrown of [round, hostile, new Proxy({}, { get: () => thrown })]) {
      const error = await failureOf({ device: { signPsbt: () => Promise.reject(thrown) } });
      expect(error.code).toBe('SIGNER_FAILED');
      expect(error.cause).toBe(thrown);
    }
  });
});

describe('answers of a device', () => {
  test.each([undefined, null])('%s means that it was cancelled', async (answer) => {
    const error = await failureOf({ device: { signPsbt: async () => answer as never } });
    expect(error.code).toBe('DEVICE_CANCELLED');
    expect(error.message + error.hint).not.toMatch(/decodePsbt|undefined|null/);
  });

  test('a returned failure counts like a thrown one', async () => {
    const answer = { success: false, payload: { error: 'Cancelled', code: 'Method_Cancel' } };
    const error = await failureOf({ device: { signPsbt: async () => answer as never } });
    expect(error.code).toBe('DEVICE_CANCELLED');
    expect(error.cause).toBe(answer);
  });

  test.each([{}, [], 7, true, { signed: 'x' }])('%o is a failure of the device', async (answer) => {
    const error = await failureOf({ device: { signPsbt: async () => answer as never } });
    expect(error.code).toBe('SIGNER_FAILED');
    expect(error.message).toContain('device');
    expect(error.cause).toBe(answer);
  });
});

describe('callbacks of the app', () => {
  const own = { mine: true };
  const stop = () => {
    throw own;
  };

  test('an error of onProgress ends signing unchanged, at every step', async () => {
    const steps: string[] = [];
    await sign(psbt, { keys: account, onProgress: ({ step }) => steps.push(step) });
    expect(new Set(steps).size).toBeGreaterThan(2);
    for (const [i] of steps.entries()) {
      let seen = 0;
      const onProgress = () => {
        if (seen++ === i) stop();
      };
      expect(await thrownBy({ keys: account, onProgress })).toBe(own);
      seen = 0;
      const device = { signPsbt: () => psbt };
      const signer = () => Promise.resolve([]);
      if (i === 0) {
        expect(await thrownBy({ keys: account, signer, device, onProgress })).toBe(own);
      }
    }
    expect((await sign(psbt, { keys: account })).complete).toBe(true);
  });

  test('a throwing onProgress between threads leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const threads = {
      signEcdsaMany: () => Promise.reject(new Error('late')),
      signSchnorrMany: () => Promise.reject(new Error('late')),
      verifyAll: () => Promise.reject(new Error('late')),
    } as unknown as SigningWorkers;
    expect(await thrownBy({ keys: account, threads, onProgress: stop })).toBe(own);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('threads that fail are named as such, with the cause', async () => {
    const late = new Error('the worker ended');
    const fail = () => Promise.reject(late);
    const threads = { signEcdsaMany: fail, signSchnorrMany: fail, verifyAll: fail };
    const error = await failureOf({
      keys: account,
      threads: threads as unknown as SigningWorkers,
    });
    expect(error).toMatchObject({ code: 'SIGNER_FAILED', cause: late });
    expect(error.message).toContain('threads');
  });

  test('a curve that fails is not a failure of a signer', async () => {
    const secp256k1 = { ...nobleSecp256k1, signEcdsaMany: stop, signSchnorrMany: stop };
    expect(await thrownBy({ keys: account, secp256k1 })).toBe(own);
  });
});
