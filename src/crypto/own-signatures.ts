import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import { taggedHash } from './hash.ts';
import { type DerivePoint, deriveR, type NonceRules } from './nonce-again.ts';
import type { EcdsaSigning, NewSignature, SchnorrSigning, SignatureCheck } from './secp256k1.ts';

/**
 * Thrown instead of releasing a signature, nonce or key that was computed wrongly. From a wrong and
 * a correct signature of one digest with one nonce, an attacker can compute the private key. Core
 * ends the process in this case (key.cpp, CKey::Sign). A wrong public key would give an address
 * whose coins cannot be spent.
 */
export class ComputationFault extends Error {
  constructor(what: 'signature' | 'partial signature' | 'nonce' | 'public nonce' | 'public key') {
    super(
      `A ${what} that was just computed is wrong, and was thrown away: this machine, or the program on it, computes wrongly. Do not sign on it any more`,
    );
    this.name = 'ComputationFault';
  }
}

/** Verification of a backend's own signatures. */
export type SecondOpinion = {
  /** Returns true if a sample is valid. Uses code that has no part in signing lists. */
  readonly confirmAll: (sample: readonly SignatureCheck[]) => boolean;
  readonly verifyAll: (checks: readonly SignatureCheck[]) => boolean;
  /** Number of signatures confirmed per list, at most 8; shorter lists are confirmed completely. */
  readonly sample: number;
  /** Confirms on average one of this many signatures. Default: 1, every signature. */
  readonly oneOf?: number;
};

/**
 * Throws unless all are valid. Confirms a sample of the list. If the list is longer, also verifies
 * all together.
 */
export function verifyOwn(checks: readonly SignatureCheck[], opinion: SecondOpinion): void {
  const sample = sampleOf(checks, opinion.sample, opinion.oneOf);
  const isConfirmed = opinion.confirmAll(sample);
  if (!isConfirmed || !(sample.length === checks.length || opinion.verifyAll(checks))) {
    throw new ComputationFault('signature');
  }
}

/**
 * Returns checks that verify each signature under the requested key. `derive` returns 33 bytes, for
 * requests without a key.
 */
export function checksOf(
  kind: SignatureCheck['kind'],
  signings: readonly EcdsaSigning[],
  made: readonly (NewSignature | undefined)[],
  derive: DerivePoint,
): SignatureCheck[] {
  return made.flatMap((one, i) => {
    const signing = signings[i];
    if (one === undefined || signing === undefined) return [];
    const { digest, privateKey, keyY } = signing;
    const derived = signing.publicKey ?? derive(privateKey)?.slice(kind === 'schnorr' ? 1 : 0);
    if (derived === undefined) throw new ComputationFault('public key');
    return [{ kind, ...(keyY && { keyY }), ...one, digest, publicKey: derived }];
  });
}

/** Returns a backend's new signatures after checking signatures and nonces. */
export function verifiedOwn(
  kind: SignatureCheck['kind'],
  signings: readonly EcdsaSigning[],
  made: (NewSignature | undefined)[],
  opinion: SecondOpinion & Omit<NonceRules, 'kind'>,
): (NewSignature | undefined)[] {
  verifyOwn(checksOf(kind, signings, made, opinion.derive), opinion);
  confirmNonces(signings, made, { ...opinion, kind });
  return made;
}

type SignatureOnly = { readonly signature: Bytes };
/** A signature and its digest. */
type DigestSignature = SignatureOnly & { readonly digest: Bytes };
const signedOf = (made: SignatureOnly | undefined, digest: Bytes): DigestSignature | undefined =>
  made && { signature: made.signature, digest };

/** The signatures of a call, by their R. */
export type KnownNonces = Map<string, DigestSignature>;

/**
 * Returns the places of signatures that share R with another of the list or of `known`. Adds the
 * others to `known`. Two such signatures reveal the private key, unless they are the same signature
 * of the same digest.
 */
