import type { Bytes } from '../encoding/bytes.ts';
import { numberToBytes } from './curve/field.ts';
import { negatePrivateKey } from './curve/keys.ts';
import { bytesToScalar } from './curve/point.ts';
import { signSchnorrMany as signSchnorrTogether, verifySchnorr } from './curve/schnorr.ts';
import { signEcdsaMany as signEcdsaTogether } from './curve/sign-ecdsa.ts';
import { canJoinBatch, verifyBatch } from './curve/verify-batch.ts';
import { nobleSecp256k1 } from './noble.ts';
import { isPrivateScalar, isScalar } from './order.ts';
import { checksOf, verifyOwn } from './own-signatures.ts';
import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
  XOnlyPublicKey,
} from './secp256k1.ts';
import { type TinySecp256k1, takingAnyRealm } from './tiny-secp256k1.ts';

/** From so many on, what a list can share in JavaScript makes it faster than WebAssembly one by one. */
const SMALLEST_LIST = 16;
/** So many signatures of a longer list are verified one by one. */
const SAMPLE = 8;

/**
 * The backend over tiny-secp256k1: single operations and short lists are libsecp256k1's, longer lists those of the other
 * backend. What is signed is the same, and what one of them has signed the other verifies.
 */
export function createWasmSecp256k1(given: TinySecp256k1): Secp256k1 {
  const tiny = takingAnyRealm(given);
  const isPublicKey = (key: Bytes): boolean =>
    (key.length === 33 || key.length === 65) && tiny.isPoint(key);
  const isXOnlyPublicKey = (key: Bytes): boolean => key.length === 32 && tiny.isXOnlyPoint(key);

  const publicKey = (privateKey: Bytes, compressed: boolean): Bytes | undefined =>
    isPrivateScalar(privateKey)
      ? (tiny.pointFromScalar(privateKey, compressed) ?? undefined)
      : undefined;

  function verifyEcdsa(signature: Bytes, digest: Bytes, key: Bytes): boolean {
    const isSignature =
      signature.length === 64 &&
      isScalar(signature.subarray(0, 32)) &&
      isScalar(signature.subarray(32));
    if (!isSignature || digest.length !== 32 || !isPublicKey(key)) return false;
    return tiny.verify(digest, key, signature);
  }

  function verifyBip340(signature: Bytes, digest: Bytes, key: Bytes): boolean {
    // tiny-secp256k1 takes messages of 32 bytes only, and wants R below n where BIP340 wants it below p.
    const isUsual =
      digest.length === 32 && signature.length === 64 && isScalar(signature.subarray(0, 32));
    if (!isUsual) return verifySchnorr(signature, digest, key);
    if (!isScalar(signature.subarray(32)) || !isXOnlyPublicKey(key)) return false;
    return tiny.verifySchnorr(digest, key, signature);
  }

  const verifyOne = ({ kind, signature, digest, publicKey: key }: SignatureCheck): boolean =>
    kind === 'ecdsa' ? verifyEcdsa(signature, digest, key) : verifyBip340(signature, digest, key);

  function verifyAll(checks: readonly SignatureCheck[]): boolean {
    const together = checks.filter(canJoinBatch);
    if (together.length < SMALLEST_LIST) return checks.every(verifyOne);
    const alone = checks.filter((check) => !canJoinBatch(check));
    return verifyBatch(together) && alone.every(verifyOne);
  }

  /** y of the point that is encoded in compressed form. */
  const yOf = (compressed: Bytes): Bytes => tiny.pointCompress(compressed, false).slice(33);

  /** What libsecp256k1 has signed. */
  function verifiedByOther(
    kind: SignatureCheck['kind'],
    requests: readonly EcdsaSigning[],
    made: (NewSignature | undefined)[],
  ): (NewSignature | undefined)[] {
    const checks = checksOf(kind, requests, made, (key) => publicKey(key, true));
    const { confirm, verifyAll: verifyTogether } = nobleSecp256k1;
    verifyOwn(checks, { confirm, verifyAll: verifyTogether, sample: 0 });
    return made;
  }

  /** What the other backend's arithmetic has signed. */
  function verified(
    kind: SignatureCheck['kind'],
    requests: readonly EcdsaSigning[],
    made: (NewSignature | undefined)[],
  ): (NewSignature | undefined)[] {
    const checks = checksOf(kind, requests, made, (key) => publicKey(key, true));
    verifyOwn(checks, { confirm: verifyOne, verifyAll, sample: SAMPLE });
    return made;
  }

  function signEcdsaOne({ digest, privateKey }: EcdsaSigning): NewSignature | undefined {
    if (!isPrivateScalar(privateKey) || digest.length !== 32) return undefined;
    // RFC 6979 wants the digest modulo n; libsecp256k1 did not always reduce it.
    const reduced = isScalar(digest) ? digest : numberToBytes(bytesToScalar(digest));
    const extra = new Uint8Array(32);
    const counter = new DataView(extra.buffer);
    // key.cpp, CKey::Sign: no extra entropy first, then a little-endian counter until R is low.
    let made = tiny.signRecoverable(reduced, privateKey);
    for (let i = 1; (made.signature[0] ?? 0) >= 0x80; i++) {
      counter.setUint32(0, i, true);
      made = tiny.signRecoverable(reduced, privateKey, extra);
    }
    // A low R is below n, which leaves recovery ids 2 and 3 (x = r + n) to r below p - n only.
    if (made.recoveryId > 1) return nobleSecp256k1.signEcdsaMany([{ digest, privateKey }])[0];
    const nonce = new Uint8Array(33);
    nonce[0] = 2 + made.recoveryId;
    nonce.set(made.signature.subarray(0, 32), 1);
    return { signature: made.signature, nonceY: yOf(nonce) };
  }

  function signSchnorrOne(request: SchnorrSigning): NewSignature | undefined {
    const { digest, privateKey, auxiliary } = request;
    if (digest.length !== 32) return nobleSecp256k1.signSchnorrMany([request])[0];
    if (!isPrivateScalar(privateKey) || auxiliary.length !== 32) return undefined;
    const signature = tiny.signSchnorr(digest, privateKey, auxiliary);
    const nonce = new Uint8Array(33);
    nonce[0] = 2;
    nonce.set(signature.subarray(0, 32), 1);
    return { signature, nonceY: yOf(nonce) };
  }

  const signEcdsaMany = (requests: readonly EcdsaSigning[]) =>
    requests.length < SMALLEST_LIST
      ? verifiedByOther('ecdsa', requests, requests.map(signEcdsaOne))
      : verified('ecdsa', requests, signEcdsaTogether(requests));

  const signSchnorrMany = (requests: readonly SchnorrSigning[]) =>
    requests.length < SMALLEST_LIST
      ? verifiedByOther('schnorr', requests, requests.map(signSchnorrOne))
      : verified('schnorr', requests, signSchnorrTogether(requests));

  function tweakXOnlyPublicKey(key: Bytes, tweak: Bytes): XOnlyPublicKey | undefined {
    if (!isXOnlyPublicKey(key) || !isScalar(tweak)) return undefined;
    const tweaked = tiny.xOnlyPointAddTweak(key, tweak);
    return tweaked === null ? undefined : { xOnly: tweaked.xOnlyPubkey, parity: tweaked.parity };
  }

  return {
    name: 'wasm',
    isPrivateKey: isPrivateScalar,
    publicKey,
    isPublicKey,
    convertPublicKey: (key, compressed) =>
      isPublicKey(key) ? tiny.pointCompress(key, compressed) : undefined,
    isXOnlyPublicKey,
    signEcdsa: (digest, privateKey) => signEcdsaMany([{ digest, privateKey }])[0]?.signature,
    verifyEcdsa,
    signSchnorr: (digest, privateKey, auxiliary) =>
      signSchnorrMany([{ digest, privateKey, auxiliary }])[0]?.signature,
    verifySchnorr: verifyBip340,
    tweakPrivateKey: (key, tweak) =>
      isPrivateScalar(key) && isScalar(tweak)
        ? (tiny.privateAdd(key, tweak) ?? undefined)
        : undefined,
    negatePrivateKey: (key) =>
      isPrivateScalar(key) ? tiny.privateNegate(key) : negatePrivateKey(key),
    tweakPublicKey: (key, tweak) =>
      isPublicKey(key) && isScalar(tweak)
        ? (tiny.pointAddScalar(key, tweak, true) ?? undefined)
        : undefined,
    tweakXOnlyPublicKey,
    publicKeyMany: (keys, compressed) =>
      keys.length < SMALLEST_LIST
        ? keys.map((key) => publicKey(key, compressed))
        : nobleSecp256k1.publicKeyMany(keys, compressed),
    signEcdsaMany,
    signSchnorrMany,
    confirm: verifyOne,
    verifyAll,
    tweakPublicKeyMany: nobleSecp256k1.tweakPublicKeyMany,
  };
}
