import type { Bytes } from '../encoding/bytes.ts';
import { MAX_OPS_PER_SCRIPT } from '../script/limits.ts';
import { isDisabled, Op } from '../script/opcodes.ts';
import { walkScript } from '../script/script.ts';

/** Opcodes that fail where they run. Tapscript gives most of them a meaning (OP_SUCCESSx). */
const FAILING: ReadonlySet<number> = new Set([Op.RESERVED, Op.VER, Op.RESERVED1, Op.RESERVED2]);

/**
 * Returns whether no witness can satisfy a script. Its branches are not closed, it has too many or
 * disabled operations, or it always runs an operation that fails.
 */
export function failsByForm(script: Bytes, isTapscript: boolean): boolean {
  let depth = 0;
  let count = 0;
  for (const { opcode } of walkScript(script) ?? []) {
    if (opcode > Op.OP_16) count += 1;
    if (!isTapscript && isDisabled(opcode)) return true;
    // These fail also in a branch that does not run.
    if (opcode === Op.VERIF || opcode === Op.VERNOTIF) return true;
    const runs = depth === 0;
    if (opcode === Op.IF || opcode === Op.NOTIF) depth += 1;
    if (opcode === Op.ELSE && runs) return true;
    if (opcode === Op.ENDIF) depth -= 1;
    if (depth < 0) return true;
    if (runs && (opcode === Op.RETURN || (!isTapscript && FAILING.has(opcode)))) return true;
  }
  return depth > 0 || (!isTapscript && count > MAX_OPS_PER_SCRIPT);
}
