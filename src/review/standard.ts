import type { Bytes } from '../encoding/bytes.ts';
import { isPushOnly } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { checkTransaction } from '../transaction/check.ts';
import { legacySigOps } from '../transaction/sigop-cost.ts';
import type { Transaction, TxIn } from '../transaction/transaction.ts';
import {
  strippedSize,
  transactionWeight,
  virtualSize,
  WITNESS_SCALE_FACTOR,
} from '../transaction/weight.ts';
import { isAnnex } from './lock.ts';

/** policy/policy.h. */
const MAX_STANDARD_VERSION = 3;
const MAX_STANDARD_WEIGHT = 400_000;
const MIN_STANDARD_SIZE = 65;
const MAX_STANDARD_SCRIPTSIG_SIZE = 1650;
const MAX_DATA_CARRIER_SIZE = 100_000;
const MAX_DUST_OUTPUTS = 1;
const MAX_STANDARD_SIGOPS_COST = 16_000;
const MAX_STANDARD_P2WSH_SCRIPT_SIZE = 3600;
const MAX_STANDARD_P2WSH_STACK_ITEMS = 100;
const MAX_STANDARD_STACK_ITEM_SIZE = 80;
/** policy/truc_policy.h. */
const TRUC_VERSION = 3;
const TRUC_MAX_VSIZE = 10_000;

/** What is known beside a transaction. */
export type StandardFacts = {
  /** Of the spent coins; `undefined`: not known. */
  readonly scripts: readonly (Bytes | undefined)[];
  /** Outputs below the dust limit. */
  readonly dust: number;
  readonly hasFee: boolean;
};

/**
 * Why nodes would not pass it on, in Core's words, all reasons. Core: CheckTransaction,
 * IsStandardTx, AreInputsStandard and IsWitnessStandard with its default settings
 * (policy/policy.cpp), as far as the scripts that are there tell.
 */
export function nonStandardReasons(
  transaction: Transaction,
  facts: StandardFacts,
): readonly string[] {
  const { inputs } = transaction;
  const reasons = [
    checkTransaction(transaction),
    ...sizeReasons(transaction),
    ...outputReasons(transaction, facts),
    ...new Set(inputs.map((input, index) => inputReason(input, facts.scripts[index]))),
  ];
  return reasons.flatMap((reason) => (reason === undefined ? [] : [reason]));
}

function sizeReasons(transaction: Transaction): readonly (string | undefined)[] {
  const { version } = transaction;
  const vsize = virtualSize(transaction);
  return [
    version < 1 || version > MAX_STANDARD_VERSION ? 'version' : undefined,
    transactionWeight(transaction) > MAX_STANDARD_WEIGHT ? 'tx-size' : undefined,
    strippedSize(transaction) < MIN_STANDARD_SIZE ? 'tx-size-small' : undefined,
    version === TRUC_VERSION && vsize > TRUC_MAX_VSIZE ? 'TRUC-violation' : undefined,
    legacySigOps(transaction) * WITNESS_SCALE_FACTOR > MAX_STANDARD_SIGOPS_COST
      ? 'bad-txns-too-many-sigops'
      : undefined,
  ];
}

function outputReasons(
  { outputs }: Transaction,
  { dust, hasFee }: StandardFacts,
): readonly (string | undefined)[] {
  let data = 0;
  let isKnown = true;
  for (const { scriptPubKey } of outputs) {
    const template = solveScript(scriptPubKey);
    if (template.kind === 'nulldata') data += scriptPubKey.length;
    if (template.kind === 'nonstandard') isKnown = false;
    if (template.kind === 'multisig' && template.publicKeys.length > 3) isKnown = false;
  }
  return [
    isKnown ? undefined : 'scriptpubkey',
    data > MAX_DATA_CARRIER_SIZE ? 'datacarrier' : undefined,
    // One is let through where nobody pays for it, so that a child has to spend it (ephemeral
    // dust).
    dust > MAX_DUST_OUTPUTS || (dust > 0 && hasFee) ? 'dust' : undefined,
  ];
}

function inputReason({ scriptSig, witness }: TxIn, script: Bytes | undefined): string | undefined {
  if (scriptSig.length > MAX_STANDARD_SCRIPTSIG_SIZE) return 'scriptsig-size';
  if (!isPushOnly(scriptSig)) return 'scriptsig-not-pushonly';
  const kind = script && solveScript(script).kind;
  if (kind === 'nonstandard' || kind === 'witness_unknown') return 'bad-txns-nonstandard-inputs';
  return kind !== undefined && !isWitnessStandard(kind, witness)
    ? 'bad-witness-nonstandard'
    : undefined;
}

function isWitnessStandard(kind: string, witness: readonly Bytes[]): boolean {
  if (witness.length === 0) return true;
  if (kind === 'witness_v1_taproot') {
    if (isAnnex(witness)) return false;
    return witness.length < 2 || witness.slice(0, -2).every(isSmallItem);
  }
  if (kind !== 'witness_v0_scripthash') return true;
  const script = witness[witness.length - 1];
  return (
    script !== undefined &&
    script.length <= MAX_STANDARD_P2WSH_SCRIPT_SIZE &&
    witness.length - 1 <= MAX_STANDARD_P2WSH_STACK_ITEMS &&
    witness.slice(0, -1).every(isSmallItem)
  );
}

const isSmallItem = ({ length }: Bytes) => length <= MAX_STANDARD_STACK_ITEM_SIZE;
