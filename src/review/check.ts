import { parseDerLax } from '../crypto/der.ts';
import { hash160 } from '../crypto/hash.ts';
import { signRecoverable } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { isFinalized } from '../psbt/encode.ts';
import { addFinalScripts } from '../psbt/finalize.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { openSession, type PsbtSession } from '../psbt/psbt-session.ts';
import { signPsbt } from '../psbt/sign-psbt.ts';
import { rawSignatures, silentWorkIn } from '../psbt/signature-count.ts';
import { isScriptPending } from '../psbt/silent-fields.ts';
import { hasSilentFault, judgeSilentPayments } from '../psbt/silent-payments.ts';
import { sighashName } from '../script/asm.ts';
import { solveScript } from '../script/templates.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { SigningProvider } from '../signing/provider.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type AntiExfil, type AntiExfilVerdict, isAbout, judgeAntiExfil } from './anti-exfil.ts';
import { addedFields, changesOf, finishedPsbt } from './changes.ts';
import { isUsualType } from './fee-proof.ts';
import type { ReviewedSignature } from './model.ts';
import { partialSignatures, repeatedNonces, wrongNonces } from './partial-signatures.ts';
import type { PsbtChange } from './signature-changes.ts';
import { judgeInput } from './transaction-subject.ts';

/** A signature that another signer has added. */
export type CheckedSignature = ReviewedSignature & {
  /** Number of the signed input, counted from 0. */
  readonly input: number;
  /** R, 32 bytes: no two signatures may share it. Empty if the signature cannot be parsed. */
  readonly nonce: Bytes;
  /** True if the highest bit of R is 0, as Core grinds it. `undefined` for Schnorr. */
  readonly hasLowR: boolean | undefined;
  /**
   * `default`: coldsign makes the same signature with this key (RFC 6979 with a low R, or BIP340
   * without randomness). `deterministic`: the plain RFC 6979 nonce, as made by signers that do not
   * grind for a low R. `other`: neither. `unknown`: the key is not available.
   */
  readonly derivation: 'default' | 'deterministic' | 'other' | 'unknown';
  /** True if another signature has the same R: anyone who sees both can compute the private key. */
  readonly isRepeated: boolean;
  /** Verdict on the host's randomness in an ECDSA nonce, if there is a transcript. */
  readonly antiExfil: AntiExfilVerdict | undefined;
};

/** Result of comparing another signer's answer with the PSBT. */
export type Check = {
  /** Differences other than signatures. */
  readonly changes: readonly PsbtChange[];
  /** New signatures. */
  readonly signatures: readonly CheckedSignature[];
  /** Inputs in the transcript for which no signature by that key was added. */
  readonly unanswered: readonly number[];
  /**
   * True if no signed data was changed, earlier signatures are still there, there is a new
   * signature (or MuSig2 nonce, or share for a silent payment), all new signatures are valid and of
   * the requested sighash type, no R is repeated, and all signatures keep to the transcript, if
   * there is one.
   */
  readonly isFine: boolean;
};

/** Data that a check needs. */
export type CheckOptions = {
  /** The curve that signatures are verified with. */
  readonly secp256k1: Secp256k1;
  /** Source of the user's keys; absent means that nonces cannot be recomputed. */
  readonly provider?: SigningProvider | undefined;
  /** R of earlier signatures, as hex, with the signature as hex. */
  readonly seen?: ReadonlyMap<string, string> | undefined;
  /** Anti-exfil transcript of the ECDSA nonces, if there is one. */
  readonly transcript?: readonly AntiExfil[] | undefined;
  /** Network of the addresses in `changes`. Default: `changes` has scripts in hexadecimal. */
  readonly network?: Network | undefined;
};

/**
 * Checks that another signer added only signatures, and judges them. `answer` is the returned PSBT
 * or the finished transaction.
 */
