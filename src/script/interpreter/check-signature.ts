import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { invariant } from '../../encoding/invariant.ts';
import { VerifyFlag } from '../flags.ts';
import { VALIDATION_WEIGHT_PER_SIGOP_PASSED } from '../limits.ts';
import { createCursor, pushBytes, readOp } from '../script.ts';
import type { ScriptError } from '../script-error.ts';
import { checkPublicKeyEncoding, checkSignatureEncoding } from '../signature-encoding.ts';
import type { Machine } from './machine.ts';

/** Returns whether a signature is valid, or the reason why the script fails. */
export type Verdict = boolean | ScriptError;

/** Checks a signature. Core: EvalChecksig. */
export function checkSignature(machine: Machine, signature: Bytes, publicKey: Bytes): Verdict {
  return machine.sigVersion === 'tapscript'
    ? checkTapscriptSignature(machine, signature, publicKey)
    : checkEcdsaSignature(machine, machine.sigVersion, signature, publicKey);
}

function checkEcdsaSignature(
  machine: Machine,
  sigVersion: 'base' | 'witness_v0',
  signature: Bytes,
  publicKey: Bytes,
): Verdict {
  const { flags } = machine;
  const scriptCode = signedCode(machine, [signature]);
  if (scriptCode === undefined) return 'SIG_FINDANDDELETE';
  const fault =
    checkSignatureEncoding(signature, flags) ??
    checkPublicKeyEncoding(publicKey, flags, sigVersion);
  if (fault !== undefined) return fault;
  const valid = machine.checker.checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion);
  const nullFail = (flags & VerifyFlag.NULLFAIL) !== 0;
  return !valid && nullFail && signature.length > 0 ? 'SIG_NULLFAIL' : valid;
}

/**
 * Returns the script after the last OP_CODESEPARATOR, before segwit without the signatures in it.
 * Returns `undefined` if it contains a signature and CONST_SCRIPTCODE forbids that.
 */
export function signedCode(machine: Machine, signatures: readonly Bytes[]): Bytes | undefined {
  const { script } = machine.cursor;
  const whole = machine.codeStart === 0 ? script : script.subarray(machine.codeStart);
  if (machine.sigVersion !== 'base') return whole;
  let code = whole;
  for (const signature of signatures) code = findAndDelete(code, pushBytes(signature));
  const constant = (machine.flags & VerifyFlag.CONST_SCRIPTCODE) !== 0;
  return code !== whole && constant ? undefined : code;
}

/**
 * Checks a signature by BIP342, "Rules for signature opcodes", in the order of Core's
 * EvalChecksigTapscript.
 */
function checkTapscriptSignature(machine: Machine, signature: Bytes, publicKey: Bytes): Verdict {
  const { tapscript } = machine;
  invariant(tapscript !== undefined, 'a tapscript runs with its leaf');
  // "If the signature is not the empty vector, the opcode is counted towards the sigops budget".
  // Also for keys of unknown type.
  if (signature.length > 0) {
    machine.weightLeft -= VALIDATION_WEIGHT_PER_SIGOP_PASSED;
    if (machine.weightLeft < 0) return 'TAPSCRIPT_VALIDATION_WEIGHT';
  }
  // "If the public key size is zero, the script MUST fail and terminate immediately."
  if (publicKey.length === 0) return 'TAPSCRIPT_EMPTY_PUBKEY';
  // "If the public key size is not zero and not 32 bytes, the public key is of an unknown public
  // key type and no actual signature verification is applied."
  if (publicKey.length !== 32) {
    const discouraged = (machine.flags & VerifyFlag.DISCOURAGE_UPGRADABLE_PUBKEYTYPE) !== 0;
    return discouraged ? 'DISCOURAGE_UPGRADABLE_PUBKEYTYPE' : signature.length > 0;
  }
  if (signature.length === 0) return false;
  const { leafHash, annexHash } = tapscript;
  const fault = machine.checker.checkSchnorrSignature(signature, publicKey, {
    leafHash,
    codeSeparatorPosition: machine.codeSeparatorPosition,
    ...(annexHash === undefined ? {} : { annexHash }),
  });
  return fault ?? true;
}

/**
 * Removes `pattern` (not empty) wherever an operation starts with it, in one pass. Returns the same
 * object if it does not occur. Core: FindAndDelete.
 */
export function findAndDelete(script: Bytes, pattern: Bytes): Bytes {
  const cursor = createCursor(script);
  const kept: Bytes[] = [];
  let keptTo = 0;
  do {
    const found = cursor.position;
    while (startsWith(script, cursor.position, pattern)) cursor.position += pattern.length;
    if (cursor.position > found) {
      kept.push(script.subarray(keptTo, found));
      keptTo = cursor.position;
    }
  } while (readOp(cursor));
  return keptTo === 0 ? script : concatBytes(...kept, script.subarray(keptTo));
}

function startsWith(script: Bytes, at: number, pattern: Bytes): boolean {
  if (pattern.length > script.length - at) return false;
  for (let i = 0; i < pattern.length; i++) if (script[at + i] !== pattern[i]) return false;
  return true;
}
