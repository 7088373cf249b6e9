import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import type { Curve, Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { ErrorCode } from '../../encoding/error-code.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type ExtractFailure, extractTransaction } from '../../psbt/extract.ts';
import { finalizeTask } from '../../psbt/finalize.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { runNow } from '../../signing/task.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import { type Transaction, type Txid, totalValue } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { transactionWeight, virtualSize } from '../../transaction/weight.ts';
import { checkArgument } from './arguments.ts';
import { checkSpending, silentFault } from './checked-psbt.ts';
import { limitsOf, tooHigh } from './fee.ts';
import { findProblems } from './finalize-payment.ts';

/** Limits of `extract`. */
export type ExtractLimits = FeeLimits & {
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Curve | undefined;
};

/** A signed transaction. A plain value. */
export type Extracted = {
  /**
   * Hexadecimal, for nodes: `sendrawtransaction`, Esplora's `POST /tx`,
   * `blockchain.transaction.broadcast`.
   */
  readonly hex: string;
  /** 64 hex digits, as block explorers show it. */
  readonly txid: Txid;
  /** Size in virtual bytes. */
  readonly vsize: number;
  /** Fee in satoshi; `undefined` if the amount of an input is unknown. */
  readonly fee: Satoshis | undefined;
  /** The transaction as a value. */
  readonly transaction: Transaction;
  /** The final PSBT, with the coins that it spends: `replaces` of `fund` needs them. */
  readonly psbt: Psbt;
};

/**
 * Extracts the transaction of a complete PSBT, after verifying everything once more. Throws
 * `ColdsignError` if signatures are missing or invalid, or if the fee is absurd or unknown. Runs in
 * one piece, some milliseconds for each input (docs/guide/threads.md).
 *
 * @param psbt - A PSBT with all signatures; it need not be final.
 * @param options - `maxFeeRate` in sat/vB (`0`: any rate, also an unknown fee) and `maxFee`
 *   in satoshi.
 * @throws `ColdsignError`: `NOT_FINAL`, `BAD_SIGNATURE`, `UNKNOWN_FEE`, `FEE_TOO_HIGH`,
 *   `LOCK_TIMES`, `SILENT_PAYMENT`.
 */
export function extract(psbt: Psbt, options: ExtractLimits = {}): Extracted {
  refuseMore('extract', arguments, 2, 'Write extract(psbt, { maxFee }).');
  const { secp256k1: curve, ...given } = checkArgument('options', options, 'LimitsOptions');
  const secp256k1 = appCurve(curve);
  const limits = limitsOf(checkSpending(psbt), given);
  const { psbt: done, error, holds } = runNow(finalizeTask(psbt, secp256k1));
  if (error !== undefined) throw silentFault();
  const transaction = extractTransaction(done, limits, secp256k1);
  if ('error' in transaction) throw refusal(transaction, done, secp256k1);
  if (!holds) {
    throw new ColdsignError('BAD_SIGNATURE', 'The scripts of an input do not hold', {
      hint: 'No node takes it: take the PSBT as it was before it was finalized, and sign again.',
      details: { inputs: findProblems(done, secp256k1) },
    });
  }
  return {
    hex: encodeHex(encodeTransaction(transaction)),
    txid: transactionId(transaction),
    vsize: virtualSize(transactionWeight(transaction)),
    fee: feeOf(done),
    transaction,
    psbt: done,
  };
}

function feeOf({ inputs, outputs }: Psbt): Satoshis | undefined {
  const spent = inputs.flatMap((input) => spentOutput(input) ?? []);
  return spent.length < inputs.length ? undefined : totalValue(spent) - totalValue(outputs);
}

const codes: { readonly [R in ExtractFailure['reason']]: ErrorCode } = {
  'lock-times': 'LOCK_TIMES',
  'not-final': 'NOT_FINAL',
  'unknown-amount': 'UNKNOWN_FEE',
  'negative-fee': 'INVALID_AMOUNT',
  'absurd-fee': 'FEE_TOO_HIGH',
  'silent-payment': 'SILENT_PAYMENT',
};

const hints: { readonly [R in ExtractFailure['reason']]: string } = {
  'lock-times': 'Spend the inputs in two transactions.',
  'not-final':
    'Signatures are missing: inputs names whose. Pass the PSBT to sign or combine again; extract finalizes what is complete itself.',
  'unknown-amount': 'Give the previous transactions of these inputs, or maxFeeRate: 0.',
  'negative-fee': 'No node accepts it: make the transaction again.',
  'silent-payment': 'Do not broadcast it. Create the PSBT again.',
  'absurd-fee': 'If it is meant, give maxFeeRate, in satoshi per virtual byte (0: no limit).',
};

function refusal(
  { error, reason, limit }: ExtractFailure,
  psbt: Psbt,
  secp256k1: Secp256k1,
): ColdsignError {
  if (limit !== undefined) return tooHigh(error, limit);
  const isOpen = reason === 'not-final';
  const details = isOpen ? { inputs: findProblems(psbt, secp256k1) } : undefined;
  const message = isOpen ? 'Inputs are not signed yet' : error;
  return new ColdsignError(codes[reason], message, { hint: hints[reason], details });
}