export function checkSigned(sent: Psbt, answer: Psbt | Transaction, options: CheckOptions): Check {
  const { secp256k1, network } = options;
  const isPsbt = 'txVersion' in answer;
  const after = isPsbt ? answer : finishedPsbt(sent, answer);
  const { psbt: before, changes: computed } = withSilentScripts(sent, after, secp256k1);
  const differences = [...computed, ...changesOf(before, after, network, secp256k1)];
  const digests = new Map<string, Bytes>();
  const base = withProvenFields(before, after, differences);
  const session = differences.some(({ part }) => part === 'transaction')
    ? undefined
    : openAnswer(base, after, noting(secp256k1, digests));
  const nonces = repeatedNonces(after);
  const known = new Set(before.inputs.flatMap((input) => rawSignatures(input).map(encodeHex)));
  const found = after.inputs.flatMap((_, index) => {
    const all = session
      ? signaturesOf(session, after.inputs[index], { index, nonces, isPsbt })
      : [];
    return all
      .filter(({ signature }) => signature.length === 0 || !known.has(encodeHex(signature)))
      .map((signature) => ({ ...signature, input: index }));
  });
  const signatures = judgeNonces(base, found, options, digests);
  const unanswered = (options.transcript ?? []).flatMap((entry) =>
    signatures.some((each) => isAbout(entry, each)) ? [] : [entry.input],
  );
  const changes = [...differences, ...otherTypes(base, session, found)];
  const isUnchanged = changes.every(({ isHarmless }) => isHarmless);
  const isAnswered = signatures.length > 0 || addsRound(before, after);
  const isWhole = isUnchanged && unanswered.length === 0 && isAnswered;
  return { changes, signatures, unanswered, isFine: isWhole && signatures.every(isSound) };
}

/** Returns whether a signer has added a MuSig2 nonce or partial signature, or a silent share. */
const addsRound = (before: Psbt, after: Psbt): boolean =>
  silentWorkIn(after) > silentWorkIn(before) ||
  after.inputs.some(({ musigPubNonces: nonces, musigPartialSignatures: partials }, i) => {
    const old = before.inputs[i];
    const count = (old?.musigPubNonces.length ?? 0) + (old?.musigPartialSignatures.length ?? 0);
    return nonces.length + partials.length > count;
  });

/**
 * Sets the scripts of silent payments that the signer computed, if it proves them (BIP375). Other
 * scripts stay differences of the transaction. Also reports shares and proofs that are wrong.
 */
function withSilentScripts(
  before: Psbt,
  after: Psbt,
  secp256k1: Secp256k1,
): { readonly psbt: Psbt; readonly changes: readonly PsbtChange[] } {
  const isWrong = hasSilentFault(after, secp256k1) && !hasSilentFault(before, secp256k1);
  const faults = isWrong ? [WRONG_SHARES] : [];
  if (!before.outputs.some(isScriptPending)) return { psbt: before, changes: faults };
  const judged = judgeSilentPayments(after, secp256k1)?.outputs ?? [];
  const proven = new Set(judged.flatMap(({ index, isProven }) => (isProven ? index : [])));
  const isComputed = (output: PsbtOutput, i: number) => isScriptPending(output) && proven.has(i);
  const outputs = before.outputs.map((output, i) => {
    const scriptPubKey = after.outputs[i]?.scriptPubKey ?? output.scriptPubKey;
    return isComputed(output, i) ? { ...output, scriptPubKey } : output;
  });
  const changes = before.outputs.flatMap((output, i): PsbtChange[] => {
    const text = `Output ${i} gets the script of its silent payment, which is proven.`;
    return isComputed(output, i) ? [{ kind: 'added', part: 'output', text, isHarmless: true }] : [];
  });
  return { psbt: { ...before, outputs }, changes: [...faults, ...changes] };
}

const WRONG_SHARES: PsbtChange = {
  kind: 'changed',
  part: 'global',
  text: 'The shares, proofs or scripts of silent payments are not what their addresses require.',
  isHarmless: false,
};

/** Adds the coins and scripts that the answer proves, so that its signatures can be verified. */
function withProvenFields(before: Psbt, after: Psbt, changes: readonly PsbtChange[]): Psbt {
  if (changes.some(({ isHarmless }) => !isHarmless)) return before;
  const inputs = before.inputs.map((input, i) => {
    const now = after.inputs[i];
    return now === undefined ? input : { ...input, ...addedFields(input, now) };
  });
  return { ...before, inputs };
}

