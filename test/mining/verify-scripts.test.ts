import { expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import type { ScriptCheck } from '../../src/mining/connect.ts';
import { verifyScripts } from '../../src/mining/test-block.ts';
import { MANDATORY_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { Op } from '../../src/script/opcodes.ts';

/** Makes a transaction that spends coins locked by these opcodes. */
function spending(...opcodes: readonly number[]): ScriptCheck {
  const inputs = opcodes.map((_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: emptyBytes,
    sequence: 0,
    witness: [],
  }));
  const coins = opcodes.map((opcode) => ({
    value: 1000n,
    scriptPubKey: Uint8Array.of(opcode),
    height: 1,
    coinbase: false,
  }));
  return { transaction: { version: 2, inputs, outputs: [], locktime: 0 }, coins };
}

const verdict = (...checks: readonly ScriptCheck[]) =>
  verifyScripts(checks, MANDATORY_VERIFY_FLAGS, nobleSecp256k1);
const returned = 'block-script-verify-flag-failed (OP_RETURN was encountered)';
const falsy =
  'block-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)';

test('names the last of several failures, as a node’s threads mostly do', () => {
  expect(verdict(spending(Op.OP_1), spending(Op.OP_1, Op.OP_1))).toBeUndefined();
  expect(verdict(spending(Op.RETURN), spending(Op.OP_1))).toBe(returned);
  expect(verdict(spending(Op.RETURN), spending(Op.OP_0), spending(Op.OP_1))).toBe(falsy);
  expect(verdict(spending(Op.OP_0), spending(Op.OP_1, Op.RETURN))).toBe(returned);
  expect(verdict(spending(Op.OP_0, Op.RETURN, Op.OP_1))).toBe(returned);
});
