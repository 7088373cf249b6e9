import type { Bytes } from '../encoding/bytes.ts';
import { kernelCode } from './kernel-code.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * The part of WebAssembly that is used. Engines without it, and pages that forbid it, use no
 * kernel.
 */
type WebAssemblyHost = {
  readonly Module: new (code: Bytes) => object;
  readonly Instance: new (module: object) => { readonly exports: KernelExports };
};

/** Missing in some engines, because it is not part of the language. */
declare const WebAssembly: WebAssemblyHost | undefined;
/** Available wherever WebAssembly is, although it is not part of the language. */
declare function atob(text: string): string;

type VerifyList = (
  checks: number,
  count: number,
  keys: number,
  keyCount: number,
  space: number,
) => number;

/**
 * The exports of the kernel. Numbers are addresses in its memory, and counts. Functions with names
 * ending in `_var` are for public numbers only.
 */
export type KernelExports = {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  memoryStart(): number;
  publicKeys(out: number, privateKeys: number, count: number): void;
  multiplyByKey(out: number, privateKey: number, points: number, count: number): void;
  signEcdsa(signatures: number, requests: number, count: number, takesHighR: number): void;
  signSchnorr(signatures: number, requests: number, count: number): void;
  readonly verifyAll_var: VerifyList;
  readonly verifyEach_var: VerifyList;
  verifyOne_var(check: number, key: number, space: number): number;
  recoverPublicKey_var(out: number, signed: number, recovery: number, space: number): number;
  addTweaks_var(out: number, key: number, tweaks: number, count: number, space: number): number;
  tweakKeys_var(out: number, keys: number, tweaks: number, count: number, space: number): void;
  deriveChildren_var(out: number, parent: number, count: number, space: number): number;
  arePoints_var(points: number, count: number): number;
  isPublicKey_var(key: number): number;
  readPublicKey_var(out: number, key: number): number;
  hashSpliced_var(
    out: number,
    text: number,
    length: number,
    places: number,
    pieces: number,
    count: number,
    pieceLength: number,
    cut: number,
    space: number,
  ): void;
};

/**
 * The curve's arithmetic in WebAssembly. It copies arguments, and wipes them when a call returns.
 */
export type Kernel = {
  /** Returns x and y, 64 bytes, for each private key of 32 bytes, which must be from 1 to n - 1. */
  publicKeys(privateKeys: readonly Bytes[]): Bytes[];
  /**
   * Returns x and y, 64 bytes, of a private key times each point, given as x and y. The key must be
   * from 31 to n - 31.
   */
  multiplyByKey(privateKey: Bytes, points: readonly Bytes[]): Bytes[];
  /**
   * Returns R, S and y of the nonce's point, 96 bytes, for each digest and private key, 64 bytes. R
   * is low unless `takesHighR`. The results are not verified.
   */
  signEcdsa(requests: readonly Bytes[][], takesHighR?: boolean): Bytes[];
  /**
   * Returns R, s, y of the nonce's point and y of the key's, 128 bytes, for each digest, private
   * key, auxiliary data, and x and y of the public key, 160 bytes. The results are not verified.
   */
  signSchnorr(requests: readonly Bytes[][]): Bytes[];
  /**
   * Returns true if all signatures are valid: records of `CHECK_LENGTH` and `KEY_LENGTH` bytes,
   * where each check names its key by index (`kernel/read.ts`).
   */
  verifyAll(checks: Bytes, keys: Bytes): boolean;
  /** Verifies ECDSA signatures without y of R. */
  verifyEach(checks: Bytes, keys: Bytes): boolean;
  verifyOne(check: Bytes, key: Bytes): boolean;
  /**
   * Returns x and y, 64 bytes, of the key for which a signature of 64 bytes is valid; `undefined`
   * if there is none.
   */
  recoverPublicKey(signature: Bytes, digest: Bytes, recovery: number): Bytes | undefined;
  /**
   * Returns x and y of the key plus each tweak times G, zeros if there is no point; `undefined` if
   * the key is invalid.
   */
  addTweaks(key: Bytes, tweaks: readonly Bytes[]): Bytes[] | undefined;
  /** Returns x and y of each key plus its tweak times G, zeros if there is no point. */
  tweakKeys(keys: readonly Bytes[], tweaks: readonly Bytes[]): Bytes[];
  /**
   * Returns x, y and chain code, 96 bytes, of children (BIP32) with these numbers of 4 bytes; x and
   * y are 0 if there is no child. Returns `undefined` if the key is invalid.
   */
  deriveChildren(key: Bytes, chainCode: Bytes, numbers: readonly Bytes[]): Bytes[] | undefined;
  /** Returns true if all are points on the curve: x and y, 64 bytes each. */
  arePoints(points: readonly Bytes[]): boolean;
  /** Returns true if a key is a point, which is faster than parsing it. */
  isPublicKey(key: Bytes): boolean;
  /** Returns x and y, 64 bytes; `undefined` for an invalid key. */
  readPublicKey(key: Bytes): Bytes | undefined;
  hashSpliced: NonNullable<Secp256k1['hashSpliced']>;
};

