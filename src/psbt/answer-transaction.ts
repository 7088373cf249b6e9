import { emptyBytes } from '../encoding/bytes.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { solveScript } from '../script/templates.ts';
import type { PartialSignature } from '../signing/signature-data.ts';
import { decodeAnyTransaction } from '../transaction/decode-any.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { createPsbt, type Psbt, type PsbtInput } from './psbt.ts';
import { rawSignatures } from './signature-count.ts';

/**
 * Makes a PSBT of a signed transaction. Some devices, and people who finalize too early, answer
 * with it. Its scripts and witnesses become the final ones of the inputs.
 */
function answerOf(transaction: Transaction): Psbt {
  const psbt = createPsbt(transaction, 0);
  const inputs = psbt.inputs.map((input, i) => {
    const { scriptSig = emptyBytes, witness = [] } = transaction.inputs[i] ?? {};
    return { ...input, finalScriptSig: scriptSig, finalWitness: witness };
  });
  return { ...psbt, inputs };
}

/** Reads bytes as a signed transaction, and returns its PSBT; `undefined` if they are none. */
export function readAnswerTransaction(bytes: Uint8Array): Psbt | undefined {
  const transaction = decodeAnyTransaction(bytes, { witness: true, legacy: true });
  return transaction && answerOf(transaction);
}

/** Signatures begin like this (DER), and no public key or multisig script does. */
const DER_SEQUENCE = 0x30;

/**
 * Returns the signatures in the scripts of a multisig input that lacks some; `undefined` if one is
 * not valid. Core: ProduceSignature (script/sign.cpp) writes such scripts.
 */
export function partsOfScripts(
  own: PsbtInput,
  answer: PsbtInput,
  checker: SignatureChecker,
): readonly PartialSignature[] | undefined {
  const isWitness = own.witnessScript.length > 0;
  const script = isWitness ? own.witnessScript : own.redeemScript;
  const template = solveScript(script);
  if (template.kind !== 'multisig') return undefined;
  const version = isWitness ? 'witness_v0' : 'base';
  const signatures = rawSignatures(answer).filter(([first]) => first === DER_SEQUENCE);
  const parts = template.publicKeys.flatMap((publicKey) => {
    const signature = signatures.find((each) =>
      checker.checkEcdsaSignature(each, publicKey, script, version),
    );
    return signature === undefined ? [] : [{ publicKey, signature }];
  });
  // Each signature belongs to a key of its own.
  return parts.length > 0 && parts.length === signatures.length ? parts : undefined;
}
