import { isBytes } from '../encoding/bytes.ts';

/**
 * Kinds of arguments that are checked for callers without types. A kind with members is an object
 * that has at least these; a kind with variants is an object of one of these kinds.
 */
export type Kinds = { readonly [name: string]: KindOfValue };
type KindOfValue =
  | { readonly is: (value: unknown) => boolean; readonly words: string }
  | { readonly variants: { readonly [kind: string]: Members } }
  | Members;
type Members = { readonly [member: string]: string };

/** Kinds that payments also need. */
export const coreKinds = {
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
  int64: {
    is: (value: unknown) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
    words: 'a bigint of 64 bits',
  },
  txid: {
    is: (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value),
    words: 'a txid of 64 hexadecimal digits',
  },
  bigint: { is: (value: unknown) => typeof value === 'bigint', words: 'a bigint' },
  boolean: { is: (value: unknown) => typeof value === 'boolean', words: 'a boolean' },
  function: { is: (value: unknown) => typeof value === 'function', words: 'a function' },
  // Members are read here, because a getter of the caller may throw.
  object: { is: (value: unknown) => isObject(value) && !!Object.values(value), words: 'an object' },
  OutPoint: { txid: 'txid', vout: 'uint32' },
  Secp256k1: {
    isPrivateKey: 'function',
    publicKey: 'function',
    isPublicKey: 'function',
    convertPublicKey: 'function',
    isXOnlyPublicKey: 'function',
    signEcdsa: 'function',
    verifyEcdsa: 'function',
    signSchnorr: 'function',
    verifySchnorr: 'function',
    tweakPrivateKey: 'function',
    negatePrivateKey: 'function',
    tweakPublicKey: 'function',
    tweakXOnlyPublicKey: 'function',
    confirm: 'function',
    publicKeyMany: 'function',
    signEcdsaMany: 'function',
    signSchnorrMany: 'function',
    verifyAll: 'function',
    tweakPublicKeyMany: 'function',
    tweakXOnlyPublicKeyMany: 'function',
    hashSpliced: 'function?',
    confirmAll: 'function?',
    deriveChildren: 'function?',
    multiplyByKey: 'function?',
    signRecoverableMany: 'function?',
    recoverPublicKey: 'function?',
    recoverAll: 'function?',
  },
  Transaction: { version: 'uint32', inputs: 'TxIn[]', outputs: 'TxOut[]', locktime: 'uint32' },
  TxIn: { prevout: 'OutPoint', scriptSig: 'bytes', sequence: 'uint32', witness: 'bytes[]' },
  TxOut: { value: 'int64', scriptPubKey: 'bytes' },
} as const;

/** Notation of kinds: `?` is optional, `[]` is a list, `|` means either. */
export type WantedOf<Kind extends string> =
  | Kind
  | `${Kind}?`
  | `${Kind}[]`
  | `${Kind}[]?`
  | `${Kind}?[]`
  | `${Kind}|${Kind}`
  | `${Kind}[]|${Kind}`;

/** A wrong member: its path, the kind that was expected, and the value that was given. */
export type Mismatch = { readonly at: string; readonly wanted: string; readonly value: unknown };

/** Finds the first member of a value that is not of the wanted kind, or that cannot be read. */
export function findMismatch(
  kinds: Kinds,
  wanted: string,
  value: unknown,
  at: string,
): Mismatch | undefined {
  try {
    if (wanted.endsWith('?')) {
      return value === undefined ? undefined : findMismatch(kinds, wanted.slice(0, -1), value, at);
    }
    const either = wanted.split('|');
    if (either.length > 1) {
      const mismatches = either.map((kind) => findMismatch(kinds, kind, value, at));
      if (mismatches.includes(undefined)) return undefined;
      // The wrong member helps more than the kind of the object.
      const inside = mismatches.find((each) => each !== undefined && each.at !== at);
      return (
        inside ?? { at, wanted: either.map((kind) => kindWords(kinds, kind)).join(' or '), value }
      );
    }
    if (wanted.endsWith('[]')) return findInList(kinds, wanted.slice(0, -2), value, at);
    const kind = kinds[wanted];
    if (isTest(kind)) return kind.is(value) ? undefined : { at, wanted: kind.words, value };
    if (!isObject(value)) return { at, wanted: kindWords(kinds, wanted), value };
    if (!hasVariants(kind)) return findMember(kinds, kind ?? {}, value, at);
    const variant = Object.entries(kind.variants).find(([name]) => name === value.kind);
    if (variant !== undefined) return findMember(kinds, variant[1], value, at);
    const names = Object.keys(kind.variants).map((name) => `'${name}'`);
    return { at: `${at}.kind`, wanted: names.join(' or '), value: value.kind };
  } catch {
    // A getter or a proxy of the caller threw.
    return { at, wanted: 'readable', value: {} };
  }
}

const isTest = (kind: KindOfValue | undefined): kind is Extract<KindOfValue, { is: unknown }> =>
  kind !== undefined && typeof Reflect.get(kind, 'is') === 'function';
const hasVariants = (
  kind: KindOfValue | undefined,
): kind is Extract<KindOfValue, { variants: unknown }> =>
  kind !== undefined && typeof Reflect.get(kind, 'variants') === 'object';

function findMember(
  kinds: Kinds,
  members: Members,
  value: { readonly [name: string]: unknown },
  at: string,
): Mismatch | undefined {
  for (const [name, member] of Object.entries(members)) {
    const mismatch = findMismatch(kinds, member, value[name], `${at}.${name}`);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function findInList(
  kinds: Kinds,
  wanted: string,
  value: unknown,
  at: string,
): Mismatch | undefined {
  if (!Array.isArray(value)) return { at, wanted: 'an array', value };
  for (const [i, item] of value.entries()) {
    const mismatch = findMismatch(kinds, wanted, item, `${at}[${i}]`);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function kindWords(kinds: Kinds, name: string): string {
  if (name.endsWith('[]')) return 'an array';
  const kind = kinds[name];
  return isTest(kind) ? kind.words : `an object of type ${name}`;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
