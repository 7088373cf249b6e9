import { type Bytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { bytesToNumber, N, numberToBytes } from './curve/field.ts';
import { hmacSha256, sha256 } from './hash.ts';
import { isPrivateScalar, isScalar } from './order.ts';
import type { EcdsaSigning, SchnorrSigning, SignatureCheck } from './secp256k1.ts';

// Written from RFC 6979 and BIP340 step by step, independently of the signing code. It shares only
// the hash with the JavaScript signer, and nothing with the kernel.

/** Returns the 33 bytes of the point of a private key or nonce. */
export type DerivePoint = (scalar: Bytes) => Bytes | undefined;

/** Rules for deriving a nonce a second time. */
export type NonceRules = {
  readonly kind: SignatureCheck['kind'];
  readonly derive: DerivePoint;
  /** True if the first R is used, high or low (CKey::SignCompact). */
  readonly takesHighR?: boolean;
};

/** Limit of counters tried; with a correct generator, needing more has probability 2^-256. */
const MOST_COUNTERS = 256;

/**
 * Returns the R (32 bytes) that the signature of this request must have. Returns `undefined` if
 * none was found, which only a fault can cause.
 */
export function deriveR(
  signing: EcdsaSigning & Partial<SchnorrSigning>,
  rules: NonceRules,
): Bytes | undefined {
  if (rules.kind === 'schnorr') return schnorrR(signing, rules.derive);
  return deriveEcdsaR(signing, rules)?.r;
}

/**
 * Returns the R of an ECDSA signature, and the additional data of RFC 6979 that leads to it: empty
 * or 32 bytes.
 */
export function deriveEcdsaR(
  { digest, privateKey }: EcdsaSigning,
  { derive, takesHighR }: Omit<NonceRules, 'kind'>,
): { readonly r: Bytes; readonly extra: Bytes } | undefined {
  const message = reduced(digest);
  for (let counter = 0; counter < MOST_COUNTERS; counter++) {
    const extra = extraData(counter);
    const x = pointX(rfc6979(privateKey, concatBytes(message, extra)), derive);
    if (x === undefined) return undefined;
    const r = reduced(x);
    if (takesHighR || (r[0] ?? 0) < 0x80) return { r, extra };
  }
  return undefined;
}

/** Computes R by BIP340, Default Signing. */
function schnorrR(
  { digest, privateKey, auxiliary = emptyBytes }: EcdsaSigning & Partial<SchnorrSigning>,
  derive: DerivePoint,
): Bytes | undefined {
  const point = derive(privateKey);
  if (point === undefined) return undefined;
  const d = point[0] === 3 ? negated(privateKey) : privateKey.slice();
  const mask = tagged('BIP0340/aux', auxiliary);
  const t = d.map((byte, i) => byte ^ (mask[i] ?? 0));
  const seed = concatBytes(t, point.subarray(1), digest);
  const hash = tagged('BIP0340/nonce', seed);
  for (const secret of [d, mask, t, seed]) secret.fill(0);
  return pointX(isScalar(hash) ? hash : reduced(hash), derive);
}

/** Returns n - d, computed by bytes because the time of a bigint would depend on the key. */
function negated(d: Bytes): Bytes {
  const result = ORDER.slice();
  let borrow = 0;
  for (let i = 31; i >= 0; i--) {
    const difference = (ORDER[i] ?? 0) - (d[i] ?? 0) - borrow;
    result[i] = difference;
    borrow = (difference >> 8) & 1;
  }
  return result;
}

/** Computes RFC 6979, section 3.2, steps b to h. `message`: bits2octets(h1) and additional data. */
function rfc6979(privateKey: Bytes, message: Bytes): Bytes {
  let v: Bytes = new Uint8Array(32).fill(1);
  let k: Bytes = new Uint8Array(32);
  const update = (text: Bytes): void => {
    const key = hmacSha256(k, text);
    text.fill(0);
    k.fill(0);
    k = key;
    v = hmacSha256(k, v);
  };
  update(concatBytes(v, Uint8Array.of(0), privateKey, message));
  update(concatBytes(v, Uint8Array.of(1), privateKey, message));
  v = hmacSha256(k, v);
  while (!isPrivateScalar(v)) {
    update(concatBytes(v, Uint8Array.of(0)));
    v = hmacSha256(k, v);
  }
  k.fill(0);
  return v;
}

/** Returns x of the nonce's point, and overwrites the nonce. */
function pointX(nonce: Bytes, derive: DerivePoint): Bytes | undefined {
  const x = derive(nonce)?.slice(1);
  nonce.fill(0);
  return x;
}

/**
 * Returns no additional data for 0, otherwise the counter in 32 bytes, little-endian (key.cpp,
 * CKey::Sign).
 */
function extraData(counter: number): Bytes {
  if (counter === 0) return emptyBytes;
  const extra = new Uint8Array(32);
  new DataView(extra.buffer).setUint32(0, counter, true);
  return extra;
}

const ORDER = numberToBytes(N);
const reduced = (bytes: Bytes): Bytes => numberToBytes(bytesToNumber(bytes) % N);

/** Computes SHA256(SHA256(tag) || SHA256(tag) || x) (BIP340). */
function tagged(tag: string, text: Bytes): Bytes {
  const prefix = sha256(encodeUtf8(tag));
  const all = concatBytes(prefix, prefix, text);
  const hash = sha256(all);
  all.fill(0);
  return hash;
}
