import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { decodeSmallInteger, isSmallInteger, Op } from '../script/opcodes.ts';
import { isMinimalPush, type ScriptOp, walkScript } from '../script/script.ts';
import { decodeScriptNum } from '../script/script-num.ts';

/** Opcodes that end in -VERIFY, and the opcodes before it. */
const VERIFY_FORMS: ReadonlyMap<number, number> = new Map([
  [Op.CHECKSIGVERIFY, Op.CHECKSIG],
  [Op.CHECKMULTISIGVERIFY, Op.CHECKMULTISIG],
  [Op.EQUALVERIFY, Op.EQUAL],
  [Op.NUMEQUALVERIFY, Op.NUMEQUAL],
]);

const WITH_VERIFY_FORM: ReadonlySet<number> = new Set(VERIFY_FORMS.values());

const bare = (opcode: number, data: Bytes = emptyBytes): ScriptOp => ({ opcode, data });

/**
 * Returns the operations of a script, last first. OP_1 to OP_16 become pushes of their number, and
 * -VERIFY opcodes become two. Returns `undefined` if a push or an OP_VERIFY could be shorter. Core:
 * DecomposeScript.
 */
export function decomposeScript(script: Bytes): ScriptOp[] | undefined {
  const operations: ScriptOp[] = [];
  let last: number = Op.INVALIDOPCODE;
  for (const { opcode, data } of walkScript(script) ?? [bare(Op.INVALIDOPCODE)]) {
    const withoutVerify = VERIFY_FORMS.get(opcode);
    if (opcode === Op.INVALIDOPCODE) return undefined;
    if (opcode === Op.VERIFY && WITH_VERIFY_FORM.has(last)) return undefined;
    if (opcode > Op.OP_0 && opcode <= Op.PUSHDATA4 && !isMinimalPush(data, opcode))
      return undefined;
    if (withoutVerify !== undefined) operations.push(bare(withoutVerify), bare(Op.VERIFY));
    else if (isSmallInteger(opcode))
      operations.push(bare(opcode, Uint8Array.of(decodeSmallInteger(opcode))));
    else operations.push(bare(opcode, data));
    last = opcode;
  }
  return operations.reverse();
}

/** Returns the number that an operation of `decomposeScript` pushes, if any. */
export function pushedNumber(operation: ScriptOp | undefined): number | undefined {
  if (operation?.opcode === Op.OP_0) return 0;
  if (operation === undefined || operation.data.length === 0) return undefined;
  return decodeScriptNum(operation.data, { requireMinimal: true });
}
