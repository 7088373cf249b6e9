import { waysOf } from '../descriptor/miniscript-ways.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeMiniscript } from '../miniscript/from-script.ts';
import { isSane } from '../miniscript/sanity.ts';
import type { MiniscriptContext } from '../miniscript/types.ts';
import { locksOf, type UnmetLock } from '../psbt/diagnose.ts';
import { Op } from '../script/opcodes.ts';
import { type ScriptOp, walkScript } from '../script/script.ts';
import { itemsIn } from './subject.ts';

/** Limit on paths; scripts with more are not judged. */
const MOST_PATHS = 500;

/** A way through a script: its locks, and the keys or key hashes that it asks for. */
export type ScriptBranch = {
  readonly locks: readonly UnmetLock[];
  readonly keys: readonly Bytes[];
};

/** Returns the paths through a script, read as miniscript or, failing that, by its branches. */
export function branchesOf(
  script: Bytes,
  context: MiniscriptContext | undefined,
): readonly ScriptBranch[] | undefined {
  const known: Bytes[] = [];
  const take = (bytes: Bytes) => known.push(bytes) - 1;
  const size = context === 'tapscript' ? 32 : 33;
  const fromKey = (bytes: Bytes) => (bytes.length === size ? take(bytes) : undefined);
  const keys = { fromKey, fromKeyHash: take };
  const node = context && decodeMiniscript<number>(script, context, keys);
  const ways = node && isSane(node, new Set()) ? waysOf(node) : undefined;
  if (ways === undefined) {
    const items = itemsIn([script]);
    return pathsOf(walkScript(script) ?? [])?.map((locks) => ({ locks, keys: items }));
  }
  return ways.map(({ signers, older, after }) => ({
    locks: [
      ...(older === undefined ? [] : [{ kind: 'older', value: older } as const]),
      ...(after === undefined ? [] : [{ kind: 'after', value: after } as const]),
    ],
    keys: signers.flatMap((each) => each.keys.flatMap((place) => known[place] ?? [])),
  }));
}

/** Locks of each path through a script. */
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
