import {
  getPublicKey,
  getSharedSecret,
  hashes,
  Point as NoblePoint,
  schnorr,
  sign,
  verify,
} from '@noble/secp256k1';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { bytesToNumber } from './curve/field.ts';
import {
  convertPublicKey,
  isXOnlyPublicKey,
  negatePrivateKey,
  tweakPrivateKey,
  tweakXOnlyPublicKey,
} from './curve/keys.ts';
import { decodePoint, type Point } from './curve/point.ts';
import { recoverPublicKey, verifyEcdsa, verifySchnorr } from './curve/verify-one.ts';
import { hmacSha256, sha256 } from './hash.ts';
import { type DerivePoint, deriveEcdsaR } from './nonce-again.ts';
import { isPrivateScalar, isScalar } from './order.ts';
import {
  ComputationFault,
  checksOf,
  confirmNonces,
  refuseRepeatedNonces,
} from './own-signatures.ts';
import type {
  EcdsaSigning,
  NewSignature,
  RecoverableSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
  XOnlyPublicKey,
} from './secp256k1.ts';

// Secrets use @noble/secp256k1, and public numbers the faster `curve/`, which verifies the other.

hashes.sha256 = (message) => sha256(message).slice();
hashes.hmacSha256 = (key, message) => hmacSha256(key, message).slice();

export function signEcdsa(
  { digest, privateKey, publicKey }: EcdsaSigning,
  derive: DerivePoint,
): Bytes | undefined {
  if (!isPrivateScalar(privateKey) || digest.length !== 32) return undefined;
  const signing = { digest, privateKey, ...(publicKey && { publicKey }) };
  // @noble/secp256k1 signs only once, so other code finds the counter with a low R. Both must get
  // the same R.
  const nonce = deriveEcdsaR(signing, { derive });
  if (nonce === undefined) throw new ComputationFault('nonce');
  const extraEntropy = nonce.extra.length > 0 && nonce.extra;
  const signature = sign(digest, privateKey, { prehash: false, extraEntropy });
  verifyNew('ecdsa', signing, signature, derive);
  if (!equalBytes(nonce.r, signature.subarray(0, 32))) throw new ComputationFault('nonce');
  return signature;
}

export function signSchnorr(signing: SchnorrSigning, derive: DerivePoint): Bytes | undefined {
  const { digest, privateKey, auxiliary } = signing;
  if (!isPrivateScalar(privateKey) || auxiliary.length !== 32) return undefined;
  const signature = schnorr.sign(digest, privateKey, auxiliary);
  verifyNew('schnorr', signing, signature, derive);
  confirmNonces([signing], [{ signature }], { kind: 'schnorr', derive });
  return signature;
}

/** Throws if `curve/` finds a signature of @noble/secp256k1 invalid. */
function verifyNew(
  kind: SignatureCheck['kind'],
  signing: EcdsaSigning,
  signature: Bytes,
  derive: DerivePoint,
): void {
  const checks = checksOf(kind, [signing], [{ signature }], derive);
  if (!checks.every(verifyOne)) throw new ComputationFault('signature');
}

/** Signs one by one. */
export function signEach<S extends EcdsaSigning>(
  requests: readonly S[],
  signOne: (request: S) => Bytes | undefined,
): (NewSignature | undefined)[] {
  const made = requests.map((request) => {
    const signature = signOne(request);
    return signature && { signature };
  });
  refuseRepeatedNonces(requests, made);
  return made;
}

export const publicKey = (privateKey: Bytes, compressed: boolean): Bytes | undefined =>
  isPrivateScalar(privateKey) ? getPublicKey(privateKey, compressed) : undefined;
export const deriveByNoble = (key: Bytes) => publicKey(key, true);

/** Verifies a signature with @noble/secp256k1. */
export function confirm({ kind, signature, digest, publicKey: key }: SignatureCheck): boolean {
  try {
    if (kind === 'schnorr') return schnorr.verify(signature, digest, key);
    return verify(signature, digest, key, { prehash: false, lowS: false });
  } catch {
    // The key is not a point.
    return false;
  }
}

/**
 * Returns true if the points times their scalars (0 to n - 1) add up to infinity. For public
 * numbers only.
 */
