import type { Bytes } from '../encoding/bytes.ts';
import {
  MAX_PUBKEYS_PER_MULTISIG,
  WITNESS_V0_KEYHASH_SIZE,
  WITNESS_V0_SCRIPTHASH_SIZE,
  WITNESS_V1_TAPROOT_SIZE,
} from './limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from './opcodes.ts';
import { isPublicKeySize } from './public-key.ts';
import {
  createCursor,
  isMinimalPush,
  isPayToAnchor,
  isPayToScriptHash,
  isPushOnly,
  matchWitnessProgram,
  pushedBytes,
  readOp,
  type ScriptCursor,
} from './script.ts';
import { decodeScriptNum } from './script-num.ts';

/**
 * The result of Core's `Solver` for a script; kinds are its `GetTxnOutputType` names. Bytes may be
 * views of the script.
 */
export type ScriptTemplate =
  | {
      readonly kind: 'pubkey';
      /** 33 or 65 bytes. */
      readonly publicKey: Bytes;
    }
  | {
      readonly kind: 'pubkeyhash';
      /** HASH160 of the public key, 20 bytes. */
      readonly hash: Bytes;
    }
  | {
      readonly kind: 'scripthash';
      /** HASH160 of the redeem script, 20 bytes. */
      readonly hash: Bytes;
    }
  | {
      readonly kind: 'multisig';
      /** Number of `publicKeys` that must sign. */
      readonly required: number;
      /** 33 or 65 bytes each, in the order of the script. */
      readonly publicKeys: readonly Bytes[];
    }
  | { readonly kind: 'nulldata' }
  | { readonly kind: 'anchor' }
  | {
      readonly kind: 'witness_v0_keyhash';
      /** HASH160 of the compressed public key, 20 bytes. */
      readonly hash: Bytes;
    }
  | {
      readonly kind: 'witness_v0_scripthash';
      /** SHA-256 of the witness script, 32 bytes. */
      readonly hash: Bytes;
    }
  | {
      readonly kind: 'witness_v1_taproot';
      /** X-only, 32 bytes, tweaked (BIP341). */
      readonly outputKey: Bytes;
    }
  | {
      readonly kind: 'witness_unknown';
      /** 1 to 16. */
      readonly version: number;
      /** 2 to 40 bytes. */
      readonly program: Bytes;
    }
  | { readonly kind: 'nonstandard' };

export type ScriptKind = ScriptTemplate['kind'];

/**
 * Classifies a script, in the order of Core's Solver (solver.cpp).
 *
 * @param script - The script of an output.
 */
export function solveScript(script: Bytes): ScriptTemplate {
  if (isPayToScriptHash(script)) return { kind: 'scripthash', hash: script.slice(2, 22) };
  const witness = matchWitnessProgram(script);
  if (witness !== undefined) return solveWitness(script, witness.version, witness.program);
  if (script[0] === Op.RETURN && isPushOnly(script, 1)) return { kind: 'nulldata' };
  return (
    matchPubkey(script) ??
    matchPubkeyHash(script) ??
    matchMultisig(script) ?? { kind: 'nonstandard' }
  );
}

function solveWitness(script: Bytes, version: number, program: Bytes): ScriptTemplate {
  const { length } = program;
  if (version === 0) {
    if (length === WITNESS_V0_KEYHASH_SIZE) return { kind: 'witness_v0_keyhash', hash: program };
    if (length === WITNESS_V0_SCRIPTHASH_SIZE) {
      return { kind: 'witness_v0_scripthash', hash: program };
    }
    return { kind: 'nonstandard' };
  }
  if (version === 1 && length === WITNESS_V1_TAPROOT_SIZE) {
    return { kind: 'witness_v1_taproot', outputKey: program };
  }
  if (isPayToAnchor(script)) return { kind: 'anchor' };
  return { kind: 'witness_unknown', version, program };
}

function matchPubkey(script: Bytes): ScriptTemplate | undefined {
  const size = script[0];
  if (size !== 33 && size !== 65) return undefined;
  if (script.length !== size + 2 || script[size + 1] !== Op.CHECKSIG) return undefined;
  const publicKey = script.slice(1, size + 1);
  return isPublicKeySize(publicKey) ? { kind: 'pubkey', publicKey } : undefined;
}

function matchPubkeyHash(script: Bytes): ScriptTemplate | undefined {
  const matches =
    script.length === 25 &&
    script[0] === Op.DUP &&
    script[1] === Op.HASH160 &&
    script[2] === 20 &&
    script[23] === Op.EQUALVERIFY &&
    script[24] === Op.CHECKSIG;
  return matches ? { kind: 'pubkeyhash', hash: script.slice(3, 23) } : undefined;
}

function matchMultisig(script: Bytes): ScriptTemplate | undefined {
  if (script[script.length - 1] !== Op.CHECKMULTISIG) return undefined;
  const cursor = createCursor(script);
  if (!readOp(cursor)) return undefined;
  const required = readNumber(cursor);
  if (required === undefined || required < 1 || required > MAX_PUBKEYS_PER_MULTISIG) {
    return undefined;
  }
  const publicKeys: Bytes[] = [];
  while (readOp(cursor) && isPublicKeySize(pushedBytes(cursor))) {
    publicKeys.push(pushedBytes(cursor));
  }
  const count = readNumber(cursor);
  if (count === undefined || count < required || count > MAX_PUBKEYS_PER_MULTISIG) return undefined;
  if (count !== publicKeys.length || cursor.position + 1 !== script.length) return undefined;
  return { kind: 'multisig', required, publicKeys };
}

/** Returns the number of OP_1 to OP_16, or of a minimal push. Core: GetScriptNumber. */
function readNumber(cursor: ScriptCursor): number | undefined {
  if (isSmallInteger(cursor.opcode)) return decodeSmallInteger(cursor.opcode);
  if (cursor.opcode > Op.PUSHDATA4) return undefined;
  const data = pushedBytes(cursor);
  if (!isMinimalPush(data, cursor.opcode)) return undefined;
  return decodeScriptNum(data, { requireMinimal: true });
}
