import { hash160 } from '../crypto/hash.ts';
import { fingerprint } from '../descriptor/extended-key.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { locksOf, scriptCode, type UnmetLock } from '../psbt/diagnose.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import {
  LOCKTIME_THRESHOLD,
  TAPROOT_CONTROL_BASE_SIZE,
  TAPROOT_CONTROL_NODE_SIZE,
  TAPROOT_LEAF_TAPSCRIPT,
} from '../script/limits.ts';
import { walkScript } from '../script/script.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import {
  isLockTimeMet,
  isSequenceMet,
  SEQUENCE_LOCKTIME_TYPE_FLAG,
} from '../sighash/transaction-checker.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import { branchesOf, type ScriptBranch } from './script-branches.ts';
import type { Waiting } from './subject.ts';

/** BIP112: a number with this bit sets no lock. */
const DISABLED = 0x80000000;

/** Known scripts of a coin. */
export type KnownScripts = Pick<
  PsbtInput,
  'redeemScript' | 'witnessScript' | 'tapInternalKey' | 'tapLeaves'
> &
  Partial<Pick<PsbtInput, 'tapKeyPaths'>>;

/**
 * Returns what an input needs if its locks close every path that the PSBT shows. `undefined` if a
 * path is open, or may be hidden. `held` contains the user's keys. If the PSBT shows paths of these
 * keys, only those count, because other people sign the others.
 */
export function findUnmetLock(
  input: KnownScripts,
  index: number,
  { scriptPubKey }: Pick<Coin, 'scriptPubKey'>,
  transaction: Transaction,
  held: readonly Bytes[] = [],
): string | undefined {
  const sequence = transaction.inputs[index]?.sequence;
  if (sequence === undefined) return undefined;
  const isClosed = ({ kind, value }: UnmetLock) =>
    kind === 'older'
      ? value < DISABLED && !isSequenceMet(transaction, sequence, value)
      : !isLockTimeMet(transaction, sequence, value);
  const all = pathsOfInput(input, scriptPubKey);
  const forms = new Set(held.flatMap(formsOf));
  const own = all?.filter(({ keys }) => keys.some((key) => forms.has(encodeHex(key))));
  const paths = own && own.length > 0 ? own : (all ?? []);
  const needs = paths.map(({ locks }) => locks.filter(isClosed));
  if (needs.length === 0 || needs.some((locks) => locks.length === 0)) return undefined;
  const sentences = new Set(needs.map((locks) => locks.map(needOf).join(' and ')));
  const asked = [...sentences].slice(0, 3).join(', another ');
  return `A path needs ${asked}. ${describeLocks(transaction, index)}`;
}

/**
 * Returns whether an input waits for one of several paths, such as a recovery path. `undefined` if
 * its script has only one kind of path, or if some paths may be hidden.
 */
export function waitingOf(
  paths: readonly ScriptBranch[] | undefined,
  transaction: Transaction,
  index: number,
  held: readonly Bytes[],
): Waiting | undefined {
  const sequence = transaction.inputs[index]?.sequence ?? DISABLED;
  const agesOf = ({ locks }: ScriptBranch) =>
    locks.flatMap(({ kind, value }) => (kind === 'older' && value < DISABLED ? [value] : []));
  const isOpen = (path: ScriptBranch) =>
    agesOf(path).every((age) => isSequenceMet(transaction, sequence, age));
  const waiting = (paths ?? []).filter((path) => agesOf(path).length > 0);
  const free = (paths ?? []).filter((path) => agesOf(path).length === 0);
  const open = waiting.filter(isOpen);
  if (free.length === 0 || open.length === 0) return undefined;
  const forms = new Set(held.flatMap(formsOf));
  const isOwn = ({ keys }: ScriptBranch) => keys.some((key) => forms.has(encodeHex(key)));
  return {
    ages: [...new Set(open.flatMap(agesOf))],
    isOwn: open.some(isOwn),
    hasFreePath: free.some(isOwn),
  };
}

