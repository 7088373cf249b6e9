import { ColdsignError } from '../encoding/coldsign-error.ts';
import { copyValue } from '../encoding/copy-value.ts';
import { formatBoth, formatBound, formatRate } from '../review/amounts.ts';
import type { Signers } from '../signing/batch-signer.ts';
import type { SigningJob, SigningOutcome } from '../signing/job.ts';
import * as sign from '../signing/sign-transaction.ts';
import { estimateSignedSize } from '../signing/stand-ins.ts';
import {
  boundsOf,
  exceededBound,
  type FeeFacts,
  type FeeLimits,
  feeRateOf,
} from '../transaction/fee-bounds.ts';
import {
  type Coin,
  outPointKey,
  type Transaction,
  totalValue,
} from '../transaction/transaction.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

type Spend = Pick<SigningJob, 'transaction' | 'coins' | 'provider'> & FeeLimits;

/** Throws a `ColdsignError` with the code `FEE_TOO_HIGH` before anything is signed. */
export function refuseAbsurdFee(
  name: string,
  { transaction, coins, provider, ...limits }: Spend,
): void {
  const bounds = boundsOf(limits);
  const facts = feeFacts(transaction, coins, estimateSignedSize(transaction, coins, provider));
  const exceeded = exceededBound(facts, bounds);
  if (exceeded === undefined) return;
  const rate = formatRate(feeRateOf(facts.fee, facts.vsize));
  const most = formatBound(facts, bounds, exceeded);
  const option =
    exceeded === 'maxFee'
      ? 'maxFee in satoshi'
      : 'maxFeeRate in satoshi per virtual byte (0: no limit)';
  throw new ColdsignError(
    'FEE_TOO_HIGH',
    `${name}: the fee of ${formatBoth(facts.fee)}, about ${rate}, is more than ${most}. Nothing was signed. If it is meant, give ${option}`,
    {
      hint: `Compare the amounts of the inputs with those of the outputs: what is left is the fee. If it is meant, give ${exceeded === 'maxFee' ? 'maxFee' : 'maxFeeRate'}.`,
    },
  );
}

/** Returns the fee, counting a coin that is spent twice only once. */
function feeFacts(
  { inputs, outputs }: Transaction,
  coins: Spend['coins'],
  vsize: number,
): FeeFacts {
  const spent = new Set(inputs.map(({ prevout }) => outPointKey(prevout)));
  const brought = totalValue([...spent].map((key) => ({ value: coins.get(key)?.value ?? 0n })));
  const paid = totalValue(outputs);
  return { fee: brought - paid, vsize, paid };
}

/**
 * Signs what the provider's keys can sign, keeps existing signatures, and verifies every input.
 * Changes only scriptSigs and witnesses. Throws a `ColdsignError` with the code `FEE_TOO_HIGH` if
 * the fee is more than `maxFeeRate` allows.
 *
 * @param job - Coins by `outPointKey`, with values in satoshi; `maxFeeRate` in sat/vB, `maxFee` in
 *   satoshi.
 * @throws `ColdsignError`: `FEE_TOO_HIGH`; `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { createKeyProvider, Sighash, signTransaction } from 'coldsign/signing';
 *
 * const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
 * const provider = createKeyProvider({ keys: [] });
 * const sighashType = Sighash.DEFAULT;
 * const signed = signTransaction({ transaction, coins: new Map(), provider, sighashType });
 * console.log(signed.complete, signed.errors.length); // true 0
 */
export function signTransaction(job: CurveOption<SigningJob> & FeeLimits): SigningOutcome {
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
 *
 * @example
 * import { createKeyProvider, Sighash, signTransactionWith } from 'coldsign/signing';
 *
 * const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
 * const job = { transaction, coins: new Map(), provider: createKeyProvider({ keys: [] }) };
 * const signed = await signTransactionWith({ ...job, sighashType: Sighash.DEFAULT }, {});
 * console.log(signed.complete); // true
 */
export async function signTransactionWith(
  job: CurveOption<SigningJob> & FeeLimits,
  signers: Signers,
): Promise<SigningOutcome> {
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
