import { adviceFor } from '../../arguments/advice.ts';
import type { Kinds, MembersOf, WantedOf } from '../../arguments/basic-kinds.ts';
import {
  copyOptions,
  describeMismatch,
  findMismatch,
  memberPath,
  unreadableMember,
} from '../../arguments/check-arguments.ts';
import { isBytes } from '../../encoding/bytes.ts';
import { argumentError } from '../../encoding/coldsign-error.ts';
import { ringMembers } from '../../keys/ring-members.ts';
import { policyKinds } from '../../review/policy-kinds.ts';
import type { RandomBytes } from '../../wallet/random.ts';
import { descriptorKinds } from '../descriptor-kinds.ts';
import { coreKinds, networkMembers, workersMembers } from '../kinds.ts';
import { askRandom } from '../random-answer.ts';
import type { Account } from './types.ts';

const limits = { maxFeeRate: 'any', maxFee: 'any' } as const;
const reviewing = {
  account: 'Account|Account[]?',
  keys: 'any',
  network: 'any',
  policy: 'Policy?',
  history: 'Map<PastCoin>?',
  coins: 'AccountCoin[]?',
  judgeNames: 'function?',
  knownScripts: 'bytes[]?',
  now: 'Now?',
  fees: 'FeeTiers?',
  expectedFeeRate: 'number?',
  secp256k1: 'Curve?',
} as const;

const accountMembers = {
  network: 'Network',
  secp256k1: 'Curve',
  receive: 'Descriptor',
  change: 'Descriptor',
  descriptors: 'text[]',
  isRange: 'boolean',
  privateKeys: 'Map',
  address: 'function',
  changeAddress: 'function',
  find: 'function',
  publicKeys: 'function',
  next: 'NextPositions',
  withNext: 'function',
  nextAddress: 'function',
  coins: 'function',
} as const satisfies MembersOf<Account>;

const kinds = {
  ...coreKinds,
  ...descriptorKinds,
  ...policyKinds,
  CurveOption: { only: { secp256k1: 'Curve?' } },
  LimitsOptions: { only: { ...limits, secp256k1: 'Curve?' } },
  UriOptions: { only: { network: 'any' } },
  PaymentRequest: {
    only: {
      address: 'text',
      scriptPubKey: 'any',
      silentAddress: 'text?',
      value: 'any',
      label: 'text?',
      message: 'text?',
      others: 'OtherPayment[]?',
      pop: 'text?',
    },
  },
  OtherPayment: { only: { kind: 'text', text: 'text' } },
  AddressMessage: { only: { address: 'text', message: 'text|bytes', signature: 'text' } },
  AccountOptions: {
    only: {
      network: 'any',
      range: 'any',
      next: 'NextPositions?',
      secp256k1: 'Curve?',
    },
  },
  NextPositions: { only: { receive: 'any', change: 'any' } },
  CoinsOptions: {
    only: {
      height: 'integer?',
      addresses: 'AccountAddress[]?',
      ancestors: 'Record<Ancestors>?',
    },
  },
  AccountAddress: { address: 'any', side: 'any', index: 'any' },
  AddInputOptions: { only: { index: 'integer?', sequence: 'uint32?' } },
  side: {
    is: (value: unknown) => value === 'receive' || value === 'change',
    words: "'receive' or 'change'",
  },
  Place: {
    only: { side: 'side', index: 'integer', address: 'text?', next: 'NextPositions?' },
  },
  Account: { only: accountMembers, mayInherit: true },
  AccountCoin: {
    txid: 'txid',
    vout: 'uint32',
    value: 'int64',
    scriptPubKey: 'bytes',
    index: 'integer',
    confirmations: 'integer',
    height: 'integer?',
    previousTransaction: 'Transaction?',
    ancestors: 'Ancestors?',
    account: 'CoinAccount',
    amount: 'any',
    address: 'any',
    side: 'any',
    safe: 'any',
    coinbase: 'any',
  },
  CoinAccount: { network: 'Network', descriptors: 'any' },
  Network: networkMembers,
  Ancestors: { only: { vsize: 'number', fee: 'bigint' } },
  ChangePosition: { only: { account: 'Account', index: 'integer?' } },
  PaymentOutput: {
    address: 'any',
    scriptPubKey: 'any',
    value: 'any',
    amount: 'any',
    subtractFee: 'any',
    data: 'any',
  },
  MessageDevice: { signMessage: 'function' },
  PsbtDevice: { signPsbt: 'function', psbtVersion: 'any' },
  ExternalKeys: { sign: 'function', publicKeys: 'any' },
  ReviewOptions: { only: reviewing },
  ReviewFirstOptions: { only: { ...reviewing, confirm: 'function?' } },
  SignMessageOptions: {
    only: {
      account: 'Account',
      index: 'integer?',
      side: 'any',
      keys: 'any',
      format: 'any',
      prefix: 'boolean?',
      coins: 'AccountCoin[]?',
      signer: 'function?',
      device: 'MessageDevice?',
      secp256k1: 'Curve?',
    },
  },
  KeyRing: ringMembers,
  SigningWorkers: workersMembers,
  SweepOptions: {
    only: {
      ...limits,
      feeRate: 'any',
      psbtVersion: 'any',
      includeUnsafe: 'any',
      random: 'any',
      network: 'any',
      keys: 'text|KeyRing',
      to: 'text',
      coins: 'object?',
      transactions: 'object?',
      range: 'integer?',
      height: 'integer?',
      secp256k1: 'Curve?',
    },
  },
  EncodeOptions: { only: { version: 'integer?' } },
  AbortSignal: {
    aborted: 'any',
    reason: 'any',
    addEventListener: 'function',
    removeEventListener: 'function',
  },
  Review: { transaction: 'Transaction', inputs: 'object[]', refused: 'object[]?' },
  SignOptions: {
    only: {
      ...limits,
      keys: 'any',
      device: 'any',
      signer: 'any',
      secp256k1: 'Curve?',
      threads: 'SigningWorkers?',
      musig: 'MusigSource?',
      sighashType: 'text?',
      random: 'function?',
      approve: 'function?',
      reviewed: 'Review?',
      signal: 'AbortSignal?',
      silent: 'SilentSigning?',
      onProgress: 'function?',
    },
  },
} as const;

