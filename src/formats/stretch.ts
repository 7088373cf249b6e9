import {
  pbkdf2HmacSha1,
  pbkdf2HmacSha256,
  scrypt,
  scryptInTurns,
  sha1,
  sha256,
  sha512,
} from '../crypto/hash.ts';
import type { ScryptCost } from '../crypto/passphrase.ts';
import {
  type Bytes,
  concatBytes,
  emptyBytes,
  equalBytes,
  wipeableCopy,
} from '../encoding/bytes.ts';

/** A key that follows from a password, slowly, so that trying many passwords takes long. */
export type StretchJob = {
  readonly password: Bytes;
  readonly salt: Bytes;
  /** Length of the key in bytes; at most 64 for rounds, and 32 for SHA-1. */
  readonly length: number;
} & (
  | { readonly scrypt: ScryptCost }
  /** SHA-512 of password and salt, repeated. OpenSSL: EVP_BytesToKey. */
  | { readonly rounds: number }
  | { readonly pbkdf2: 'sha1' | 'sha256'; readonly iterations: number }
);

/** Derives a key. The caller overwrites it. */
export type Stretch = (job: StretchJob) => Bytes;

/** Derives a key in one piece. */
export const stretchNow: Stretch = (job) => {
  const { password, salt, length } = job;
  if ('scrypt' in job) return scrypt(password, salt, job.scrypt, length);
  if ('pbkdf2' in job) {
    return job.pbkdf2 === 'sha1'
      ? cut(pbkdf2HmacSha1(password, salt, job.iterations), length)
      : pbkdf2HmacSha256(password, salt, job.iterations, length);
  }
  const digest = hashedTimes(wipeableCopy(password, salt), job.rounds);
  return cut(digest, length);
};

/** Hashes and overwrites bytes so many times. */
function hashedTimes(start: Bytes, times: number): Bytes {
  let digest = start;
  for (let i = 0; i < times; i++) {
    const next = sha512(digest);
    digest.fill(0);
    digest = next;
  }
  return digest;
}

function cut(digest: Bytes, length: number): Bytes {
  const key = digest.slice(0, length);
  digest.fill(0);
  return key;
}

/** Functions that let other work run in between. */
export type Turns = {
  /** Lets other work run. Rejects if it ends this work. */
  readonly pause: () => Promise<void>;
  /** Called with the part that is done, from 0 to 1. Throws if other work has ended this work. */
  readonly onShare: (share: number) => void;
};

/**
 * Runs a function that derives keys, and lets other work run while they are derived. The function
 * starts again for each key, so it must do the same each time.
 */
export async function stretchInTurns<T>(run: (stretch: Stretch) => T, turns: Turns): Promise<T> {
  const known: (readonly [job: StretchJob, key: Bytes])[] = [];
  const stop = new Error('A key must be derived first.');
  let wanted: StretchJob | undefined;
  const lookUp: Stretch = (job) => {
    const [, key] = known.find(([each]) => isSame(each, job)) ?? [];
    if (key !== undefined) return key.slice();
    wanted = { ...job, password: job.password.slice(), salt: job.salt.slice() };
    job.password.fill(0);
    throw stop;
  };
  try {
    for (;;) {
      try {
        return run(lookUp);
      } catch (error) {
        if (error !== stop || wanted === undefined) throw error;
      }
      known.push([wanted, await derive(wanted, turns)]);
    }
  } finally {
    wanted?.password.fill(0);
    for (const [{ password }, key] of known) for (const each of [password, key]) each.fill(0);
  }
}

const isSame = (a: StretchJob, b: StretchJob): boolean =>
  equalBytes(a.password, b.password) && equalBytes(a.salt, b.salt) && costOf(a) === costOf(b);

const costOf = ({ password: _, salt: __, ...cost }: StretchJob): string => JSON.stringify(cost);

/** Rounds between two pauses: a few milliseconds. */
const ROUNDS_AT_ONCE = 10_000;

async function derive(job: StretchJob, { pause, onShare }: Turns): Promise<Bytes> {
  const { password, salt, length } = job;
  await pause();
  if ('scrypt' in job) return scryptInTurns(password, salt, job.scrypt, { length, onShare });
  if ('pbkdf2' in job) {
    const parts = pbkdf2InParts(job);
    let part = parts.next();
    try {
      for (; !part.done; part = parts.next()) {
        onShare(part.value);
        await pause();
      }
      return part.value;
    } finally {
      parts.return(emptyBytes);
    }
  }
  let digest = wipeableCopy(password, salt);
  try {
    for (let done = 0; done < job.rounds; done += ROUNDS_AT_ONCE) {
      onShare(done / job.rounds);
      await pause();
      digest = hashedTimes(digest, Math.min(ROUNDS_AT_ONCE, job.rounds - done));
    }
    return digest.slice(0, length);
  } finally {
    digest.fill(0);
  }
}

type Pbkdf2Job = Extract<StretchJob, { readonly pbkdf2: unknown }>;

/** Rounds of PBKDF2 between two pauses. */
const ITERATIONS_AT_ONCE = 2_000;

/** PBKDF2 (RFC 8018) with pauses. Yields the part that is done, from 0 to 1. */
function* pbkdf2InParts(job: Pbkdf2Job): Generator<number, Bytes> {
  const { password, salt, length, iterations } = job;
  const { mac, size, wipe } = keyedHmac(job.pbkdf2, password);
  const blocks = Math.ceil(length / size);
  const key = new Uint8Array(blocks * size);
  try {
    for (let block = 0; block < blocks; block++) {
      let last = mac(wipeableCopy(salt, Uint8Array.of(0, 0, 0, block + 1)));
      for (let round = 1; ; round++) {
        for (let i = 0; i < size; i++) {
          const at = block * size + i;
          key[at] = (key[at] ?? 0) ^ (last[i] ?? 0);
        }
        if (round === iterations) break;
        if (round % ITERATIONS_AT_ONCE === 0) yield (block + round / iterations) / blocks;
        last = mac(last);
      }
    }
    return key.slice(0, length);
  } finally {
    key.fill(0);
    wipe();
  }
}

/** Returns HMAC (RFC 2104) with one key. */
function keyedHmac(name: Pbkdf2Job['pbkdf2'], key: Bytes) {
  const hash = name === 'sha1' ? sha1 : sha256;
  const short = key.length > 64 ? hash(key) : key.slice();
  const padded = (byte: number) =>
    Uint8Array.from({ length: 64 }, (_, i) => (short[i] ?? 0) ^ byte);
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  const size = hash(emptyBytes).length;
  return {
    size,
    mac: (data: Bytes): Bytes => hash(concatBytes(outer, hash(concatBytes(inner, data)))),
    wipe() {
      for (const each of [short, inner, outer]) each.fill(0);
    },
  };
}
