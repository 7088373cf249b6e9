import { type Bytes, concatBytes, emptyBytes } from '../../encoding/bytes.ts';
import { sha256, taggedHash } from '../hash.ts';
import type { SignatureCheck } from '../secp256k1.ts';
import { fromPoints } from './batch-add.ts';
import { rotate, splitScalar } from './endomorphism.ts';
import { bytesToNumber, invertMany, N, P } from './field.ts';
import { isZeroSum } from './msm.ts';
import { bytesToScalar, decodePoint, G, isOnCurve, liftX, type Point } from './point.ts';
import { challenge, readSignature } from './verify-one.ts';

// Each signature claims that g*G + q*Q - R is infinity for scalars g and q that follow from it. If
// any of these sums is not infinity, their sum with random factors of 128 bits is not infinity
// either, except with probability 2^-128. The factors come from a hash over all signatures, keys,
// digests and points R, so that none can be chosen to match another.

type Term = { readonly scalar: bigint; readonly point: Point };

/** The claim of one signature: g*G + q*Q = R. */
type Claim = {
  readonly g: bigint;
  readonly q: bigint;
  readonly key: Bytes;
  readonly keyY: Bytes | undefined;
  readonly r: Point;
};

/** Maximum size of a batch. More would save little and use memory. */
const LARGEST_BATCH = 1024;

/** Returns true if a signature can join a batch: an ECDSA signature must include R. */
export function canJoinBatch(check: SignatureCheck): boolean {
  return check.kind === 'schnorr' || check.nonceY !== undefined;
}

/**
 * Returns true only if all signatures are valid (see above). Also returns false if a `nonceY` is
 * missing or wrong.
 */
export function verifyBatch(checks: readonly SignatureCheck[]): boolean {
  for (let start = 0; start < checks.length; start += LARGEST_BATCH) {
    if (!verifyTogether(checks.slice(start, start + LARGEST_BATCH))) return false;
  }
  return true;
}

function verifyTogether(checks: readonly SignatureCheck[]): boolean {
  const claims = readClaims(checks);
  if (claims === undefined) return false;
  const factors = factorsOf(checks);
  const keys = new Map<string, { readonly claim: Claim; sum: bigint }>();
  const terms: Term[] = [];
  let ofGenerator = 0n;
  claims.forEach((claim, i) => {
    const { g, q, key, r } = claim;
    const factor = factors[i] ?? 0n;
    ofGenerator += factor * g;
    const name = String.fromCharCode(...key);
    const entry = keys.get(name);
    if (entry === undefined) keys.set(name, { claim, sum: factor * q });
    else entry.sum += factor * q;
    terms.push({ scalar: -factor, point: r });
  });
  terms.push(...split(ofGenerator, G));
  for (const { claim, sum } of keys.values()) {
    const point = keyPoint(claim);
    if (point === undefined) return false;
    terms.push(...split(sum, point));
  }
  return isZeroSum(
    fromPoints(terms.map(({ point }) => point)),
    terms.map(({ scalar }) => scalar),
  );
}

/**
 * Returns the point of a key. With a known y, only the curve equation is checked, which needs no
 * square root.
 */
function keyPoint({ key, keyY }: Claim): Point | undefined {
  const isXOnly = key.length === 32;
  const isOdd = !isXOnly && key[0] === 3;
  const x = bytesToNumber(isXOnly ? key : key.subarray(1, 33));
  if (keyY?.length === 32 && (isXOnly || isOdd || key[0] === 2)) {
    const point = pointOf(x, bytesToNumber(keyY), isOdd);
    if (point) return point;
  }
  return isXOnly ? liftX(x, false) : decodePoint(key);
}

function split(scalar: bigint, point: Point): [Term, Term] {
  const [a, b] = splitScalar(scalar % N);
  return [
    { scalar: a, point },
    { scalar: b, point: rotate(point) },
  ];
}

