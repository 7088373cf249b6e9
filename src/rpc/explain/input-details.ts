import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { Op, opcodeName } from '../../script/opcodes.ts';
import type { ScriptError, ScriptFailure, ScriptPlace } from '../../script/script-error.ts';
import type { FailedInput, SigningOutcome } from '../../signing/job.ts';
import type { MissingData } from '../../signing/signature-data.ts';

/** Why an input cannot be signed, in more detail than Core's message. Bytes are in hexadecimal. */
export type InputDetails = {
  /** The index of the input, from 0. */
  readonly input: number;
  /** The transaction that created the spent output, in display order. */
  readonly txid: string;
  /** The index of that output. */
  readonly vout: number;
  /** Core's name of the script error. Absent if the spent output is unknown. */
  readonly scriptError?: ScriptError;
  /** The script that failed, and the operation in it: its name and its number from 0. */
  readonly place?: ScriptPlace;
  /** The opcode's name, such as `OP_CHECKSIG`. Absent if no operation failed. */
  readonly opcode?: string;
  /** Index of the operation, counting pushes. Absent if no operation failed. */
  readonly opcodeIndex?: number;
  /** Elements on the stack before the operation. */
  readonly stackDepth?: number;
  /** HASH160 of missing public keys. */
  readonly missingPublicKeys: readonly string[];
  /** Public keys whose private key is missing. */
  readonly missingKeys: readonly string[];
  /** HASH160 of the missing redeem script. */
  readonly missingRedeemScript?: string;
  /** SHA-256 of the missing witness script. */
  readonly missingWitnessScript?: string;
  /** The most likely fix, in plain English. */
  readonly fix: string;
};

/** Describes the inputs with errors. */
export function shapeInputDetails({ transaction, errors }: SigningOutcome): InputDetails[] {
  const allCoinsKnown = errors.every(({ error }) => error.kind !== 'coin-not-found');
  return errors.map((failed) => {
    const input = transaction.inputs[failed.index];
    invariant(input !== undefined, 'errors are those of inputs');
    const { txid, vout } = input.prevout;
    return {
      input: failed.index,
      txid,
      vout,
      ...(failed.error.kind === 'script' && { scriptError: failed.error.error }),
      ...(failed.failure && shapePlace(failed.failure)),
      ...shapeMissing(failed.missing),
      fix: suggestFix(failed, allCoinsKnown),
    };
  });
}

export function shapePlace({
  place,
  opcode,
  index,
  stackDepth,
}: ScriptFailure): Pick<InputDetails, 'place' | 'opcode' | 'opcodeIndex' | 'stackDepth'> {
  return {
    ...(place !== undefined && { place }),
    ...(opcode !== undefined && { opcode: opcodeName(opcode) }),
    ...(index !== undefined && { opcodeIndex: index }),
    ...(stackDepth !== undefined && { stackDepth }),
  };
}

export function shapeMissing(
  missing: MissingData,
): Pick<
  InputDetails,
  'missingPublicKeys' | 'missingKeys' | 'missingRedeemScript' | 'missingWitnessScript'
> {
  const { redeemScript, witnessScript } = missing;
  return {
    missingPublicKeys: missing.publicKeys.map(encodeHex),
    missingKeys: missing.signatures.map(encodeHex),
    ...(redeemScript && { missingRedeemScript: encodeHex(redeemScript) }),
    ...(witnessScript && { missingWitnessScript: encodeHex(witnessScript) }),
  };
}

function suggestFix(
  { error, failure, missing, withoutOutput }: FailedInput,
  allCoinsKnown: boolean,
): string {
  if (error.kind === 'coin-not-found') {
    return 'Tell the output that is spent: an entry of prevtxs with its txid, vout and scriptPubKey, and its amount if it is segwit.';
  }
  if (error.kind === 'missing-amount')
    return 'Add the amount of this output to its entry of prevtxs.';
  if (withoutOutput) {
    return 'Choose another sighash type: SINGLE signs an input only together with the output of the same number.';
  }
  if (!allCoinsKnown && missing.signatures.some(isXOnly)) {
    return 'Tell every output that the transaction spends: a taproot signature commits to all of them.';
  }
  return (
    suggestForMissing(missing) ??
    suggestForLock(error.error, failure?.opcode) ??
    suggestForSignature(error.error) ??
    'The script cannot be satisfied with what was given: compare its scriptPubKey, redeemScript and witnessScript with those of the wallet that made it.'
  );
}

/** Returns true for a taproot key. */
const isXOnly = (key: Bytes): boolean => key.length === 32;

const list = (hashes: readonly Bytes[]): string => hashes.map(encodeHex).join(', ');

function suggestForMissing(missing: MissingData): string | undefined {
  const { redeemScript, witnessScript, signatures, publicKeys } = missing;
  if (redeemScript !== undefined) {
    return `Add the redeemScript whose HASH160 is ${encodeHex(redeemScript)} to its entry of prevtxs.`;
  }
  if (witnessScript !== undefined) {
    return `Add the witnessScript whose SHA-256 is ${encodeHex(witnessScript)} to its entry of prevtxs.`;
  }
  const [only, ...others] = signatures;
  if (only !== undefined) {
    return others.length === 0
      ? `Sign with the private key of ${encodeHex(only)}.`
      : `More signatures are needed, by private keys of these: ${list(signatures)}.`;
  }
  if (publicKeys.length > 0) {
    return `Sign with the private key whose public key has the HASH160 ${list(publicKeys)}.`;
  }
  return undefined;
}

function suggestForLock(error: ScriptError, opcode: number | undefined): string | undefined {
  if (error !== 'UNSATISFIED_LOCKTIME') return undefined;
  return opcode === Op.CHECKSEQUENCEVERIFY
    ? 'The script waits for the age of its output: make the transaction with version 2 and a larger sequence for this input.'
    : 'The script waits for a time or height: make the transaction with a later locktime and a sequence below 4294967295 for this input.';
}

const SIGNATURE_ERRORS: ReadonlySet<ScriptError> = new Set<ScriptError>([
  'EVAL_FALSE',
  'SIG_NULLFAIL',
  'SCHNORR_SIG',
  'CHECKSIGVERIFY',
  'CHECKMULTISIGVERIFY',
]);

function suggestForSignature(error: ScriptError): string | undefined {
  if (!SIGNATURE_ERRORS.has(error)) return undefined;
  return 'A signature does not fit: sign again if the transaction was changed after it, and check amount and scriptPubKey of this output.';
}
