import { formatAmount } from '../../encoding/amount.ts';
import { jsonObject } from '../../json/json.ts';
import { balancesOf } from '../../wallet/ledger/balances.ts';
import { defineMethod } from '../method.ts';
import { lastBlockResult, warningsResult } from '../results/wallet.ts';
import { shapeLastBlock } from '../shape/last-block.ts';
import { outboxHint } from '../wallet/outbox-hint.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const getbalances = defineMethod({
  name: 'getbalances',
  category: 'Wallet',
  summary: 'What the wallet has, in BTC.',
  params: [],
  result: {
    type: 'object',
    help: '',
    fields: [
      {
        name: 'mine',
        type: 'object',
        help: 'What the wallet can spend',
        fields: [
          { name: 'trusted', type: 'amount', help: 'Confirmed, or change of own transactions' },
          { name: 'untrusted_pending', type: 'amount', help: 'Not confirmed yet' },
          { name: 'immature', type: 'amount', help: 'Of blocks that are too young' },
          {
            name: 'nonmempool',
            type: 'amount',
            help: 'Spent by transactions that are not in the mempool, as a negative amount',
          },
          {
            name: 'used',
            type: 'amount',
            optional: true,
            help: 'Of addresses that were spent from (avoid_reuse)',
          },
        ],
      },
      lastBlockResult,
      { ...warningsResult, beyondCore: true, help: 'What the outbox holds back' },
    ],
  },
  examples: ['getbalances'],
  async run(_args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    const hint = outboxHint(wallet, context.profile);
    const balances = balancesOf(wallet, open.options);
    const amount = (value: bigint) => ({ number: formatAmount(value) });
    return jsonObject({
      mine: jsonObject({
        trusted: amount(balances.trusted),
        untrusted_pending: amount(balances.untrustedPending),
        immature: amount(balances.immature),
        nonmempool: amount(balances.nonMempool),
        ...(wallet.flags.avoidReuse && { used: amount(balances.used) }),
      }),
      lastprocessedblock: shapeLastBlock(wallet),
      ...(hint !== undefined && { warnings: [hint] }),
    });
  },
});
