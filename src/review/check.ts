import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { addFinalScripts } from '../psbt/final-scripts.ts';
import { isFinalized, type Psbt, type PsbtInput, type PsbtOutput } from '../psbt/psbt.ts';
import { openSession, type PsbtSession } from '../psbt/psbt-session.ts';
import { rawSignatures, silentWorkIn } from '../psbt/signature-count.ts';
import { isScriptPending } from '../psbt/silent-fields.ts';
import { hasSilentFault, judgeSilentPayments } from '../psbt/silent-payments.ts';
import { sighashName } from '../script/asm.ts';
import { solveScript } from '../script/templates.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isAbout } from './anti-exfil.ts';
import { addedFields, changesOf, finishedPsbt } from './changes.ts';
import type { Check, CheckedSignature, CheckOptions, InputSignature } from './check-model.ts';
import { judgeNonces, noting } from './check-nonces.ts';
import { isUsualType } from './fee-proof.ts';
import type { ReviewedSignature } from './model.ts';
import { partialSignatures, repeatedNonces, wrongNonces } from './partial-signatures.ts';
import { judgeInput } from './raw-spends.ts';
import type { PsbtChange } from './signature-changes.ts';

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
