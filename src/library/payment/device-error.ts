import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { ErrorCode } from '../../encoding/error-code.ts';
import { withCause } from '../../encoding/plain-error.ts';

type DeviceFault = Extract<ErrorCode, `DEVICE_${string}`>;

/** Two bytes at the end of a Ledger's answer: app-bitcoin-new, @ledgerhq/errors. */
const statusFaults: ReadonlyMap<number, DeviceFault> = new Map([
  [0x6985, 'DEVICE_REFUSED'],
  [0x5501, 'DEVICE_REFUSED'],
  [0x5515, 'DEVICE_LOCKED'],
  [0x6982, 'DEVICE_LOCKED'],
]);

/** HWI (hwilib/errors.py), which answers with `error` and `code`. */
const hwiCodes: ReadonlyMap<number, DeviceFault> = new Map([
  [-3, 'DEVICE_DISCONNECTED'],
  [-12, 'DEVICE_LOCKED'],
  [-14, 'DEVICE_REFUSED'],
  [-15, 'DEVICE_BUSY'],
]);

/**
 * Patterns of names and codes: those of Ledger's and Trezor's packages, bitbox-api, Node's sockets
 * and libusb. The first match counts.
 */
const names: readonly (readonly [RegExp, DeviceFault])[] = [
  [
    /busy|RaceCondition|TransportLocked|Pending|InProgress|UsedElsewhere|AlreadySending/i,
    'DEVICE_BUSY',
  ],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ENODEV)$|NO_DEVICE/, 'DEVICE_DISCONNECTED'],
  [/refused|rejected|(Action|Pin)_?cancell?ed|user[-_]?abort/i, 'DEVICE_REFUSED'],
  [/cancel|interrupted|PermissionsNotGranted|^(AbortError|NotAllowedError)$/i, 'DEVICE_CANCELLED'],
  [/locked/i, 'DEVICE_LOCKED'],
  [
    /disconnected|CantOpen|Device_?NotFound|NoAccessibleDevice|could-not-open/i,
    'DEVICE_DISCONNECTED',
  ],
];

/** Patterns of messages, because browsers use one name for several failures. */
const browserNames = new Map<string, (message: string) => DeviceFault>([
  [
    'NetworkError',
    (message) => (/claim|in use|already/i.test(message) ? 'DEVICE_BUSY' : 'DEVICE_DISCONNECTED'),
  ],
  [
    'NotFoundError',
    (message) =>
      /select|cancel|chooser/i.test(message) ? 'DEVICE_CANCELLED' : 'DEVICE_DISCONNECTED',
  ],
  [
    'InvalidStateError',
    (message) => (/progress|already/i.test(message) ? 'DEVICE_BUSY' : 'DEVICE_DISCONNECTED'),
  ],
]);

const words: {
  readonly [F in DeviceFault | 'SIGNER_FAILED']: readonly [what: string, hint: string];
} = {
  DEVICE_REFUSED: [
    'refused to sign',
    'Nothing was signed. Check the payment with the person at the device before you ask again.',
  ],
  DEVICE_CANCELLED: ['was cancelled', 'Nothing was signed. Ask again when the user wants to.'],
  DEVICE_DISCONNECTED: [
    'is not connected',
    'Nothing was signed. Connect the device, open its Bitcoin app and ask again.',
  ],
  DEVICE_BUSY: [
    'is busy',
    'Nothing was signed. Finish what the device or another program is doing with it, then ask again.',
  ],
  DEVICE_LOCKED: ['is locked', 'Nothing was signed. Unlock the device and ask again.'],
  SIGNER_FAILED: ['failed', 'Nothing was changed. Ask again, or let another signer sign.'],
};

/** Turns the failure of a device or a signer into an error that keeps it as its `cause`. */
export function signerError(who: string, thrown: unknown): ColdsignError {
  const { code = 'SIGNER_FAILED', status, message } = readFailure(thrown);
  const [what, hint] = words[code];
  const number = typeof status === 'number' && status > 0 ? `0x${status.toString(16)}` : status;
  const said = [message, number].filter((each) => each !== undefined && each !== '');
  const text = `${who} ${what}${said.length > 0 ? `: ${said.join(', ')}` : ''}`;
  const error = new ColdsignError(code, text, {
    hint,
    ...(status !== undefined && { details: { status } }),
  });
  return withCause(error, thrown);
}

/** Checks if an answer reports a failure. */
export function isFailure(answer: unknown): boolean {
  return answer === undefined || answer === null || readFailure(answer).code !== undefined;
}

type Failure = {
  readonly code?: DeviceFault | undefined;
  readonly status?: number | string | undefined;
  readonly message?: string | undefined;
};

/** Errors nest in errors, but not deeper than this. */
const DEEPEST = 4;

function readFailure(thrown: unknown, depth = 0): Failure {
  if (thrown === undefined || thrown === null) {
    return depth === 0 ? { code: 'DEVICE_CANCELLED' } : {};
  }
  if (typeof thrown === 'string') return readTexts([], thrown);
  if (typeof thrown !== 'object') return {};
  const own = readMembers(thrown);
  if (own.code !== undefined || depth === DEEPEST) return own;
  for (const name of ['payload', 'cause', 'originalError', 'error']) {
    const inner = memberOf(thrown, name);
    const found = typeof inner === 'object' ? readFailure(inner, depth + 1) : {};
    if (found.code !== undefined) {
      return { ...found, message: own.message || found.message };
    }
  }
  return own;
}

function readMembers(thrown: object): Failure {
  const texts = ['name', '_tag', 'code', 'statusCode', 'errorCode', 'status', 'id'].map((name) =>
    memberOf(thrown, name),
  );
  const [message, error] = [memberOf(thrown, 'message'), memberOf(thrown, 'error')];
  const said = [message, error].find((text) => typeof text === 'string' && text !== '');
  const found = readTexts(texts, typeof said === 'string' ? said : '');
  if (found.code !== undefined || typeof error !== 'string') return found;
  return { ...found, code: hwiCodes.get(Number(found.status)) };
}

function readTexts(texts: readonly unknown[], message: string): Failure {
  const [name] = texts;
  const numbers = texts.flatMap(numberOf);
  const [, word] = /\(0x([0-9a-f]{4})\)/i.exec(message) ?? [];
  if (word !== undefined) numbers.push(Number.parseInt(word, 16));
  const labels = texts.filter(isLabel);
  const status = numbers[0] ?? texts.slice(2).find(isLabel);
  const byNumber = numbers.map((number) => statusFaults.get(number)).find(Boolean);
  const byName = names.find(([fits]) => labels.some((label) => fits.test(label)))?.[1];
  const byBrowser = browserNames.get(String(isLabel(name) ? name : ''))?.(message);
  return { code: byNumber ?? byName ?? byBrowser, status, message };
}

/** Accepts short names of letters only, so that no error contains a key or seed words. */
const isLabel = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z][A-Za-z_-]{1,47}$/.test(text);

function numberOf(value: unknown): readonly number[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [value] : [];
  const isWord = typeof value === 'string' && /^(0x)?[0-9a-f]{4}$/i.test(value);
  return isWord && /\d/.test(value) ? [Number.parseInt(value.replace(/^0x/i, ''), 16)] : [];
}

/** Reads a member of a thrown value. Reading it may throw. */
function memberOf(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    // A getter of the thrown value failed.
    return undefined;
  }
}
