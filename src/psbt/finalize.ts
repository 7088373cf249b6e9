import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import { createMusigCreator } from '../signing/musig-creator.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { addFinalScripts } from './final-scripts.ts';
import { type PsbtSignOptions, signPsbtInputs } from './input-signing.ts';
import type { Psbt } from './psbt.ts';
import { openSession } from './psbt-session.ts';
import { paysSilently } from './signature-types.ts';
import { isScriptPending } from './silent-fields.ts';
import { hasSilentFault } from './silent-payments.ts';
import { unsignedTransaction } from './unsigned-transaction.ts';

/** A PSBT with final inputs. */
export type FinalizedPsbt = {
  readonly psbt: Psbt;
  /** True if every input is final. */
  readonly complete: boolean;
  /** Set if a silent payment is not what its address requires. The PSBT is as it was given. */
  readonly error?: 'SILENT_PAYMENT';
};

/** Options of `finalizePsbt`. */
export type Finalizing = Pick<PsbtSignOptions, 'dropsProofs'> & {
  /** False: silent payments are not read, as in Core. Default: true. */
  readonly readsSilent?: boolean | undefined;
};

/**
 * Makes complete inputs final (BIP174, Input Finalizer). Core: FinalizePSBT. Refuses a PSBT with a
 * faulty silent payment (BIP375), unless `readsSilent` is false.
 */
export function finalizePsbt(
  psbt: Psbt,
  secp256k1: Secp256k1,
  options: Finalizing = {},
): FinalizedPsbt {
  const { holds: _, ...finalized } = runNow(finalizeTask(psbt, secp256k1, options));
  return finalized;
}

/**
 * Finalizes as `finalizePsbt` does, and lets other work run. Reports whether the final scripts of
 * every input were run and are valid.
 */
export function* finalizeTask(
  psbt: Psbt,
  secp256k1: Secp256k1,
  { readsSilent = true, dropsProofs }: Finalizing = {},
  pause?: Pause,
): Task<FinalizedPsbt & { readonly holds: boolean }> {
  const isSilent = readsSilent && paysSilently(psbt);
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return { psbt, complete: false, holds: false };
  if (readsSilent && hasSilentFault(psbt, secp256k1)) {
    return { psbt, complete: false, holds: false, error: 'SILENT_PAYMENT' };
  }
  if (isSilent && psbt.outputs.some(isScriptPending)) {
    return { psbt, complete: false, holds: false };
  }
  const noKeys = {
    provider: emptyProvider,
    finalize: true,
    dropsProofs,
    musigCreator: createMusigCreator,
  };
  const signings = psbt.inputs.map((input, index) => {
    return { ...noKeys, sighashType: input.sighashType, index, input, isSilent };
  });
  const signed = yield* signPsbtInputs(signings, session, pause);
  return {
    psbt: { ...psbt, inputs: signed.map(({ input }) => input) },
    complete: signed.every(({ error }) => error === undefined),
    holds: signed.every(({ holds }) => holds),
  };
}

/** Returns the unsigned transaction with the final scripts of those inputs that have them. */
export function withFinalScripts(psbt: Psbt): Transaction | undefined {
  const transaction = unsignedTransaction(psbt);
  return transaction && addFinalScripts(transaction, psbt);
}
