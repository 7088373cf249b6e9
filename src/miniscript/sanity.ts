import { MAX_OPS_PER_SCRIPT, MAX_STACK_SIZE } from '../script/limits.ts';
import type { Node } from './node.ts';
import { foldTree } from './node.ts';
import type { MiniscriptContext } from './types.ts';
import { B, has, K, k, m, s, W } from './types.ts';

type AnyNode = Node<unknown>;

/** Limits of a standard P2WSH spend (policy/policy.h). */
const MAX_STANDARD_P2WSH_STACK_ITEMS = 100;
const MAX_STANDARD_P2WSH_SCRIPT_SIZE = 3600;

/**
 * A leaf must leave room in a standard transaction (400,000 weight units) for one input and one
 * P2WSH output (378), a thousand signatures of 66 bytes with their count (66,003), the largest
 * control block (4,132) and its own length (5).
 */
const MAX_TAPSCRIPT_SIZE = 400_000 - 378 - 66_003 - 4_132 - 5;

/** Returns the maximum size in bytes. Core: internal::MaxScriptSize. */
export function maxScriptSize(context: MiniscriptContext): number {
  return context === 'tapscript' ? MAX_TAPSCRIPT_SIZE : MAX_STANDARD_P2WSH_SCRIPT_SIZE;
}

export function isValid(node: AnyNode): boolean {
  return node.type !== 0 && node.scriptSize <= maxScriptSize(node.context);
}

export function isValidTopLevel(node: AnyNode): boolean {
  return isValid(node) && has(node.type, B);
}

/**
 * Returns true if every satisfiable condition has a satisfaction that third parties cannot change.
 */
export const isNonMalleable = (node: AnyNode): boolean => has(node.type, m);

export const needsSignature = (node: AnyNode): boolean => has(node.type, s);

/** Returns true if no satisfaction needs both blocks and time of the same kind of lock. */
export const hasUnmixedTimelocks = (node: AnyNode): boolean => has(node.type, k);

/** Returns 1, except for V, which leaves no element on the stack. */
const leavesResult = (node: AnyNode): number => ((node.type & (B | K | W)) !== 0 ? 1 : 0);

/** Returns the maximum operations of a satisfaction; `undefined` if there is none. Core: GetOps. */
export function maxOps({ bounds }: AnyNode): number | undefined {
  return bounds.satisfy === undefined ? undefined : bounds.ops + bounds.satisfy.keys;
}

/** Returns the maximum stack elements of a satisfaction, without the script. Core: GetStackSize. */
export function maxStackItems(node: AnyNode): number | undefined {
  const start = node.bounds.satisfy?.start;
  return start === undefined ? undefined : start + leavesResult(node);
}

/** Returns the maximum stack size while the script runs. Core: GetExecStackSize. */
export function maxExecutionStack(node: AnyNode): number | undefined {
  const peak = node.bounds.satisfy?.peak;
  return peak === undefined ? undefined : peak + leavesResult(node);
}

/**
 * Returns the bytes of the largest satisfaction's items and their lengths, without the script.
 * Core: GetWitnessSize.
 */
export function maxWitnessSize({ bounds }: AnyNode): number | undefined {
  return bounds.satisfy?.witness;
}

/** Returns true if there is no satisfaction. Core: IsNotSatisfiable. */
export const isUnsatisfiable = ({ bounds }: AnyNode): boolean => bounds.satisfy === undefined;

function checkOpsLimit(node: AnyNode): boolean {
  return node.context === 'tapscript' || (maxOps(node) ?? 0) <= MAX_OPS_PER_SCRIPT;
}

export function checkStackSize(node: AnyNode): boolean {
  return node.context === 'tapscript'
    ? (maxExecutionStack(node) ?? 0) <= MAX_STACK_SIZE
    : (maxStackItems(node) ?? 0) <= MAX_STANDARD_P2WSH_STACK_ITEMS;
}

/** Returns true if no satisfaction is too large to be valid. */
export function hasValidSatisfactions(node: AnyNode): boolean {
  return isValid(node) && checkOpsLimit(node) && checkStackSize(node);
}

/**
 * Finds the nodes below which a key occurs twice. `keyId` returns the same text for equal keys.
 * Core: DuplicateKeyCheck.
 */
export function findDuplicateKeys<K>(
  root: Node<K>,
  keyId: (key: K) => string,
): ReadonlySet<AnyNode> {
  const duplicates = new Set<AnyNode>();
  // The keys below a node; `undefined` once there is a duplicate.
  foldTree<K, Set<string> | undefined>(root, (node, results) => {
    let all: Set<string> | undefined = new Set(node.keys.map(keyId));
    if (all.size !== node.keys.length) all = undefined;
    for (const keys of results) all = all && keys && mergeDistinct(all, keys);
    if (all === undefined) duplicates.add(node);
    return all;
  });
  return duplicates;
}

/** Adds the smaller set to the larger one; `undefined` if they share a member. */
function mergeDistinct(a: Set<string>, b: Set<string>): Set<string> | undefined {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const key of small) {
    if (large.has(key)) return undefined;
    large.add(key);
  }
  return large;
}

/**
 * Returns true if the script does what its policy suggests. A part of a larger script need not
 * require a signature.
 */
function isSaneSubexpression(node: AnyNode, duplicates: ReadonlySet<AnyNode>): boolean {
  return (
    hasValidSatisfactions(node) &&
    isNonMalleable(node) &&
    hasUnmixedTimelocks(node) &&
    !duplicates.has(node)
  );
}

/**
 * Returns true if a script is safe to use. `duplicates` is from `findDuplicateKeys` of the same
 * tree.
 */
export function isSane(node: AnyNode, duplicates: ReadonlySet<AnyNode>): boolean {
  return isValidTopLevel(node) && isSaneSubexpression(node, duplicates) && needsSignature(node);
}

/** Returns the leftmost insane node without insane children. Core: FindInsaneSub. */
export function findInsane<K>(
  root: Node<K>,
  duplicates: ReadonlySet<AnyNode>,
): Node<K> | undefined {
  return foldTree<K, Node<K> | undefined>(
    root,
    (node, results) =>
      results.find((found) => found !== undefined) ??
      (isSaneSubexpression(node, duplicates) ? undefined : node),
  );
}