/** Returns a key as scripts contain it: plain, x-only or hashed. */
const formsOf = (key: Bytes): readonly string[] => {
  const xOnly = key.subarray(-32);
  return [key, xOnly, hash160(key), hash160(xOnly)].map(encodeHex);
};

/** Returns, as a sentence, the values that the locks of an input's script are compared with. */
export function describeLocks({ inputs, version, locktime }: Transaction, index: number): string {
  const { sequence } = inputs[index] ?? {};
  return `The input has sequence ${sequence}, the transaction lock time ${locktime} and version ${version}.`;
}

/** Returns whether some script has a lock. */
export const hasLock = (scripts: readonly Bytes[]): boolean =>
  scripts.some((script) => locksOf(walkScript(script) ?? []).length > 0);

/** Returns the numbers before each OP_CHECKSEQUENCEVERIFY (BIP112) of some scripts. */
export const agesIn = (scripts: readonly Bytes[]): readonly number[] =>
  scripts
    .flatMap((script) => locksOf(walkScript(script) ?? []))
    .flatMap(({ kind, value }) => (kind === 'older' ? value : []));

/** Fingerprint of an extended key of BIP341's point, from which wallets derive internal keys. */
const UNSPENDABLE_MASTER = fingerprint(concatBytes(Uint8Array.of(2), UNSPENDABLE_KEY));

/**
 * Returns whether the internal key has no private key: it is BIP341's point or, according to the
 * PSBT, derived from it.
 */
export const isUnspendable = (key: Bytes, names: PsbtInput['tapKeyPaths'] = []): boolean =>
  equalBytes(key, UNSPENDABLE_KEY) ||
  names.some(
    ({ xOnly, origin }) =>
      equalBytes(xOnly, key) && equalBytes(origin.fingerprint, UNSPENDABLE_MASTER),
  );

/** Returns the paths of an input; `undefined` if some may not be shown. */
export function pathsOfInput(
  input: KnownScripts,
  scriptPubKey: Bytes,
): readonly ScriptBranch[] | undefined {
  if (solveScript(scriptPubKey).kind !== 'witness_v1_taproot') {
    const { script, sigVersion } = scriptCode(input, scriptPubKey);
    return branchesOf(script, sigVersion === 'base' ? undefined : 'p2wsh');
  }
  const { tapInternalKey: key, tapLeaves, tapKeyPaths } = input;
  // An internal key that is not named may be an aggregate of several keys.
  if (key === undefined || !isWholeTree(tapLeaves)) return undefined;
  const byKey = isUnspendable(key, tapKeyPaths) ? [] : [{ locks: [], keys: [key] }];
  const byScript = tapLeaves.map(({ script, leafVersion }) =>
    leafVersion === TAPROOT_LEAF_TAPSCRIPT ? branchesOf(script, 'tapscript') : undefined,
  );
  return byScript.every((paths) => paths !== undefined)
    ? [...byKey, ...byScript.flat()]
    : undefined;
}

/** Returns whether the shown leaves are the complete tree. */
export function isWholeTree(leaves: KnownScripts['tapLeaves']): boolean {
  const depths = leaves.flatMap(({ controlBlocks }) => controlBlocks.map(depthOf));
  return depths.reduce((sum, depth) => sum + 2 ** -depth, 0) === 1;
}

const depthOf = ({ length }: Bytes): number =>
  (length - TAPROOT_CONTROL_BASE_SIZE) / TAPROOT_CONTROL_NODE_SIZE;

function needOf({ kind, value }: UnmetLock): string {
  if (kind === 'after') {
    const unit = value < LOCKTIME_THRESHOLD ? 'a block height' : 'a time';
    return `a lock time of at least ${value} (${unit}) and a sequence below 4294967295`;
  }
  const isTime = (value & SEQUENCE_LOCKTIME_TYPE_FLAG) !== 0;
  const unit = isTime ? `${(value & 0xffff) * 512} seconds` : `${value & 0xffff} blocks`;
  return `a sequence of at least ${value} (${unit}) in version 2`;
}
