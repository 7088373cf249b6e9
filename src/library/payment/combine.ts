import { appSecp256k1 } from '../../crypto/app-curve.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import { messageOf } from '../../psbt/answer-fault.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { type AnswerFault, combineCopies, takeSignaturesTask } from '../../psbt/take-signatures.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import { type Pause, runNow, runTask, type Task } from '../../signing/task.ts';
import { checkOtherParts, checkPsbt, partOf } from './checked-psbt.ts';
import { decodeAnswerTask } from './encoded.ts';
import { checkFee, limitsOf, withLimits } from './fee.ts';

/**
 * The answer of a cosigner, a device or a file: a PSBT in any version and form, or the signed
 * transaction in hexadecimal or bytes.
 */
export type PsbtAnswer = Psbt | string | Bytes;

/**
 * Adds the signatures of others to a PSBT, in any order. Only signatures are taken from the
 * answers, and only if they are valid for the transaction that was sent. If it pays silent payment
 * addresses, verified shares, proofs and scripts are taken, too. Throws `ColdsignError`:
 * `OTHER_TRANSACTION`, `BAD_SIGNATURE`, `SIGHASH_MISMATCH`, `SILENT_PAYMENT`, `FEE_TOO_HIGH`. Runs
 * in one piece, some milliseconds for each input (docs/guide/threads.md).
 *
 * @param psbt - The PSBT that was sent out; its limits of the fee still apply.
 * @param answers - PSBTs of cosigners or devices: values, base64, hexadecimal or bytes; or the
 *   signed transaction that a device saves: hexadecimal or bytes.
 * @throws `ColdsignError`: `INVALID_PSBT`, `OTHER_TRANSACTION`, `BAD_SIGNATURE`,
 *   `SIGHASH_MISMATCH`, `SILENT_PAYMENT`, `FEE_TOO_HIGH`.
 */
export function combine(psbt: Psbt, ...answers: readonly PsbtAnswer[]): Psbt {
  const limits = limitsOf(checkPsbt(psbt));
  checkFee(psbt, limits, { secp256k1: appSecp256k1, provider: emptyProvider });
  const others = answers.map((answer) => runNow(readAnswer(answer, appSecp256k1)));
  const taken = combineCopies([psbt, ...others], appSecp256k1);
  if ('error' in taken) throw refusal(taken);
  return withLimits(taken.psbt, limits);
}

/** Adds the signatures of one answer to a PSBT, and lets other work run after every few inputs. */
export async function combineWith(
  psbt: Psbt,
  answer: PsbtAnswer,
  secp256k1: Secp256k1,
  pause: Pause,
): Promise<Psbt> {
  const read = await runTask(readAnswer(answer, secp256k1, pause));
  await pause();
  const taken = await runTask(takeSignaturesTask(psbt, read, secp256k1, pause));
  if ('error' in taken) throw refusal(taken);
  return taken.psbt;
}

function* readAnswer(answer: PsbtAnswer, secp256k1: Secp256k1, pause?: Pause): Task<Psbt> {
  if (typeof answer === 'string' || isBytes(answer)) {
    return yield* decodeAnswerTask(answer, secp256k1, pause);
  }
  if (pause === undefined) return checkPsbt(answer);
  checkPsbt(partOf(answer));
  // Its owner may change it while other work runs.
  const copy = copyValue(answer);
  yield* checkOtherParts(copy, pause);
  return copy;
}

function refusal(fault: AnswerFault): ColdsignError {
  const { code, reason, hint } = messageOf(fault);
  return new ColdsignError(code, `The answer was not used: ${reason.text}`, { hint });
}
