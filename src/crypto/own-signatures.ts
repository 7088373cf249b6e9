import type { Bytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import { taggedHash } from './hash.ts';
import type { EcdsaSigning, NewSignature, SignatureCheck } from './secp256k1.ts';

/**
 * Thrown instead of handing out a signature, nonce or key that was just computed and turned out to
 * be wrong: from a wrong signature and a right one for the same digest, both with the same nonce,
 * anybody can compute the private key. Core ends the process there (key.cpp, CKey::Sign). A wrong
 * public key would be an address that nobody can spend from.
 */
export class ComputationFault extends Error {
  constructor(what: 'signature' | 'partial signature' | 'public nonce' | 'public key') {
    super(
      `A ${what} that was just computed is wrong, and was thrown away: this machine, or the program on it, computes wrongly. Do not sign on it any more`,
    );
    this.name = 'ComputationFault';
  }
}

/** How a backend verifies what it has signed itself. */
export type SecondOpinion = {
  /** Whether all of a sample hold, by code that has no part in signing lists. */
  readonly confirmAll: (sample: readonly SignatureCheck[]) => boolean;
  readonly verifyAll: (checks: readonly SignatureCheck[]) => boolean;
  /** How many of a list are confirmed, 8 at most: all of one that is no longer. */
  readonly sample: number;
  /** Of so many signatures only one is confirmed, on average. Default 1: each. */
  readonly oneOf?: number;
};

/**
 * Throws unless all hold: a sample of the list is confirmed, and unless that is all of it, all are
 * verified together.
 */
export function verifyOwn(checks: readonly SignatureCheck[], opinion: SecondOpinion): void {
  const sample = sampleOf(checks, opinion.sample, opinion.oneOf);
  const isConfirmed = opinion.confirmAll(sample);
  if (!isConfirmed || !(sample.length === checks.length || opinion.verifyAll(checks))) {
    throw new ComputationFault('signature');
  }
}

/**
 * What says that the signatures hold, under the key that each was asked for with. `derive`: 33
 * bytes, where none was named.
 */
export function checksOf(
  kind: SignatureCheck['kind'],
  signings: readonly EcdsaSigning[],
  made: readonly (NewSignature | undefined)[],
  derive: (privateKey: Bytes) => Bytes | undefined,
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

/** What a backend has just signed, once it has verified it. `derive`: as for `checksOf`. */
export function verifiedOwn(
  kind: SignatureCheck['kind'],
  signings: readonly EcdsaSigning[],
  made: (NewSignature | undefined)[],
  opinion: SecondOpinion & { readonly derive: (privateKey: Bytes) => Bytes | undefined },
): (NewSignature | undefined)[] {
  verifyOwn(checksOf(kind, signings, made, opinion.derive), opinion);
  return made;
}

const hashChecks = taggedHash('coldsign/checks');

/** 32 bytes over all signatures, digests and keys, in their order. */
function hashOfChecks(checks: readonly SignatureCheck[]): Bytes {
  const writer = createWriter(136 * checks.length);
  for (const { signature, digest, publicKey } of checks)
    writer.varBytes(signature).varBytes(digest).varBytes(publicKey);
  return hashChecks(writer.written());
}

/**
 * So many, or all of them, or where there are fewer than `oneOf` for each, one for `oneOf` of them
 * on average. Chosen by a hash over all of them: without randomness the choice is still none that a
 * fault, a bug or whoever asked for the signatures could have reckoned with.
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
