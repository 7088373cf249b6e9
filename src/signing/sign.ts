import { encodeDer } from '../crypto/der.ts';
import { hash160 } from '../crypto/hash.ts';
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
import type { SigningProvider } from './provider.ts';
import type { SignatureRequest } from './signature-request.ts';

/** Core signs BIP340 with 32 zero bytes of auxiliary data. */
const ZERO_AUXILIARY: Bytes = new Uint8Array(32);

/** Lists of signatures to make, for one thread or a pool of workers; answers in the list's order. */
export type SignMany = {
  signEcdsaMany(list: readonly EcdsaSigning[]): Signatures | Promise<Signatures>;
  signSchnorrMany(list: readonly SchnorrSigning[]): Signatures | Promise<Signatures>;
};
export type Signatures = readonly (NewSignature | undefined)[];

/** R || S. Our own come with hints that make verifying them cheaper; those from outside are verified when they come. */
export type MadeSignature = {
  readonly signature: Bytes;
  readonly nonceY?: Bytes;
  readonly keyY?: Bytes;
  readonly verified?: true;
};

/** For each request the private key that it wants, as far as the provider has it. */
export function keysFor(
  requests: readonly SignatureRequest[],
  provider: SigningProvider,
): (PrivateKey | undefined)[] {
  return requests.map(({ publicKey }) => provider.getPrivateKey(hash160(publicKey)));
}

/** Signs in this thread what there are keys for. */
export function signLocally(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  curve: Secp256k1,
): Signatures {
  const work = prepare(requests, keys, curve);
  const signatures = place(
    work,
    curve.signEcdsaMany(work.ecdsa),
    curve.signSchnorrMany(work.schnorr),
  );
  wipe(work);
  return signatures;
}

/** The same by workers. */
export async function signLocallyBy(
  workers: SignMany,
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  curve: Secp256k1,
): Promise<Signatures> {
  const work = prepare(requests, keys, curve);
  try {
    const ecdsa = workers.signEcdsaMany(work.ecdsa);
    return place(work, await ecdsa, await workers.signSchnorrMany(work.schnorr));
  } finally {
    wipe(work);
  }
}

type Work = {
  readonly requests: readonly SignatureRequest[];
  readonly ecdsa: readonly EcdsaSigning[];
  readonly schnorr: readonly SchnorrSigning[];
  /** For each request its place in its list, -1 when there is no key for it. */
  readonly places: readonly number[];
  /** For each ECDSA signing y of its public key. */
  readonly keyYs: readonly Bytes[];
  /** Tweaked keys, which nobody else owns. */
  readonly temporary: readonly Bytes[];
};

function prepare(
  requests: readonly SignatureRequest[],
  keys: readonly (PrivateKey | undefined)[],
  curve: Secp256k1,
): Work {
  const ecdsa: EcdsaSigning[] = [];
  const schnorr: SchnorrSigning[] = [];
  const temporary: Bytes[] = [];
  const keyYs: Bytes[] = [];
  const places = requests.map((request, i) => {
    const owner = keys[i];
    const { digest } = request;
    if (owner === undefined) return -1;
    const key = owner.reveal();
    if (request.algorithm === 'ecdsa') {
      keyYs.push(owner.publicKeyY(curve));
      return ecdsa.push({ digest, privateKey: key }) - 1;
    }
    const privateKey = request.taprootTweak ? tweakKey(request, key, curve) : key;
    if (privateKey === undefined) return -1;
    if (privateKey !== key) temporary.push(privateKey);
    return schnorr.push({ digest, privateKey, auxiliary: ZERO_AUXILIARY }) - 1;
  });
  return { requests, ecdsa, schnorr, places, keyYs, temporary };
}

function place(
  { requests, places, keyYs }: Work,
  ecdsa: Signatures,
  schnorr: Signatures,
): Signatures {
  return requests.map(({ algorithm }, i) => {
    const at = places[i] ?? -1;
    if (algorithm === 'schnorr') return schnorr[at];
    const [made, keyY] = [ecdsa[at], keyYs[at]];
    return made && keyY ? { ...made, keyY } : made;
  });
}

function wipe({ temporary }: Work): void {
  for (const key of temporary) key.fill(0);
}

/** The hash that BIP341 tweaks the internal key with. */
function tweakOf(internalKey: Bytes, merkleRoot: Bytes): Bytes {
  return tapTweakHash(internalKey, merkleRoot.length === 0 ? undefined : merkleRoot);
}

/** BIP341: "def taproot_tweak_seckey(seckey0, h)": negated for an odd Y, then the tweak added. */
function tweakKey(
  { publicKey, taprootTweak }: SignatureRequest,
  key: Bytes,
  curve: Secp256k1,
): Bytes | undefined {
  invariant(taprootTweak !== undefined, 'only asked for requests with a tweak');
  const tweak = tweakOf(publicKey.subarray(1), taprootTweak);
  if (publicKey[0] === 2) return curve.tweakPrivateKey(key, tweak);
  const even = curve.negatePrivateKey(key);
  const tweaked = curve.tweakPrivateKey(even, tweak);
  even.fill(0);
  return tweaked;
}

/** How to verify a signature against what was asked for. */
export function checkOf(
  { algorithm, publicKey, digest, taprootTweak, outputKey }: SignatureRequest,
  { signature, nonceY, keyY }: MadeSignature,
  curve: Secp256k1,
): SignatureCheck | undefined {
  const made = { signature, digest, ...(nonceY && { nonceY }), ...(keyY && { keyY }) };
  if (algorithm === 'ecdsa') return { kind: 'ecdsa', ...made, publicKey };
  const xOnly = publicKey.subarray(1);
  const key =
    outputKey ??
    (taprootTweak ? curve.tweakXOnlyPublicKey(xOnly, tweakOf(xOnly, taprootTweak))?.xOnly : xOnly);
  return key && { kind: 'schnorr', ...made, publicKey: key };
}

/** A signature as scripts have it: DER for ECDSA, and the sighash byte unless it is DEFAULT. */
export function encodeSignature(
  { algorithm, sighashType }: SignatureRequest,
  signature: Bytes,
): Bytes {
  const body = algorithm === 'ecdsa' ? encodeDer(signature) : signature;
  return sighashType === Sighash.DEFAULT ? body : concatBytes(body, Uint8Array.of(sighashType));
}
