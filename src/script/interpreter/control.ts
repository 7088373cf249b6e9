import { VerifyFlag } from '../flags.ts';
import { Op } from '../opcodes.ts';
import type { ScriptError } from '../script-error.ts';
import { decodeScriptNum } from '../script-num.ts';
import { type Handler, isTrue, type Machine, peek } from './machine.ts';

/** The bit that disables a relative lock time (BIP68). */
const SEQUENCE_LOCKTIME_DISABLE_FLAG = 0x80000000;

const nop: Handler = () => undefined;

const upgradableNop: Handler = ({ flags }) =>
  (flags & VerifyFlag.DISCOURAGE_UPGRADABLE_NOPS) !== 0 ? 'DISCOURAGE_UPGRADABLE_NOPS' : undefined;

/** `<expression> if [statements] [else [statements]] endif` */
const branch =
  (wanted: boolean): Handler =>
  (machine) => {
    if (machine.firstSkipped >= 0) {
      machine.openBranches += 1;
      return undefined;
    }
    if (machine.stack.length < 1) return 'INVALID_STACK_OPERATION';
    const fault = checkMinimalIf(machine);
    if (fault !== undefined) return fault;
    if (isTrue(peek(machine, 0)) !== wanted) machine.firstSkipped = machine.openBranches;
    machine.stack.pop();
    machine.openBranches += 1;
    return undefined;
  };

function checkMinimalIf(machine: Machine): ScriptError | undefined {
  const condition = peek(machine, 0);
  if (condition.length === 0 || (condition.length === 1 && condition[0] === 1)) return undefined;
  // BIP342: "The input argument to the OP_IF and OP_NOTIF opcodes must be either exactly 0 (the
  // empty vector) or exactly 1 (the one-byte vector with value 1)."
  if (machine.sigVersion === 'tapscript') return 'TAPSCRIPT_MINIMALIF';
  const policy = (machine.flags & VerifyFlag.MINIMALIF) !== 0;
  return policy && machine.sigVersion === 'witness_v0' ? 'MINIMALIF' : undefined;
}

const otherwise: Handler = (machine) => {
  if (machine.openBranches === 0) return 'UNBALANCED_CONDITIONAL';
  const top = machine.openBranches - 1;
  if (machine.firstSkipped < 0) machine.firstSkipped = top;
  else if (machine.firstSkipped === top) machine.firstSkipped = -1;
  return undefined;
};

const endIf: Handler = (machine) => {
  if (machine.openBranches === 0) return 'UNBALANCED_CONDITIONAL';
  machine.openBranches -= 1;
  if (machine.firstSkipped === machine.openBranches) machine.firstSkipped = -1;
  return undefined;
};

/** `(true -- )`, or fails and leaves the element. */
const verify: Handler = (machine) => {
  if (machine.stack.length < 1) return 'INVALID_STACK_OPERATION';
  if (!isTrue(peek(machine, 0))) return 'VERIFY';
  machine.stack.pop();
  return undefined;
};

/** Runs OP_CHECKLOCKTIMEVERIFY (BIP65). The operand stays on the stack. */
const checkLockTimeVerify: Handler = (machine) => {
  if ((machine.flags & VerifyFlag.CHECKLOCKTIMEVERIFY) === 0) return undefined;
  if (machine.stack.length < 1) return 'INVALID_STACK_OPERATION';
  const lockTime = peekLockTime(machine);
  if (lockTime === undefined) return 'SCRIPTNUM';
  if (lockTime < 0) return 'NEGATIVE_LOCKTIME';
  return machine.checker.checkLockTime(lockTime) ? undefined : 'UNSATISFIED_LOCKTIME';
};

/** Runs OP_CHECKSEQUENCEVERIFY (BIP112). The operand stays on the stack. */
const checkSequenceVerify: Handler = (machine) => {
  if ((machine.flags & VerifyFlag.CHECKSEQUENCEVERIFY) === 0) return undefined;
  if (machine.stack.length < 1) return 'INVALID_STACK_OPERATION';
  const sequence = peekLockTime(machine);
  if (sequence === undefined) return 'SCRIPTNUM';
  if (sequence < 0) return 'NEGATIVE_LOCKTIME';
  // In BIP112, "the disable flag (1 << 31) is unset" is a condition of failing. The operand has up
  // to 39 bits.
  if (Math.floor(sequence / SEQUENCE_LOCKTIME_DISABLE_FLAG) % 2 === 1) return undefined;
  return machine.checker.checkSequence(sequence) ? undefined : 'UNSATISFIED_LOCKTIME';
};

/** Reads an operand of up to 5 bytes (BIP65), for times after 2038. */
function peekLockTime(machine: Machine): number | undefined {
  return decodeScriptNum(peek(machine, 0), {
    requireMinimal: machine.requireMinimal,
    maxSize: 5,
  });
}

export const controlHandlers: readonly (readonly [opcode: number, handler: Handler])[] = [
  [Op.NOP, nop],
  [Op.IF, branch(true)],
  [Op.NOTIF, branch(false)],
  [Op.ELSE, otherwise],
  [Op.ENDIF, endIf],
  [Op.VERIFY, verify],
  [Op.RETURN, () => 'OP_RETURN'],
  [Op.CHECKLOCKTIMEVERIFY, checkLockTimeVerify],
  [Op.CHECKSEQUENCEVERIFY, checkSequenceVerify],
  [Op.NOP1, upgradableNop],
  ...[Op.NOP4, Op.NOP5, Op.NOP6, Op.NOP7, Op.NOP8, Op.NOP9, Op.NOP10].map(
    (opcode): [number, Handler] => [opcode, upgradableNop],
  ),
];
