import { encodeHex } from '../../encoding/hex.ts';
import { jsonAmount, jsonObject } from '../../json/json.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { isFromMe } from '../../wallet/ledger/ledger.ts';
import { invalidAddressOrKey } from '../error.ts';
import {
  creditOf,
  debitOf,
  describeTransaction,
  isChangeOutput,
  outputSum,
  transactionEntries,
} from '../explain/wallet-transaction.ts';
import { amount, bool, hex, object, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { walletTransactionResult } from '../results/transaction-result.ts';
import {
  lastBlock,
  lastBlockResult,
  transactionEntryFields,
  transactionStateFields,
} from '../results/wallet-result.ts';
import { parseHashV } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const gettransaction = defineMethod({
  name: 'gettransaction',
  category: 'Wallet',
  summary: 'Show a transaction of the wallet in detail.',
  params: [
    str('txid', 'The id of the transaction'),
    bool('include_watchonly', 'No longer has an effect', { default: false }),
    bool('verbose', 'Include the decoded transaction', { default: false }),
  ],
  result: record([
    amount('amount', 'The change of the balance without the fee, in BTC'),
    amount.optional('fee', 'The fee in BTC, as a negative amount, if the wallet paid it'),
    ...transactionStateFields,
    rows(
      'details',
      "The outputs of the transaction from the wallet's point of view",
      transactionEntryFields,
    ),
    hex('hex', 'The transaction'),
    object.optional('decoded', 'The transaction in its parts', walletTransactionResult.fields),
    lastBlockResult,
  ]),
  examples: ['gettransaction "txid"'],
  async run(args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    const txid = parseHashV(args.txid, 'txid');
    const source = wallet.ledger.transactions.get(txid);
    if (source === undefined) {
      throw invalidAddressOrKey('Invalid or non-wallet transaction id');
    }
    const { secp256k1 } = context;
    const { spendZeroConfChange } = open.options;
    const view = { wallet, secp256k1, spendZeroConfChange };
    const debit = debitOf(wallet, source);
    const paid = isFromMe(wallet.ledger, source);
    const fee = paid ? outputSum(source) - debit : 0n;
    return jsonObject({
      amount: jsonAmount(creditOf(wallet, source) - debit - fee),
      ...(paid && { fee: jsonAmount(fee) }),
      ...describeTransaction(view, source),
      details: transactionEntries(view, source, { long: false }),
      hex: encodeHex(encodeTransaction(source.transaction)),
      ...(args.verbose === true && {
        decoded: walletTransactionResult.show(source.transaction, {
          ...context,
          isChange: (output) => isChangeOutput(wallet, output),
        }),
      }),
      lastprocessedblock: wallet.lastBlock && lastBlock.show(wallet.lastBlock),
    });
  },
});
