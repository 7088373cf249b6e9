import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { p2shScript, p2trScript, p2wshScript } from '../../../src/script/builders.ts';
import { refusingChecker, type SignatureChecker } from '../../../src/script/checker.ts';
import {
  MANDATORY_VERIFY_FLAGS,
  NO_VERIFY_FLAGS,
  STANDARD_VERIFY_FLAGS,
} from '../../../src/script/flags.ts';
import { evalScript } from '../../../src/script/interpreter/eval.ts';
import { verifyScript } from '../../../src/script/interpreter/verify-script.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { pushBytes, pushNumber } from '../../../src/script/script.ts';
import { encodeControlBlock } from '../../../src/script/taproot.ts';
import { runs } from '../../support/generate/sample.ts';
import { fillFlags, hex, parseScript } from '../../support/generate/script-text.ts';

const none = new Uint8Array(0);

/** A checker that accepts everything of the right size. */
const agreeingChecker: SignatureChecker = {
  checkEcdsaSignature: () => true,
  checkSchnorrSignature: () => undefined,
  checkLockTime: () => true,
  checkSequence: () => true,
  checkTaprootTweak: () => true,
};

describe('the place of a script failure', () => {
  const fail = (scriptSig: string, scriptPubKey: string) =>
    verifyScript(
      parseScript(scriptSig),
      parseScript(scriptPubKey),
      [],
      STANDARD_VERIFY_FLAGS,
      refusingChecker,
    );

  test('names the script, the opcode, its position and the stack size', () => {
    expect(fail('1 2', 'ADD 4 EQUALVERIFY 1')).toEqual({
      error: 'EQUALVERIFY',
      place: 'scriptPubKey',
      opcode: Op.EQUALVERIFY,
      index: 2,
      stackDepth: 2,
    });
    expect(fail('RETURN', '1')).toEqual({
      error: 'OP_RETURN',
      place: 'scriptSig',
      opcode: Op.RETURN,
      index: 0,
      stackDepth: 0,
    });
    expect(fail('1', 'NOP 0x02 0x05')).toEqual({
      error: 'BAD_OPCODE',
      place: 'scriptPubKey',
      opcode: 2,
      index: 1,
      stackDepth: 1,
    });
  });

  test('has no opcode for errors after the last opcode', () => {
    expect(fail('', '0')).toEqual({ error: 'EVAL_FALSE', place: 'scriptPubKey' });
    expect(fail('1 1', 'NOP')).toEqual({ error: 'CLEANSTACK', place: 'scriptPubKey' });
    expect(fail('1', 'IF 1')).toEqual({ error: 'UNBALANCED_CONDITIONAL', place: 'scriptPubKey' });
  });

  test('reaches into redeem scripts, witness scripts and tapscripts', () => {
    const script = parseScript('1 VERIFY RETURN');
    const at = { error: 'OP_RETURN', opcode: Op.RETURN, index: 2, stackDepth: 0 };
    const flags = STANDARD_VERIFY_FLAGS;
    const p2sh = p2shScript(hash160(script));
    expect(verifyScript(pushBytes(script), p2sh, [], flags, refusingChecker)).toEqual({
      ...at,
      place: 'redeemScript',
    });
    const p2wsh = p2wshScript(sha256(script));
    expect(verifyScript(none, p2wsh, [script], flags, refusingChecker)).toEqual({
      ...at,
      place: 'witnessScript',
    });
    const key = new Uint8Array(32).fill(1);
    const witness = [script, encodeControlBlock(0xc0, 0, key, [])];
    expect(verifyScript(none, p2trScript(key), witness, flags, agreeingChecker)).toEqual({
      ...at,
      place: 'tapscript',
    });
  });
});

test('a failing opcode leaves the stack as Core leaves it', () => {
  const stackBehind = (script: string) => {
    const stack: Uint8Array[] = [];
    const failure = evalScript(
      stack,
      parseScript(script),
      NO_VERIFY_FLAGS,
      refusingChecker,
      'base',
    );
    expect(failure).toBeDefined();
    return stack;
  };
  // The -VERIFY opcodes leave the false that they found.
  expect(stackBehind('5 1 2 EQUALVERIFY')).toEqual([hex('05'), none]);
  expect(stackBehind('5 1 2 NUMEQUALVERIFY')).toEqual([hex('05'), none]);
  expect(stackBehind('5 1 2 CHECKSIGVERIFY')).toEqual([hex('05'), none]);
  expect(stackBehind('5 0 1 1 2 1 CHECKMULTISIGVERIFY')).toEqual([hex('05'), none]);
  expect(stackBehind('5 0 VERIFY')).toEqual([hex('05'), none]);
  expect(stackBehind('5 6 7 PICK')).toEqual([hex('05'), hex('06')]);
  // The dummy is missing.
  expect(stackBehind('1 1 2 1 CHECKMULTISIG')).toEqual([1, 1, 2, 1].map((n) => Uint8Array.of(n)));
});

test('refuses flags without the flags that they need', () => {
  const verify = (flags: number) => verifyScript(none, none, [], flags, refusingChecker);
  expect(() => verify(1 << 11)).toThrow('WITNESS needs P2SH');
  expect(() => verify((1 << 8) | 1)).toThrow('CLEANSTACK needs WITNESS');
});

