import { checkArguments } from '../arguments/check-arguments.ts';
import { refuseMore } from '../arguments/count-arguments.ts';
import { ColdsignError } from '../encoding/coldsign-error.ts';
import { copyValue } from '../encoding/copy-value.ts';
import type { Signers } from '../signing/batch-signer.ts';
import type * as jobs from '../signing/job.ts';
import { estimateSignedSize } from '../signing/placeholders.ts';
import * as sign from '../signing/sign-transaction.ts';
import {
  boundsOf,
  type FeeFacts,
  type FeeLimits,
  findFeeFault,
  optionFor,
} from '../transaction/fee-bounds.ts';
import { describeFault } from '../transaction/fee-messages.ts';
import { type Coin, outPointKey, totalValue } from '../transaction/transaction.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { signingKinds } from './signing-kinds.ts';

/** A transaction to sign, with its coins and the provider of keys. */
export type SigningJob = CurveOption<jobs.SigningJob> & FeeLimits;

type Spend = Pick<jobs.SigningJob, 'transaction' | 'coins' | 'provider'> & FeeLimits;

/** Throws `FEE_TOO_HIGH` before anything is signed. A coin that is spent twice counts once. */
function refuseAbsurdFee(name: string, { transaction, coins, provider, ...limits }: Spend): void {
  const spent = new Set(transaction.inputs.map(({ prevout }) => outPointKey(prevout)));
  const brought = totalValue([...spent].map((key) => ({ value: coins.get(key)?.value ?? 0n })));
  const paid = totalValue(transaction.outputs);
  const vsize = estimateSignedSize(transaction, coins, provider);
  refuseFee(name, { fee: brought - paid, vsize, paid }, limits);
}

/** Throws `FEE_TOO_HIGH` if a fee is above the limits. `name`: the function that was called. */
export function refuseFee(name: string, facts: FeeFacts, limits: FeeLimits): void {
  const fault = findFeeFault(facts, boundsOf(limits));
  if (fault === undefined) return;
  const limit = optionFor(fault);
  const option =
    limit === 'maxFee'
      ? 'maxFee in satoshi'
      : 'maxFeeRate in satoshi per virtual byte (0: no limit)';
  throw new ColdsignError(
    'FEE_TOO_HIGH',
    `${name}: the ${describeFault(fault)}. Nothing was signed. If it is meant, give ${option}`,
    {
      hint: `Compare the amounts of the inputs with those of the outputs: what is left is the fee. If it is meant, give ${limit}.`,
    },
  );
}

/**
 * Signs what the provider's keys can sign, keeps existing signatures, and verifies every input.
 * Changes only scriptSigs and witnesses. Throws a `ColdsignError` with the code `FEE_TOO_HIGH` if
 * the fee is more than `maxFeeRate` allows.
 *
 * @param job - Coins by `outPointKey`, with values in satoshi; `maxFeeRate` in sat/vB, `maxFee` in
 *   satoshi.
 * @throws `ColdsignError`: `FEE_TOO_HIGH`; `WRONG_ARGUMENT` if an argument has another type.
 */
export function signTransaction(job: SigningJob): jobs.SigningOutcome {
  refuseMore(
    'signTransaction',
    arguments,
    1,
    'Write signTransaction({ transaction, coins, provider, sighashType, maxFee }).',
  );
  checkArguments('signTransaction', { job: [job, 'SigningJob'] }, signingKinds);
  refuseAbsurdFee('signTransaction', job);
  return sign.signTransaction(withCurve(job));
}

/**
 * Signs as `signTransaction` does, also with an external signer and workers. What the external
 * signer returns is verified before it is used: a wrong or missing signature is an error of its
 * input. Rejects if the signer or a worker rejects, and for the reasons `signTransaction` throws.
 *
 * @param job - As of `signTransaction`.
 * @param signers - `signer` signs digests elsewhere; `workers` share the work.
 * @throws `ColdsignError`: `FEE_TOO_HIGH`; `WRONG_ARGUMENT`; and what a signer or a worker throws.
 */
export async function signTransactionWith(
  job: SigningJob,
  signers: Signers,
): Promise<jobs.SigningOutcome> {
  refuseMore(
    'signTransactionWith',
    arguments,
    2,
    'Write signTransactionWith({ transaction, coins, provider, sighashType, maxFee }, { signer }).',
  );
  checkArguments(
    'signTransactionWith',
    { job: [job, 'SigningJob'], signers: [signers, 'Signers'] },
    signingKinds,
  );
  refuseAbsurdFee('signTransactionWith', job);
  // The caller may change its values before the promise settles.
  const transaction = copyValue(job.transaction);
  const coins = new Map<string, Coin>();
  for (const key of transaction.inputs.map(({ prevout }) => outPointKey(prevout))) {
    const coin = job.coins.get(key);
    if (coin !== undefined) coins.set(key, copyValue(coin));
  }
  return sign.signTransactionWith(withCurve({ ...job, transaction, coins }), signers);
}
