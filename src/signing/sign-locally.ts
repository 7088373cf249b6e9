import { encodeDer } from '../crypto/der.ts';
import { checksOf, confirmNonces } from '../crypto/own-signatures.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type {
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { tapTweakHash } from '../script/taproot.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { SignatureRequest } from './signature-request.ts';
import { type Pause, runNow, runTask, type Task } from './task.ts';

/** Core signs BIP340 with 32 zero bytes of auxiliary data. */
const ZERO_AUXILIARY: Bytes = new Uint8Array(32);

/** Makes lists of signatures in a pool of workers, and returns them in the order of the list. */
export type SignMany = {
  /** See `Secp256k1.signEcdsaMany`. */
  signEcdsaMany(list: readonly EcdsaSigning[]): Signatures | Promise<Signatures>;
  /** See `Secp256k1.signSchnorrMany`. */
  signSchnorrMany(list: readonly SchnorrSigning[]): Signatures | Promise<Signatures>;
  /**
   * Returns signatures before they are verified, and the result of verifying them. If workers have
   * no such function, this thread verifies their signatures.
   */
  beginEcdsa?(list: readonly EcdsaSigning[]): Promise<PendingSignatures>;
  /** See `beginEcdsa`. */
  beginSchnorr?(list: readonly SchnorrSigning[]): Promise<PendingSignatures>;
};
/** Signatures in the order of the list; `undefined` for an invalid private key. */
export type Signatures = readonly (NewSignature | undefined)[];
/**
 * Signatures that are still being verified. Release no result that depends on them until `hold`
 * resolves to true.
 */
export type PendingSignatures = {
  /** Signatures in the order of the list. */
  readonly signatures: Signatures;
  /** Resolves to true if all signatures are valid. */
  readonly hold: Promise<boolean>;
};

/** A signature R || S, verified here or being verified by workers. */
export type MadeSignature = { readonly signature: Bytes };

/** Signs in this thread those requests that have a key. */
export function signLocally(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  curve: Secp256k1,
): Signatures {
  const lists = runNow(prepare(requests, keys, curve));
  try {
    const ecdsa = curve.signEcdsaMany(lists.ecdsa);
    return inOrder(lists, ecdsa, curve.signSchnorrMany(lists.schnorr));
  } finally {
    wipe(lists);
  }
}

/** Signs like `signLocally`, on workers. `pause` lets other work of this thread run meanwhile. */
export async function signLocallyBy(
  workers: SignMany,
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  curve: Secp256k1,
  pause?: Pause,
): Promise<PendingSignatures> {
  // Without pauses, workers begin at once, while this thread plans further inputs.
  const lists = pause
    ? await runTask(prepare(requests, keys, curve, pause))
    : runNow(prepare(requests, keys, curve));
  const here = { curve, pause };
  try {
    const [ecdsa, schnorr] = await Promise.all([
      workers.beginEcdsa?.(lists.ecdsa) ??
        verifiedHere('ecdsa', lists.ecdsa, workers.signEcdsaMany(lists.ecdsa), here),
      workers.beginSchnorr?.(lists.schnorr) ??
        verifiedHere('schnorr', lists.schnorr, workers.signSchnorrMany(lists.schnorr), here),
    ]);
    return {
      signatures: inOrder(lists, ecdsa.signatures, schnorr.signatures),
      hold: Promise.all([ecdsa.hold, schnorr.hold]).then((all) => all.every((each) => each)),
    };
  } finally {
    wipe(lists);
  }
}

async function verifiedHere(
  kind: SignatureCheck['kind'],
  list: readonly EcdsaSigning[],
  made: Signatures | Promise<Signatures>,
  { curve, pause }: { readonly curve: Secp256k1; readonly pause: Pause | undefined },
): Promise<PendingSignatures> {
  const signatures = await made;
  const derive = (key: Bytes) => curve.publicKey(key, true);
  confirmNonces(list, signatures, { kind, derive });
  const checks = checksOf(kind, list, signatures, derive);
  return { signatures, hold: verifyFew(checks, curve, pause) };
}

/** Number of signatures that are prepared or verified between pauses. */
const FEW = 16;

/** Returns true if all signatures are valid. `pause` is awaited after every few. */
export async function verifyFew(
  checks: readonly SignatureCheck[],
  curve: Secp256k1,
  pause: Pause | undefined,
): Promise<boolean> {
  const size = pause ? FEW : Math.max(1, checks.length);
  for (let from = 0; from < checks.length; from += size) {
    if (!curve.verifyAll(checks.slice(from, from + size))) return false;
    await pause?.();
  }
  return true;
}

