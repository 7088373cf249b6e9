import type { Kinds } from '../arguments/basic-kinds.ts';
import { isObject } from '../arguments/basic-kinds.ts';
import {
  describeMismatch,
  findHidden,
  findMismatch,
  type Mismatch,
} from '../arguments/check-arguments.ts';
import { isBytes } from '../encoding/bytes.ts';
import { nearest } from '../encoding/edit-distance.ts';
import { withCause, withReason } from '../encoding/plain-error.ts';
import { redactSecrets } from '../encoding/redact.ts';
import type { Policy } from '../review/policy-kinds.ts';
import { policyKinds } from '../review/policy-kinds.ts';
import type { Context } from '../rpc/context.ts';
import { miscError, RpcCode, RpcError, typeError } from '../rpc/error.ts';
import { rejectAs } from '../rpc/reject-as.ts';
import { defaultFeeTiers } from '../transaction/fee-bounds.ts';
import { type Coin, type OutPoint, outPointKey } from '../transaction/transaction.ts';
import { coreKinds, networkMembers } from './kinds.ts';
import { askRandom } from './random-answer.ts';

type OptionCheck = readonly [isMet: (value: unknown) => boolean, what: string];

const aFunction: OptionCheck = [(value) => typeof value === 'function', 'a function'];

/** Checks for an object, of a class or not, with these functions. */
function callables(what: string, ...names: readonly string[]): OptionCheck {
  return [(value) => names.every((name) => typeof memberOf(value, name) === 'function'), what];
}

/** Checks of each option of a call, for callers without types. `undefined` counts as omitted. */
const checks: { readonly [Name in keyof Required<Context> | 'signal']: OptionCheck } = {
  network: [
    (value) => typeof value === 'string' || typeof memberOf(value, 'hrp') === 'string',
    'the name of a chain, or one of `networks`',
  ],
  // Checked later, with a message of its own.
  profile: [() => true, ''],
  secp256k1: callables('a curve such as kernelSecp256k1', 'publicKey', 'signEcdsa', 'verifyAll'),
  findCoins: aFunction,
  approve: aFunction,
  policy: [
    isPolicy,
    'a policy such as strictPolicy: { strict, allow, refuse }, and fees such as defaultFeeTiers',
  ],
  onProgress: aFunction,
  details: [(value) => typeof value === 'boolean', 'true or false'],
  signer: [
    (value) => isSigner(value),
    'an object with the function sign and, unless left out, publicKeys, each a Uint8Array of 33 or 65 bytes',
  ],
  messageKeys: [
    (value) => Array.isArray(memberOf(value, 'masters')),
    'keys that readKeys of coldsign/seed has read',
  ],
  signerCommand: [
    (value) =>
      typeof memberOf(value, 'command') === 'string' &&
      typeof memberOf(value, 'run') === 'function',
    'an object with the text command and the function run',
  ],
  workers: callables('threads such as createWorkers makes', 'signEcdsaMany', 'verifyAll'),
  chain: callables('a chain such as openSnapshot makes', 'tip', 'headers', 'findCoins'),
  mining: [(value) => typeof memberOf(value, 'options') === 'object', 'an object with options'],
  wallets: callables('wallets such as createWallets makes', 'loaded', 'get', 'load'),
  walletName: [(value) => typeof value === 'string', 'the name of a wallet'],
  now: aFunction,
  judgeNames: aFunction,
  pause: aFunction,
  setTime: aFunction,
  uptime: aFunction,
  deriveKey: aFunction,
  random: aFunction,
  musigNonces: callables('nonces such as createMusigNonces makes', 'keep', 'has', 'take'),
  musigSignsLast: [(value) => typeof value === 'boolean', 'true or false'],
  notify: aFunction,
  reportBug: aFunction,
  signal: callables('the signal of an AbortController', 'addEventListener', 'removeEventListener'),
};

/**
 * Throws an `RpcError` that names the first option that is unknown or is of a wrong kind. Returns a
 * copy, for which each option was read once.
 */
export function checkOptions<T extends object>(options: T): T {
  if (typeof options !== 'object' || options === null)
    throw typeError('The options must be an object');
  const copy = copyOf(options);
  for (const [name, value] of Object.entries(copy)) {
    const check = Object.keys(checks).includes(name)
      ? checks[name as keyof typeof checks]
      : undefined;
    if (check === undefined) {
      const meant = nearest(name, Object.keys(checks));
      const hint = meant === undefined ? undefined : `Did you mean ${meant}? Correct its spelling.`;
      throw typeError(`Unknown option ${redactSecrets(name)}`, hint);
    }
    const [isMet, what] = check;
    if (value !== undefined) requireKnownMembers(name, value);
    if (value !== undefined && !isMet(value)) throw typeError(`The option ${name} must be ${what}`);
  }
  return copy;
}

/** Members of options that are objects, so that a misspelt one is not ignored. */
const memberKinds: Kinds = {
  network: networkMembers,
  ...coreKinds,
  ...policyKinds,
  policy: policyKinds.Policy,
  signer: { sign: 'function', publicKeys: 'any' },
  signerCommand: { command: 'text', run: 'function' },
  mining: { options: 'MiningOptions', params: 'any', cache: 'any' },
  MiningOptions: {
    only: {
      blockMaxWeight: 'any',
      blockReservedWeight: 'any',
      blockMinTxFee: 'any',
      blockVersion: 'any',
      bytesPerSigop: 'any',
    },
  },
};

