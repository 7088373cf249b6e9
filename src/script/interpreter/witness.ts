import { sha256 } from '../../crypto/hash.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { lastOf } from '../../encoding/list.ts';
import { compactSizeLength, createWriter } from '../../encoding/writer.ts';
import { p2pkhScript } from '../builders.ts';
import type { SignatureChecker } from '../checker.ts';
import { VerifyFlag, type VerifyFlags } from '../flags.ts';
import {
  MAX_SCRIPT_ELEMENT_SIZE,
  MAX_STACK_SIZE,
  TAPROOT_LEAF_MASK,
  TAPROOT_LEAF_TAPSCRIPT,
  VALIDATION_WEIGHT_OFFSET,
  WITNESS_V0_KEYHASH_SIZE,
  WITNESS_V0_SCRIPTHASH_SIZE,
  WITNESS_V1_TAPROOT_SIZE,
} from '../limits.ts';
import { isOpSuccess } from '../opcodes.ts';
import { createCursor, readOp, type WitnessProgram } from '../script.ts';
import type { ScriptFailure, ScriptPlace } from '../script-error.ts';
import {
  annexOf,
  isControlBlockSize,
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
} from '../taproot.ts';
import { evalScript } from './eval.ts';
import { isTrue, type TapscriptExecution } from './machine.ts';

/** Parameters for verifying one input. */
export type Verification = { readonly flags: VerifyFlags; readonly checker: SignatureChecker };