/**
 * Throws a `ColdsignError` that names the argument or its member, and the type that it needs.
 * Returns the value, of options a copy: use it instead of what was given.
 */
export function checkArgument<T>(
  at: string,
  value: T,
  wanted: WantedOf<keyof typeof kinds>,
  usage = USAGE,
): T {
  return check(kinds, { at, value, wanted, usage });
}

const USAGE = 'The comment of the function in the editor has an example.';

/** Makes a function like `checkArgument` that knows more kinds. Other bundles do not have them. */
export function checkWith<K extends Kinds>(more: K) {
  const known = { ...kinds, ...more };
  type Wanted = WantedOf<keyof typeof kinds | (keyof K & string)>;
  return <T>(at: string, value: T, wanted: Wanted, usage = USAGE): T =>
    check(known, { at, value, wanted, usage });
}

/** A type of options that is declared beside its functions. */
type Declared = {
  readonly name: string;
  /** All members, each with its kind. */
  readonly only: { readonly [member: string]: string };
};

/** Checks options like `checkArgument`, by the declaration of their type. */
export const checkMembers = <T>(at: string, value: T, declared: Declared, usage: string): T => {
  const { name, only } = declared;
  return check({ ...kinds, [name]: { only } }, { at, value, wanted: name, usage });
};

type Checked<T> = {
  readonly at: string;
  readonly value: T;
  readonly wanted: string;
  readonly usage: string;
};

function check<T>(known: Kinds, { at, value: given, wanted, usage }: Checked<T>): T {
  const { value, mismatch: first } = copyOptions(known, wanted, given, at);
  const mismatch = first ?? findMismatch(known, wanted, value, at);
  if (mismatch === undefined) return readable(at, value, usage);
  const { text, hint } = describeMismatch(mismatch);
  throw argumentError(text, adviceFor(mismatch) ?? hint ?? usage);
}

type NoKinds = Record<never, never>;

/** Throws only for a misspelt member: what the members are is checked later, with other errors. */
export function checkNames<K extends Kinds = NoKinds>(
  at: string,
  value: unknown,
  wanted: WantedOf<keyof typeof kinds | (keyof K & string)>,
  more?: K,
): void {
  const mismatch = findMismatch(more ? { ...kinds, ...more } : kinds, wanted, value, at);
  if (mismatch?.unknown === undefined) return;
  const { text, hint = '' } = describeMismatch(mismatch);
  throw argumentError(text, hint);
}

/** Refuses a value with a getter or a proxy in it that throws. */
function readable<T>(at: string, value: T, hint: string): T {
  const path = unreadablePath(value, new Set());
  if (path === undefined) return value;
  throw argumentError(`${at}${path} cannot be read: a getter or a proxy throws`, hint);
}

/**
 * Reads every member of lists and plain objects once. Returns the path of the first unreadable
 * member. Objects of a class may hold anything.
 */
function unreadablePath(value: unknown, seen: Set<object>): string | undefined {
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
  seen.add(value);
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!isPlain && !Array.isArray(value)) return undefined;
    for (const [name, member] of Object.entries(value)) {
      const path = unreadablePath(member, seen);
      if (path !== undefined)
        return `${Array.isArray(value) ? `[${name}]` : memberPath(name)}${path}`;
    }
    return undefined;
  } catch {
    // The error is the caller's and could contain any text.
    return unreadableMember(value);
  }
}

/** Rejects bytes of another length or that repeat, because nonces and choices would repeat. */
export const checkedRandom = (random: RandomBytes | undefined): RandomBytes | undefined =>
  random &&
  ((length) => {
    const bytes = askRandom(random, length);
    if (isBytes(bytes)) return bytes;
    throw argumentError(
      bytes.wrong === 'length'
        ? 'random must return a Uint8Array of the length that it is asked for'
        : 'random returns bytes that are all equal, or the same twice',
      'Write (length) => crypto.getRandomValues(new Uint8Array(length)).',
    );
  });
