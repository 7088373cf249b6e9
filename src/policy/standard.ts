import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { refusingChecker } from '../script/checker.ts';
import { NO_VERIFY_FLAGS } from '../script/flags.ts';
import { evalScript } from '../script/interpreter/eval.ts';
import { isPayToScriptHash, isPushOnly, matchWitnessProgram } from '../script/script.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import { scriptErrorSentence } from '../script/script-error.ts';
import { countP2shSigOps, countSigOps } from '../script/sigops.ts';
import { annexOf } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import { checkTransaction } from '../transaction/check.ts';
import { legacySigOps } from '../transaction/sigop-cost.ts';
import {
  TRUC_VERSION,
  type Transaction,
  type TxIn,
  type TxOut,
} from '../transaction/transaction.ts';
import {
  MAX_STANDARD_TX_WEIGHT,
  strippedSize,
  transactionWeight,
  WITNESS_SCALE_FACTOR,
} from '../transaction/weight.ts';
import { dustThreshold } from '../wallet/funding/fund-fees.ts';
import { defaultRelayFees } from '../wallet/funding/fund-request.ts';

/** policy/policy.h. */
const MAX_STANDARD_VERSION = 3;

const MIN_STANDARD_SIZE = 65;

const MAX_STANDARD_SCRIPTSIG_SIZE = 1650;

const MAX_DATA_CARRIER_SIZE = 100_000;

const MAX_DUST_OUTPUTS = 1;

export const MAX_STANDARD_SIGOPS_COST = 16_000;

export const MAX_STANDARD_P2WSH_SCRIPT_SIZE = 3600;

const MAX_STANDARD_P2WSH_STACK_ITEMS = 100;

const MAX_STANDARD_STACK_ITEM_SIZE = 80;

/** policy/truc_policy.h. */
export const TRUC_MAX_VSIZE = 10_000;

/** Facts that a transaction does not contain. */
export type StandardFacts = {
  /** Scripts of the spent coins; `undefined` if unknown. */
  readonly scripts: readonly (Bytes | undefined)[];
  /** Outputs below the dust limit. */
  readonly dust: number;
  readonly hasFee: boolean;
  /** Virtual bytes once it is signed. */
  readonly vsize: number;
};

/**
 * Returns all reasons why nodes would not relay a transaction, in Core's words. Core:
 * CheckTransaction, IsStandardTx, AreInputsStandard and IsWitnessStandard with default settings
 * (policy/policy.cpp), as far as the known scripts allow.
 */
export function nonStandardReasons(
  transaction: Transaction,
  { scripts, dust, hasFee, vsize }: StandardFacts,
): readonly string[] {
  const { inputs, version } = transaction;
  const fault = checkTransaction(transaction);
  const sigOps = legacySigOps(transaction) * WITNESS_SCALE_FACTOR;
  const reasons = [
    ...(fault === undefined ? [] : [fault]),
    ...standardFaults(transaction, dust),
    ...inputs.flatMap((input, index) => inputReason(input, scripts[index]) ?? []),
    // A transaction with dust is relayed if it pays no fee, so that a child has to spend the dust
    // (ephemeral dust).
    ...(dust > 0 && hasFee ? ['dust'] : []),
    ...(sigOps > MAX_STANDARD_SIGOPS_COST ? ['bad-txns-too-many-sigops'] : []),
    ...(vsize * WITNESS_SCALE_FACTOR > MAX_STANDARD_TX_WEIGHT ? ['tx-size'] : []),
    ...(version === TRUC_VERSION && vsize > TRUC_MAX_VSIZE ? ['TRUC-violation'] : []),
  ];
  return [...new Set(reasons)];
}

/**
 * Yields the faults of a transaction that need no coins, in Core's order: IsStandardTx, and the
 * minimum size. `dust` is the number of outputs below the dust limit.
 */
export function* standardFaults(transaction: Transaction, dust: number): Iterable<string> {
  const { version, inputs, outputs } = transaction;
  if (version < 1 || version > MAX_STANDARD_VERSION) yield 'version';
  if (transactionWeight(transaction) > MAX_STANDARD_TX_WEIGHT) yield 'tx-size';
  for (const { scriptSig } of inputs) {
    if (scriptSig.length > MAX_STANDARD_SCRIPTSIG_SIZE) yield 'scriptsig-size';
    if (!isPushOnly(scriptSig)) yield 'scriptsig-not-pushonly';
  }
  let data = 0;
  for (const { scriptPubKey } of outputs) {
    const template = solveScript(scriptPubKey);
    const isLarge = template.kind === 'multisig' && template.publicKeys.length > 3;
    if (template.kind === 'nonstandard' || isLarge) yield 'scriptpubkey';
    if (template.kind === 'nulldata') data += scriptPubKey.length;
    if (data > MAX_DATA_CARRIER_SIZE) yield 'datacarrier';
  }
  if (dust > MAX_DUST_OUTPUTS) yield 'dust';
  if (strippedSize(transaction) < MIN_STANDARD_SIZE) yield 'tx-size-small';
}