const isSound = ({ isValid, isRepeated, antiExfil = 'kept' }: CheckedSignature) =>
  isValid && !isRepeated && antiExfil === 'kept';

/** Opens the PSBT that was sent, with the final scripts of the answer. */
function openAnswer(before: Psbt, after: Psbt, secp256k1: Secp256k1): PsbtSession | undefined {
  const session = openSession(before, secp256k1);
  if (session === undefined) return undefined;
  const { transaction, coins } = session.cache;
  return { ...session, cache: createSighashCache(addFinalScripts(transaction, after), coins) };
}

function signaturesOf(
  { cache, secp256k1, psbt }: PsbtSession,
  input: PsbtInput | undefined,
  { index, nonces, isPsbt }: AnsweredInput,
): readonly ReviewedSignature[] {
  const sent = psbt.inputs[index];
  if (sent === undefined || input === undefined || hasSameScripts(sent, input)) return [];
  if (!isFinalized(input)) {
    // Coin and scripts come from the PSBT that was sent out.
    return [
      ...partialSignatures({ ...sent, ...onlySignatures(input) }, cache, index, secp256k1),
      ...wrongNonces(input, nonces, secp256k1),
    ];
  }
  const { signatures, verdict } = judgeInput(cache, index, secp256k1);
  // A transaction may lack signatures of others, but final scripts of a PSBT are complete.
  const isFine = verdict === 'valid' || (!isPsbt && verdict === undefined);
  if (isFine) return signatures;
  const broken = { publicKey: emptyBytes, signature: emptyBytes, isValid: false };
  return [...signatures, { ...broken, sighashType: Sighash.ALL }];
}

type AnsweredInput = {
  readonly index: number;
  /** Nonces that the answer has more than once. */
  readonly nonces: ReadonlySet<string>;
  readonly isPsbt: boolean;
};

/** Returns whether an input was final and has not changed. */
const hasSameScripts = (before: PsbtInput, after: PsbtInput): boolean =>
  isFinalized(before) &&
  equalBytes(before.finalScriptSig, after.finalScriptSig) &&
  before.finalWitness.length === after.finalWitness.length &&
  before.finalWitness.every((item, i) => equalBytes(item, after.finalWitness[i] ?? emptyBytes));

const onlySignatures = ({
  partialSignatures: ecdsa,
  tapKeySignature,
  tapScriptSignatures,
  musigPubNonces,
  musigPartialSignatures,
}: PsbtInput) => ({
  partialSignatures: ecdsa,
  tapKeySignature,
  tapScriptSignatures,
  musigPubNonces,
  musigPartialSignatures,
});

type InputSignature = ReviewedSignature & { readonly input: number };

/** Reports signatures that do not cover what the PSBT requires. */
function otherTypes(
  { inputs }: Psbt,
  session: PsbtSession | undefined,
  found: readonly InputSignature[],
): readonly PsbtChange[] {
  const texts = found.flatMap(({ input, sighashType, isValid }) => {
    const script = session?.cache.coins[input]?.scriptPubKey;
    const asked = inputs[input]?.sighashType ?? usualType(script);
    const isSame = sighashType === asked || (isUsualType(sighashType) && isUsualType(asked));
    if (!isValid || isSame) return [];
    const [made, wanted] = [sighashType, asked].map(nameOfType);
    return [`Input ${input} is signed with sighash type ${made} instead of ${wanted}.`];
  });
  return [...new Set(texts)].map((text) => ({
    kind: 'changed',
    part: 'input',
    text,
    isHarmless: false,
  }));
}

const usualType = (script: Bytes = emptyBytes): SighashType =>
  solveScript(script).kind === 'witness_v1_taproot' ? Sighash.DEFAULT : Sighash.ALL;

const nameOfType = (type: SighashType): string =>
  type === Sighash.DEFAULT ? 'DEFAULT' : sighashName(type) || `0x${type.toString(16)}`;

function judgeNonces(
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
function noting(curve: Secp256k1, digests: Map<string, Bytes>): Secp256k1 {
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
