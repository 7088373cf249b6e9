import type { Json } from '../../json/json.ts';
import { invalid } from '../error.ts';
import { transactionEntries } from '../explain/wallet-transaction.ts';
import { bool, num, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { transactionEntryFields, transactionStateFields } from '../results/wallet-result.ts';
import { getInt32 } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listtransactions = defineMethod({
  name: 'listtransactions',
  category: 'Wallet',
  summary:
    'List the latest transactions of the wallet, the oldest of them first.\n' +
    'A transaction has an entry for each output that it sends or receives.',
  params: [
    str.optional('label', 'List only payments to addresses with this label; "*" means all'),
    num('count', 'The number of entries', { default: 10 }),
    num('skip', 'The number of entries to skip', { default: 0 }),
    bool('include_watchonly', 'No longer has an effect', { default: false }),
  ],
  result: rows('', 'An entry for each output, the newest last', [
    ...transactionEntryFields,
    ...transactionStateFields,
  ]),
  examples: ['listtransactions', 'listtransactions "*" 20 100'],
  async run(args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    const label =
      args.label === undefined || args.label === '*' ? undefined : parseLabel(args.label);
    if (label === '') throw invalid('Label argument must be a valid label name or "*".');
    const count = args.count === undefined ? 10 : getInt32(args.count);
    const skip = args.skip === undefined ? 0 : getInt32(args.skip);
    if (count < 0) throw invalid('Negative count');
    if (skip < 0) throw invalid('Negative from');
    const { secp256k1 } = context;
    const { spendZeroConfChange } = open.options;
    const view = { wallet, secp256k1, spendZeroConfChange };
    const newestFirst = [...wallet.ledger.transactions.values()].sort((a, b) => b.order - a.order);
    const entries: Json[] = [];
    for (const source of newestFirst) {
      entries.push(...transactionEntries(view, source, { label, long: true }));
      if (entries.length >= count + skip) break;
    }
    return entries.slice(skip, skip + count).reverse();
  },
});
