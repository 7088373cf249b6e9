import type { SignedPsbt } from '../psbt/process-psbt.ts';
import { spentCoins } from '../psbt/session.ts';
import type { PsbtFault } from '../psbt/sign-inputs.ts';
import * as sign from '../psbt/sign-psbt.ts';
import { unsignedTransaction } from '../psbt/unsigned-transaction.ts';
import type { Signers } from '../signing/batch-signer.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { type FeeOption, refuseAbsurdFee } from './fee-guard.ts';

/**
 * Adds to every input and output what the provider knows, and signs what it can sign. Spent outputs
 * are in the PSBT already, or their inputs stay as they are. A fault of the whole: the inputs' lock
 * times exclude each other, or an input asks for another type of signature. Throws a `RangeError`
 * with the code `ERR_ABSURD_FEE` where the fee is more than `maxFeeRate` lets pass.
 */
export function signPsbt(
  job: CurveOption<sign.PsbtJob> & FeeOption,
): SignedPsbt | { readonly error: PsbtFault } {
  refuseAbsurdFeeOfPsbt('signPsbt', job);
  return sign.signPsbt(withCurve(job));
}

/**
 * Like `signPsbt`, but lets an external signer and workers sign. Rejects if one of them rejects,
 * and as `signPsbt` throws.
 */
export async function signPsbtWith(
  job: CurveOption<sign.PsbtJob> & FeeOption,
  signers: Signers,
): Promise<SignedPsbt | { readonly error: PsbtFault }> {
  refuseAbsurdFeeOfPsbt('signPsbtWith', job);
  return sign.signPsbtWith(withCurve(job), signers);
}

/** Its inputs tell their coins. */
function refuseAbsurdFeeOfPsbt(name: string, job: CurveOption<sign.PsbtJob> & FeeOption): void {
  const { psbt, provider, maxFeeRate, maxFee } = job;
  const transaction = unsignedTransaction(psbt);
  // Signing has its own words for lock times that exclude each other.
  if (transaction === undefined) return;
  refuseAbsurdFee(name, { transaction, coins: spentCoins(psbt), provider, maxFeeRate, maxFee });
}
