import type { Bytes } from '../../encoding/bytes.ts';
import { Op } from '../opcodes.ts';
import { encodeScriptNum } from '../script-num.ts';
import { type Handler, isTrue, type Machine, peek, peekNumber } from './machine.ts';

/** A handler that needs `count` elements. */
function withElements(count: number, act: (machine: Machine) => void): Handler {
  return (machine) => {
    if (machine.stack.length < count) return 'INVALID_STACK_OPERATION';
    act(machine);
    return undefined;
  };
}

/**
 * Replaces the top `count` elements. `order` has the distance of each new element from the old top,
 * bottom first.
 */
function rearrange(count: number, order: readonly number[]): Handler {
  return withElements(count, (machine) => {
    const { stack } = machine;
    const elements = order.map((depth) => peek(machine, depth));
    stack.length -= count;
    for (const element of elements) stack.push(element);
  });
}

const pushConstant =
  (element: Bytes): Handler =>
  ({ stack }) => {
    stack.push(element);
    return undefined;
  };

const toAltStack = withElements(1, (machine) => {
  machine.altStack.push(peek(machine, 0));
  machine.stack.pop();
});

const fromAltStack: Handler = ({ stack, altStack }) => {
  const element = altStack.pop();
  if (element === undefined) return 'INVALID_ALTSTACK_OPERATION';
  stack.push(element);
  return undefined;
};

/** `(x -- 0 | x x)` */
const ifDup = withElements(1, (machine) => {
  const element = peek(machine, 0);
  if (isTrue(element)) machine.stack.push(element);
});

/** `( -- stacksize)` */
const depth: Handler = ({ stack }) => {
  stack.push(encodeScriptNum(stack.length));
  return undefined;
};

/** `(xn ... x1 x0 n -- xn ... x1 x0 xn)`; OP_ROLL also removes xn from its place. */
const pick =
  (roll: boolean): Handler =>
  (machine) => {
    const { stack } = machine;
    if (stack.length < 2) return 'INVALID_STACK_OPERATION';
    const count = peekNumber(machine, 0);
    if (count === undefined) return 'SCRIPTNUM';
    stack.pop();
    if (count < 0 || count >= stack.length) return 'INVALID_STACK_OPERATION';
    const element = peek(machine, count);
    if (roll) stack.splice(stack.length - 1 - count, 1);
    stack.push(element);
    return undefined;
  };

/** `(in -- in size)` */
const size = withElements(1, (machine) => {
  machine.stack.push(encodeScriptNum(peek(machine, 0).length));
});

export const stackHandlers: readonly (readonly [opcode: number, handler: Handler])[] = [
  [Op.OP_1NEGATE, pushConstant(encodeScriptNum(-1))],
  ...Array.from({ length: 16 }, (_, i): [number, Handler] => [
    Op.OP_1 + i,
    pushConstant(encodeScriptNum(i + 1)),
  ]),
  [Op.TOALTSTACK, toAltStack],
  [Op.FROMALTSTACK, fromAltStack],
  [Op.OP_2DROP, rearrange(2, [])],
  [Op.OP_2DUP, rearrange(2, [1, 0, 1, 0])],
  [Op.OP_3DUP, rearrange(3, [2, 1, 0, 2, 1, 0])],
  [Op.OP_2OVER, rearrange(4, [3, 2, 1, 0, 3, 2])],
  [Op.OP_2ROT, rearrange(6, [3, 2, 1, 0, 5, 4])],
  [Op.OP_2SWAP, rearrange(4, [1, 0, 3, 2])],
  [Op.IFDUP, ifDup],
  [Op.DEPTH, depth],
  [Op.DROP, rearrange(1, [])],
  [Op.DUP, rearrange(1, [0, 0])],
  [Op.NIP, rearrange(2, [0])],
  [Op.OVER, rearrange(2, [1, 0, 1])],
  [Op.PICK, pick(false)],
  [Op.ROLL, pick(true)],
  [Op.ROT, rearrange(3, [1, 0, 2])],
  [Op.SWAP, rearrange(2, [0, 1])],
  [Op.TUCK, rearrange(2, [0, 1, 0])],
  [Op.SIZE, size],
];
