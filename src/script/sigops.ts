import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { VerifyFlag, type VerifyFlags } from './flags.ts';
import {
  MAX_PUBKEYS_PER_MULTISIG,
  WITNESS_V0_KEYHASH_SIZE,
  WITNESS_V0_SCRIPTHASH_SIZE,
} from './limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from './opcodes.ts';
import {
  createCursor,
  isPayToScriptHash,
  isPushOnly,
  matchWitnessProgram,
  pushedBytes,
  readOp,
  type WitnessProgram,
} from './script.ts';

/**
 * Counts signature operations. A multisig counts 20; if `accurate`, the number in the OP_1 to OP_16
 * before it. Core: CScript::GetSigOpCount(fAccurate).
 */
export function countSigOps(script: Bytes, accurate: boolean): number {
  const cursor = createCursor(script);
  let count = 0;
  let previous: number = Op.INVALIDOPCODE;
  while (readOp(cursor)) {
    const { opcode } = cursor;
    if (opcode === Op.CHECKSIG || opcode === Op.CHECKSIGVERIFY) count += 1;
    else if (opcode === Op.CHECKMULTISIG || opcode === Op.CHECKMULTISIGVERIFY) {
      const known = accurate && isSmallInteger(previous);
      count += known ? decodeSmallInteger(previous) : MAX_PUBKEYS_PER_MULTISIG;
    }
    previous = opcode;
  }
  return count;
}

/**
 * Counts accurately, in the redeem script if there is one. Core: CScript::GetSigOpCount(scriptSig).
 */
export function countP2shSigOps(scriptSig: Bytes, scriptPubKey: Bytes): number {
  if (!isPayToScriptHash(scriptPubKey)) return countSigOps(scriptPubKey, true);
  if (!isPushOnly(scriptSig)) return 0;
  return countSigOps(lastPush(scriptSig), true);
}

/** Counts signature operations of witness v0, bare and in P2SH. Core: CountWitnessSigOps. */
export function countWitnessSigOps(
  scriptSig: Bytes,
  scriptPubKey: Bytes,
  witness: readonly Bytes[],
  flags: VerifyFlags,
): number {
  if ((flags & VerifyFlag.WITNESS) === 0) return 0;
  const bare = matchWitnessProgram(scriptPubKey);
  if (bare !== undefined) return countProgramSigOps(bare, witness);
  if (!isPayToScriptHash(scriptPubKey) || !isPushOnly(scriptSig)) return 0;
  const nested = matchWitnessProgram(lastPush(scriptSig));
  return nested === undefined ? 0 : countProgramSigOps(nested, witness);
}

function countProgramSigOps(
  { version, program }: WitnessProgram,
  witness: readonly Bytes[],
): number {
  if (version !== 0) return 0;
  if (program.length === WITNESS_V0_KEYHASH_SIZE) return 1;
  const script = witness[witness.length - 1];
  if (program.length !== WITNESS_V0_SCRIPTHASH_SIZE || script === undefined) return 0;
  return countSigOps(script, true);
}

/**
 * Returns the last push of a push-only script. OP_1NEGATE and OP_1 to OP_16 leave an empty value,
 * as in Core's `GetOp`.
 */
function lastPush(script: Bytes): Bytes {
  const cursor = createCursor(script);
  let last = emptyBytes;
  while (readOp(cursor)) last = pushedBytes(cursor);
  return last;
}
