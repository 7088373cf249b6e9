import type { Bytes } from '../../encoding/bytes.ts';
import { isCoinbase } from '../../transaction/check.ts';
import type { Transaction, TxIn, TxOut } from '../../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../transaction/txid.ts';
import { strippedSize, transactionWeight, virtualSize } from '../../transaction/weight.ts';
import { type Shape, shape } from '../declare-shape.ts';
import { amount, bool, hex, list, num, object, rows } from '../fields.ts';
import { outputScript, type ScriptContext, signatureScript } from './script-result.ts';

/** `isChange`: which outputs are marked as change. */
type TransactionContext = ScriptContext & { readonly isChange?: (output: TxOut) => boolean };

type Input = Partial<TxIn> & Pick<TxIn, 'witness' | 'sequence'> & { readonly coinbase?: Bytes };
type Output = { readonly output: TxOut; readonly n: number };

const inputsOf = (transaction: Transaction): readonly Input[] =>
  isCoinbase(transaction)
    ? transaction.inputs.map(({ scriptSig: coinbase, prevout: _, ...rest }) => ({
        coinbase,
        ...rest,
      }))
    : transaction.inputs;

export const witness = [hex('', 'An element of the stack')] as const;

export const inputResult = shape<Input>([
  hex.optional(
    'coinbase',
    'The coinbase data, instead of the next three members',
    (i) => i.coinbase,
  ),
  hex.optional('txid', 'The transaction that it spends from', (i) => i.prevout?.txid),
  num.optional('vout', 'The number of its output', (i) => i.prevout?.vout),
  object.optional('scriptSig', 'The signature script', signatureScript, (i) => i.scriptSig),
  list.optional('txinwitness', 'The witness', witness, (i) => i.witness),
  num('sequence', 'The sequence number', (i) => i.sequence),
]);

const output = shape<Output, TransactionContext>([
  amount('value', 'The amount in BTC', (o) => o.output.value),
  num('n', 'The number of the output', (o) => o.n),
  object('scriptPubKey', 'The script that it pays', outputScript, (o) => o.output.scriptPubKey),
]);

const outputOfWallet = shape<Output, TransactionContext>([
  ...output.fields,
  bool.optional('ischange', 'True if the output is change of the wallet', (o, { isChange }) =>
    isChange?.(o.output) ? true : undefined,
  ),
]);

const transactionOf = (outputs: Shape<Output, TransactionContext>) =>
  shape<Transaction, TransactionContext>([
    hex('txid', 'The id', transactionId),
    hex('hash', 'The id with witnesses', witnessTransactionId),
    num('version', 'The version', (t) => t.version),
    num('size', 'The size in bytes', (t) => transactionWeight(t) - 3 * strippedSize(t)),
    num('vsize', 'Virtual size in bytes: a quarter of the weight, rounded up', virtualSize),
    num('weight', 'Weight units', transactionWeight),
    num('locktime', 'The lock time: a height, or a time from 500000000 on', (t) => t.locktime),
    rows('vin', 'The inputs', inputResult, inputsOf),
    rows('vout', 'The outputs', outputs, (t) => t.outputs.map((output, n) => ({ output, n }))),
  ]);

/** A transaction. Core: TxToUniv (core_io.cpp). */
export const transactionResult = transactionOf(output);

/** A transaction whose change is marked. */
export const walletTransactionResult = transactionOf(outputOfWallet);