export function findRepeatedNonces(
  list: readonly (DigestSignature | undefined)[],
  known: KnownNonces = new Map(),
): Set<number> {
  const repeated = new Set<number>();
  const places = new Map<string, number>();
  list.forEach((signed, i) => {
    if (signed === undefined) return;
    const name = String.fromCharCode(...signed.signature.subarray(0, 32));
    const other = known.get(name);
    if (other === undefined) {
      known.set(name, signed);
      places.set(name, i);
    } else if (
      !equalBytes(other.signature, signed.signature) ||
      !equalBytes(other.digest, signed.digest)
    ) {
      repeated.add(i).add(places.get(name) ?? i);
    }
  });
  return repeated;
}

/** Throws if two signatures share R. */
export function refuseRepeatedNonces(
  signings: readonly EcdsaSigning[],
  made: readonly (SignatureOnly | undefined)[],
): void {
  const signed = signings.map(({ digest }, i) => signedOf(made[i], digest));
  if (findRepeatedNonces(signed).size > 0) throw new ComputationFault('nonce');
}

/** Number of nonces per list that are derived again; shorter lists are checked completely. */
const NONCES = 4;

/**
 * Throws if two signatures share R, or if a nonce of a sample differs from RFC 6979 or BIP340. A
 * signature with a wrong nonce is valid, but two with the same one reveal the private key. `parts`:
 * number of threads that signed, each of which is in the sample.
 */
export function confirmNonces(
  signings: readonly (EcdsaSigning & Partial<SchnorrSigning>)[],
  made: readonly (SignatureOnly | undefined)[],
  rules: NonceRules & { readonly parts?: number },
): void {
  refuseRepeatedNonces(signings, made);
  for (const place of spread(made, Math.max(NONCES, rules.parts ?? 1))) {
    const [signing, one] = [signings[place], made[place]];
    if (signing === undefined || one === undefined) continue;
    const r = deriveR(signing, rules);
    if (r === undefined || !equalBytes(r, one.signature.subarray(0, 32))) {
      throw new ComputationFault('nonce');
    }
  }
}

const hashPlaces = taggedHash('coldsign/places');

/**
 * Returns `count` places of a list, one in each section of it. If there are enough, one is in each
 * of the four lanes of the kernel. All signatures together determine the places.
 */
function spread(made: readonly (SignatureOnly | undefined)[], count: number): readonly number[] {
  if (made.length <= count) return made.map((_, i) => i);
  const all = createWriter(8 * made.length);
  for (const one of made) if (one) all.bytes(one.signature.subarray(56));
  const seed = hashPlaces(all.written());
  const view = new DataView(seed.buffer, seed.byteOffset, seed.length);
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [i, i + 1].map((n) => Math.floor((n * made.length) / count));
    const place = (start ?? 0) + (view.getUint32(4 * (i % 8)) % ((end ?? 0) - (start ?? 0)));
    const lane = (i + (seed[31] ?? 0)) & 3;
    const inLane = place - (place & 3) + lane;
    return inLane >= (start ?? 0) && inLane < (end ?? 0) ? inLane : place;
  });
}

const hashChecks = taggedHash('coldsign/checks');

/** Returns a hash of 32 bytes over all signatures, digests and keys in order. */
function hashOfChecks(checks: readonly SignatureCheck[]): Bytes {
  const writer = createWriter(136 * checks.length);
  for (const { signature, digest, publicKey } of checks)
    writer.varBytes(signature).varBytes(digest).varBytes(publicKey);
  return hashChecks(writer.written());
}

/**
 * Returns a sample of `size` signatures, or all of a shorter list. With `oneOf`, returns fewer: on
 * average one of that many. A hash over all of them selects the sample: without randomness, neither
 * a fault, a bug nor the requester can predict it.
 */
export function sampleOf(
  checks: readonly SignatureCheck[],
  size: number,
  oneOf = 1,
): readonly SignatureCheck[] {
  if (oneOf === 1 && checks.length <= size) return checks;
  const seed = hashOfChecks(checks);
  const view = new DataView(seed.buffer, seed.byteOffset, seed.length);
  const share = Math.floor((checks.length + (view.getUint32(28) % oneOf)) / oneOf);
  const left = [...checks];
  return Array.from({ length: Math.min(size, share) }, (_, i) =>
    left.splice(view.getUint32(4 * i) % left.length, 1),
  ).flat();
}