function inputReason(input: TxIn, script: Bytes | undefined): string | undefined {
  if (script === undefined) return undefined;
  const { kind } = solveScript(script);
  if (kind === 'nonstandard' || kind === 'witness_unknown') return 'bad-txns-nonstandard-inputs';
  return isWitnessStandard(input, script) ? undefined : 'bad-witness-nonstandard';
}

/** IsWitnessStandard for one input. */
export function isWitnessStandard({ scriptSig, witness }: TxIn, scriptPubKey: Bytes): boolean {
  if (witness.length === 0) return true;
  if (solveScript(scriptPubKey).kind === 'anchor') return false;
  const nested = isPayToScriptHash(scriptPubKey);
  const script = nested ? redeemScriptOf(scriptSig) : scriptPubKey;
  if (script === undefined || 'error' in script) return false;
  const program = matchWitnessProgram(script);
  if (program === undefined) return false;
  const is32 = program.program.length === 32;
  if (program.version === 0 && is32) return isP2wshStandard(witness);
  return program.version === 1 && is32 && !nested ? isTaprootStandard(witness) : true;
}

/**
 * Returns the redeem script that a P2SH scriptSig pushes, `undefined` if there is none, or why the
 * scriptSig fails.
 */
function redeemScriptOf(scriptSig: Bytes): Bytes | ScriptFailure | undefined {
  const stack: Bytes[] = [];
  const failure = evalScript(stack, scriptSig, NO_VERIFY_FLAGS, refusingChecker, 'base');
  return failure ?? lastOf(stack);
}

function isP2wshStandard(witness: readonly Bytes[]): boolean {
  const items = witness.slice(0, -1);
  return (
    (lastOf(witness) ?? emptyBytes).length <= MAX_STANDARD_P2WSH_SCRIPT_SIZE &&
    items.length <= MAX_STANDARD_P2WSH_STACK_ITEMS &&
    items.every(isSmallItem)
  );
}

const TAPROOT_LEAF_MASK = 0xfe;

const TAPROOT_LEAF_TAPSCRIPT = 0xc0;

function isTaprootStandard(witness: readonly Bytes[]): boolean {
  if (annexOf(witness)) return false;
  if (witness.length < 2) return true;
  const [leaf] = lastOf(witness) ?? emptyBytes;
  if (leaf === undefined) return false;
  const isTapscript = (leaf & TAPROOT_LEAF_MASK) === TAPROOT_LEAF_TAPSCRIPT;
  return !isTapscript || witness.slice(0, -2).every(isSmallItem);
}

const isSmallItem = ({ length }: Bytes) => length <= MAX_STANDARD_STACK_ITEM_SIZE;

/** policy/policy.h. */
const MAX_P2SH_SIGOPS = 15;

const MAX_TX_LEGACY_SIGOPS = 2500;

/** policy/policy.cpp, ValidateInputsStandardness. */
export function inputsFault(
  { inputs }: Transaction,
  scripts: readonly Bytes[],
): string | undefined {
  let sigOps = 0;
  for (const [at, { scriptSig }] of inputs.entries()) {
    const script = scripts[at];
    if (script === undefined) continue;
    // BIP54: "the limit applies to the number of potentially executed signature operations".
    sigOps += countSigOps(scriptSig, true) + countP2shSigOps(scriptSig, script);
  }
  if (sigOps > MAX_TX_LEGACY_SIGOPS) return 'non-witness sigops exceed bip54 limit';
  for (const [at, { scriptSig }] of inputs.entries()) {
    const script = scripts[at];
    const fault = script && inputFault(scriptSig, script, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function inputFault(scriptSig: Bytes, script: Bytes, at: number): string | undefined {
  const { kind } = solveScript(script);
  if (kind === 'nonstandard') return `input ${at} script unknown`;
  if (kind === 'witness_unknown') return `input ${at} witness program is undefined`;
  if (!isPayToScriptHash(script)) return undefined;
  const redeem = redeemScriptOf(scriptSig);
  if (redeem === undefined) return `input ${at} P2SH redeemscript missing`;
  if ('error' in redeem) {
    return `p2sh scriptsig malformed (input ${at}: ${scriptErrorSentence(redeem.error)})`;
  }
  const sigOps = countP2shSigOps(scriptSig, script);
  if (sigOps <= MAX_P2SH_SIGOPS) return undefined;
  return `p2sh redeemscript sigops exceed limit (input ${at}: ${sigOps} > ${MAX_P2SH_SIGOPS})`;
}

/** Core: IsDust, at its default rate. */
export function isDust({ value, scriptPubKey }: TxOut): boolean {
  return value < BigInt(dustThreshold(scriptPubKey, defaultRelayFees.dustRelayFee));
}
