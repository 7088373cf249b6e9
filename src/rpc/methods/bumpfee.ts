import { jsonAmount, jsonObject } from '../../json/json.ts';
import { walletError } from '../error.ts';
import { hex, record } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { bumpOptionsParam, bumpResultFields } from '../params/bumpfee-params.ts';
import { parseBumpOptions } from '../parse/bump-options.ts';
import { prepareBump } from '../spending/bump-fee.ts';
import { commitBump } from '../spending/commit-bump.ts';
import { fundAndFinish } from '../spending/pay.ts';
import { parseHashV } from '../values.ts';
import { requireSyncedWallet, requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';

export const bumpfee = defineMethod({
  name: 'bumpfee',
  category: 'Wallet',
  summary:
    'Replace an unconfirmed transaction by one with a higher fee. The fee is taken from change, or from more coins.\n' +
    'All coins that the old one spends are spent again, so that only one of the two can ever be confirmed.',
  params: [hex('txid', 'The transaction that is replaced'), bumpOptionsParam],
  result: record([hex('txid', 'The id of the new transaction'), ...bumpResultFields]),
  examples: ['bumpfee "mytxid"', '-named bumpfee txid=mytxid fee_rate=25'],
  async run(args, context) {
    const { flags } = requireWallet(context).wallet;
    if (flags.disablePrivateKeys && !flags.externalSigner) {
      throw walletError(
        'bumpfee is not available with wallets that have private keys disabled. Use psbtbumpfee instead.',
      );
    }
    const txid = parseHashV(args.txid, 'txid');
    const options = parseBumpOptions(args.options ?? { members: [] }, context);
    const call = await requireSyncedWallet(context);
    requireUnlocked(call.wallet);
    const bump = await prepareBump(txid, options, { requireMine: true }, { call, context });
    const paying = { call, options: { members: [] }, context };
    return fundAndFinish(bump.order, paying, async (funded) =>
      jsonObject({
        txid: await commitBump(funded, bump, call, context),
        origfee: jsonAmount(bump.oldFee),
        fee: jsonAmount(funded.fee),
        errors: [],
      }),
    );
  },
});
