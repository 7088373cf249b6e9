import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { locksOf, scriptCode, type UnmetLock } from '../psbt/diagnose.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { Op } from '../script/opcodes.ts';
import { type ScriptOp, walkScript } from '../script/script.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import { isLockTimeMet, isSequenceMet, SEQUENCE_LOCKTIME_TYPE_FLAG } from '../sighash/checker.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';

/** Scripts with more paths than this are not judged. */
const MOST_PATHS = 500;

/** BIP112: a number with this bit asks for nothing. */
const DISABLED = 0x80000000;

/** What is known of how a coin is locked. */
export type KnownScripts = Pick<
  PsbtInput,
  'redeemScript' | 'witnessScript' | 'tapInternalKey' | 'tapLeaves'
>;

/**
 * Returns what an input needs if its locks close every path that the PSBT shows; `undefined` if a
 * path is open, or may be one that the PSBT does not show.
 */
export function findUnmetLock(
  input: KnownScripts,
  index: number,
  { scriptPubKey }: Pick<Coin, 'scriptPubKey'>,
  transaction: Transaction,
): string | undefined {
  const sequence = transaction.inputs[index]?.sequence;
  if (sequence === undefined) return undefined;
  const isOpen = ({ kind, value }: UnmetLock) =>
    kind === 'older'
      ? value >= DISABLED || isSequenceMet(transaction, sequence, value)
      : isLockTimeMet(transaction, sequence, value);
  const needs: string[] = [];
  for (const script of scriptsOf(input, scriptPubKey)) {
    const paths = pathsOf(walkScript(script) ?? []);
    if (paths === undefined) return undefined;
    for (const path of paths) {
      const closed = path.filter((lock) => !isOpen(lock));
      if (closed.length === 0) return undefined;
      needs.push(closed.map(needOf).join(' and '));
    }
  }
  if (needs.length === 0) return undefined;
  const asked = [...new Set(needs)].slice(0, 3).join(', another ');
  return `A path needs ${asked}. ${describeLocks(transaction, index)}`;
}

/** Returns what the locks of an input's script are compared with, as a sentence. */
export function describeLocks({ inputs, version, locktime }: Transaction, index: number): string {
  const { sequence } = inputs[index] ?? {};
  return `The input has sequence ${sequence}, the transaction lock time ${locktime} and version ${version}.`;
}

/** Returns the numbers before each OP_CHECKSEQUENCEVERIFY (BIP112) of some scripts. */
export const agesIn = (scripts: readonly Bytes[]): readonly number[] =>
  scripts
    .flatMap((script) => locksOf(walkScript(script) ?? []))
    .flatMap(({ kind, value }) => (kind === 'older' ? value : []));

/** The scripts of which one must be satisfied; none if the key of a taproot output may sign. */
function scriptsOf(input: KnownScripts, scriptPubKey: Bytes): readonly Bytes[] {
  if (solveScript(scriptPubKey).kind !== 'witness_v1_taproot') {
    return [scriptCode(input, scriptPubKey).script];
  }
  const { tapInternalKey: key, tapLeaves } = input;
  const hasKeyPath = key === undefined || !equalBytes(key, UNSPENDABLE_KEY);
  return hasKeyPath ? [] : tapLeaves.map(({ script }) => script);
}

function needOf({ kind, value }: UnmetLock): string {
  if (kind === 'after') {
    const unit = value < LOCKTIME_THRESHOLD ? 'a block height' : 'a time';
    return `a lock time of at least ${value} (${unit}) and a sequence below 4294967295`;
  }
  const isTime = (value & SEQUENCE_LOCKTIME_TYPE_FLAG) !== 0;
  const unit = isTime ? `${(value & 0xffff) * 512} seconds` : `${value & 0xffff} blocks`;
  return `a sequence of at least ${value} (${unit}) in version 2`;
}

/** The locks of each way through a script. */
type Paths = readonly (readonly UnmetLock[])[];

/**
 * Returns the locks of each way through the branches of a script. `undefined`: the branches are
 * not closed, or there are too many ways.
 */
function pathsOf(operations: readonly ScriptOp[]): Paths | undefined {
  const outer: { before: Paths; done: Paths }[] = [];
  let paths: Paths = [[]];
  for (const [i, { opcode }] of operations.entries()) {
    if (opcode === Op.IF || opcode === Op.NOTIF) {
      outer.push({ before: paths, done: [] });
    } else if (opcode === Op.ELSE || opcode === Op.ENDIF) {
      const branch = outer.pop();
      if (branch === undefined) return undefined;
      // Without OP_ELSE the other way goes past the branch.
      if (opcode === Op.ENDIF) {
        paths = [...paths, ...(branch.done.length > 0 ? branch.done : branch.before)];
      } else {
        outer.push({ before: branch.before, done: paths });
        paths = branch.before;
      }
    } else {
      const locks = locksOf(operations.slice(Math.max(0, i - 1), i + 1));
      if (locks.length > 0) paths = paths.map((path) => [...path, ...locks]);
    }
    if (paths.length > MOST_PATHS) return undefined;
  }
  return outer.length === 0 ? paths : undefined;
}
