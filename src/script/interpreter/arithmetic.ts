import { equalBytes } from '../../encoding/bytes.ts';
import { Op } from '../opcodes.ts';
import { encodeScriptNum } from '../script-num.ts';
import { type Handler, peek, peekNumber, pushBool, verified } from './machine.ts';

/** `(x1 x2 -- bool)` */
const equal: Handler = (machine) => {
  if (machine.stack.length < 2) return 'INVALID_STACK_OPERATION';
  const same = equalBytes(peek(machine, 1), peek(machine, 0));
  machine.stack.length -= 2;
  return pushBool(machine, same);
};

/** `(in -- out)` */
const unary =
  (calculate: (x: number) => number | boolean): Handler =>
  (machine) => {
    if (machine.stack.length < 1) return 'INVALID_STACK_OPERATION';
    const x = peekNumber(machine, 0);
    if (x === undefined) return 'SCRIPTNUM';
    machine.stack.length -= 1;
    machine.stack.push(encodeScriptNum(Number(calculate(x))));
    return undefined;
  };

/** `(x1 x2 -- out)` */
const binary =
  (calculate: (x1: number, x2: number) => number | boolean): Handler =>
  (machine) => {
    if (machine.stack.length < 2) return 'INVALID_STACK_OPERATION';
    const x1 = peekNumber(machine, 1);
    const x2 = peekNumber(machine, 0);
    if (x1 === undefined || x2 === undefined) return 'SCRIPTNUM';
    machine.stack.length -= 2;
    machine.stack.push(encodeScriptNum(Number(calculate(x1, x2))));
    return undefined;
  };

const numEqual = binary((x1, x2) => x1 === x2);

/** `(x min max -- bool)` */
const within: Handler = (machine) => {
  if (machine.stack.length < 3) return 'INVALID_STACK_OPERATION';
  const x = peekNumber(machine, 2);
  const min = peekNumber(machine, 1);
  const max = peekNumber(machine, 0);
  if (x === undefined || min === undefined || max === undefined) return 'SCRIPTNUM';
  machine.stack.length -= 3;
  return pushBool(machine, min <= x && x < max);
};

export const arithmeticHandlers: readonly (readonly [opcode: number, handler: Handler])[] = [
  [Op.EQUAL, equal],
  [Op.EQUALVERIFY, verified(equal, 'EQUALVERIFY')],
  [Op.OP_1ADD, unary((x) => x + 1)],
  [Op.OP_1SUB, unary((x) => x - 1)],
  [Op.NEGATE, unary((x) => -x)],
  [Op.ABS, unary((x) => Math.abs(x))],
  [Op.NOT, unary((x) => x === 0)],
  [Op.OP_0NOTEQUAL, unary((x) => x !== 0)],
  [Op.ADD, binary((x1, x2) => x1 + x2)],
  [Op.SUB, binary((x1, x2) => x1 - x2)],
  [Op.BOOLAND, binary((x1, x2) => x1 !== 0 && x2 !== 0)],
  [Op.BOOLOR, binary((x1, x2) => x1 !== 0 || x2 !== 0)],
  [Op.NUMEQUAL, numEqual],
  [Op.NUMEQUALVERIFY, verified(numEqual, 'NUMEQUALVERIFY')],
  [Op.NUMNOTEQUAL, binary((x1, x2) => x1 !== x2)],
  [Op.LESSTHAN, binary((x1, x2) => x1 < x2)],
  [Op.GREATERTHAN, binary((x1, x2) => x1 > x2)],
  [Op.LESSTHANOREQUAL, binary((x1, x2) => x1 <= x2)],
  [Op.GREATERTHANOREQUAL, binary((x1, x2) => x1 >= x2)],
  [Op.MIN, binary((x1, x2) => Math.min(x1, x2))],
  [Op.MAX, binary((x1, x2) => Math.max(x1, x2))],
  [Op.WITHIN, within],
];
