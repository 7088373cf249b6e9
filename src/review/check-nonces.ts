import { parseDerLax } from '../crypto/der.ts';
import { hash160 } from '../crypto/hash.ts';
import { signRecoverable } from '../crypto/noble-single.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { openSession } from '../psbt/psbt-session.ts';
import { signPsbt } from '../psbt/sign-psbt.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { type AntiExfil, type AntiExfilVerdict, isAbout, judgeAntiExfil } from './anti-exfil.ts';
import type { CheckedSignature, CheckOptions, InputSignature } from './check-model.ts';
import type { ReviewedSignature } from './model.ts';
import { partialSignatures } from './partial-signatures.ts';

export function judgeNonces(
  before: Psbt,
  found: readonly InputSignature[],
  { secp256k1, provider, seen = new Map(), transcript }: CheckOptions,
  digests: ReadonlyMap<string, Bytes>,
): readonly CheckedSignature[] {
  const own = new Map<SighashType, ReadonlySet<string>>();
  const ours = (type: SighashType) => {
    const made = own.get(type) ?? ownSignatures(before, type, provider, secp256k1);
    own.set(type, made);
    return made;
  };
  const nonces = found.map((each) => encodeHex(nonceOf(each)));
  return found.map((each, i): CheckedSignature => {
    const { signature, publicKey, sighashType } = each;
    const nonce = nonceOf(each);
    const isSchnorr = publicKey.length === 32;
    const made = provider ? ours(sighashType) : new Set<string>();
    const key = `${encodeHex(publicKey)}:`;
    const hasKey = [...made].some((text) => text.startsWith(key));
    const isOwn = made.has(key + encodeHex(signature));
    const isPlain = () =>
      !isSchnorr && provider !== undefined && hasPlainNonce(each, { digests, provider, secp256k1 });
    const earlier = seen.get(nonces[i] ?? '');
    return {
      ...each,
      nonce,
      hasLowR: isSchnorr ? undefined : (nonce[0] ?? 0x80) < 0x80,
      derivation: !hasKey ? 'unknown' : isOwn ? 'default' : isPlain() ? 'deterministic' : 'other',
      isRepeated:
        (earlier !== undefined && earlier !== encodeHex(signature)) ||
        nonces.some((other, at) => at !== i && other !== '' && other === nonces[i]),
      antiExfil: isSchnorr || !transcript ? undefined : verdictOf(transcript, each, secp256k1),
    };
  });
}

/** Records the digest of each verified ECDSA signature, by key and R. */
export function noting(curve: Secp256k1, digests: Map<string, Bytes>): Secp256k1 {
  return {
    ...curve,
    verifyEcdsa(signature, digest, publicKey) {
      digests.set(digestKey(publicKey, signature.subarray(0, 32)), digest);
      return curve.verifyEcdsa(signature, digest, publicKey);
    },
  };
}

const digestKey = (publicKey: Bytes, nonce: Bytes) => `${encodeHex(publicKey)}:${encodeHex(nonce)}`;

/** Returns whether R is the nonce of RFC 6979 without additional data. It need not be low. */
function hasPlainNonce(
  signature: ReviewedSignature,
  {
    digests,
    provider,
    secp256k1,
  }: Pick<CheckOptions, 'secp256k1'> & {
    readonly digests: ReadonlyMap<string, Bytes>;
    readonly provider: SigningProvider;
  },
): boolean {
  const { publicKey } = signature;
  const nonce = nonceOf(signature);
  const digest = digests.get(digestKey(publicKey, nonce));
  const privateKey = provider.getPrivateKey(hash160(publicKey))?.reveal();
  if (digest === undefined || privateKey === undefined) return false;
  const request = { digest, privateKey };
  const made = secp256k1.signRecoverableMany?.([request])[0] ?? signRecoverable(request);
  return made !== undefined && equalBytes(made.signature.subarray(0, 32), nonce);
}

function verdictOf(
  transcript: readonly AntiExfil[],
  signature: InputSignature,
  secp256k1: Secp256k1,
): AntiExfilVerdict {
  const entry = transcript.find((each) => isAbout(each, signature));
  return entry ? judgeAntiExfil(entry, nonceOf(signature), secp256k1) : 'missing';
}

/** Returns R: the first number of a DER signature, the first half of a BIP340 signature. */
function nonceOf({ signature, publicKey }: ReviewedSignature): Bytes {
  if (publicKey.length === 32) return signature.subarray(0, 32);
  return parseDerLax(signature.subarray(0, -1))?.subarray(0, 32) ?? new Uint8Array(0);
}

/** Returns `publicKey:signature` for each signature that coldsign would have added. */
function ownSignatures(
  psbt: Psbt,
  type: SighashType,
  provider: SigningProvider | undefined,
  secp256k1: Secp256k1,
): ReadonlySet<string> {
  if (provider === undefined) return new Set();
  const usual = type === Sighash.ALL || type === Sighash.DEFAULT;
  const sighashType = usual ? undefined : type;
  const signed = signPsbt({ psbt, provider, sighashType, finalize: false, secp256k1 });
  const session = 'error' in signed ? undefined : openSession(signed.psbt, secp256k1);
  if (session === undefined) return new Set();
  const { cache } = session;
  const texts = session.psbt.inputs.flatMap((input, index) =>
    partialSignatures(input, cache, index, secp256k1).map(
      ({ publicKey, signature }) => `${encodeHex(publicKey)}:${encodeHex(signature)}`,
    ),
  );
  return new Set(texts);
}
