import { isBytes } from '../encoding/bytes.ts';
import { type Network, networks } from '../encoding/network.ts';

/** Returns true for anything that has members, also for a list. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/**
 * Kinds of arguments that are checked for callers without types. An object of a kind with members
 * has at least these. It may have others, such as the label of a coin, unless another one is the
 * misspelling of a member that is absent. A kind with `only` has no others, because an unknown
 * option would be ignored. All its members must be enumerable and its own, since a copy of options
 * has no others; only an object with `mayInherit` may be of a class. `isValue` marks what is no
 * options object. A kind with variants is an object of one of these kinds; with `isExact`, it has
 * no other members either.
 */
export type Kinds = { readonly [name: string]: KindOfValue };
export type KindOfValue =
  | {
      readonly is: (value: unknown) => boolean;
      readonly words: string;
      /** Advice, if the words are not enough. */
      readonly hint?: string;
    }
  | { readonly variants: { readonly [kind: string]: Members }; readonly isExact?: true }
  | { readonly only: Members; readonly mayInherit?: true; readonly isValue?: true }
  | Members;
export type Members = { readonly [member: string]: string };

/** The members of a type, each with its kind: the compiler insists on all of them. */
export type MembersOf<T> = { readonly [Name in keyof T]-?: string };

/** The kind of a value that has no members but those of its type. */
export type ValueOf<T> = { readonly only: MembersOf<T>; readonly isValue: true };

/** Returns kinds as they are. A bundle leaves out a call that it does not need. */
export const kindsOf = <const More extends Kinds>(kinds: More): More => kinds;

/** Kinds that every function may need. */
export const basicKinds = {
  bytes: { is: isBytes, words: 'a Uint8Array' },
  text: { is: (value: unknown) => typeof value === 'string', words: 'a string' },
  integer: { is: (value: unknown) => Number.isInteger(value), words: 'a whole number' },
  number: {
    is: (value: unknown) => typeof value === 'number' && value >= 0 && value < Infinity,
    words: 'a number that is not negative',
  },
  uint32: {
    is: (value: unknown) => Number.isInteger(value) && Number(value) === Number(value) >>> 0,
    words: 'a whole number from 0 to 4294967295',
  },
  seconds: {
    is: (value: unknown) => Number.isInteger(value) && Number(value) === Number(value) >>> 0,
    words: 'a whole number of seconds since 1970',
    hint: 'Clocks in JavaScript have milliseconds: divide them by 1000, and round down.',
  },
  int64: {
    is: (value: unknown) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
    words: 'a bigint of 64 bits',
  },
  /** Something that can be asked for a value: a Map of another realm is no `instanceof Map`. */
  Map: { is: (value: unknown) => typeof Object(value).get === 'function', words: 'a Map' },
  txid: {
    is: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value),
    words: 'a txid of 64 hexadecimal digits',
  },
  bigint: { is: (value: unknown) => typeof value === 'bigint', words: 'a bigint' },
  boolean: { is: (value: unknown) => typeof value === 'boolean', words: 'a boolean' },
  function: { is: (value: unknown) => typeof value === 'function', words: 'a function' },
  /** Checked elsewhere, with a message of its own. */
  any: { is: () => true, words: '' },
  // Members are read here, because a getter of the caller may throw.
  object: { is: (value: unknown) => isObject(value) && !!Object.values(value), words: 'an object' },
  AbortSignal: {
    aborted: 'any',
    reason: 'any',
    addEventListener: 'function',
    removeEventListener: 'function',
  },
  NetworkName: {
    is: (value: unknown) => Object.keys(networks).some((name) => name === value),
    words: 'the name of a network, such as main',
  },
  Network: {
    name: 'text',
    hrp: 'text',
    pubKeyHash: 'integer',
    scriptHash: 'integer',
    wif: 'integer',
    xpub: 'integer',
    xprv: 'integer',
    rpcPort: 'any',
    folder: 'any',
  },
} as const satisfies Kinds & { readonly Network: MembersOf<Network> };

/**
 * Notation of kinds: `?` is optional, `[]` is a list, `|` means either, and `Map<Kind>` and
 * `Record<Kind>` have such values.
 */
export type WantedOf<Kind extends string> =
  | Kind
  | `${Kind}?`
  | `${Kind}[]`
  | `${Kind}[]?`
  | `${Kind}?[]`
  | `${Kind}|${Kind}`
  | `${Kind}|${Kind}?`
  | `${Kind}[]|${Kind}`
  | `Map<${Kind}>`;
