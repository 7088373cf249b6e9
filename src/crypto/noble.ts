import type { Bytes } from '../encoding/bytes.ts';
import { isTableMade } from './curve/ecmult-gen.ts';
import { publicKeyMany, tweakPublicKeyMany, tweakXOnlyPublicKeyMany } from './curve/key-lists.ts';
import {
  signEcdsaMany as signEcdsaTogether,
  signSchnorrMany as signSchnorrTogether,
} from './curve/sign-lists.ts';
import { canJoinBatch, verifyBatch } from './curve/verify-batch.ts';
import {
  backendOf,
  confirm,
  deriveByNoble,
  signEach,
  signEcdsa,
  verifyOne,
} from './noble-single.ts';
import { verifiedOwn } from './own-signatures.ts';
import type { EcdsaSigning, SchnorrSigning, Secp256k1, SignatureCheck } from './secp256k1.ts';

// Lists use the faster `curve/`. @noble/secp256k1 confirms a sample of their signatures.

const deriveHere = (key: Bytes) => publicKeyMany([key], true)[0];

/** Returns the faster derivation: `curve/` once it has its table. */
const derivePoint = () => (isTableMade() ? deriveHere : deriveByNoble);

/**
 * Number of signatures confirmed per list. Confirming one takes as long as making and verifying ten
 * or more in a list.
 */
const SAMPLE = 4;

/** Smallest batch that is cheaper than single checks. */
const SMALLEST_BATCH = 2;

function verifyAll(checks: readonly SignatureCheck[]): boolean {
  const together = checks.filter(canJoinBatch);
  if (together.length < SMALLEST_BATCH) return checks.every(verifyOne);
  return verifyBatch(together) && checks.every((check) => canJoinBatch(check) || verifyOne(check));
}

const opinion = {
  confirmAll: (sample: readonly SignatureCheck[]) => sample.every(confirm),
  verifyAll,
  sample: SAMPLE,
  derive: deriveByNoble,
};

/**
 * Longest list of ECDSA that is faster one by one, because the sample of a list is confirmed by
 * slower code. For BIP340, @noble/secp256k1 takes as long for every signature.
 */
const SHORT = 16;

const signEcdsaMany = (requests: readonly EcdsaSigning[]) =>
  requests.length > SHORT
    ? verifiedOwn('ecdsa', requests, signEcdsaTogether(requests), opinion)
    : signEach(requests, (request) => signEcdsa(request, derivePoint()));
const signSchnorrMany = (requests: readonly SchnorrSigning[]) =>
  verifiedOwn('schnorr', requests, signSchnorrTogether(requests), opinion);

/** The default backend: plain JavaScript. */
export const nobleSecp256k1: Secp256k1 = /* @__PURE__ */ backendOf(derivePoint, {
  publicKeyMany,
  signEcdsaMany,
  signSchnorrMany,
  verifyAll,
  tweakPublicKeyMany,
  tweakXOnlyPublicKeyMany,
});