export function isZeroSumByNoble(
  terms: readonly { readonly scalar: bigint; readonly point: Point }[],
): boolean {
  const sum = terms.reduce(
    (soFar, { scalar, point }) => soFar.add(NoblePoint.fromAffine(point).multiplyUnsafe(scalar)),
    NoblePoint.ZERO,
  );
  return sum.equals(NoblePoint.ZERO);
}

export function verifyOne({ kind, signature, digest, publicKey }: SignatureCheck): boolean {
  const verify = kind === 'ecdsa' ? verifyEcdsa : verifySchnorr;
  return verify(signature, digest, publicKey);
}

/** Functions for lists, which differ between JavaScript backends. */
type Lists = Pick<
  Secp256k1,
  | 'publicKeyMany'
  | 'signEcdsaMany'
  | 'signSchnorrMany'
  | 'verifyAll'
  | 'tweakPublicKeyMany'
  | 'tweakXOnlyPublicKeyMany'
>;

/**
 * Creates a backend in JavaScript. `derive` chooses the code that confirms nonces of single
 * signatures.
 */
export const backendOf = (derive: () => DerivePoint, lists: Lists): Secp256k1 => ({
  name: 'noble',
  isPrivateKey: isPrivateScalar,
  publicKey,
  isPublicKey: (publicKey) => decodePoint(publicKey) !== undefined,
  convertPublicKey,
  isXOnlyPublicKey,
  signEcdsa: (digest, privateKey) => signEcdsa({ digest, privateKey }, derive()),
  verifyEcdsa,
  signSchnorr: (digest, privateKey, auxiliary) =>
    signSchnorr({ digest, privateKey, auxiliary }, derive()),
  verifySchnorr,
  tweakPrivateKey,
  negatePrivateKey,
  tweakPublicKey: (publicKey, tweak) => lists.tweakPublicKeyMany(publicKey, [tweak])[0],
  tweakXOnlyPublicKey,
  confirm,
  ...lists,
});

/**
 * Signs by RFC 6979 without grinding for a low R. Returns `undefined` for an invalid key or digest.
 * Core: CKey::SignCompact (key.cpp).
 */
export function signRecoverable({
  digest,
  privateKey,
}: EcdsaSigning): RecoverableSignature | undefined {
  if (!isPrivateScalar(privateKey) || digest.length !== 32) return undefined;
  const made = sign(digest, privateKey, { prehash: false, format: 'recovered' });
  const [recovery = 0] = made;
  const signature = made.slice(1);
  const recovered = recoverPublicKey(signature, digest, recovery, true);
  if (recovered === undefined || !equalBytes(recovered, getPublicKey(privateKey))) {
    throw new ComputationFault('signature');
  }
  const rules = { kind: 'ecdsa', derive: deriveByNoble, takesHighR: true } as const;
  confirmNonces([{ digest, privateKey }], [{ signature }], rules);
  return { signature, recovery };
}

/**
 * Returns key + tweak * G in 33 bytes, by @noble/secp256k1. Returns `undefined` for an invalid key,
 * a tweak not below n, and infinity. For public numbers only.
 */
export function addToPublicKey(key: Bytes, tweak: Bytes): Bytes | undefined {
  const point = decodePoint(key);
  if (point === undefined || !isScalar(tweak)) return undefined;
  const scalar = bytesToNumber(tweak);
  const step = scalar === 0n ? NoblePoint.ZERO : NoblePoint.BASE.multiplyUnsafe(scalar);
  const sum = NoblePoint.fromAffine(point).add(step);
  return sum.equals(NoblePoint.ZERO) ? undefined : sum.toBytes(true);
}

/** Returns lift_x(xOnly) + tweak * G (BIP341), like `addToPublicKey`. */
export function addToXOnlyPublicKey(xOnly: Bytes, tweak: Bytes): XOnlyPublicKey | undefined {
  if (xOnly.length !== 32) return undefined;
  const sum = addToPublicKey(Uint8Array.of(2, ...xOnly), tweak);
  return sum && { xOnly: sum.slice(1), parity: sum[0] === 3 ? 1 : 0 };
}

/**
 * Returns the shared point of two keys (Diffie-Hellman), as 33 bytes; `undefined` for an invalid
 * key.
 */
export function sharedPoint(privateKey: Bytes, publicKey: Bytes): Bytes | undefined {
  if (!isPrivateScalar(privateKey) || decodePoint(publicKey) === undefined) return undefined;
  return getSharedSecret(privateKey, publicKey, true);
}
