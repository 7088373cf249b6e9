import { outboxOf } from '../../wallet/ledger/outbox.ts';
import { hex, list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noteSentElsewhere, parseSentElsewhere } from '../spending/sent-elsewhere.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const markoutboxsent = defineMethod({
  name: 'markoutboxsent',
  category: 'Wallet',
  summary:
    'Tell the wallet of payments that were sent by other means, so that the next one knows what they spend. Beyond Core.\n' +
    'What waits in the outbox is taken out of it and stays in the wallet. A payment that was put together and sent elsewhere is given\n' +
    'whole; it is kept if it spends coins of the wallet and every signature of it holds, and nothing is kept if one of them is refused.',
  params: [
    list('txids', 'The transactions', [
      str.optional(
        'txid',
        'The id of one that waits; or any transaction in hexadecimal, or a PSBT with all its signatures',
      ),
    ]),
  ],
  result: list('', 'What is left in the outbox', [hex('', 'The id of a transaction')]),
  examples: [`markoutboxsent '["mytxid"]'`, `markoutboxsent '["myhex"]'`],
  async run({ txids }, context) {
    const sent = txids.map((value) => parseSentElsewhere(value, context));
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
