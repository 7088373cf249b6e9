import { expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { diagnosePsbtTask } from '../../src/psbt/diagnose.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { p2wshScript } from '../../src/script/builders.ts';
import { runNow } from '../../src/signing/task.ts';
import { publicKeyOf } from '../support/signing.ts';

const bytes = (hex: string) => decodeHex(hex) ?? new Uint8Array(0);
const key = Buffer.from(publicKeyOf(1)).toString('hex');

/** A PSBT whose only coin has a witness script with a lock before a signature. */
function locked(lock: string, locktime: number, sequence: number): Psbt {
  const witnessScript = bytes(`${lock}7521${key}ac`);
  const inputs = [
    { prevout: { txid: '11'.repeat(32), vout: 0 }, scriptSig: bytes(''), sequence, witness: [] },
  ];
  const psbt = createPsbt({ version: 2, locktime, inputs, outputs: [] }, 2);
  const witnessUtxo = { value: 1000n, scriptPubKey: p2wshScript(sha256(witnessScript)) };
  return {
    ...psbt,
    inputs: psbt.inputs.map((input) => ({ ...input, witnessScript, witnessUtxo })),
  };
}

test.each([
  // 500 and OP_CHECKLOCKTIMEVERIFY, 10 and OP_CHECKSEQUENCEVERIFY.
  ['a height that is reached', '02f401b1', 600, 0xfffffffe, []],
  ['a height that is not reached', '02f401b1', 400, 0xfffffffe, [{ kind: 'after', value: 500 }]],
  ['an age that is reached', '5ab2', 0, 12, []],
  ['an age that is not reached', '5ab2', 600, 9, [{ kind: 'older', value: 10 }]],
  ['an age, without relative locks', '5ab2', 600, 0xfffffffe, [{ kind: 'older', value: 10 }]],
] as const)('names the lock that is not met: %s', (_, lock, locktime, sequence, locks) => {
  const session = openSession(locked(lock, locktime, sequence), secp256k1);
  if (session === undefined) throw new Error('no session');
  const [found] = runNow(diagnosePsbtTask(session));
  expect(found?.locks).toEqual(locks);
});
