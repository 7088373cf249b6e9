import type { Bytes } from '../../encoding/bytes.ts';
import type { SignatureChecker } from '../checker.ts';
import { VerifyFlag, type VerifyFlags } from '../flags.ts';
import {
  MAX_OPS_PER_SCRIPT,
  MAX_SCRIPT_ELEMENT_SIZE,
  MAX_SCRIPT_SIZE,
  MAX_STACK_SIZE,
} from '../limits.ts';
import { isDisabled, Op } from '../opcodes.ts';
import { isMinimalPush, pushedBytes, readOp } from '../script.ts';
import type { ScriptError, ScriptFailure } from '../script-error.ts';
import { arithmeticHandlers } from './arithmetic.ts';
import { controlHandlers } from './control.ts';
import { cryptoHandlers } from './crypto.ts';
import {
  createMachine,
  type ExecutedVersion,
  type Handler,
  type Machine,
  type TapscriptExecution,
} from './machine.ts';
import { stackHandlers } from './stack.ts';

/** The operations by opcode. A missing opcode is BAD_OPCODE. */
const handlers: readonly (Handler | undefined)[] = (() => {
  const table = new Array<Handler | undefined>(256).fill(undefined);
  const all = [...controlHandlers, ...stackHandlers, ...arithmeticHandlers, ...cryptoHandlers];
  for (const [opcode, handler] of all) table[opcode] = handler;
  return table;
})();

/**
 * Runs one script on `stack`, which it changes; after a failure the stack is as the failing opcode
 * left it. Returns `undefined` if it ran to its end, whatever is on the stack. Core: EvalScript.
 */
export function evalScript(
  stack: Bytes[],
  script: Bytes,
  flags: VerifyFlags,
  checker: SignatureChecker,
  sigVersion: ExecutedVersion,
  tapscript?: TapscriptExecution,
): ScriptFailure | undefined {
  if (sigVersion !== 'tapscript' && script.length > MAX_SCRIPT_SIZE)
    return { error: 'SCRIPT_SIZE' };
  const machine = createMachine(stack, script, flags, checker, sigVersion, tapscript);
  const { cursor } = machine;
  while (cursor.position < script.length) {
    const stackDepth = stack.length;
    const opcode = script[cursor.position] ?? Op.INVALIDOPCODE;
    const error = step(machine);
    if (error !== undefined) return { error, opcode, index: machine.index, stackDepth };
    machine.index += 1;
  }
  return machine.openBranches > 0 ? { error: 'UNBALANCED_CONDITIONAL' } : undefined;
}

function step(machine: Machine): ScriptError | undefined {
  const { cursor, stack, altStack } = machine;
  if (!readOp(cursor)) return 'BAD_OPCODE';
  const { opcode } = cursor;
  if (cursor.dataEnd - cursor.dataStart > MAX_SCRIPT_ELEMENT_SIZE) return 'PUSH_SIZE';
  const forbidden = opcode > Op.OP_16 ? checkOperation(machine, opcode) : undefined;
  if (forbidden !== undefined) return forbidden;
  const error = execute(machine, opcode);
  if (error !== undefined) return error;
  return stack.length + altStack.length > MAX_STACK_SIZE ? 'STACK_SIZE' : undefined;
}

/** Checks rules that also apply to operations that do not run. */
function checkOperation(machine: Machine, opcode: number): ScriptError | undefined {
  if (machine.sigVersion !== 'tapscript') {
    machine.operations += 1;
    if (machine.operations > MAX_OPS_PER_SCRIPT) return 'OP_COUNT';
  }
  if (isDisabled(opcode)) return 'DISABLED_OPCODE';
  if (opcode !== Op.CODESEPARATOR || machine.sigVersion !== 'base') return undefined;
  return (machine.flags & VerifyFlag.CONST_SCRIPTCODE) !== 0 ? 'OP_CODESEPARATOR' : undefined;
}

function execute(machine: Machine, opcode: number): ScriptError | undefined {
  const runs = machine.firstSkipped < 0;
  if (opcode <= Op.PUSHDATA4) return runs ? push(machine, opcode) : undefined;
  if (!runs && (opcode < Op.IF || opcode > Op.ENDIF)) return undefined;
  const handler = handlers[opcode];
  return handler === undefined ? 'BAD_OPCODE' : handler(machine);
}

function push(machine: Machine, opcode: number): ScriptError | undefined {
  const data = pushedBytes(machine.cursor);
  if (machine.requireMinimal && !isMinimalPush(data, opcode)) return 'MINIMALDATA';
  machine.stack.push(data);
  return undefined;
}
