import { jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { addressBook, compareLabels } from '../../wallet/address-book.ts';
import { isMine } from '../../wallet/wallet.ts';
import { amount, num, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  includeEmpty,
  includeImmatureCoinbase,
  includeWatchonly,
  minconf,
} from '../params/received-params.ts';
import {
  emptyTally,
  parseReceivedFilter,
  type Tally,
  tallyReceived,
} from '../wallet/tally-received.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listreceivedbylabel = defineMethod({
  name: 'listreceivedbylabel',
  category: 'Wallet',
  summary: 'List the amounts received for each label, spent or not.',
  params: [minconf, includeEmpty, includeWatchonly, includeImmatureCoinbase],
  result: rows('', '', [
    amount('amount', 'The total amount received at its addresses, in BTC'),
    num('confirmations', 'Confirmations of the newest payment, or 0'),
    str('label', 'The label; "" for addresses without a label'),
  ]),
  examples: ['listreceivedbylabel', 'listreceivedbylabel 6 true'],
  async run(args, context) {
    const { wallet } = await requireSyncedWallet(context);
    const filter = parseReceivedFilter(args.minconf, args.include_immature_coinbase);
    const tallies = tallyReceived(wallet, filter);
    const labels = new Map<string, Tally>();
    for (const { script, label } of addressBook(wallet)) {
      const paid = tallies.get(script);
      if (paid === undefined && !(args.include_empty === true && isMine(wallet, script))) continue;
      const tally = labels.get(label) ?? emptyTally();
      tally.amount += paid?.amount ?? 0n;
      if (paid?.depth !== undefined) tally.depth = Math.min(tally.depth ?? paid.depth, paid.depth);
      labels.set(label, tally);
    }
    return [...labels]
      .sort(([a], [b]) => compareLabels(a, b))
      .map(([label, { amount, depth = 0 }]) =>
        jsonObject({
          amount: jsonAmount(amount),
          confirmations: jsonNumber(depth),
          label,
        }),
      );
  },
});
