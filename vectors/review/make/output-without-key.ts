import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { p2shScript, p2trScript, p2wshScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { buildTaprootOutput } from '../../../src/signing/taproot-output.ts';
import { place, thief, wpkh } from '../../../test/support/review/accounts.ts';
import { at } from '../../../test/support/review/coins.ts';
import { back, type OutputSpec, type PsbtSpec } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const to = (script: Uint8Array, change?: OutputSpec['change']): PsbtSpec => ({
  coins: [at(wpkh, 0, 900_000n)],
  outputs: [{ value: 400_000n, script, ...(change && { change }) }, back(499_000n)],
});
const shown = (witnessScript: Uint8Array): PsbtSpec =>
  to(p2wshScript(sha256(witnessScript)), (output) => Object.assign(output, { witnessScript }));
const redeemed = (redeemScript: Uint8Array): PsbtSpec =>
  to(p2shScript(hash160(redeemScript)), (output) => Object.assign(output, { redeemScript }));
const [key = new Uint8Array(33)] = place(thief, 0, 3).knowledge.publicKeys.values();
const hash = sha256(key);
const lock = buildScript(Op.SHA256, hash, Op.EQUAL);
const withKey = buildScript(key, Op.CHECKSIGVERIFY, Op.SHA256, hash, Op.EQUAL);
const either = (first: readonly (Uint8Array | number)[]) =>
  buildScript(Op.IF, ...first, Op.ELSE, key, Op.CHECKSIG, Op.ENDIF);
const tree = (leaf: Uint8Array): PsbtSpec => {
  const leaves = [{ depth: 0, leafVersion: 0xc0, script: leaf }];
  const internal = key.subarray(1);
  const built = buildTaprootOutput(internal, leaves, secp256k1);
  if (built === undefined) throw new Error('no taproot output');
  return to(p2trScript(built.outputKey), (output) =>
    Object.assign(output, { tapInternalKey: internal, tapTree: leaves }),
  );
};

export const cases: readonly Case[] = rows(
  [
    // Scripts that take no key or that nodes do not relay.
    ['a bare hash lock', to(lock), ['output-without-key', 'not-standard']],
    ['a hash lock in P2WSH', shown(lock)],
    ['a hash lock in P2SH', redeemed(lock)],
    ['a hash lock or a key, in two branches', shown(either([Op.SHA256, hash, Op.EQUAL]))],
    ['a hash lock in a taproot leaf', tree(lock)],
    [
      'a hash lock as the second way of a miniscript',
      shown(
        buildScript(
          key,
          Op.CHECKSIG,
          Op.IFDUP,
          Op.NOTIF,
          Op.SIZE,
          Uint8Array.of(32),
          Op.EQUALVERIFY,
          Op.SHA256,
          hash,
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
      shown(either([key, Op.CHECKSIGVERIFY, Op.SHA256, hash, Op.EQUAL])),
    ],
    ['a key in a taproot leaf', tree(buildScript(key.subarray(1), Op.CHECKSIG))],
    ['a hash that hides its script', to(p2wshScript(sha256(lock)))],
    [
      'a hash of a key, with a hash lock named for it',
      to(p2wshScript(sha256(withKey)), (output) => Object.assign(output, { witnessScript: lock })),
      ['output-mismatch'],
    ],
    [
      'a key, or a taproot leaf that always fails because a branch ends that never began',
      tree(buildScript(Op.SHA256, hash, Op.EQUAL, Op.ENDIF)),
    ],
  ],
);
