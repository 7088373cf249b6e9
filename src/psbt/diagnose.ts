import type { Bytes } from '../encoding/bytes.ts';
import { p2pkhScript } from '../script/builders.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { decodeSmallInteger, isSmallInteger, Op } from '../script/opcodes.ts';
import { type ScriptOp, walkScript } from '../script/script.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import { decodeScriptNum } from '../script/script-num.ts';
import { checkSignatureEncoding } from '../script/signature-encoding.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import { createMusigCreator } from '../signing/musig-creator.ts';
import { type MissingData, nothingMissing } from '../signing/signature-data.ts';
import type { Pause, Task } from '../signing/task.ts';
import { verifyInput } from '../signing/verify-inputs.ts';
import { signPsbtInput } from './input-signing.ts';
import { isFinalized, type PsbtInput } from './psbt.ts';
import { finalSpend, type PsbtSession } from './psbt-session.ts';
import { paysSilently } from './signature-types.ts';

/** A lock that the transaction does not satisfy, named as in descriptors. */
export type UnmetLock = { readonly kind: 'older' | 'after'; readonly value: number };

/** Why an input is not complete. */
export type InputDiagnosis = {
  readonly index: number;
  readonly hasUtxo: boolean;
  readonly missing: MissingData;
  /** Public keys with an invalid signature. */
  readonly badSignatures: readonly Bytes[];
  readonly locks: readonly UnmetLock[];
  /** The failure of final scripts. */
  readonly failure: ScriptFailure | undefined;
};

/** Number of inputs that are diagnosed between pauses. */
const FEW = 8;

/** Lists the missing data of incomplete inputs, and lets other work run after every few inputs. */
export function* diagnosePsbtTask(
  session: PsbtSession,
  pause?: Pause,
): Task<readonly InputDiagnosis[]> {
  const found: InputDiagnosis[] = [];
  for (const [index, input] of session.psbt.inputs.entries()) {
    const diagnosis = diagnoseInput(session, input, index);
    if (diagnosis) found.push(diagnosis);
    if (pause && index % FEW === FEW - 1) yield pause();
  }
  return found;
}

function diagnoseInput(
  session: PsbtSession,
  input: PsbtInput,
  index: number,
): InputDiagnosis | undefined {
  const { cache, secp256k1 } = session;
  const nothing = { index, missing: nothingMissing, badSignatures: [], locks: [] };
  const scriptPubKey = cache.coins[index]?.scriptPubKey;
  if (scriptPubKey === undefined) return { ...nothing, hasUtxo: false, failure: undefined };
  if (isFinalized(input)) {
    const failure = verifyInput(index, finalSpend(index, input).data, cache, secp256k1);
    return failure && { ...nothing, hasUtxo: true, failure };
  }
  const isSilent = paysSilently(session.psbt);
  const how = { sighashType: input.sighashType, finalize: false, isSilent };
  const filled = signPsbtInput(session, index, {
    provider: emptyProvider,
    musigCreator: createMusigCreator,
    ...how,
  });
  if (filled.error === undefined) return undefined;
  const checker = transactionChecker(cache, index, secp256k1);
  return {
    index,
    hasUtxo: true,
    missing: filled.missing,
    badSignatures: badSignatures(input, scriptPubKey, checker),
    locks: unmetLocks(input, scriptPubKey, checker),
    failure: undefined,
  };
}

/** Returns the public keys whose signatures are invalid. */
export function badSignatures(
  input: PsbtInput,
  scriptPubKey: Bytes,
  checker: SignatureChecker,
): readonly Bytes[] {
  const { script, sigVersion } = scriptCode(input, scriptPubKey);
  const outer = solveScript(scriptPubKey);
  const { tapKeySignature } = input;
  const ecdsa = input.partialSignatures.filter(
    ({ signature, publicKey }) =>
      // Nodes do not relay valid signatures with a high S, so they count as bad.
      checkSignatureEncoding(signature, STANDARD_VERIFY_FLAGS) !== undefined ||
      !checker.checkEcdsaSignature(signature, publicKey, script, sigVersion),
  );
  const leaves = input.tapScriptSignatures.filter(
    ({ signature, xOnly, leafHash }) =>
      checker.checkSchnorrSignature(signature, xOnly, {
        leafHash,
        codeSeparatorPosition: 0xffffffff,
      }) !== undefined,
  );
  const isKeyPathBad =
    outer.kind === 'witness_v1_taproot' &&
    tapKeySignature !== undefined &&
    checker.checkSchnorrSignature(tapKeySignature, outer.outputKey, {}) !== undefined;
  return [
    ...ecdsa.map(({ publicKey }) => publicKey),
    ...(isKeyPathBad ? [outer.outputKey] : []),
    ...leaves.map(({ xOnly }) => xOnly),
  ];
}

/** The script that ECDSA signatures of the input commit to. */
export function scriptCode(
  { redeemScript, witnessScript }: Pick<PsbtInput, 'redeemScript' | 'witnessScript'>,
  scriptPubKey: Bytes,
): { readonly script: Bytes; readonly sigVersion: 'base' | 'witness_v0' } {
  const isNested = solveScript(scriptPubKey).kind === 'scripthash' && redeemScript.length > 0;
  const script = isNested ? redeemScript : scriptPubKey;
  const template: ScriptTemplate = solveScript(script);
  if (template.kind === 'witness_v0_keyhash') {
    return { script: p2pkhScript(template.hash), sigVersion: 'witness_v0' };
  }
  return template.kind === 'witness_v0_scripthash'
    ? { script: witnessScript, sigVersion: 'witness_v0' }
    : { script, sigVersion: 'base' };
}

function unmetLocks(
  input: PsbtInput,
  scriptPubKey: Bytes,
  checker: SignatureChecker,
): readonly UnmetLock[] {
  const scripts = [
    scriptCode(input, scriptPubKey).script,
    ...input.tapLeaves.map(({ script }) => script),
  ];
  const locks = scripts.flatMap((script) => locksOf(walkScript(script) ?? []));
  return locks.filter(({ kind, value }) =>
    kind === 'older' ? !checker.checkSequence(value) : !checker.checkLockTime(value),
  );
}

/**
 * Lists the number before each OP_CHECKSEQUENCEVERIFY and OP_CHECKLOCKTIMEVERIFY.
 */
export function locksOf(operations: readonly ScriptOp[]): readonly UnmetLock[] {
  return operations.flatMap(({ opcode }, i): readonly UnmetLock[] => {
    const before = operations[i - 1];
    const value = before && pushedNumber(before);
    if (value === undefined || value < 0) return [];
    if (opcode === Op.CHECKSEQUENCEVERIFY) return [{ kind: 'older', value }];
    return opcode === Op.CHECKLOCKTIMEVERIFY ? [{ kind: 'after', value }] : [];
  });
}

function pushedNumber({ opcode, data }: ScriptOp): number | undefined {
  if (isSmallInteger(opcode)) return decodeSmallInteger(opcode);
  const rules = { requireMinimal: false, maxSize: 5 };
  return opcode <= Op.PUSHDATA4 ? decodeScriptNum(data, rules) : undefined;
}
