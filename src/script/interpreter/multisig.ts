import type { Bytes } from '../../encoding/bytes.ts';
import { lastOf } from '../../encoding/list.ts';
import { VerifyFlag } from '../flags.ts';
import { MAX_OPS_PER_SCRIPT, MAX_PUBKEYS_PER_MULTISIG } from '../limits.ts';
import type { ScriptError } from '../script-error.ts';
import { checkPublicKeyEncoding, checkSignatureEncoding } from '../signature-encoding.ts';
import { signedCode, type Verdict } from './check-signature.ts';
import { type Handler, type Machine, peek, peekNumber, pushBool } from './machine.ts';

type Arguments = {
  /** Keys and signatures from the top of the stack down, in the order of comparison. */
  readonly publicKeys: readonly Bytes[];
  readonly signatures: readonly Bytes[];
};

/** `(dummy [sig ...] m [pubkey ...] n -- bool)` */
export const checkMultisig: Handler = (machine) => {
  if (machine.sigVersion === 'tapscript') return 'TAPSCRIPT_CHECKMULTISIG';
  const given = readArguments(machine);
  if (typeof given === 'string') return given;
  const scriptCode = signedCode(machine, given.signatures);
  if (scriptCode === undefined) return 'SIG_FINDANDDELETE';
  const verdict = compare(machine, machine.sigVersion, scriptCode, given);
  if (typeof verdict === 'string') return verdict;
  return removeArguments(machine, given, verdict) ?? pushBool(machine, verdict);
};

function readArguments(machine: Machine): Arguments | ScriptError {
  const { stack } = machine;
  if (stack.length < 1) return 'INVALID_STACK_OPERATION';
  const keyCount = peekNumber(machine, 0);
  if (keyCount === undefined) return 'SCRIPTNUM';
  if (keyCount < 0 || keyCount > MAX_PUBKEYS_PER_MULTISIG) return 'PUBKEY_COUNT';
  machine.operations += keyCount;
  if (machine.operations > MAX_OPS_PER_SCRIPT) return 'OP_COUNT';
  if (stack.length < keyCount + 2) return 'INVALID_STACK_OPERATION';
  const signatureCount = peekNumber(machine, keyCount + 1);
  if (signatureCount === undefined) return 'SCRIPTNUM';
  if (signatureCount < 0 || signatureCount > keyCount) return 'SIG_COUNT';
  // The dummy element counts too.
  if (stack.length < keyCount + 3 + signatureCount) return 'INVALID_STACK_OPERATION';
  return {
    publicKeys: peekMany(machine, 1, keyCount),
    signatures: peekMany(machine, keyCount + 2, signatureCount),
  };
}

function peekMany(machine: Machine, from: number, count: number): Bytes[] {
  return Array.from({ length: count }, (_, i) => peek(machine, from + i));
}

/** Tries the next keys for each signature. Stops if more signatures than keys are left. */
function compare(
  { flags, checker }: Machine,
  sigVersion: 'base' | 'witness_v0',
  scriptCode: Bytes,
  { publicKeys, signatures }: Arguments,
): Verdict {
  let matched = 0;
  for (const [tried, publicKey] of publicKeys.entries()) {
    const signature = signatures[matched];
    if (signature === undefined) return true;
    if (signatures.length - matched > publicKeys.length - tried) return false;
    const fault =
      checkSignatureEncoding(signature, flags) ??
      checkPublicKeyEncoding(publicKey, flags, sigVersion);
    if (fault !== undefined) return fault;
    if (checker.checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion)) matched += 1;
  }
  return matched === signatures.length;
}

/** Removes the arguments, and the extra element that the first implementation popped by mistake. */
function removeArguments(
  { stack, flags }: Machine,
  { publicKeys, signatures }: Arguments,
  success: boolean,
): ScriptError | undefined {
  stack.length -= publicKeys.length + 2;
  const nullFail = !success && (flags & VerifyFlag.NULLFAIL) !== 0;
  for (const signature of signatures) {
    if (nullFail && signature.length > 0) return 'SIG_NULLFAIL';
    stack.pop();
  }
  const mustBeEmpty = (flags & VerifyFlag.NULLDUMMY) !== 0;
  if (mustBeEmpty && lastOf(stack)?.length !== 0) return 'SIG_NULLDUMMY';
  stack.pop();
  return undefined;
}
