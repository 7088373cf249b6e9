import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { isMoneyRange, type Satoshis } from '../encoding/amount.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { isUnspendable } from '../script/script.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import { createMusigCreator } from '../signing/musig-creator.ts';
import { type MissingData, nothingMissing } from '../signing/signature-data.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { isCoinbase } from '../transaction/check.ts';
import { feeRateOf, perVbyte } from '../transaction/fee-bounds.ts';
import { sigOpCost } from '../transaction/sigop-cost.ts';
import { transactionWeight, virtualSize } from '../transaction/weight.ts';
import { withFinalScripts } from './finalize.ts';
import { signPsbtInput } from './input-signing.ts';
import { signWithPlaceholders } from './placeholder-signing.ts';
import { notNull, type Psbt, type PsbtInput } from './psbt.ts';
import { isSignedAndVerified, openSession, type PsbtSession, spentOutput } from './psbt-session.ts';

/** The roles of BIP174 in working order. */
const psbtRoles = ['creator', 'updater', 'signer', 'finalizer', 'extractor'] as const;
/** A role in the work on a PSBT (BIP174, BIP370), in working order. */
type PsbtRole = (typeof psbtRoles)[number];

/** Missing data of one input, and the role that is next. */
export type InputAnalysis = {
  /** The output that is spent is known. */
  readonly hasUtxo: boolean;
  /** True if the input has final scripts, and they are valid. */
  readonly isFinal: boolean;
  /** Data that signing needed and did not find. */
  readonly missing: MissingData;
  /** The role that must work on this input next. */
  readonly next: PsbtRole;
};

/** The result of `analyzePsbt` for the inputs and the complete PSBT. */
export type PsbtAnalysis = {
  /** Inputs in order; empty if there is an `error`. */
  readonly inputs: readonly InputAnalysis[];
  /** Size in virtual bytes. */
  readonly estimatedSize?: number | undefined;
  /** Fee rate in sat/vB, to a thousandth. */
  readonly estimatedFeeRate?: number | undefined;
  /** Fee in satoshi; may be negative. */
  readonly fee?: Satoshis | undefined;
  /** The role that must work on the PSBT next: the earliest of all inputs. */
  readonly next: PsbtRole;
  /** The reason why nothing could be analyzed, in Core's words. */
  readonly error?: string | undefined;
};

const invalid = (error: string): PsbtAnalysis => ({ inputs: [], next: 'creator', error });

/** policy/policy.h, DEFAULT_BYTES_PER_SIGOP. */
const BYTES_PER_SIGOP = 20;

/**
 * Analyzes a PSBT: the next role, missing data, and the fee. `bytesPerSigop` weights signature
 * operations. Core: AnalyzePSBT (node/psbt.cpp).
 */
export const analyzePsbt = (
  psbt: Psbt,
  secp256k1: Secp256k1,
  bytesPerSigop?: number,
): PsbtAnalysis => runNow(analyzeTask(psbt, secp256k1, bytesPerSigop));

/** Number of inputs that are analyzed between pauses. */
const FEW = 8;

/** Analyzes as `analyzePsbt` does, and lets other work run after every few inputs. */
export function* analyzeTask(
  psbt: Psbt,
  secp256k1: Secp256k1,
  bytesPerSigop = BYTES_PER_SIGOP,
  pause?: Pause,
): Task<PsbtAnalysis> {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return invalid('PSBT cannot be made into a valid transaction');
  const inputs: InputAnalysis[] = [];
  const filled: PsbtInput[] = [];
  let total = 0n;
  for (const [i, input] of psbt.inputs.entries()) {
    const fault = inputFault(input, i, total);
    if (fault !== undefined) return invalid(fault);
    total += spentOutput(input)?.value ?? 0n;
    const analyzed = analyzeInput(session, i, input);
    inputs.push(analyzed.analysis);
    filled.push(analyzed.filled);
    if (pause && i % FEW === FEW - 1) yield pause();
  }
  const next = earliest(inputs.map((input) => input.next));
  if (inputs.some(({ hasUtxo }) => !hasUtxo)) return { inputs, next };
  const paid = outputTotal(psbt);
  if (paid === undefined) return invalid('PSBT is not valid. Output amount invalid');
  const fee = total - paid;
  const size = yield* estimateSize(session, filled, bytesPerSigop, pause);
  return {
    inputs,
    next,
    fee,
    estimatedSize: size,
    estimatedFeeRate: size === undefined ? undefined : perVbyte(feeRateOf(fee, size)),
  };
}

