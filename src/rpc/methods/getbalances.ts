import { formatAmount } from '../../encoding/amount.ts';
import { jsonObject } from '../../json/json.ts';
import { balancesOf } from '../../wallet/balances.ts';
import { defineMethod } from '../method.ts';
import { outboxHint } from '../outbox-hint.ts';
import { shapeLastBlock } from '../shape/last-block.ts';
import { requireSyncedWallet } from '../wallets.ts';

export const getbalances = defineMethod({
  name: 'getbalances',
  category: 'Wallet',
  summary: 'What the wallet has, in BTC.',
  params: [],
  result:
    '{\n' +
    '  "mine" : {                      (json object)\n' +
    '    "trusted" : n,                (numeric) Confirmed, or change of own transactions\n' +
    '    "untrusted_pending" : n,      (numeric) Not confirmed yet\n' +
    '    "immature" : n,               (numeric) Of blocks that are too young\n' +
    '    "nonmempool" : n,             (numeric) Spent by transactions that are not in the mempool, as a negative amount\n' +
    '    "used" : n                    (numeric, optional) Of addresses that were spent from (avoid_reuse)\n' +
    '  },\n' +
    '  "lastprocessedblock" : {...},   (json object) Up to which block: hash and height\n' +
    '  "warnings" : [                  (array, optional) Beyond Core: what the outbox holds back\n' +
    '    "str",                        (string)\n' +
    '    ...\n' +
    '  ]\n' +
    '}',
  examples: ['getbalances'],
  async run(_args, context) {
    const { wallet, host } = await requireSyncedWallet(context);
    const hint = outboxHint(wallet, context.profile);
    const balances = balancesOf(wallet, host.options.spendZeroConfChange);
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
