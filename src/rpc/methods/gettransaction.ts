import { formatAmount } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonObject } from '../../json/json.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { isFromMe } from '../../wallet/coins.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { shapeLastBlock } from '../shape/last-block.ts';
import { shapeTransaction } from '../shape/transaction.ts';
import {
  creditOf,
  debitOf,
  describeTransaction,
  isChangeOutput,
  outputSum,
  transactionEntries,
} from '../shape/wallet-transaction.ts';
import { parseHashV } from '../values.ts';
import { requireSyncedWallet } from '../wallets.ts';

export const gettransaction = defineMethod({
  name: 'gettransaction',
  category: 'Wallet',
  summary: 'What the wallet knows of one of its transactions.',
  params: [
    { name: 'txid', type: 'string', required: true, help: 'The id of the transaction' },
    {
      name: 'include_watchonly',
      type: 'bool',
      required: false,
      default: false,
      help: 'No longer has an effect',
    },
    {
      name: 'verbose',
      type: 'bool',
      required: false,
      default: false,
      help: 'Whether the transaction is decoded too',
    },
  ],
  result:
    '{\n' +
    '  "amount" : n,             (numeric) What it changes, the fee aside, in BTC\n' +
    '  "fee" : n,                (numeric, optional) The fee, as a negative amount, when the wallet paid it\n' +
    '  "confirmations" : n,      (numeric) Confirmations; below 0: conflicts with the chain\n' +
    '  "details" : [ {...} ],    (array) Its outputs as the wallet sees them\n' +
    '  "hex" : "hex",            (string) The transaction\n' +
    '  "decoded" : {...},        (json object, optional) As decoderawtransaction\n' +
    '  ...                       block, times, conflicts, notes\n' +
    '}',
  examples: ['gettransaction "txid"'],
  async run(args, context) {
    const { wallet, host } = await requireSyncedWallet(context);
    const txid = parseHashV(args.txid, 'txid');
    const source = wallet.ledger.transactions.get(txid);
    if (source === undefined) {
      throw new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, 'Invalid or non-wallet transaction id');
    }
    const { secp256k1 } = context;
    const { spendZeroConfChange } = host.options;
    const view = { wallet, secp256k1, spendZeroConfChange };
    const amount = (value: bigint): Json => ({ number: formatAmount(value) });
    const debit = debitOf(wallet, source);
    const paid = isFromMe(wallet.ledger, source);
    const fee = paid ? outputSum(source) - debit : 0n;
    return jsonObject({
      amount: amount(creditOf(wallet, source) - debit - fee),
      ...(paid && { fee: amount(fee) }),
      ...describeTransaction(view, source),
      details: transactionEntries(view, source, { long: false }),
      hex: encodeHex(encodeTransaction(source.transaction)),
      ...(args.verbose === true && {
        decoded: shapeTransaction(source.transaction, context, (output) =>
          isChangeOutput(wallet, output),
        ),
      }),
      lastprocessedblock: shapeLastBlock(wallet),
    });
  },
});
