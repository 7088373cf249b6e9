import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { ColdsignError } from '../../src/encoding/coldsign-error.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { witnessScript } from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import {
  buildScript,
  isMinimalPush,
  isPayToAnchor,
  isPushOnly,
  isUnspendable,
  matchWitnessProgram,
  pushBytes,
  pushMinimal,
  pushNumber,
  walkScript,
} from '../../src/script/script.ts';
import { hex } from '../support/generate/script-text.ts';

test('a script is built of opcodes and pushes one by one, not of a list of them', () => {
  expect(encodeHex(buildScript(0, hex('aabb')))).toBe('0002aabb');
  // JavaScript callers have no type checks.
  for (const part of [[0, hex('aabb')], [], '00', 256, -1, 1.5, Number.NaN, 1n, null, undefined]) {
    const call = () => buildScript(part as never);
    expect(call).toThrow(ColdsignError);
    expect(call).toThrow(
      'buildScript takes opcodes (0 to 255) and pushes (Uint8Array) one by one, no list: buildScript(...parts)',
    );
  }
});

describe('pushes', () => {
  test.each([
    [0, '00'],
    [1, '01'],
    [75, '4b'],
    [76, '4c4c'],
    [255, '4cff'],
    [256, '4d0001'],
    [65535, '4dffff'],
    [65536, '4e00000100'],
  ])('%i bytes have the head %s', (size, head) => {
    const push = pushBytes(new Uint8Array(size));
    expect(encodeHex(push.subarray(0, push.length - size))).toBe(head);
    expect(isMinimalPush(new Uint8Array(size), push[0] ?? 0)).toBe(true);
  });

  test.each([
    [0, '00'],
    [-1, '4f'],
    [1, '51'],
    [16, '60'],
    [17, '0111'],
    [-2, '0182'],
    [128, '028000'],
    [500_000_000, '040065cd1d'],
  ])('the number %i', (value, script) => {
    expect(encodeHex(pushNumber(value))).toBe(script);
  });

  test.each([
    ['', '00'],
    ['00', '0100'],
    ['01', '51'],
    ['10', '60'],
    ['11', '0111'],
    ['81', '4f'],
    ['0101', '020101'],
  ])('an opcode for %s where there is one', (data, script) => {
    expect(encodeHex(pushMinimal(hex(data)))).toBe(script);
  });

  test('are not minimal if an opcode or a shorter push exists', () => {
    expect(isMinimalPush(hex(''), Op.PUSHDATA1)).toBe(false);
    expect(isMinimalPush(hex('05'), 1)).toBe(false);
    expect(isMinimalPush(hex('81'), 1)).toBe(false);
    expect(isMinimalPush(hex('11'), 1)).toBe(true);
    expect(isMinimalPush(new Uint8Array(75), Op.PUSHDATA1)).toBe(false);
    expect(isMinimalPush(new Uint8Array(255), Op.PUSHDATA2)).toBe(false);
    expect(isMinimalPush(new Uint8Array(65535), Op.PUSHDATA4)).toBe(false);
  });
});

describe('walking', () => {
  test.each([
    '4c',
    '4c02aa',
    '4d01',
    '4d0100',
    '4e010000',
    '4effffffff',
    '02aa',
    '5175'.concat('4b'),
  ])('%s says more bytes than there are', (script) => {
    expect(walkScript(hex(script))).toBeUndefined();
    expect(isPushOnly(hex(script))).toBe(false);
  });

  test('any bytes: each operation starts where the last one ended', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (script) => {
        const operations = walkScript(script);
        if (operations === undefined) return;
        const sizes = operations.map(({ opcode, data }) => {
          const head = opcode <= 75 || opcode > Op.PUSHDATA4 ? 1 : 2 ** (opcode - 0x4c) + 1;
          return head + data.length;
        });
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(script.length);
      }),
    );
  });

  test('reads pushes as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 })), (items) => {
        const operations = walkScript(concatBytes(...items.map(pushBytes)));
        expect(operations?.map(({ data }) => encodeHex(data))).toEqual(items.map(encodeHex));
      }),
    );
  });
});

test('witness programs have a version from 0 to 16 and 2 to 40 bytes', () => {
  for (let version = 0; version <= 16; version++) {
    for (const size of [2, 20, 32, 40]) {
      const program = new Uint8Array(size).fill(7);
      expect(matchWitnessProgram(witnessScript(version, program))).toEqual({ version, program });
    }
  }
  for (const script of ['5101aa', '4f02aaaa', '5002aaaa', '6102aaaa', '51024e7300', '5103aaaa']) {
    expect(matchWitnessProgram(hex(script))).toBeUndefined();
  }
  expect(matchWitnessProgram(witnessScript(0, new Uint8Array(41)))).toBeUndefined();
});

test('kinds of a few bytes', () => {
  expect(isPayToAnchor(hex('51024e73'))).toBe(true);
  expect(isPayToAnchor(hex('51024e74'))).toBe(false);
  expect(isPushOnly(hex('50600100'))).toBe(true);
  expect(isPushOnly(hex('61'))).toBe(false);
  expect(isUnspendable(hex('6a'))).toBe(true);
  expect(isUnspendable(hex(''))).toBe(false);
  expect(isUnspendable(new Uint8Array(10_001))).toBe(true);
});