/** Verifies a witness program. Core: VerifyWitnessProgram. */
export function verifyWitnessProgram(
  verification: Verification,
  { version, program }: WitnessProgram,
  witness: readonly Bytes[],
  nested: boolean,
): ScriptFailure | undefined {
  const { length } = program;
  if (version === 0) {
    if (length === WITNESS_V0_SCRIPTHASH_SIZE) return verifyP2wsh(verification, program, witness);
    if (length === WITNESS_V0_KEYHASH_SIZE) return verifyP2wpkh(verification, program, witness);
    return { error: 'WITNESS_PROGRAM_WRONG_LENGTH' };
  }
  if (!nested && version === 1) {
    if (length === WITNESS_V1_TAPROOT_SIZE) return verifyTaproot(verification, program, witness);
    if (length === 2 && program[0] === 0x4e && program[1] === 0x73) return undefined;
  }
  return (verification.flags & VerifyFlag.DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM) !== 0
    ? { error: 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM' }
    : undefined;
}

/**
 * Verifies P2WSH (BIP141): "the witnessScript (the last witness item)... SHA256 of the
 * witnessScript must match".
 */
function verifyP2wsh(
  verification: Verification,
  program: Bytes,
  witness: readonly Bytes[],
): ScriptFailure | undefined {
  const script = lastOf(witness);
  if (script === undefined) return { error: 'WITNESS_PROGRAM_WITNESS_EMPTY' };
  if (!equalBytes(sha256(script), program)) return { error: 'WITNESS_PROGRAM_MISMATCH' };
  return runWitnessScript(verification, witness.slice(0, -1), script, 'witnessScript');
}

function verifyP2wpkh(
  verification: Verification,
  program: Bytes,
  witness: readonly Bytes[],
): ScriptFailure | undefined {
  if (witness.length !== 2) return { error: 'WITNESS_PROGRAM_MISMATCH' };
  return runWitnessScript(verification, witness.slice(), p2pkhScript(program), 'witnessScript');
}

/** Verifies taproot (BIP341, "Script validation rules"). */
function verifyTaproot(
  verification: Verification,
  outputKey: Bytes,
  witness: readonly Bytes[],
): ScriptFailure | undefined {
  if ((verification.flags & VerifyFlag.TAPROOT) === 0) return undefined;
  // "Fail if the witness stack has 0 elements."
  if (witness.length === 0) return { error: 'WITNESS_PROGRAM_WITNESS_EMPTY' };
  // "this last element is called annex a and is removed from the witness stack."
  const annex = annexOf(witness);
  const stack = annex === undefined ? witness : witness.slice(0, -1);
  const committed = annex === undefined ? {} : { annexHash: annexHash(annex) };
  const [signature] = stack;
  if (stack.length > 1 || signature === undefined) {
    return verifyScriptPath(verification, outputKey, stack, committed, witness);
  }
  // "If there is exactly one element left in the witness stack, key path spending is used".
  const { checker } = verification;
  const error = checker.checkSchnorrSignature(signature, outputKey, committed);
  return error === undefined ? undefined : { error };
}

/** Returns "sha_annex (32): the SHA256 of (compact_size(size of annex) || annex)" (BIP341). */
function annexHash(annex: Bytes): Bytes {
  return sha256(
    createWriter(annex.length + 9)
      .varBytes(annex)
      .finish(),
  );
}

/**
 * Verifies the script path (BIP341): "If there are at least two witness elements left, script path
 * spending is used".
 */
function verifyScriptPath(
  verification: Verification,
  outputKey: Bytes,
  elements: readonly Bytes[],
  committed: { readonly annexHash?: Bytes },
  witness: readonly Bytes[],
): ScriptFailure | undefined {
  const stack = elements.slice(0, -2);
  const [script, control] = elements.slice(-2);
  if (script === undefined || control === undefined || !isControlBlockSize(control.length)) {
    return { error: 'TAPROOT_WRONG_CONTROL_SIZE' };
  }
  const leafVersion = (control[0] ?? 0) & TAPROOT_LEAF_MASK;
  const leafHash = tapLeafHash(leafVersion, script);
  const internalKey = control.subarray(1, 33);
  const tweak = tapTweakHash(internalKey, taprootMerkleRoot(control, leafHash));
  const parity = ((control[0] ?? 0) & 1) === 0 ? 0 : 1;
  if (!verification.checker.checkTaprootTweak(outputKey, internalKey, tweak, parity)) {
    return { error: 'WITNESS_PROGRAM_MISMATCH' };
  }
  if (leafVersion !== TAPROOT_LEAF_TAPSCRIPT) {
    return (verification.flags & VerifyFlag.DISCOURAGE_UPGRADABLE_TAPROOT_VERSION) !== 0
      ? { error: 'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION' }
      : undefined;
  }
  const weight = stackSize(witness) + VALIDATION_WEIGHT_OFFSET;
  return verifyTapscript(verification, stack, script, { leafHash, weight, ...committed });
}

/** Returns the size of a witness in wire format. */
export function stackSize(stack: readonly Bytes[]): number {
  return stack.reduce(
    (size, item) => size + compactSizeLength(item.length) + item.length,
    compactSizeLength(stack.length),
  );
}

/** Verifies a tapscript (BIP342, "Script execution"). */
function verifyTapscript(
  verification: Verification,
  stack: Bytes[],
  script: Bytes,
  execution: TapscriptExecution,
): ScriptFailure | undefined {
  const cursor = createCursor(script);
  for (let index = 0; cursor.position < script.length; index++) {
    const opcode = script[cursor.position] ?? 0;
    const place = { place: 'tapscript', opcode, index } as const;
    if (!readOp(cursor)) return { error: 'BAD_OPCODE', ...place };
    // "If any opcode numbered 80, 98, ... is encountered, validation succeeds".
    if (isOpSuccess(cursor.opcode)) {
      return (verification.flags & VerifyFlag.DISCOURAGE_OP_SUCCESS) !== 0
        ? { error: 'DISCOURAGE_OP_SUCCESS', ...place }
        : undefined;
    }
  }
  if (stack.length > MAX_STACK_SIZE) return { error: 'STACK_SIZE', place: 'tapscript' };
  return runWitnessScript(verification, stack, script, 'tapscript', execution);
}

/**
 * Runs a witness script after the tapscript checks. `stack` cannot be used afterwards. Core:
 * ExecuteWitnessScript.
 */
function runWitnessScript(
  { flags, checker }: Verification,
  stack: Bytes[],
  script: Bytes,
  place: ScriptPlace,
  tapscript?: TapscriptExecution,
): ScriptFailure | undefined {
  if (stack.some((element) => element.length > MAX_SCRIPT_ELEMENT_SIZE)) {
    return { error: 'PUSH_SIZE', place };
  }
  const version = tapscript === undefined ? 'witness_v0' : 'tapscript';
  const failure = evalScript(stack, script, flags, checker, version, tapscript);
  if (failure !== undefined) return { ...failure, place };
  // BIP141: "The script must not fail, and result in exactly a single TRUE on the stack."
  const [top] = stack;
  if (top === undefined || stack.length !== 1) return { error: 'CLEANSTACK', place };
  return isTrue(top) ? undefined : { error: 'EVAL_FALSE', place };
}
