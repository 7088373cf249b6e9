import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type ExtractFailure, extractTransaction } from '../../psbt/extract.ts';
import { finalizePsbt } from '../../psbt/finalize.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { isSignedAndVerified, openSession, spentOutput } from '../../psbt/session.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction, Txid } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { transactionWeight, virtualSize } from '../../transaction/weight.ts';
import { checkArgument } from './arguments.ts';
import { checkPsbt } from './encoded.ts';
import { PaymentError, type PaymentFault } from './error.ts';
import { checkFee, type FeeLimits, limitsOf } from './fee.ts';
import { findProblems } from './problems.ts';

/** What `extract` lets pass. */
export type ExtractLimits = FeeLimits & {
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Secp256k1 | undefined;
};

/** A signed transaction. A plain value. */
export type Extracted = {
  /**
   * What nodes take: `sendrawtransaction`, Esplora's `POST /tx`,
   * `blockchain.transaction.broadcast`.
   */
  readonly hex: string;
  /** 64 hex digits, as block explorers show it. */
  readonly txid: Txid;
  /** In virtual bytes. */
  readonly vsize: number;
  /** In satoshi; `undefined`: the amount of an input is not told. */
  readonly fee: Satoshis | undefined;
  /** The transaction as a value. */
  readonly transaction: Transaction;
};

/**
 * The transaction of a PSBT that is complete: everything is verified once more. Throws
 * `PaymentError` where signatures are missing or do not hold, and where the fee is absurd or not
 * known.
 */
export function extract(psbt: Psbt, options: ExtractLimits = {}): Extracted {
  const { secp256k1 = nobleSecp256k1, ...given } = checkArgument('options', options, 'CurveOption');
  const limits = limitsOf(checkPsbt(psbt), given);
  const { psbt: done } = finalizePsbt(psbt, secp256k1);
  // A rate of 0 takes a fee that is unknown, too.
  const transaction = extractTransaction(done, {
    maxFeeRate: limits.maxFeeRate === 0 ? 0n : MAX_MONEY,
  });
  if ('error' in transaction) throw refusal(transaction, done, secp256k1);
  checkFee(done, limits, secp256k1);
  const session = openSession(done, secp256k1);
  const holds = done.inputs.every(
    (input, index) => session && isSignedAndVerified(session, index, input),
  );
  if (!holds) {
    throw new PaymentError('BAD_SIGNATURE', 'The scripts of an input do not hold', {
      hint: 'No node takes it: take the PSBT as it was before it was finalized, and sign again.',
      inputs: findProblems(done, secp256k1),
    });
  }
  return {
    hex: encodeHex(encodeTransaction(transaction)),
    txid: transactionId(transaction),
    vsize: virtualSize(transactionWeight(transaction)),
    fee: feeOf(done),
    transaction,
  };
}

function feeOf({ inputs, outputs }: Psbt): Satoshis | undefined {
  let fee = 0n;
  for (const input of inputs) {
    const output = spentOutput(input);
    if (output === undefined) return undefined;
    fee += output.value;
  }
  return outputs.reduce((left, { amount }) => left - amount, fee);
}

const codes: { readonly [R in ExtractFailure['reason']]: PaymentFault } = {
  'lock-times': 'LOCK_TIMES',
  'not-final': 'NOT_FINAL',
  'unknown-amount': 'UNKNOWN_FEE',
  'negative-fee': 'INVALID_AMOUNT',
  'absurd-fee': 'FEE_TOO_HIGH',
};

const hints: { readonly [R in ExtractFailure['reason']]: string } = {
  'lock-times': 'Spend the inputs in two transactions.',
  'not-final':
    'Signatures are missing: inputs names whose. Pass the PSBT to sign or combine again; extract finalizes what is complete itself.',
  'unknown-amount': 'Give the previous transactions of these inputs, or maxFeeRate: 0.',
  'negative-fee': 'No node takes it: make the transaction anew.',
  'absurd-fee': 'If it is meant, give maxFeeRate, in satoshi per virtual byte (0: no limit).',
};

function refusal({ error, reason }: ExtractFailure, psbt: Psbt, secp256k1: Secp256k1) {
  const isOpen = reason === 'not-final';
  const inputs = isOpen ? { inputs: findProblems(psbt, secp256k1) } : {};
  const message = isOpen ? 'Inputs are not signed yet' : error;
  return new PaymentError(codes[reason], message, { hint: hints[reason], ...inputs });
}
