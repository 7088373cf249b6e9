import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { invariant } from '../../encoding/invariant.ts';
import { lastOf } from '../../encoding/list.ts';
import type { SignatureChecker } from '../checker.ts';
import { VerifyFlag, type VerifyFlags } from '../flags.ts';
import { isPayToScriptHash, isPushOnly, matchWitnessProgram, pushBytes } from '../script.ts';
import type { ScriptFailure, ScriptPlace } from '../script-error.ts';
import { evalScript } from './eval.ts';
import { isTrue } from './machine.ts';
import { type Verification, verifyWitnessProgram } from './witness.ts';

/**
 * Checks if `scriptSig` and `witness` satisfy `scriptPubKey`, as Core's `VerifyScript` does.
 * Returns `undefined` if they do, else the error. Never throws for any bytes; `flags` must obey the
 * rule of `VerifyFlags`.
 *
 * @param witness - The stack, its first element at the bottom.
 * @param flags - A sum of `VerifyFlag`, such as `STANDARD_VERIFY_FLAGS`. With 0, or without
 *   `WITNESS`, nothing of a witness is checked: a witness program passes with any witness.
 * @param checker - Verifies signatures and lock times, such as `transactionChecker`.
 */
export function verifyScript(
  scriptSig: Bytes,
  scriptPubKey: Bytes,
  witness: readonly Bytes[],
  flags: VerifyFlags,
  checker: SignatureChecker,
): ScriptFailure | undefined {
  assertSoftForks(flags);
  const verification = { flags, checker };
  if (has(flags, VerifyFlag.SIGPUSHONLY) && !isPushOnly(scriptSig)) {
    return { error: 'SIG_PUSHONLY', place: 'scriptSig' };
  }
  const stack: Bytes[] = [];
  const failed = run(verification, stack, scriptSig, 'scriptSig');
  if (failed !== undefined) return failed;
  const p2sh = has(flags, VerifyFlag.P2SH) && isPayToScriptHash(scriptPubKey);
  const pushed = p2sh ? stack.slice() : undefined;
  const failure =
    run(verification, stack, scriptPubKey, 'scriptPubKey') ?? checkTop(stack, 'scriptPubKey');
  if (failure !== undefined) return failure;
  return pushed === undefined
    ? verifyBare(verification, stack, scriptSig, scriptPubKey, witness)
    : verifyP2sh(verification, pushed, scriptSig, witness);
}

/** Checks like Core that no flag can make an invalid script valid. */
function assertSoftForks(flags: VerifyFlags): void {
  const p2sh = has(flags, VerifyFlag.P2SH);
  const witness = has(flags, VerifyFlag.WITNESS);
  invariant(p2sh || !witness, 'WITNESS needs P2SH');
  invariant((p2sh && witness) || !has(flags, VerifyFlag.CLEANSTACK), 'CLEANSTACK needs WITNESS');
}

function verifyBare(
  verification: Verification,
  stack: readonly Bytes[],
  scriptSig: Bytes,
  scriptPubKey: Bytes,
  witness: readonly Bytes[],
): ScriptFailure | undefined {
  const segwit = has(verification.flags, VerifyFlag.WITNESS);
  const program = segwit ? matchWitnessProgram(scriptPubKey) : undefined;
  if (program === undefined) return checkEnd(verification, stack, witness, 'scriptPubKey');
  // BIP141: "The scriptSig must be exactly empty or validation fails."
  if (scriptSig.length > 0) return { error: 'WITNESS_MALLEATED' };
  return verifyWitnessProgram(verification, program, witness, false);
}

/**
 * Runs the last element that scriptSig pushed as a script, with the others as arguments (BIP16).
 */
function verifyP2sh(
  verification: Verification,
  stack: Bytes[],
  scriptSig: Bytes,
  witness: readonly Bytes[],
): ScriptFailure | undefined {
  if (!isPushOnly(scriptSig)) return { error: 'SIG_PUSHONLY', place: 'scriptSig' };
  const redeemScript = stack.pop();
  invariant(redeemScript !== undefined, 'HASH160 found an element');
  const failure =
    run(verification, stack, redeemScript, 'redeemScript') ?? checkTop(stack, 'redeemScript');
  if (failure !== undefined) return failure;
  const segwit = has(verification.flags, VerifyFlag.WITNESS);
  const program = segwit ? matchWitnessProgram(redeemScript) : undefined;
  if (program === undefined) return checkEnd(verification, stack, witness, 'redeemScript');
  // BIP141: "The scriptSig must be exactly a push of the BIP16 redeemScript or validation fails."
  if (!equalBytes(scriptSig, pushBytes(redeemScript))) return { error: 'WITNESS_MALLEATED_P2SH' };
  return verifyWitnessProgram(verification, program, witness, true);
}

/** Checks the final stack of scripts without a witness program. */
function checkEnd(
  { flags }: Verification,
  stack: readonly Bytes[],
  witness: readonly Bytes[],
  place: ScriptPlace,
): ScriptFailure | undefined {
  if (has(flags, VerifyFlag.CLEANSTACK) && stack.length !== 1) {
    return { error: 'CLEANSTACK', place };
  }
  if (has(flags, VerifyFlag.WITNESS) && witness.length > 0) return { error: 'WITNESS_UNEXPECTED' };
  return undefined;
}

function run(
  { flags, checker }: Verification,
  stack: Bytes[],
  script: Bytes,
  place: ScriptPlace,
): ScriptFailure | undefined {
  const failure = evalScript(stack, script, flags, checker, 'base');
  return failure === undefined ? undefined : { ...failure, place };
}

function checkTop(stack: readonly Bytes[], place: ScriptPlace): ScriptFailure | undefined {
  const top = lastOf(stack);
  return top !== undefined && isTrue(top) ? undefined : { error: 'EVAL_FALSE', place };
}

function has(flags: VerifyFlags, flag: number): boolean {
  return (flags & flag) !== 0;
}
