import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { isPrivateScalar } from '../order.ts';
import { createNonceSource } from '../rfc6979.ts';
import type { EcdsaSigning, NewSignature } from '../secp256k1.ts';
import { multiplyGenerator } from './ecmult-gen.ts';
import { bytesToNumber, invertMany, N, numberToBytes, P, writeNumber } from './field.ts';
import { bytesToScalar, type Point } from './point.ts';

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
    signatures[one.job.index] = finish(one, inverses[i] ?? 0n);
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
    const nonces = left.map((job) => nonceOf(job, counter));
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

function nonceOf({ digest, privateKey }: Job, counter: number): bigint {
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
function finish({ job, point }: LowNonce, inverse: bigint): NewSignature {
  const r = point.x % N;
  const key = bytesToNumber(job.privateKey);
  const s = (inverse * ((job.digest + r * key) % N)) % N;
  const isHigh = s > N / 2n;
  const signature = new Uint8Array(64);
  writeNumber(r, signature, 0);
  writeNumber(isHigh ? N - s : s, signature, 32);
  return { signature, nonceY: numberToBytes(isHigh ? P - point.y : point.y) };
}
