import { jsonAmount, jsonObject } from '../../json/json.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { hex, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { bumpOptionsParam, bumpResultFields } from '../params/bumpfee-params.ts';
import { psbtVersionParam } from '../params/psbt-params.ts';
import { parseBumpOptions } from '../parse/bump-options.ts';
import { formatPsbt } from '../parse/psbt-argument.ts';
import { psbtDetailsResult } from '../results/psbt-details-result.ts';
import { readTip, withLocktime } from '../spending/anti-fee-sniping-lock.ts';
import { prepareBump } from '../spending/bump-fee.ts';
import { fundTransaction } from '../spending/fund-transaction.ts';
import type { FundedOrder } from '../spending/funding-order.ts';
import { fundedPsbt } from '../spending/silent-payments.ts';
import { parseHashV } from '../values.ts';
import { requireSyncedWallet, requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';

export const psbtbumpfee = defineMethod({
  name: 'psbtbumpfee',
  category: 'Wallet',
  summary:
    'Create a PSBT that replaces an unconfirmed transaction by one with a higher fee. The fee is taken from change, or from more\n' +
    'coins. All coins that the old one spends are spent again. Nothing is signed, kept or sent.',
  params: [
    hex('txid', 'The transaction that is replaced'),
    { ...bumpOptionsParam, fields: [...bumpOptionsParam.fields, psbtVersionParam] },
  ],
  result: record([str('psbt', 'The PSBT in base64'), ...bumpResultFields, psbtDetailsResult]),
  examples: ['psbtbumpfee "mytxid"'],
  async run(args, context) {
    requireWallet(context);
    const txid = parseHashV(args.txid, 'txid');
    const options = parseBumpOptions(args.options ?? { members: [] }, context);
    const call = await requireSyncedWallet(context);
    requireUnlocked(call.wallet);
    const bump = await prepareBump(txid, options, { requireMine: false }, { call, context });
    const tip = await readTip(context);
    const made = await fundTransaction(call, bump.order, context, (funded: FundedOrder) => {
      const defaults = { options: { members: [] }, context };
      const transaction = withLocktime(funded.transaction, tip, defaults);
      const how = { version: options.psbtVersion, bip32Derivs: true };
      const psbt = fundedPsbt({ ...funded, transaction }, how, context);
      return { wallet: funded.wallet, value: { psbt, fee: funded.fee } };
    });
    return jsonObject({
      psbt: formatPsbt(made.psbt),
      origfee: jsonAmount(bump.oldFee),
      fee: jsonAmount(made.fee),
      errors: [],
      details: await requestedDetails(made.psbt, context),
    });
  },
});