function readClaims(checks: readonly SignatureCheck[]): Claim[] | undefined {
  const inverses = inversesOfS(checks);
  if (inverses === undefined) return undefined;
  const claims: Claim[] = [];
  for (const [i, check] of checks.entries()) {
    const claim =
      check.kind === 'ecdsa' ? ecdsaClaim(check, inverses[i] ?? 0n) : schnorrClaim(check);
    if (claim === undefined) return undefined;
    claims.push(claim);
  }
  return claims;
}

/** Returns 1/s for ECDSA signatures, and 1 for others. */
function inversesOfS(checks: readonly SignatureCheck[]): bigint[] | undefined {
  const numbers: bigint[] = [];
  for (const { kind, signature } of checks) {
    const s = kind === 'ecdsa' ? readSignature(signature)?.s : 1n;
    if (s === undefined) return undefined;
    numbers.push(s);
  }
  return invertMany(numbers, N);
}

/** Returns the claim R = (h/s) * G + (r/s) * Q, where x(R) modulo n is r. */
function ecdsaClaim(check: SignatureCheck, inverse: bigint): Claim | undefined {
  const { signature, digest, publicKey: key, nonceY, keyY } = check;
  const numbers = readSignature(signature);
  const isKey = key.length === 33 || key.length === 65;
  if (numbers === undefined || nonceY?.length !== 32 || digest.length !== 32 || !isKey) {
    return undefined;
  }
  const y = bytesToNumber(nonceY);
  if (y >= P) return undefined;
  const x = [numbers.r, numbers.r + N].find(
    (candidate) => candidate < P && isOnCurve(candidate, y),
  );
  if (x === undefined) return undefined;
  const g = (bytesToScalar(digest) * inverse) % N;
  return { g, q: (numbers.r * inverse) % N, key, keyY, r: { x, y } };
}

/** Returns the claim R = s*G - e*P (BIP340), where R and P have even y. */
function schnorrClaim(check: SignatureCheck): Claim | undefined {
  const { signature, digest, publicKey, nonceY, keyY } = check;
  if (signature.length !== 64 || publicKey.length !== 32) return undefined;
  const x = bytesToNumber(signature.subarray(0, 32));
  const s = bytesToNumber(signature.subarray(32));
  const r = nonceY ? pointOf(x, bytesToNumber(nonceY), false) : liftX(x, false);
  if (r === undefined || s >= N) return undefined;
  return {
    g: s,
    q: N - challenge(signature.subarray(0, 32), publicKey, digest),
    key: publicKey,
    keyY,
    r,
  };
}

function pointOf(x: bigint, y: bigint, isOdd: boolean): Point | undefined {
  const isRight = (y & 1n) === (isOdd ? 1n : 0n);
  return x < P && y < P && isRight && isOnCurve(x, y) ? { x, y } : undefined;
}

const hashBatch = taggedHash('coldsign/batch');

/** Returns a factor of 128 bits for each check, two from each hash. */
function factorsOf(checks: readonly SignatureCheck[]): bigint[] {
  const seed = hashBatch(...checks.map(transcript));
  const factors: bigint[] = [];
  for (let i = 0; factors.length < checks.length; i++) {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, i);
    const hash = sha256(concatBytes(seed, counter));
    factors.push(bytesToNumber(hash.subarray(0, 16)), bytesToNumber(hash.subarray(16)));
  }
  return factors;
}

/** Returns all data of a claim. Lengths come first, so no two checks have the same transcript. */
function transcript(check: SignatureCheck): Bytes {
  const { kind, signature, digest, publicKey, nonceY = emptyBytes } = check;
  const parts = [signature, digest, publicKey, nonceY];
  const lengths = new DataView(new ArrayBuffer(17));
  lengths.setUint8(0, kind === 'ecdsa' ? 0 : 1);
  parts.forEach((part, i) => {
    lengths.setUint32(1 + 4 * i, part.length);
  });
  return concatBytes(new Uint8Array(lengths.buffer), ...parts);
}
