import { outboxOf } from '../../wallet/ledger/outbox.ts';
import { hex, list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  noteSentElsewhere,
  parseSentElsewhere,
  type SentElsewhere,
} from '../spending/sent-elsewhere.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const markoutboxsent = defineMethod({
  name: 'markoutboxsent',
  category: 'Wallet',
  summary:
    'Record payments that were sent by other means, so that the wallet does not spend their coins again. Beyond Core.\n' +
    'Payments of the outbox leave it and stay in the wallet. Give payments that were combined elsewhere in full: they must spend coins\n' +
    'of the wallet, with valid signatures. If one payment is rejected, none is recorded.',
  params: [
    list('txids', 'The transactions', [
      str.optional(
        'txid',
        'The id of a transaction in the outbox; or any transaction in hexadecimal, or a completely signed PSBT',
      ),
    ]),
  ],
  result: list('', 'The transactions that remain in the outbox', [
    hex('', 'The id of a transaction'),
  ]),
  examples: [`markoutboxsent '["mytxid"]'`, `markoutboxsent '["myhex"]'`],
  async run({ txids }, context) {
    const sent: SentElsewhere[] = [];
    for (const value of txids) sent.push(await parseSentElsewhere(value, context));
    const { open, environment } = await requireSyncedWallet(context);
    return open.update((wallet) => {
      const marked = sent.reduce(
        (noted, each) => noteSentElsewhere(noted, each, environment, context),
        wallet,
      );
      return { wallet: marked, value: outboxOf(marked).map(({ txid }) => txid) };
    });
  },
});