describe('judges any bytes without throwing', () => {
  const bytes = fc.uint8Array({ maxLength: 80 });
  // Opcodes with small numbers between them run further than random bytes.
  const script = fc.oneof(
    bytes,
    fc
      .array(
        fc.oneof(
          fc.integer({ min: 0x4f, max: 0xba }).map((opcode) => Uint8Array.of(opcode)),
          fc.integer({ min: -3, max: 20 }).map(pushNumber),
          fc.uint8Array({ maxLength: 34 }).map(pushBytes),
        ),
        { maxLength: 40 },
      )
      .map((parts) => concatBytes(...parts)),
  );
  const flags = fc.integer({ min: 0, max: (1 << 21) - 1 }).map(fillFlags);
  const checker = fc.constantFrom(refusingChecker, agreeingChecker);
  const witness = fc.array(bytes, { maxLength: 5 });

  test('bare scripts', () => {
    fc.assert(
      fc.property(script, script, witness, flags, checker, (...[sig, key, items, set, asks]) => {
        verifyScript(sig, key, items, set, asks);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('P2SH and P2WSH of them', () => {
    fc.assert(
      fc.property(script, script, witness, flags, checker, (...[sig, inner, items, set, asks]) => {
        const p2wsh = p2wshScript(sha256(inner));
        verifyScript(
          concatBytes(sig, pushBytes(inner)),
          p2shScript(hash160(inner)),
          items,
          set,
          asks,
        );
        verifyScript(none, p2wsh, [...items, inner], set, asks);
        verifyScript(pushBytes(p2wsh), p2shScript(hash160(p2wsh)), [...items, inner], set, asks);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('tapscripts', () => {
    const control = fc.oneof(
      fc.constant(encodeControlBlock(0xc0, 0, new Uint8Array(32), [])),
      fc.uint8Array({ minLength: 30, maxLength: 70 }),
    );
    const annex = fc.constantFrom([], [hex('50')], [hex('50aa')]);
    fc.assert(
      fc.property(script, control, annex, witness, flags, checker, (...parts) => {
        const [leaf, block, extra, items, set, asks] = parts;
        const spent = p2trScript(new Uint8Array(32).fill(9));
        verifyScript(none, spent, [...items, leaf, block, ...extra], set, asks);
      }),
      { numRuns: runs(2000) },
    );
  });
});

// With these sizes, quadratic work would not end.
describe('runs scripts that are made to be slow', () => {
  const repeat = (opcodes: readonly number[], size: number) =>
    Uint8Array.from({ length: size }, (_, i) => opcodes[i % opcodes.length] ?? 0);
  const element = new Uint8Array(520);
  const leaf = { leafHash: new Uint8Array(32), weight: 400_000 };
  const deep = Array.from({ length: 998 }, () => Uint8Array.of(1));
  const size = 400_000;
  const open = { error: 'UNBALANCED_CONDITIONAL' };

  test.each([
    ['copies', repeat([Op.DUP, Op.DROP], size), [element]],
    ['arithmetic', repeat([Op.OP_1, Op.OP_1, Op.ADD, Op.DROP], size), []],
    ['comparisons', repeat([Op.OP_2DUP, Op.EQUAL, Op.DROP], size), [element, element]],
    ['rolls through a full stack', repeat([2, 0xe3, 0x03, Op.ROLL], size), deep],
    ['nested branches', concatBytes(hex('0063'), repeat([Op.IF], size / 2)), [], open],
    ['branches that change sides', concatBytes(hex('0063'), repeat([Op.ELSE], size)), [], open],
    ['pushes', repeat([75, ...new Array(75).fill(7), Op.DROP], 76 * 5000 + 5000), []],
  ])('%s', (_, script, stack, expected = undefined) => {
    const error = evalScript(
      [...stack],
      script,
      MANDATORY_VERIFY_FLAGS,
      refusingChecker,
      'tapscript',
      leaf,
    );
    expect(error).toEqual(expected);
  });

  test('FindAndDelete of signatures that fill the script', () => {
    const signature = pushBytes(new Uint8Array(70).fill(0x30));
    const script = concatBytes(
      ...Array.from({ length: 130 }, () => signature),
      repeat([Op.OP_2DUP, Op.CHECKSIG, Op.DROP], 201),
    );
    const error = evalScript([], script, NO_VERIFY_FLAGS, refusingChecker, 'base');
    expect(error).toBeUndefined();
  });

  test('multisigs of twenty keys', () => {
    const keys = Array.from({ length: 20 }, () => pushBytes(new Uint8Array(33).fill(2)));
    const signatures = Array.from({ length: 20 }, () => pushBytes(hex('300602010102010101')));
    const multisig = concatBytes(
      hex('00'),
      ...signatures,
      pushNumber(20),
      ...keys,
      pushNumber(20),
      Uint8Array.of(Op.CHECKMULTISIG, Op.DROP),
    );
    const script = concatBytes(...Array.from({ length: 9 }, () => multisig), hex('51'));
    const error = evalScript([], script, NO_VERIFY_FLAGS, refusingChecker, 'base');
    expect(error).toBeUndefined();
  });
});
