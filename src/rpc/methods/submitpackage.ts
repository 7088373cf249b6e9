import { getMember, isJsonObject, type Json } from '../../json/json.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { witnessTransactionId } from '../../transaction/txid.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { amount, dictionary, hex, list, object, record, str } from '../fields.ts';
import { defineMethod, type Result } from '../method.ts';
import { checkPackageCount, parsePackageTransaction } from '../parse/raw-transaction.ts';
import { acceptedFields } from '../results/acceptance-result.ts';
import { parseMaxFeeRate, refuseBurns } from '../signing/fee-limits.ts';
import { amountFromValue, getStr } from '../values.ts';
import { tellWallets } from '../wallet/tell-wallets.ts';

/** Result fields. A transaction already in the mempool has no effective fee rate. */
const fields: readonly Result[] = acceptedFields.map((field) =>
  field.name === 'fees'
    ? {
        ...field,
        fields: field.fields.map((fee) =>
          fee.name === 'base' ? fee : { ...fee, optional: true as const },
        ),
      }
    : field,
);

export const submitpackage = defineMethod({
  name: 'submitpackage',
  category: 'Rawtransactions',
  summary:
    'Submit signed transactions to the node as one package: a child and its unconfirmed parents, the child last. A parent below the\n' +
    'lowest fee rate of the mempool is accepted if the child pays for it. Loaded wallets know about the accepted ones at once.',
  params: [
    list('package', 'The transactions, parents first, at most 25', [
      hex.optional('rawtx', 'A transaction in hexadecimal'),
    ]),
    amount('maxfeerate', 'The highest fee rate, in BTC/kvB; 0: no limit', { default: '0.10' }),
    amount('maxburnamount', 'The highest amount of an unspendable output, in BTC', {
      default: '0.00',
    }),
  ],
  result: record([
    str('package_msg', '"success" if all transactions are in the mempool now, else what is wrong'),
    dictionary('tx-results', 'One result for each transaction, by wtxid', [
      object('wtxid', '', [
        hex('txid', 'The id of the transaction'),
        hex.optional(
          'other-wtxid',
          'The wtxid in the mempool, if it has the transaction with another witness; yours was ignored',
        ),
        ...fields,
        str.optional('error', 'The reason why it is not accepted'),
      ]),
    ]),
    list.optional('replaced-transactions', 'The transactions that left the mempool for these', [
      hex('', 'The id of a transaction'),
    ]),
  ]),
  examples: [`submitpackage '["parenthex","childhex"]'`],
  async run({ package: texts, maxfeerate, maxburnamount }, context) {
    checkPackageCount(texts);
    if (maxfeerate !== undefined) parseMaxFeeRate(maxfeerate);
    const maxBurn = maxburnamount === undefined ? 0n : amountFromValue(maxburnamount);
    const transactions = texts.map((text) => {
      const transaction = parsePackageTransaction(getStr(text));
      refuseBurns(transaction, maxBurn);
      return transaction;
    });
    const chain = requireChain(context, 'submitpackage');
    const word = await askNode(chain, 'submitpackage', [texts, maxfeerate, maxburnamount]);
    if (word === undefined) throw needsNode('submitpackage');
    for (const transaction of transactions) {
      if (isAccepted(transaction, word)) await tellWallets(transaction, context);
    }
    return word;
  },
});

/**
 * Returns true if the mempool contains the transaction in this form and reports its fees, as Core's
 * does.
 */
function isAccepted(transaction: Transaction, word: Json): boolean {
  const results = isJsonObject(word) ? getMember(word, 'tx-results') : null;
  if (!isJsonObject(results)) return false;
  const found = getMember(results, witnessTransactionId(transaction));
  return isJsonObject(found) && isJsonObject(getMember(found, 'fees'));
}