function requireKnownMembers(name: string, value: unknown): void {
  const mismatch = isObject(value) ? findMismatch(memberKinds, name, value, name) : undefined;
  if (mismatch?.unknown !== undefined) {
    const { text, hint } = describeMismatch(mismatch);
    throw typeError(`The option ${text}`, hint);
  }
}

function copyOf<T extends object>(options: T): T {
  try {
    const hidden = findHidden(Object.keys(checks), options, 'options');
    if (hidden !== undefined) throw misplaced(hidden);
    return { ...options };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw withCause(typeError('The options cannot be read: a getter or a proxy throws'), error);
  }
}

function misplaced(hidden: Mismatch): RpcError {
  const { text, hint } = describeMismatch(hidden);
  return typeError(text, hint);
}

function memberOf(value: unknown, name: string): unknown {
  const isHolder = (typeof value === 'object' || typeof value === 'function') && value !== null;
  return isHolder ? Reflect.get(value, name) : undefined;
}

function isSigner(value: unknown): boolean {
  const keys = memberOf(value, 'publicKeys');
  if (typeof memberOf(value, 'sign') !== 'function') return false;
  if (keys === undefined) return true;
  if (!Array.isArray(keys)) return false;
  return keys.every((key) => isBytes(key) && (key.length === 33 || key.length === 65));
}

/** The year 5138 in seconds. A time beyond it is in milliseconds. */
const LATEST = 1e11;

/** Drops fractions of a second. */
export function callersClock(now: () => number): () => number {
  return () => {
    const seconds: unknown = attempt('The clock failed', now);
    if (typeof seconds === 'number' && seconds >= 0 && seconds < LATEST) return Math.floor(seconds);
    throw typeError('The option now must give seconds since 1970, not milliseconds');
  };
}

export function randomOutside(random: (length: number) => Uint8Array): typeof random {
  return (length) => {
    const bytes = attempt('No randomness', () => askRandom(random, length));
    if (isBytes(bytes)) return bytes;
    throw typeError(
      bytes.wrong === 'length'
        ? 'The option random must give a Uint8Array of the length that it is asked for'
        : 'The option random gives bytes that are all equal, or the same twice',
    );
  };
}

const ask = rejectAs(RpcCode.MISC_ERROR, 'Nothing was signed: the option approve failed');

/**
 * Accepts only `true`, or a list of confirmed findings, as approval: text such as 'no' would pass
 * for true.
 */
export function approvalOutside(approve: NonNullable<Context['approve']>): typeof approve {
  return async (review, refused) => {
    const answer: unknown = await ask(approve)(review, refused);
    if (typeof answer === 'boolean') return answer;
    const confirmed = confirmedIn(answer);
    if (confirmed !== undefined) return { confirmed };
    throw typeError(
      'Nothing was signed: the option approve must answer true, false or { confirmed: [ids] }',
    );
  };
}

function confirmedIn(answer: unknown): readonly string[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('confirmed' in answer)) return undefined;
  const { confirmed } = answer;
  if (!Array.isArray(confirmed)) return undefined;
  return confirmed.every((id): id is string => typeof id === 'string') ? confirmed : undefined;
}

/** Runs a function of the caller; an error becomes an `RpcError` with its message after `what`. */
export function attempt<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    // The caller's function may fail; that is not a bug of coldsign.
    if (error instanceof RpcError) throw error;
    throw withCause(miscError(withReason(what, error)), error);
  }
}

/** Returns the coins that were asked for. */
export function checkCoins(found: unknown, wanted: readonly OutPoint[]): ReadonlyMap<string, Coin> {
  const coins = new Map<string, Coin>();
  if (typeof memberOf(found, 'get') !== 'function') throw noCoins();
  const map = found as ReadonlyMap<string, unknown>; // it can be asked, which is all that follows
  for (const key of wanted.map(outPointKey)) {
    const coin = map.get(key);
    if (coin === undefined) continue;
    if (!isCoin(coin)) throw noCoins();
    coins.set(key, coin);
  }
  return coins;
}

function isCoin(value: unknown): value is Coin {
  const amount = memberOf(value, 'value');
  const isAmount = amount === undefined || typeof amount === 'bigint';
  // The name before 1.0. Ignoring it would hide the amount from the fee limits.
  const isOld = memberOf(value, 'amount') !== undefined;
  return isAmount && !isOld && isBytes(memberOf(value, 'scriptPubKey'));
}

function noCoins(): RpcError {
  return typeError(
    'The option findCoins must give a Map from "txid:vout" to { value: bigint in satoshi, scriptPubKey: Uint8Array }',
  );
}

function isPolicy(value: unknown): value is Policy {
  const { strict, allow, refuse, fees }: Partial<Policy> = Object(value);
  const isSet = typeof strict === 'boolean' && [allow, refuse].every((list) => Array.isArray(list));
  return isSet && (fees === undefined || isFeeTiers(fees));
}

function isFeeTiers(value: object): boolean {
  return Object.entries(defaultFeeTiers).every(([tier, bounds]) =>
    Object.entries(bounds).every(
      ([name, bound]) => typeof memberOf(memberOf(value, tier), name) === typeof bound,
    ),
  );
}
