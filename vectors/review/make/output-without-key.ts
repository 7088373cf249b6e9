import { sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { p2trScript, p2wshScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import type { PsbtSpec } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import {
  payeeHash,
  payeeKey,
  payTo,
  redeemed,
  shown,
} from '../../../test/support/review/scripts.ts';

const lock = buildScript(Op.SHA256, payeeHash, Op.EQUAL);
const withKey = buildScript(payeeKey, Op.CHECKSIGVERIFY, Op.SHA256, payeeHash, Op.EQUAL);
const either = (first: readonly (Uint8Array | number)[]) =>
  buildScript(Op.IF, ...first, Op.ELSE, payeeKey, Op.CHECKSIG, Op.ENDIF);
const tree = (leaf: Uint8Array): PsbtSpec => {
  const leaves = [{ depth: 0, leafVersion: 0xc0, script: leaf }];
  const internal = payeeKey.subarray(1);
  const built = buildTaprootOutput(internal, leaves, secp256k1);
  if (built === undefined) throw new Error('no taproot output');
  return payTo(p2trScript(built.outputKey), (output) =>
    Object.assign(output, { tapInternalKey: internal, tapTree: leaves }),
  );
};

export const cases: readonly Case[] = rows(
  [
    // Scripts that take no key or that nodes do not relay.
    ['a bare hash lock', payTo(lock), ['output-without-key', 'not-standard']],
    ['a hash lock in P2WSH', shown(lock)],
    ['a hash lock in P2SH', redeemed(lock)],
    ['a hash lock or a key, in two branches', shown(either([Op.SHA256, payeeHash, Op.EQUAL]))],
    ['a hash lock in a taproot leaf', tree(lock)],
    [
      'a hash lock as the second way of a miniscript',
      shown(
        buildScript(
          payeeKey,
          Op.CHECKSIG,
          Op.IFDUP,
          Op.NOTIF,
          Op.SIZE,
          Uint8Array.of(32),
          Op.EQUALVERIFY,
          Op.SHA256,
          payeeHash,
          Op.EQUAL,
          Op.ENDIF,
        ),
      ),
    ],
  ],
  [
    ['a hash lock with a key in P2WSH', shown(withKey)],
    ['a hash lock with a key in P2SH', redeemed(withKey)],
    [
      'a hash lock with a key, or a key, in two branches',
      shown(either([payeeKey, Op.CHECKSIGVERIFY, Op.SHA256, payeeHash, Op.EQUAL])),
    ],
    ['a key in a taproot leaf', tree(buildScript(payeeKey.subarray(1), Op.CHECKSIG))],
    ['a hash that hides its script', payTo(p2wshScript(sha256(lock)))],
    [
      'a hash of a key, with a hash lock named for it',
      payTo(p2wshScript(sha256(withKey)), (output) =>
        Object.assign(output, { witnessScript: lock }),
      ),
      ['output-mismatch'],
    ],
    [
      'a key, or a taproot leaf that always fails because a branch ends that never began',
      tree(buildScript(Op.SHA256, payeeHash, Op.EQUAL, Op.ENDIF)),
    ],
  ],
);
