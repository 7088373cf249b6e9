import { jsonAmount, jsonObject } from '../../json/json.ts';
import { balancesOf } from '../../wallet/ledger/balances.ts';
import { amount, object, record } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { lastBlock, lastBlockResult, warningsResult } from '../results/wallet-result.ts';
import { outboxHint } from '../spending/outbox-hint.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const getbalances = defineMethod({
  name: 'getbalances',
  category: 'Wallet',
  summary: 'Show all balances of the wallet in BTC.',
  params: [],
  result: record([
    object('mine', 'The balances of the wallet', [
      amount('trusted', 'Confirmed coins, and change of own transactions'),
      amount('untrusted_pending', 'Unconfirmed payments from others'),
      amount('immature', 'Coinbase outputs that are not mature yet'),
      amount(
        'nonmempool',
        'Coins spent by transactions that are not in the mempool, as a negative amount',
      ),
      amount.optional('used', 'Coins of addresses that were spent from (avoid_reuse)'),
    ]),
    lastBlockResult,
    { ...warningsResult, beyondCore: true, help: 'Coins that the outbox reserves' },
  ]),
  examples: ['getbalances'],
  async run(_args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    const hint = outboxHint(wallet, context.profile);
    const balances = balancesOf(wallet, open.options);
    return jsonObject({
      mine: jsonObject({
        trusted: jsonAmount(balances.trusted),
        untrusted_pending: jsonAmount(balances.untrustedPending),
        immature: jsonAmount(balances.immature),
        nonmempool: jsonAmount(balances.nonMempool),
        ...(wallet.flags.avoidReuse && { used: jsonAmount(balances.used) }),
      }),
      lastprocessedblock: wallet.lastBlock && lastBlock.show(wallet.lastBlock),
      ...(hint !== undefined && { warnings: [hint] }),
    });
  },
});
