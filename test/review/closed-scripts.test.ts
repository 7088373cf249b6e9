import { describe, expect, test } from 'vitest';
import { failsByForm } from '../../src/review/closed-scripts.ts';
import { NO_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { evalScript } from '../../src/script/interpreter/eval.ts';
import { isOpSuccess, Op } from '../../src/script/opcodes.ts';
import { createRandom } from '../support/generate/random.ts';
import { parseScript } from '../support/generate/script-text.ts';
import { readCoreData } from '../support/paths.ts';

/** Takes every signature and lock for valid. */
const believing = {
  checkEcdsaSignature: () => true,
  checkSchnorrSignature: () => undefined,
  checkLockTime: () => true,
  checkSequence: () => true,
  checkTaprootTweak: () => true,
};
const run = { leafHash: new Uint8Array(32), weight: Number.MAX_SAFE_INTEGER };

const OPCODES = [
  ...[Op.OP_0, Op.OP_1, Op.OP_1, Op.OP_2, Op.NOP, Op.IF, Op.NOTIF, Op.ELSE, Op.ENDIF, Op.ENDIF],
  ...[Op.DUP, Op.DROP, Op.VERIFY, Op.CHECKSIG, Op.RETURN, Op.RESERVED, Op.VER, Op.VERIF],
  ...[Op.CAT, Op.MUL, Op.EQUAL, Op.SWAP, Op.RESERVED1, Op.SIZE],
];

describe('a script that fails by its form', () => {
  test('never succeeds in the interpreter, whatever it is given', () => {
    const random = createRandom(7);
    let count = 0;
    for (let i = 0; i < 20_000; i++) {
      const size = 1 + random.int(6);
      const script = Uint8Array.from(
        { length: size },
        () => OPCODES[random.int(OPCODES.length)] ?? 0,
      );
      for (const version of ['witness_v0', 'tapscript'] as const) {
        const isTapscript = version === 'tapscript';
        // The review treats leaves with OP_SUCCESSx before.
        if (isTapscript && script.some(isOpSuccess)) continue;
        if (!failsByForm(script, isTapscript)) continue;
        count += 1;
        for (let given = 0; given < 8; given++) {
          const stack = Array.from({ length: 8 }, () =>
            random.oneIn(2) ? new Uint8Array(0) : Uint8Array.of(1),
          );
          const failure = evalScript(stack, script, NO_VERIFY_FLAGS, believing, version, run);
          expect(failure).toBeDefined();
        }
      }
    }
    expect(count).toBeGreaterThan(10_000);
  });

  test('has more than 201 operations, other than pushes, and not in tapscript', () => {
    const script = (count: number) => new Uint8Array(count).fill(Op.NOP);
    expect([201, 202].map((count) => failsByForm(script(count), false))).toEqual([false, true]);
    expect(failsByForm(script(202), true)).toBe(false);
    expect(failsByForm(new Uint8Array(300).fill(Op.OP_16), false)).toBe(false);
  });

  test("is none of the scripts that Core's tests open", () => {
    const rows: readonly (readonly unknown[])[] = JSON.parse(
      readCoreData('script_tests.json') ?? '[]',
    );
    const opened = rows
      .filter((row) => row.length > 3 && typeof row[0] === 'string' && row[3] === 'OK')
      .map((row) => String(row[1]));
    const wrong = opened.filter((script) => failsByForm(parseScript(script), false));
    expect(wrong).toEqual([]);
    expect(rows.length === 0 || opened.length > 100).toBe(true);
  });
});
