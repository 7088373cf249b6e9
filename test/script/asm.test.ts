import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { formatAsm } from '../../src/script/asm.ts';
import { pushBytes } from '../../src/script/script.ts';
import { hex } from '../support/generate/script-text.ts';

const key = `02${'11'.repeat(32)}`;
const der = '3006020101020101';

test.each([
  ['', ''],
  ['00', '0'],
  ['4f51605061', '-1 1 16 OP_RESERVED OP_NOP'],
  ['0105', '5'],
  ['0181', '-1'],
  ['04ffffffff', '-2147483647'],
  ['0400000080', '0'],
  ['050000000001', '0000000001'],
  ['4c0105', '5'],
  [`21${key}ac`, `${key} OP_CHECKSIG`],
  [
    'b1b2babbfdfeff',
    'OP_CHECKLOCKTIMEVERIFY OP_CHECKSEQUENCEVERIFY OP_CHECKSIGADD OP_UNKNOWN OP_UNKNOWN OP_UNKNOWN OP_INVALIDOPCODE',
  ],
  ['7602aa', 'OP_DUP [error]'],
  ['4c', '[error]'],
])('%s', (script, asm) => {
  expect(formatAsm(hex(script))).toBe(asm);
});

test.each([
  ['01', 'ALL'],
  ['02', 'NONE'],
  ['03', 'SINGLE'],
  ['81', 'ALL|ANYONECANPAY'],
  ['82', 'NONE|ANYONECANPAY'],
  ['83', 'SINGLE|ANYONECANPAY'],
])('the hash type %s is told by name where asked for', (byte, name) => {
  const script = pushBytes(hex(der + byte));
  expect(formatAsm(script)).toBe(der + byte);
  expect(formatAsm(script, { decodeSighash: true })).toBe(`${der}[${name}]`);
});

test('keeps data that is not a signature with a defined hash type as hex', () => {
  for (const data of [`${der}00`, `${der}04`, `${der}84`, key, `31${der.slice(2)}01`]) {
    expect(formatAsm(pushBytes(hex(data)), { decodeSighash: true })).toBe(data);
  }
  expect(formatAsm(hex(`6a09${der}01`), { decodeSighash: true })).toBe(`OP_RETURN ${der}01`);
});

test('formats any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (script, decodeSighash) => {
      expect(formatAsm(script, { decodeSighash })).toBeTypeOf('string');
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 600 }), (data) => {
      expect(formatAsm(pushBytes(data))).toBe(encodeHex(data));
    }),
  );
});
