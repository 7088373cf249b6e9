import type { Satoshis } from '../encoding/amount.ts';
import { absurdFeeError } from '../encoding/usage-error.ts';
import { formatBoth, formatBound, formatRate } from '../review/amounts.ts';
import type { Signers } from '../signing/batch-signer.ts';
import type { SigningJob, SigningOutcome } from '../signing/job.ts';
import * as sign from '../signing/sign-transaction.ts';
import { estimateSignedSize } from '../signing/stand-ins.ts';
import { defaultFeeBounds, exceededBound, type FeeFacts } from '../transaction/fee-bounds.ts';
import { outPointKey, type Transaction } from '../transaction/transaction.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/** What may be signed. */
export type FeeOption = {
  /**
   * In satoshi per 1,000 virtual bytes; 0: whatever the fee is. Left out: 0.02 BTC, and at most
   * 25 % of all that the outputs hold. A fee is judged as far as amounts are known.
   */
  readonly maxFeeRate?: Satoshis | undefined;
  /** In satoshi. Left out: 0.1 BTC; without effect if `maxFeeRate` is 0. */
  readonly maxFee?: Satoshis | undefined;
};

type Spend = Pick<SigningJob, 'transaction' | 'coins' | 'provider'> & FeeOption;

/** Throws a `RangeError` with the code `ERR_ABSURD_FEE` before anything is signed. */
export function refuseAbsurdFee(
  name: string,
  { transaction, coins, provider, maxFeeRate, maxFee = defaultFeeBounds.maxFee }: Spend,
): void {
  if (maxFeeRate === 0n) return;
  const bounds = {
    ...defaultFeeBounds,
    ...(maxFeeRate !== undefined && { maxFeeRate, maxShare: 0n }),
    maxFee,
  };
  const facts = feeFacts(transaction, coins, estimateSignedSize(transaction, coins, provider));
  const exceeded = exceededBound(facts, bounds);
  if (exceeded === undefined) return;
  const rate = formatRate((facts.fee * 1000n) / BigInt(facts.vsize));
  const most = formatBound(facts, bounds, exceeded);
  const option =
    exceeded === 'maxFee'
      ? 'maxFee in satoshi'
      : 'maxFeeRate in satoshi per 1,000 virtual bytes (0n: no limit)';
  throw absurdFeeError(
    `${name}: the fee of ${formatBoth(facts.fee)}, about ${rate}, is more than ${most}. Nothing was signed. If it is meant, give ${option}`,
    `Compare the amounts of the inputs with those of the outputs: what is left is the fee. If it is meant, give ${exceeded === 'maxFee' ? 'maxFee' : 'maxFeeRate'}.`,
  );
}

/** A coin that is spent twice is there once. */
function feeFacts(
  { inputs, outputs }: Transaction,
  coins: Spend['coins'],
  vsize: number,
): FeeFacts {
  const spent = new Set(inputs.map(({ prevout }) => outPointKey(prevout)));
  const brought = sum([...spent].map((key) => coins.get(key)?.amount ?? 0n));
  const paid = sum(outputs.map(({ value }) => value));
  return { fee: brought - paid, vsize, paid };
}

const sum = (amounts: readonly Satoshis[]) => amounts.reduce((total, each) => total + each, 0n);

/**
 * Signs what the provider's keys can sign, keeps what was signed before, and verifies every input.
 * Changes nothing but scriptSigs and witnesses. Throws a `RangeError` with the code
 * `ERR_ABSURD_FEE` where the fee is more than `maxFeeRate` lets pass.
 */
export function signTransaction(job: CurveOption<SigningJob> & FeeOption): SigningOutcome {
  refuseAbsurdFee('signTransaction', job);
  return sign.signTransaction(withCurve(job));
}

/**
 * Like `signTransaction`, but lets an external signer and workers sign. What the external signer
 * returns is verified before it is used: a wrong or missing signature is an error of its input.
 * Rejects if one of them rejects, and as `signTransaction` throws.
 */
export async function signTransactionWith(
  job: CurveOption<SigningJob> & FeeOption,
  signers: Signers,
): Promise<SigningOutcome> {
  refuseAbsurdFee('signTransactionWith', job);
  return sign.signTransactionWith(withCurve(job), signers);
}