function inputFault(input: PsbtInput, i: number, total: Satoshis): string | undefined {
  const { nonWitnessUtxo, prevout } = input;
  const output = spentOutput(input);
  if (output === undefined) {
    return nonWitnessUtxo && prevout.vout >= nonWitnessUtxo.outputs.length
      ? `PSBT is not valid. Input ${i} specifies invalid prevout`
      : undefined;
  }
  if (!isMoneyRange(output.value) || !isMoneyRange(total + output.value)) {
    return `PSBT is not valid. Input ${i} has invalid value`;
  }
  return isUnspendable(output.scriptPubKey)
    ? `PSBT is not valid. Input ${i} spends unspendable output`
    : undefined;
}

function analyzeInput(
  session: PsbtSession,
  index: number,
  input: PsbtInput,
): { readonly analysis: InputAnalysis; readonly filled: PsbtInput } {
  const hasUtxo = session.cache.coins[index] !== undefined;
  const options = {
    provider: emptyProvider,
    finalize: true,
    musigCreator: createMusigCreator,
  };
  const { input: filled, error, missing } = signPsbtInput(session, index, options);
  if (error !== undefined) {
    const known = withoutNull(missing);
    return { analysis: { hasUtxo, isFinal: false, missing: known, next: nextOf(known) }, filled };
  }
  const isFinal = isSignedAndVerified(session, index, input);
  const next = isFinal ? 'extractor' : 'finalizer';
  return { analysis: { hasUtxo, isFinal, missing: nothingMissing, next }, filled };
}

/** Removes script hashes of zeros, which mean "not missing": Core keeps both in one variable. */
function withoutNull({ redeemScript, witnessScript, ...missing }: MissingData): MissingData {
  return {
    ...missing,
    redeemScript: notNull(redeemScript),
    witnessScript: notNull(witnessScript),
  };
}

/** Lists the missing ECDSA keys. Core reports no missing BIP340 signatures. */
export function missingEcdsaKeys({ signatures }: MissingData): MissingData['signatures'] {
  return signatures.filter((publicKey) => publicKey.length !== 32);
}

function nextOf(missing: MissingData): PsbtRole {
  const onlySignatures =
    missing.publicKeys.length === 0 && !missing.redeemScript && !missing.witnessScript;
  return onlySignatures && missingEcdsaKeys(missing).length > 0 ? 'signer' : 'updater';
}

function earliest(roles: readonly PsbtRole[]): PsbtRole {
  return psbtRoles.find((role) => roles.includes(role)) ?? 'extractor';
}

function outputTotal({ outputs }: Psbt): Satoshis | undefined {
  let total = 0n;
  for (const { value: amount } of outputs) {
    total += amount;
    if (!isMoneyRange(amount) || !isMoneyRange(total)) return undefined;
  }
  return total;
}

/**
 * Returns the virtual size of the signed transaction, or `undefined` if an input's size is unknown.
 */
function* estimateSize(
  session: PsbtSession,
  filled: readonly PsbtInput[],
  bytesPerSigop: number,
  pause: Pause | undefined,
): Task<number | undefined> {
  const inputs: PsbtInput[] = [];
  for (const [index, known] of filled.entries()) {
    const { input, error } = signWithPlaceholders(session, index, known);
    if (error !== undefined) return undefined;
    inputs.push(input);
    if (pause && index % FEW === FEW - 1) yield pause();
  }
  const transaction = withFinalScripts({ ...session.psbt, inputs });
  if (transaction === undefined) return undefined;
  const spent = session.cache.coins.flatMap((coin) => coin?.scriptPubKey ?? []);
  const cost = sigOpCost(transaction, isCoinbase(transaction) ? [] : spent, STANDARD_VERIFY_FLAGS);
  return virtualSize(Math.max(transactionWeight(transaction), cost * bytesPerSigop));
}
