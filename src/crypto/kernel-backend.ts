import { type Bytes, concatBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { isBelow } from './constant-time.ts';
import { negatePrivateKey, tweakPrivateKey } from './curve/keys.ts';
import {
  signEcdsaMany as signEcdsaInScript,
  signSchnorrMany as signSchnorrInScript,
} from './curve/sign-lists.ts';
import {
  verifyEcdsa as verifyEcdsaInScript,
  verifySchnorr as verifySchnorrInScript,
} from './curve/verify-one.ts';
import { CHECK_LENGTH, createKernel, KEY_LENGTH, type Kernel } from './kernel.ts';
import { keyRecord, NO_KEY, writeCheck, writeKey } from './kernel-records.ts';
import { signEcdsaBy, type UnverifiedSigning, unverifiedOf } from './kernel-signing.ts';
import { nobleSecp256k1 } from './noble.ts';
import { sharedPoint } from './noble-single.ts';
import { isLowS, isPrivateScalar, isScalar } from './order.ts';
import { ComputationFault, verifiedOwn } from './own-signatures.ts';
import type {
  EcdsaSigning,
  NewSignature,
  ParentKey,
  RecoverableSignature,
  RecoveryCheck,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
  XOnlyPublicKey,
} from './secp256k1.ts';

/** Verifies one of this many signatures also in JavaScript, which takes several times as long. */
const ONE_OF = 32;
/** Maximum number of signatures per list that are also verified in JavaScript. */
const SAMPLE = 4;
/** Smallest batch that is cheaper than single checks. */
const SMALLEST_BATCH = 2;
/** Maximum size of a batch. More would save little and use memory. */
const LARGEST_BATCH = 1024;
/** Longest list whose signatures have separate sums. */
const LARGEST_LIST = 256;

/**
 * Creates the backend over the kernel. Private keys are only processed by WebAssembly without
 * branches or addresses that depend on them. A `verifier` with separate memory verifies all
 * signatures. It shares no table or constant with the signer, and uses formulas that signing does
 * not use. A sample is also verified by the JavaScript of `curve/`, which shares nothing with the
 * kernel.
 */
export function createKernelSecp256k1(kernel: Kernel, verifier: Kernel): Secp256k1 {
  const readPoint = (key: Bytes): Bytes | undefined => {
    const record = keyRecord(key);
    return record && verifier.readPublicKey(record);
  };

  const isPoint = (key: Bytes): boolean => {
    const record = keyRecord(key);
    return record !== undefined && verifier.isPublicKey(record);
  };

  function publicKeyMany(
    privateKeys: readonly Bytes[],
    compressed: boolean,
  ): (Bytes | undefined)[] {
    const areKeys = privateKeys.map(isPrivateScalar);
    const points = derived(kernel.publicKeys(privateKeys.filter((_, i) => areKeys[i]))).values();
    return areKeys.map((isKey) => {
      const point = isKey ? points.next().value : undefined;
      return point && encodePoint(point, compressed);
    });
  }

  /**
   * Returns the kernel's points, `undefined` if there is no point. Throws if a point is not on the
   * curve, because its address would belong to a key that does not exist.
   */
  function derived(answers: readonly Bytes[]): (Bytes | undefined)[] {
    const points = answers.map((answer) => (isInfinity(answer) ? undefined : pointOf(answer)));
    const found = points.flatMap((point) => point ?? []);
    if (!verifier.arePoints(found)) throw new ComputationFault('public key');
    return points;
  }

  const publicKey = (privateKey: Bytes, compressed: boolean): Bytes | undefined =>
    publicKeyMany([privateKey], compressed)[0];

  function verifyOne(check: SignatureCheck): boolean {
    if (!isUsual(check)) return check.kind === 'schnorr' && confirm(check);
    const key = new Uint8Array(KEY_LENGTH);
    const record = new Uint8Array(CHECK_LENGTH);
    writeCheck(record, 0, check, 0);
    return writeKey(key, 0, check.publicKey, check.keyY) && verifier.verifyOne(record, key);
  }

  function verifyAll(checks: readonly SignatureCheck[]): boolean {
    if (checks.length < SMALLEST_BATCH || !checks.every(isUsual)) return checks.every(verifyOne);
    return (
      holdInParts(checks.filter(canJoinBatch), LARGEST_BATCH, verifier.verifyAll) &&
      holdInParts(
        checks.filter((check) => !canJoinBatch(check)),
        LARGEST_LIST,
        verifier.verifyEach,
      )
    );
  }

  function holdInParts(
    checks: readonly SignatureCheck[],
    largest: number,
    hold: Kernel['verifyAll'],
  ): boolean {
    for (let from = 0; from < checks.length; from += largest) {
      if (!holdTogether(checks.slice(from, from + largest), hold)) return false;
    }
    return true;
  }

  function holdTogether(checks: readonly SignatureCheck[], hold: Kernel['verifyAll']): boolean {
    const places = new Map<number, number>();
    const named: Bytes[] = [];
    const keys = new Uint8Array(KEY_LENGTH * checks.length);
    const records = new Uint8Array(CHECK_LENGTH * checks.length);
    for (const [i, check] of checks.entries()) {
      const { publicKey, keyY, nonceY } = check;
      if (nonceY !== undefined && nonceY.length !== 32) return false;
      const name = someBytes(publicKey);
      let place = places.get(name) ?? -1;
      const known = named[place];
      if (known === undefined || !equalBytes(known, publicKey)) {
        place = named.push(publicKey) - 1;
        if (!writeKey(keys, KEY_LENGTH * place, publicKey, keyY)) return false;
        places.set(name, place);
      }
      writeCheck(records, CHECK_LENGTH * i, check, place);
    }
    return hold(records, keys.subarray(0, KEY_LENGTH * named.length));
  }

  const derive = (key: Bytes) => publicKey(key, true);
  const opinion = { confirmAll, verifyAll, sample: SAMPLE, oneOf: ONE_OF, derive };
  const unverified = unverifiedOf(kernel);
  const signEcdsaMany = (requests: readonly EcdsaSigning[]) =>
    verifiedOwn('ecdsa', requests, unverified.signEcdsaMany(requests), opinion);
  const signSchnorrMany = (requests: readonly SchnorrSigning[]) =>
    verifiedOwn('schnorr', requests, unverified.signSchnorrMany(requests), opinion);

  /** Verifies a single signature, including y of R, which determines the recovered key. */
  const both = (sample: readonly SignatureCheck[]) => sample.every(verifyOne) && confirmAll(sample);

  function signRecoverableMany(
    requests: readonly EcdsaSigning[],
  ): (RecoverableSignature | undefined)[] {
    const made = signEcdsaBy(kernel, requests, true);
    const strict = { ...opinion, confirmAll: both, takesHighR: true };
    return verifiedOwn('ecdsa', requests, made, strict).map(
      (one) => one && { signature: one.signature, recovery: recoveryOf(one) },
    );
  }

  function recoveryOf({ signature, nonceY = emptyBytes }: NewSignature): number {
    const parity = (nonceY[31] ?? 0) & 1;
    const isBelow = verifier.arePoints([concatBytes(signature.subarray(0, 32), nonceY)]);
    return parity | (isBelow ? 0 : 2);
  }

  function recoverPublicKey(
    signature: Bytes,
    digest: Bytes,
    recovery: number,
    compressed: boolean,
  ): Bytes | undefined {
    if (signature.length !== 64 || digest.length !== 32) return undefined;
    const point = verifier.recoverPublicKey(signature, digest, recovery);
    return point && encodePoint(point, compressed);
  }

  /** Verifies that R is a point with the x of the signature and a y of the parity in `recovery`. */
  function recoverAll(checks: readonly RecoveryCheck[]): boolean {
    const complete = checks.flatMap(({ signature, recovery, digest, publicKey }) => {
      const point = Uint8Array.of(2 + (recovery & 1), ...signature.subarray(0, 32));
      const nonceY = recovery < 2 && isLowS(signature) ? readPoint(point)?.subarray(32) : undefined;
      return nonceY ? [{ kind: 'ecdsa' as const, signature, digest, publicKey, nonceY }] : [];
    });
    return complete.length === checks.length && verifyAll(complete);
  }

  function tweakPublicKeyMany(key: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[] {
    // 32 bytes are an x-only key, which cannot be tweaked here.
    const record = key.length === 32 ? undefined : keyRecord(key);
    const answers = record && kernel.addTweaks(record, tweaks.map(scalarOf));
    const points = derived(answers ?? []);
    return tweaks.map((_, i) => {
      const point = points[i];
      return point && encodePoint(point, true);
    });
  }

  const tweakPublicKey = (key: Bytes, tweak: Bytes): Bytes | undefined =>
    tweakPublicKeyMany(key, [tweak])[0];

  function tweakXOnlyPublicKey(key: Bytes, tweak: Bytes): XOnlyPublicKey | undefined {
    if (key.length !== 32) return undefined;
    const sum = tweakPublicKey(Uint8Array.of(2, ...key), tweak);
    return sum && { xOnly: sum.slice(1), parity: sum[0] === 3 ? 1 : 0 };
  }

  function tweakXOnlyPublicKeyMany(
    keys: readonly Bytes[],
    tweaks: readonly Bytes[],
  ): (XOnlyPublicKey | undefined)[] {
    const records = keys.map((key) => (key.length === 32 && keyRecord(key)) || NO_KEY);
    const scalars = keys.map((_, i) => scalarOf(tweaks[i]));
    return derived(kernel.tweakKeys(records, scalars)).map((point) => point && xOnlyOf(point));
  }

  function multiplyByKey(privateKey: Bytes, publicKeys: readonly Bytes[]): (Bytes | undefined)[] {
    if (!isPrivateScalar(privateKey)) return publicKeys.map(() => undefined);
    if (isExtreme(privateKey)) return publicKeys.map((key) => sharedPoint(privateKey, key));
    const points = publicKeys.map((key) => (key.length === 32 ? undefined : readPoint(key)));
    const given = points.filter((point) => point !== undefined);
    const products = derived(kernel.multiplyByKey(privateKey, given)).values();
    return points.map((point) => {
      const product = point && products.next().value;
      return product && encodePoint(product, true);
    });
  }

  function deriveChildren(
    { publicKey, chainCode }: ParentKey,
    numbers: readonly Bytes[],
  ): (ParentKey | undefined)[] {
    const record = publicKey.length === 32 ? undefined : keyRecord(publicKey);
    const children = (record && kernel.deriveChildren(record, chainCode, numbers)) ?? [];
    const points = derived(children);
    return numbers.map((_, i) => {
      const point = points[i];
      const childChainCode = children[i]?.slice(64);
      return (
        point &&
        childChainCode && { publicKey: encodePoint(point, true), chainCode: childChainCode }
      );
    });
  }

  return {
    name: 'kernel',
    hashSpliced: verifier.hashSpliced,
    isPrivateKey: isPrivateScalar,
    publicKey,
    isPublicKey: (key) => key.length !== 32 && isPoint(key),
    convertPublicKey: (key, compressed) => {
      const point = key.length === 32 ? undefined : readPoint(key);
      return point && encodePoint(point, compressed);
    },
    isXOnlyPublicKey: (key) => key.length === 32 && isPoint(key),
    signEcdsa: (digest, privateKey) => signEcdsaMany([{ digest, privateKey }])[0]?.signature,
    verifyEcdsa: (signature, digest, key) =>
      verifyOne({ kind: 'ecdsa', signature, digest, publicKey: key }),
    signSchnorr: (digest, privateKey, auxiliary) =>
      signSchnorrMany([{ digest, privateKey, auxiliary }])[0]?.signature,
    verifySchnorr: (signature, digest, key) =>
      verifyOne({ kind: 'schnorr', signature, digest, publicKey: key }),
    tweakPrivateKey,
    negatePrivateKey,
    tweakPublicKey,
    tweakXOnlyPublicKey,
    confirm,
    confirmAll,
    publicKeyMany,
    signEcdsaMany,
    signSchnorrMany,
    verifyAll,
    tweakPublicKeyMany,
    tweakXOnlyPublicKeyMany,
    deriveChildren,
    multiplyByKey,
    signRecoverableMany,
    recoverPublicKey,
    recoverAll,
  };
}

const LIMIT = new Uint8Array(32).fill(32, 31);
/**
 * Returns true if a number is below 32 or within 32 of n, because the kernel cannot multiply by
 * some of these.
 */
function isExtreme(scalar: Bytes): boolean {
  return [scalar, negatePrivateKey(scalar)].some((each) => isBelow(each, LIMIT) === 1);
}

const TOO_LARGE = new Uint8Array(32).fill(0xff);
/** Replaces an invalid tweak by a number of n or more, for which the kernel returns no point. */
const scalarOf = (tweak: Bytes = TOO_LARGE): Bytes => (isScalar(tweak) ? tweak : TOO_LARGE);
const pointOf = (answer: Bytes): Bytes => (answer.length > 64 ? answer.subarray(0, 64) : answer);

/** Returns true for the zeros that the kernel returns for infinity. */
function isInfinity(point: Bytes): boolean {
  for (let i = 0; i < 64; i++) if (point[i] !== 0) return false;
  return true;
}

const xOnlyOf = (point: Bytes): XOnlyPublicKey => ({
  xOnly: point.slice(0, 32),
  parity: ((point[63] ?? 0) & 1) === 1 ? 1 : 0,
});

const confirm = ({ kind, signature, digest, publicKey }: SignatureCheck): boolean =>
  kind === 'ecdsa'
    ? verifyEcdsaInScript(signature, digest, publicKey)
    : verifySchnorrInScript(signature, digest, publicKey);

/** Verifies in JavaScript too; together this is a third faster than one by one. */
const confirmAll = nobleSecp256k1.verifyAll;

/** Returns true for lengths that the kernel accepts, which are those in transactions. */
const isUsual = ({ kind, signature, digest, publicKey }: SignatureCheck): boolean =>
  signature.length === 64 &&
  digest.length === 32 &&
  (publicKey.length === 32) === (kind === 'schnorr');

const canJoinBatch = (check: SignatureCheck): boolean =>
  isUsual(check) && (check.kind === 'schnorr' || check.nonceY !== undefined);

/** Returns a few bytes of a key as an index; other keys may have the same. */
const someBytes = (key: Bytes): number =>
  ((key[1] ?? 0) << 16) | ((key[2] ?? 0) << 8) | (key[3] ?? 0);

/** Encodes x and y in 33 or 65 bytes. */
function encodePoint(point: Bytes, compressed: boolean): Bytes {
  const bytes = new Uint8Array(compressed ? 33 : 65);
  bytes[0] = compressed ? 2 + ((point[63] ?? 0) & 1) : 4;
  bytes.set(compressed ? point.subarray(0, 32) : point, 1);
  return bytes;
}

const kernel = createKernel();
const verifier = createKernel();

/** The curve in WebAssembly; without WebAssembly, the default JavaScript. */
export const kernelSecp256k1: Secp256k1 =
  kernel && verifier ? createKernelSecp256k1(kernel, verifier) : nobleSecp256k1;

/** Signs like `kernelSecp256k1`, but without verifying. */
export const unverifiedSigning: UnverifiedSigning =
  kernel === undefined
    ? { signEcdsaMany: signEcdsaInScript, signSchnorrMany: signSchnorrInScript }
    : unverifiedOf(kernel);
