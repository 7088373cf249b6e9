import { isBytes } from '../encoding/bytes.ts';
import { isObject } from './basic-kinds.ts';

/** A wrong value, and the object that has it. */
type Wrong = {
  /** The expected kind, in words. */
  readonly wanted: string;
  readonly value: unknown;
  /** The advice of the kind. */
  readonly hint?: string | undefined;
  readonly owner?: { readonly wanted: string; readonly value: unknown } | undefined;
};

/** Returns advice that this value needs, if there is any. */
export const adviceFor = ({ wanted, value, hint, owner }: Wrong): string | undefined =>
  adviceOn(wanted, value) ?? (owner && adviceOn(owner.wanted, owner.value)) ?? hint;

/** Returns advice for the most common mistakes. */
export function hintFor(wrong: Wrong): string {
  const advice = adviceFor(wrong);
  if (advice !== undefined) return advice;
  const { wanted, value } = wrong;
  if (wanted.startsWith('a Uint8Array')) {
    return 'Hexadecimal text becomes bytes by decodeHex, a PSBT in base64 by parsePsbt.';
  }
  if (wanted.startsWith('a bigint')) return 'Amounts are bigints of satoshi: 60_000n, not 0.0006.';
  if (/^a (string|txid)/.test(wanted) && isBytes(value))
    return 'Bytes become hexadecimal text by encodeHex.';
  return 'docs/api-signatures.md has each type.';
}

/** Describes a wrong value by its kind, number or length. It may be a key, so no text is in it. */
export function wordsFor(value: unknown, wanted: string): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (isBytes(value)) {
    return wanted.includes('Uint8Array') ? `${value.length} bytes` : 'a Uint8Array';
  }
  if (ArrayBuffer.isView(value)) return 'a transferred one';
  if (typeof value === 'number') {
    return wanted.includes('number') || Number.isNaN(value) ? String(value) : 'a number';
  }
  if (typeof value === 'bigint' && wanted.includes('bigint')) {
    // A longer one may be a key.
    return BigInt.asIntN(80, value) === value ? `${value}n` : 'a longer one';
  }
  const kind = typeof value;
  if (kind === 'object') return 'an object of another type';
  if (kind === 'string' && /string|txid/.test(wanted)) {
    return `a string of ${String(value).length} characters`;
  }
  return wanted.startsWith("'") && kind === 'string' ? 'another string' : `a ${kind}`;
}

/** Returns advice for the most common mistakes with an argument. */
export function adviceOn(wanted: string, value: unknown): string | undefined {
  try {
    if (value instanceof Promise) return 'It is a promise: await it first.';
    if (Object.prototype.toString.call(value) === '[object ArrayBuffer]')
      return 'An ArrayBuffer becomes bytes by new Uint8Array(buffer).';
    if (wanted.startsWith('a Map')) return 'Write new Map(), or new Map(Object.entries(values)).';
    if (wanted === 'a string' && Array.isArray(value) && typeof value[0] === 'string')
      return "It is a list. Words become a text by words.join(' ').";
    if (wanted === 'an array' && isObject(value) && !(Symbol.iterator in value))
      return 'Put it into a list: [value].';
    const [, type = ''] = /^an object of type (\w+)/.exec(wanted) ?? [];
    return Object.keys(byType).includes(type) ? byType[type]?.(value) : undefined;
  } catch {
    // A proxy of the caller threw.
    return undefined;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** Advice of each type for values that are often given instead. */
const byType: { readonly [type: string]: (value: unknown) => string | undefined } = {
  Psbt: (value) => {
    if (isText(value) || isBytes(value)) return 'Text and bytes become a PSBT by parsePsbt.';
    const inside = isObject(value) ? value.psbt : undefined;
    return isObject(inside) || isText(inside) ? 'It is a result: pass its member psbt.' : undefined;
  },
  Transaction: (value) => {
    if (isText(value)) {
      return 'Write decodeTransaction(decodeHex(text), { witness: true }), and check its result.';
    }
    if (isBytes(value)) return 'Write decodeTransaction(bytes, { witness: true }).';
    const isResult = isObject(value) && isObject(value.transaction);
    return isResult ? 'It is a result: pass its member transaction.' : undefined;
  },
  PrivateKey: (value) =>
    isText(value) ? 'A WIF text becomes a key by decodeWif of coldsign/signing.' : undefined,
  Descriptor: (value) => {
    if (isText(value)) return 'A text becomes descriptors by parseDescriptor: pass one of them.';
    const isParsed = isObject(value) && Array.isArray(value.descriptors);
    return isParsed ? 'It is the result of parseDescriptor: pass .descriptors[0].' : undefined;
  },
  Account: (value) =>
    isText(value) ? 'A descriptor becomes an account by openAccount.' : undefined,
  ExtendedPrivateKey: (value) => {
    if (isText(value))
      return 'A text becomes keys by readKeys: pass .masters[0].key of its result.';
    const isRing = isObject(value) && Array.isArray(value.masters);
    return isRing ? 'It is the result of readKeys: pass .masters[0].key.' : undefined;
  },
  Curve: (value) =>
    isObject(value) && typeof value.signEcdsa === 'function' && !('verifyAll' in value)
      ? 'createCurve of coldsign/signing makes a curve of six functions.'
      : undefined,
  KeyRing: (value) =>
    isText(value) ? 'A text becomes keys by readKeys(text, { network }).' : undefined,
  AbortSignal: (value) =>
    isObject(value) && isObject(value.signal)
      ? 'It is an AbortController: pass its member signal.'
      : undefined,
};
