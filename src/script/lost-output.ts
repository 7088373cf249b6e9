import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { MAX_PUBKEYS_PER_MULTISIG } from './limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from './opcodes.ts';
import {
  isPushOnly,
  isUnspendable,
  matchWitnessProgram,
  type ScriptOp,
  walkScript,
} from './script.ts';
import { solveScript } from './templates.ts';

/** Why an output loses its coins: anyone can spend it, or it can never be spent. */
export type LostOutput = 'anyone' | 'never';

/**
 * Returns why an output with this script loses its coins, or `undefined` if it does not, or cannot
 * be judged. Witness versions without rules and anchors are allowed.
 */
export function lostOutput(script: Bytes, curve: Secp256k1): LostOutput | undefined {
  if (script.length === 0) return 'anyone';
  const template = solveScript(script);
  switch (template.kind) {
    case 'nulldata':
      return 'never';
    case 'pubkey':
      return curve.isPublicKey(template.publicKey) ? undefined : 'never';
    case 'witness_v1_taproot':
      return curve.isXOnlyPublicKey(template.outputKey) ? undefined : 'never';
    case 'multisig':
    case 'nonstandard':
      return lostScript(script, curve);
    default:
      return undefined;
  }
}

function lostScript(script: Bytes, curve: Secp256k1): LostOutput | undefined {
  // A witness program of version 0 has 20 or 32 bytes.
  if (isUnspendable(script) || matchWitnessProgram(script)) return 'never';
  if (isPushOnly(script)) return script[script.length - 1] === Op.OP_0 ? 'never' : 'anyone';
  const operations = walkScript(script);
  // A push that is cut off fails.
  if (operations === undefined) return 'never';
  const [first, ...keys] = operations.slice(0, -2);
  const [required, count] = [first, operations[operations.length - 2]].map(numberOf);
  const isMultisig =
    operations[operations.length - 1]?.opcode === Op.CHECKMULTISIG &&
    required !== undefined &&
    count === keys.length &&
    keys.every(({ opcode }) => opcode <= Op.PUSHDATA4);
  if (!isMultisig) return undefined;
  if (required === 0) return 'anyone';
  const usable = keys.filter(({ data }) => curve.isPublicKey(data)).length;
  return usable < required || count > MAX_PUBKEYS_PER_MULTISIG ? 'never' : undefined;
}

/** Returns the number that an operation pushes, if it is one of a multisig. */
function numberOf(operation: ScriptOp | undefined): number | undefined {
  if (operation === undefined) return undefined;
  const { opcode, data } = operation;
  if (opcode === Op.OP_0 || isSmallInteger(opcode)) return decodeSmallInteger(opcode);
  return data.length === 1 && opcode <= Op.PUSHDATA4 ? data[0] : undefined;
}
