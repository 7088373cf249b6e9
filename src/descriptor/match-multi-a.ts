import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { MAX_PUBKEYS_PER_MULTI_A } from '../script/limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from '../script/opcodes.ts';
import { isMinimalPush, type ScriptOp, walkScript } from '../script/script.ts';
import { decodeScriptNum } from '../script/script-num.ts';

/** Matches the script of a multi_a, with x-only keys. Core: MatchMultiA (script/solver.cpp). */
export function matchMultiA(
  script: Bytes,
): { readonly threshold: number; readonly keys: readonly Bytes[] } | undefined {
  // A cheap check that excludes nearly every other script.
  if (script[0] !== 32 || lastOf(script) !== Op.NUMEQUAL) return undefined;
  const operations = walkScript(script);
  if (operations === undefined || operations.length % 2 !== 0) return undefined;
  const keys: Bytes[] = [];
  for (let i = 0; i + 2 < operations.length; i += 2) {
    const key = operations[i];
    const check = i === 0 ? Op.CHECKSIG : Op.CHECKSIGADD;
    if (key?.opcode !== 32 || operations[i + 1]?.opcode !== check) return undefined;
    keys.push(key.data);
  }
  const threshold = readNumber(operations[operations.length - 2]);
  if (lastOf(operations)?.opcode !== Op.NUMEQUAL || threshold === undefined) return undefined;
  const fits = keys.length <= MAX_PUBKEYS_PER_MULTI_A;
  return fits && threshold >= 1 && threshold <= keys.length ? { threshold, keys } : undefined;
}

/** Core: GetScriptNumber. */
function readNumber(operation: ScriptOp | undefined): number | undefined {
  if (operation === undefined) return undefined;
  const { opcode, data } = operation;
  if (isSmallInteger(opcode)) return decodeSmallInteger(opcode);
  if (opcode > Op.PUSHDATA4 || !isMinimalPush(data, opcode)) return undefined;
  return decodeScriptNum(data, { requireMinimal: true });
}