/** Size of a check: `CHECK` of kernel/read.ts. */
export const CHECK_LENGTH = 136;
/** Size of a key: `KEY` of kernel/read.ts. */
export const KEY_LENGTH = 68;
/** `LARGEST_LIST` of kernel/generator.ts. */
const LARGEST_LIST = 1024;
/** Maximum number of points for `multiplyByKey` of kernel/multiply.ts. */
const LARGEST_PRODUCTS = 64;
const PAGE = 65536;

/**
 * Creates a kernel with separate memory; `undefined` if the engine has no WebAssembly, or a page
 * forbids it.
 */
export function createKernel(): Kernel | undefined {
  const exports = instantiate();
  return exports && kernelOver(exports);
}

let compiled: object | undefined;

/** Compiles the kernel with separate memory; `undefined` as in `createKernel`. */
export function instantiate(): KernelExports | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    compiled ??= new WebAssembly.Module(bytesOf(atob(kernelCode)));
    return new WebAssembly.Instance(compiled).exports;
  } catch {
    // A page's policy forbids it, or the engine only compiles in the background.
    return undefined;
  }
}

function bytesOf(binary: string): Bytes {
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function kernelOver(exports: KernelExports): Kernel {
  const start = exports.memoryStart();

  /** Returns all memory from `start` on, at least `length` bytes. */
  function view(length: number): Bytes {
    const missing = start + length - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
    return new Uint8Array(exports.memory.buffer, start);
  }

  /**
   * Returns the kernel's results of `size` bytes for each request, computed in parts of the list.
   */
  function answer(
    requests: readonly Bytes[][],
    size: number,
    call: (out: number, requests: number, count: number) => void,
  ): Bytes[] {
    const answers: Bytes[] = [];
    for (let from = 0; from < requests.length; from += LARGEST_LIST) {
      const part = requests.slice(from, from + LARGEST_LIST);
      const room = size * part.length;
      const memory = view(room + lengthOf(part));
      const end = write(memory, room, part);
      call(start, start + room, part.length);
      memory.fill(0, room, end);
      const all = memory.slice(0, room);
      for (let i = 0; i < part.length; i++) answers.push(all.subarray(size * i, size * (i + 1)));
    }
    return answers;
  }

  /** Reads the results of a call: `count` values of `size` bytes. */
  function parts(size: number, count: number): Bytes[] {
    const memory = view(size * count);
    return Array.from({ length: count }, (_, i) => memory.slice(size * i, size * (i + 1)));
  }

  const lengthOf = (lists: readonly (readonly Bytes[])[]): number =>
    lists.reduce((sum, list) => list.reduce((inner, { length }) => inner + length, sum), 0);

  function write(memory: Bytes, from: number, lists: readonly (readonly Bytes[])[]): number {
    let at = from;
    for (const list of lists) {
      for (const bytes of list) {
        memory.set(bytes, at);
        at += bytes.length;
      }
    }
    return at;
  }

  function holds(checks: Bytes, keys: Bytes, call: VerifyList): boolean {
    const keysAt = start + checks.length;
    const space = start + write(view(checks.length + keys.length), 0, [[checks, keys]]);
    const count = checks.length / CHECK_LENGTH;
    return call(start, count, keysAt, keys.length / KEY_LENGTH, space) !== 0;
  }

  return {
    publicKeys: (privateKeys) =>
      answer(
        privateKeys.map((key) => [key]),
        64,
        exports.publicKeys,
      ),
    multiplyByKey(privateKey, points) {
      const answers: Bytes[] = [];
      for (let from = 0; from < points.length; from += LARGEST_PRODUCTS) {
        const part = points.slice(from, from + LARGEST_PRODUCTS);
        const room = 64 * part.length;
        const length = room + lengthOf([[privateKey], part]);
        write(view(length), room, [[privateKey], part]);
        const keyAt = start + room;
        exports.multiplyByKey(start, keyAt, keyAt + 32, part.length);
        view(length).fill(0, room, room + 32);
        answers.push(...parts(64, part.length));
      }
      return answers;
    },
    signEcdsa: (requests, takesHighR = false) =>
      answer(requests, 96, (out, from, count) =>
        exports.signEcdsa(out, from, count, takesHighR ? 1 : 0),
      ),
    signSchnorr: (requests) => answer(requests, 128, exports.signSchnorr),
    verifyAll: (checks, keys) => holds(checks, keys, exports.verifyAll_var),
    verifyEach: (checks, keys) => holds(checks, keys, exports.verifyEach_var),
    verifyOne(check, key) {
      const space = start + write(view(check.length + key.length), 0, [[check, key]]);
      return exports.verifyOne_var(start, start + check.length, space) !== 0;
    },
    recoverPublicKey(signature, digest, recovery) {
      const length = 64 + lengthOf([[signature, digest]]);
      write(view(length), 64, [[signature, digest]]);
      const isKey = exports.recoverPublicKey_var(start, start + 64, recovery, start + length);
      return isKey === 0 ? undefined : parts(64, 1)[0];
    },
    addTweaks(key, tweaks) {
      const room = 64 * tweaks.length;
      const length = room + lengthOf([[key], tweaks]);
      write(view(length), room, [[key], tweaks]);
      const at = start + room;
      const space = start + length;
      const isKey = exports.addTweaks_var(start, at, at + key.length, tweaks.length, space);
      if (isKey === 0) return undefined;
      return parts(64, tweaks.length);
    },
    tweakKeys(keys, tweaks) {
      const answers: Bytes[] = [];
      for (let from = 0; from < keys.length; from += LARGEST_LIST) {
        const part = keys.slice(from, from + LARGEST_LIST);
        const added = tweaks.slice(from, from + LARGEST_LIST);
        const room = 64 * part.length;
        const tweaksAt = start + room + lengthOf([part]);
        const space = tweaksAt + lengthOf([added]);
        write(view(space - start), room, [part, added]);
        exports.tweakKeys_var(start, start + room, tweaksAt, part.length, space);
        answers.push(...parts(64, part.length));
      }
      return answers;
    },
    deriveChildren(key, chainCode, numbers) {
      const answers: Bytes[] = [];
      for (let from = 0; from < numbers.length; from += LARGEST_LIST) {
        const part = numbers.slice(from, from + LARGEST_LIST);
        const room = 96 * part.length;
        const length = room + lengthOf([[key, chainCode], part]);
        write(view(length), room, [[key, chainCode], part]);
        const isKey = exports.deriveChildren_var(start, start + room, part.length, start + length);
        if (isKey === 0) return undefined;
        view(length).fill(0, room, length);
        answers.push(...parts(96, part.length));
      }
      return answers;
    },
    arePoints(points) {
      write(view(64 * points.length), 0, [points]);
      return exports.arePoints_var(start, points.length) !== 0;
    },
    hashSpliced(text, cut, places, pieces) {
      const count = pieces.length;
      const pieceLength = pieces[0]?.length ?? 0;
      const words = new Uint8Array(4 * count);
      const view32 = new DataView(words.buffer);
      for (const [i, place] of places.entries()) view32.setUint32(4 * i, place, true);
      const all = [words, ...pieces, text];
      const room = 32 * count;
      const length = room + lengthOf([all]);
      const end = start + write(view(length), room, [all]);
      exports.hashSpliced_var(
        start,
        end - text.length,
        text.length,
        start + room,
        start + room + words.length,
        count,
        pieceLength,
        cut,
        end,
      );
      const memory = view(room);
      return pieces.map((_, i) => memory.slice(32 * i, 32 * (i + 1)));
    },
    isPublicKey(key) {
      view(key.length).set(key);
      return exports.isPublicKey_var(start) !== 0;
    },
    readPublicKey(key) {
      write(view(64 + key.length), 64, [[key]]);
      const isKey = exports.readPublicKey_var(start, start + 64);
      return isKey === 0 ? undefined : view(64).slice(0, 64);
    },
  };
}
