import { isBytes } from '../../encoding/bytes.ts';
import { argumentError } from '../../encoding/coldsign-error.ts';
import type { RandomBytes } from '../../wallet/random.ts';
import { coreKinds, findMismatch, type WantedOf } from '../kinds.ts';
import { psbtKinds } from '../psbt-kinds.ts';

const kinds = {
  ...coreKinds,
  ...psbtKinds,
  CurveOption: { secp256k1: 'Secp256k1?' },
  LimitsOptions: { secp256k1: 'Secp256k1?' },
  UriOptions: {},
  AddressMessage: { address: 'text', message: 'text|bytes', signature: 'text' },
  AccountOptions: { secp256k1: 'Secp256k1?', next: 'object?' },
  CoinsOptions: { height: 'integer?', addresses: 'object[]?', ancestors: 'object?' },
  Account: {
    address: 'function',
    changeAddress: 'function',
    find: 'function',
    coins: 'function',
    withNext: 'function',
    next: 'object',
    privateKeys: 'object',
  },
  AccountCoin: {
    txid: 'txid',
    vout: 'uint32',
    value: 'int64',
    scriptPubKey: 'bytes',
    index: 'integer',
    confirmations: 'integer',
    previousTransaction: 'Transaction?',
    ancestors: 'Ancestors?',
    account: 'object',
  },
  Ancestors: { vsize: 'number', fee: 'bigint' },
  Batch: { coins: 'AccountCoin[]', change: 'Account', outputs: 'object[]?' },
  FundOptions: {},
  MessageDevice: { signMessage: 'function' },
  ReviewOptions: {
    account: 'Account|Account[]?',
    policy: 'Policy?',
    history: 'object?',
    coins: 'AccountCoin[]?',
    knownScripts: 'bytes[]?',
    now: 'object?',
    fees: 'object?',
    expectedFeeRate: 'number?',
    confirm: 'function?',
    secp256k1: 'Secp256k1?',
  },
  Policy: { strict: 'boolean', allow: 'text[]', refuse: 'text[]', fees: 'object?' },
  SignMessageOptions: {
    account: 'Account',
    index: 'integer?',
    signer: 'function?',
    device: 'MessageDevice?',
    secp256k1: 'Secp256k1?',
  },
  KeyRing: { masters: 'object[]', descriptors: 'object[]' },
  SweepOptions: {
    keys: 'text|KeyRing',
    to: 'text',
    coins: 'object?',
    transactions: 'object?',
    range: 'integer?',
    height: 'integer?',
    secp256k1: 'Secp256k1?',
  },
  EncodeOptions: { version: 'integer?' },
  AbortSignal: { addEventListener: 'function', removeEventListener: 'function' },
  SignOptions: {
    secp256k1: 'Secp256k1?',
    threads: 'object?',
    musig: 'MusigSource?',
    sighashType: 'text?',
    random: 'function?',
    approve: 'function?',
    signal: 'AbortSignal?',
    silent: 'SilentSigning?',
    onProgress: 'function?',
  },
} as const;

/** Throws a `ColdsignError` that names the argument or its member, and the type that it needs. */
export function checkArgument<T>(
  at: string,
  value: T,
  wanted: WantedOf<keyof typeof kinds>,
  hint = 'docs/guide.md shows each call.',
): T {
  const mismatch = findMismatch(kinds, wanted, value, at);
  if (mismatch === undefined) return known(at, readable(at, value, hint), wanted, hint);
  throw argumentError(`${mismatch.at} must be ${mismatch.wanted}`, hint);
}

/** Names of options besides those above, which other code checks. */
const limits = 'maxFeeRate maxFee';
const funding = `${limits} feeRate psbtVersion includeUnsafe random`;
const otherOptions: { readonly [kind: string]: string } = {
  CurveOption: '',
  EncodeOptions: '',
  CoinsOptions: '',
  ReviewOptions: 'keys network',
  LimitsOptions: limits,
  UriOptions: 'network',
  AccountOptions: 'network range',
  FundOptions: `${funding} coins outputs change packageFeeRate replaces cancel descendantFees incrementalFeeRate spendAll sequence locktime path silent`,
  SignMessageOptions: 'side keys format',
  SweepOptions: `${funding} network`,
  SignOptions: `${limits} keys device signer`,
};

/**
 * Rejects options that do not exist: a misspelt limit or approval would have no effect. Options
 * that are `undefined` count as absent.
 */
function known<T>(at: string, value: T, wanted: string, hint: string): T {
  const others = otherOptions[wanted]?.split(' ');
  if (others === undefined) return value;
  const names = others.concat(Object.keys(Reflect.get(kinds, wanted)));
  for (const [name, option] of Object.entries(Object(value))) {
    if (option === undefined || names.includes(name)) continue;
    throw argumentError(`${at} has no option ${name}`, hint);
  }
  return value;
}

/** Refuses a value with a getter or a proxy in it that throws. */
function readable<T>(at: string, value: T, hint: string): T {
  try {
    readMembers(value, new Set());
  } catch {
    // The error is the caller's and could contain any text.
    throw argumentError(`${at} cannot be read: a getter or a proxy throws`, hint);
  }
  return value;
}

/** Reads every member of lists and plain objects once. Objects of a class may hold anything. */
function readMembers(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain && !Array.isArray(value)) return;
  for (const member of Object.values(value)) readMembers(member, seen);
}

/** Rejects bytes of another length, because nonces and choices could repeat. */
export const checkedRandom = (random: RandomBytes | undefined): RandomBytes | undefined =>
  random &&
  ((length) => {
    const bytes: unknown = random(length);
    if (isBytes(bytes) && bytes.length === length) return bytes;
    throw argumentError(
      'random must return a Uint8Array of the length that it is asked for',
      'Write (length) => crypto.getRandomValues(new Uint8Array(length)).',
    );
  });