type SigningLists = {
  readonly requests: readonly SignatureRequest[];
  readonly ecdsa: readonly EcdsaSigning[];
  readonly schnorr: readonly SchnorrSigning[];
  /** Position of each request in its list; `undefined` if it has no key. */
  readonly positions: readonly (number | undefined)[];
  /** Tweaked keys, to wipe after use. */
  readonly temporary: readonly Bytes[];
};

function* prepare(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  curve: Secp256k1,
  pause?: Pause,
): Task<SigningLists> {
  const ecdsa: EcdsaSigning[] = [];
  const schnorr: SchnorrSigning[] = [];
  const temporary: Bytes[] = [];
  const add = (request: SignatureRequest, owner: PrivateKey | undefined): number | undefined => {
    const { digest, publicKey } = request;
    if (owner === undefined) return undefined;
    const key = owner.reveal();
    if (request.algorithm === 'ecdsa') {
      return ecdsa.push({ digest, privateKey: key, publicKey, keyY: owner.publicKeyY(curve) }) - 1;
    }
    const privateKey = request.taprootTweak ? tweakKey(request, key, curve) : key;
    if (privateKey === undefined) return undefined;
    if (privateKey !== key) temporary.push(privateKey);
    const verifiedWith = schnorrKey(request, curve);
    const signing = {
      digest,
      privateKey,
      auxiliary: ZERO_AUXILIARY,
      ...(verifiedWith && { publicKey: verifiedWith }),
      ...(privateKey === key && { keyY: owner.publicKeyY(curve) }),
    };
    return schnorr.push(signing) - 1;
  };
  const positions: (number | undefined)[] = [];
  const lists = { requests, ecdsa, schnorr, positions, temporary };
  try {
    for (const [i, request] of requests.entries()) {
      positions.push(add(request, keys[i]));
      if (pause && i % FEW === FEW - 1) yield pause();
    }
  } catch (error) {
    wipe(lists);
    throw error;
  }
  return lists;
}

function inOrder(
  { requests, positions }: SigningLists,
  ecdsa: Signatures,
  schnorr: Signatures,
): Signatures {
  return requests.map(({ algorithm }, i) => {
    const at = positions[i] ?? -1;
    return algorithm === 'schnorr' ? schnorr[at] : ecdsa[at];
  });
}

function wipe({ temporary }: SigningLists): void {
  for (const key of temporary) key.fill(0);
}

/** BIP341: "def taproot_tweak_seckey(seckey0, h)": negated for an odd Y, then the tweak added. */
function tweakKey(
  { publicKey, taprootTweak }: SignatureRequest,
  key: Bytes,
  curve: Secp256k1,
): Bytes | undefined {
  invariant(taprootTweak !== undefined, 'only asked for requests with a tweak');
  const tweak = tapTweakHash(publicKey.subarray(1), taprootTweak);
  if (publicKey[0] === 2) return curve.tweakPrivateKey(key, tweak);
  const even = curve.negatePrivateKey(key);
  const tweaked = curve.tweakPrivateKey(even, tweak);
  even.fill(0);
  return tweaked;
}

/** Returns the check that verifies a signature against its request. */
export function checkOf(
  request: SignatureRequest,
  { signature }: MadeSignature,
  curve: Secp256k1,
): SignatureCheck | undefined {
  const { algorithm, digest } = request;
  if (algorithm === 'ecdsa') {
    return { kind: 'ecdsa', signature, digest, publicKey: request.publicKey };
  }
  const publicKey = schnorrKey(request, curve);
  return publicKey && { kind: 'schnorr', signature, digest, publicKey };
}

/** Returns the x-only key that verifies a Schnorr signature. */
function schnorrKey(
  { publicKey, taprootTweak, outputKey }: SignatureRequest,
  curve: Secp256k1,
): Bytes | undefined {
  const xOnly = publicKey.subarray(1);
  if (outputKey || !taprootTweak) return outputKey ?? xOnly;
  return curve.tweakXOnlyPublicKey(xOnly, tapTweakHash(xOnly, taprootTweak))?.xOnly;
}

/** Encodes a signature for scripts: DER for ECDSA, and the sighash byte unless it is DEFAULT. */
export function encodeSignature(
  { algorithm, sighashType }: SignatureRequest,
  signature: Bytes,
): Bytes {
  const body = algorithm === 'ecdsa' ? encodeDer(signature) : signature;
  return sighashType === Sighash.DEFAULT ? body : concatBytes(body, Uint8Array.of(sighashType));
}
