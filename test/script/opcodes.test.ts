import { expect, test } from 'vitest';
import {
  decodeSmallInteger,
  isOpSuccess,
  isSmallInteger,
  Op,
  opcodeName,
} from '../../src/script/opcodes.ts';

const all = Array.from({ length: 256 }, (_, opcode) => opcode);

test('has the names of GetOpName', () => {
  expect(opcodeName(Op.OP_0)).toBe('0');
  expect(opcodeName(Op.OP_1NEGATE)).toBe('-1');
  expect(opcodeName(Op.OP_16)).toBe('16');
  expect(opcodeName(Op.PUSHDATA1)).toBe('OP_PUSHDATA1');
  expect(opcodeName(Op.OP_2DUP)).toBe('OP_2DUP');
  expect(opcodeName(Op.OP_0NOTEQUAL)).toBe('OP_0NOTEQUAL');
  expect(opcodeName(0xb1)).toBe('OP_CHECKLOCKTIMEVERIFY');
  expect(opcodeName(5)).toBe('OP_UNKNOWN');
  expect(opcodeName(0xbb)).toBe('OP_UNKNOWN');
  expect(all.filter((opcode) => opcodeName(opcode) !== 'OP_UNKNOWN').length).toBe(113);
});

test('small integers', () => {
  expect(all.filter(isSmallInteger).map(decodeSmallInteger)).toEqual(
    Array.from({ length: 16 }, (_, i) => i + 1),
  );
  expect(decodeSmallInteger(Op.OP_0)).toBe(0);
});

test('OP_SUCCESS are exactly the opcodes without a meaning in tapscript', () => {
  const known = all.filter((opcode) => !isOpSuccess(opcode));
  // BIP342's list has 87 opcodes.
  expect(known.length).toBe(256 - 87);
  for (const opcode of [Op.RETURN, Op.VERIF, Op.VERNOTIF, Op.CHECKSIGADD, Op.INVALIDOPCODE]) {
    expect(known).toContain(opcode);
  }
});
