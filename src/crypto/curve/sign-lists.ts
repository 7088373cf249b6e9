import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { taggedHash } from '../hash.ts';
import { isPrivateScalar } from '../order.ts';
import { createNonceSource } from '../rfc6979.ts';
import type { EcdsaSigning, NewSignature, SchnorrSigning } from '../secp256k1.ts';
import { multiplyGenerator } from './ecmult-gen.ts';
import { bytesToNumber, invertMany, N, numberToBytes, P, writeNumber } from './field.ts';
import { bytesToScalar, hasEvenY, type Point } from './point.ts';
import { challenge } from './verify-one.ts';

type Job = {
  readonly index: number;
  readonly digest: bigint;
  readonly privateKey: Bytes;
};

/** A nonce with a low R, and the point of R. */
type LowNonce = { readonly job: Job; readonly nonce: bigint; readonly point: Point };

/**
 * Signs with shared inversions, without verification. Like Core: RFC 6979, low R by grinding, low
 * S. Returns `undefined` for a bad key or digest.
 */
export function signEcdsaMany(requests: readonly EcdsaSigning[]): (NewSignature | undefined)[] {
  const jobs = requests.flatMap(({ digest, privateKey }, index) =>
    isPrivateScalar(privateKey) && digest.length === 32
      ? [{ index, digest: bytesToScalar(digest), privateKey }]
      : [],
  );
  const found = grind(jobs);
  const inverses = invertMany(
    found.map(({ nonce }) => nonce),
    N,
  );
  const signatures: (NewSignature | undefined)[] = requests.map(() => undefined);
  found.forEach((one, i) => {
    signatures[one.job.index] = finishEcdsa(one, inverses[i] ?? 0n);
  });
  return signatures;
}

/**
 * Finds nonces with a low R, whose first bit is 0: first without extra data, then with a counter
 * from 1 on. Core: CKey::Sign (key.cpp).
 */
function grind(jobs: readonly Job[]): LowNonce[] {
  const found: LowNonce[] = [];
  let left = jobs;
  for (let counter = 0; left.length > 0; counter++) {
    const nonces = left.map((job) => ecdsaNonce(job, counter));
    const again: Job[] = [];
    multiplyGenerator(nonces).forEach((point, i) => {
      const [job, nonce] = [left[i], nonces[i]];
      if (job === undefined || nonce === undefined) return;
      if ((point.x % N) >> 255n === 0n) found.push({ job, nonce, point });
      else again.push(job);
    });
    left = again;
  }
  return found;
}

function ecdsaNonce({ digest, privateKey }: Job, counter: number): bigint {
  const next = createNonceSource(privateKey, numberToBytes(digest), extraData(counter));
  let nonce = next();
  while (!isPrivateScalar(nonce)) nonce = next();
  const scalar = bytesToNumber(nonce);
  nonce.fill(0);
  return scalar;
}

/** Returns a counter as 32 bytes, little-endian, or no data for 0. */
function extraData(counter: number): Bytes {
  if (counter === 0) return emptyBytes;
  const extra = new Uint8Array(32);
  new DataView(extra.buffer).setUint32(0, counter, true);
  return extra;
}

/** Computes s = k^-1 (h + r d), or its negative, which belongs to -R. */
function finishEcdsa({ job, point }: LowNonce, inverse: bigint): NewSignature {
  const r = point.x % N;
  const key = bytesToNumber(job.privateKey);
  const s = (inverse * ((job.digest + r * key) % N)) % N;
  const isHigh = s > N / 2n;
  const signature = new Uint8Array(64);
  writeNumber(r, signature, 0);
  writeNumber(isHigh ? N - s : s, signature, 32);
  return { signature, nonceY: numberToBytes(isHigh ? P - point.y : point.y) };
}

const hashAux = taggedHash('BIP0340/aux');
const hashNonce = taggedHash('BIP0340/nonce');

/** A scalar and its point, which has an even y for BIP340. */
type Pair = { readonly scalar: bigint; readonly point: Point };

/** Negates scalars where necessary: "Let d = d' if has_even_y(P), otherwise let d = n - d'". */
function evenPairs(scalars: readonly bigint[]): Pair[] {
  return multiplyGenerator(scalars).map((point, i) => {
    const scalar = scalars[i] ?? 0n;
    const { x, y } = point;
    return hasEvenY(point) ? { scalar, point } : { scalar: N - scalar, point: { x, y: P - y } };
  });
}

/**
 * Signs by BIP340's default algorithm with shared inversions, except for its last step,
 * verification. Returns `undefined` for a bad key, or auxiliary data that does not have 32 bytes.
 */
export function signSchnorrMany(requests: readonly SchnorrSigning[]): (NewSignature | undefined)[] {
  const usable = requests.filter(isUsable);
  const keys = evenPairs(usable.map(({ privateKey }) => bytesToNumber(privateKey)));
  const nonces = evenPairs(
    usable.map((request, i) =>
      schnorrNonce(request, keys[i] ?? { scalar: 0n, point: { x: 0n, y: 0n } }),
    ),
  );
  let next = 0;
  return requests.map((request) => {
    if (!isUsable(request)) return undefined;
    const [key, nonce] = [keys[next], nonces[next++]];
    return key && nonce && finishSchnorr(request.digest, key, nonce);
  });
}

const isUsable = ({ privateKey, auxiliary }: SchnorrSigning): boolean =>
  isPrivateScalar(privateKey) && auxiliary.length === 32;

function schnorrNonce({ digest, auxiliary }: SchnorrSigning, key: Pair): bigint {
  // "Let t be the byte-wise xor of bytes(d) and hash_BIP0340/aux(a)."
  const t = numberToBytes(key.scalar ^ bytesToNumber(hashAux(auxiliary)));
  // "Let rand = hash_BIP0340/nonce(t || bytes(P) || m)."
  const random = hashNonce(t, numberToBytes(key.point.x), digest);
  t.fill(0);
  // "Let k' = int(rand) mod n. Fail if k' = 0." No rand is known for which it is.
  const nonce = bytesToScalar(random);
  random.fill(0);
  return nonce;
}

function finishSchnorr(digest: Bytes, key: Pair, nonce: Pair): NewSignature {
  const signature = new Uint8Array(64);
  writeNumber(nonce.point.x, signature, 0);
  // "Let e = int(hash_BIP0340/challenge(bytes(R) || bytes(P) || m)) mod n."
  const e = challenge(signature.subarray(0, 32), numberToBytes(key.point.x), digest);
  // "Let sig = bytes(R) || bytes((k + ed) mod n)."
  writeNumber((nonce.scalar + e * key.scalar) % N, signature, 32);
  return {
    signature,
    nonceY: numberToBytes(nonce.point.y),
    keyY: numberToBytes(key.point.y),
  };
}
