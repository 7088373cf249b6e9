import type { Json, JsonNumber } from '../../json/json.ts';
import { MAX_BIP125_RBF_SEQUENCE, type Transaction } from '../../transaction/transaction.ts';
import { invalid } from '../error.ts';
import { getInt64, getUint32 } from '../values.ts';
import { parseInputs } from './inputs.ts';
import { type OutputReading, type ParsedOutput, parseOutputs } from './outputs.ts';

export type UnsignedTransactionArguments = {
  readonly inputs: Json;
  readonly outputs: Json;
  readonly locktime: Json | undefined;
  /** If omitted, sequences are as for true, but may contradict it. */
  readonly replaceable: boolean | undefined;
  readonly version: JsonNumber | undefined;
};

/** rpc/rawtransaction_util.cpp, DEFAULT_RAWTX_VERSION, and the standard versions (policy.h). */
const DEFAULT_VERSION = 2;
const MIN_VERSION = 1;
const MAX_VERSION = 3;
const LOCKTIME_MAX = 0xffffffffn;

/** A transaction with placeholder scripts for silent payments. */
export type UnsignedTransaction = Omit<Transaction, 'outputs'> & {
  readonly outputs: readonly ParsedOutput[];
};

/** Parses a transaction with the order of checks of `ConstructTransaction`. */
export function parseUnsignedTransaction(
  args: UnsignedTransactionArguments,
  reading: OutputReading,
): UnsignedTransaction {
  const { replaceable } = args;
  const version = args.version === undefined ? DEFAULT_VERSION : getUint32(args.version);
  const locktime = args.locktime === undefined ? 0 : parseLocktime(args.locktime);
  if (version < MIN_VERSION || version > MAX_VERSION) {
    throw invalid(`Invalid parameter, version out of range(${MIN_VERSION}~${MAX_VERSION})`);
  }
  const inputs = parseInputs(args.inputs, { replaceable, locktime });
  const outputs = parseOutputs(args.outputs, reading);
  const signals = inputs.some((input) => input.sequence <= MAX_BIP125_RBF_SEQUENCE);
  if (replaceable === true && inputs.length > 0 && !signals) {
    throw invalid(
      'Invalid parameter combination: Sequence number(s) contradict replaceable option',
    );
  }
  return { version, inputs, outputs, locktime };
}

function parseLocktime(value: Json): number {
  const locktime = getInt64(value);
  if (locktime < 0n || locktime > LOCKTIME_MAX) {
    throw invalid('Invalid parameter, locktime out of range');
  }
  return Number(locktime);
}
