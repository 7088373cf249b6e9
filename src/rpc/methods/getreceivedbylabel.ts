import { jsonAmount } from '../../json/json.ts';
import { addressBook } from '../../wallet/address-book.ts';
import { walletError } from '../error.ts';
import { amount, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { includeImmatureCoinbase, minconf } from '../params/received-params.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { amountReceived } from '../wallet/tally-received.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const getreceivedbylabel = defineMethod({
  name: 'getreceivedbylabel',
  category: 'Wallet',
  summary: 'Show the amount received at all addresses with a label, spent or not.',
  params: [
    str('label', 'The label; "" for addresses without a label'),
    minconf,
    includeImmatureCoinbase,
  ],
  result: amount('', 'The sum in BTC'),
  examples: ['getreceivedbylabel "tabby"', 'getreceivedbylabel "tabby" 6'],
  async run(args, context) {
    const { wallet } = await requireSyncedWallet(context);
    const label = parseLabel(args.label);
    const entries = addressBook(wallet).filter((entry) => entry.label === label);
    if (entries.length === 0) {
      throw walletError('Label not found in wallet');
    }
    const scripts = entries.map(({ script }) => script);
    const { minconf: confirmations, include_immature_coinbase: immature } = args;
    return jsonAmount(amountReceived(wallet, scripts, confirmations, immature));
  },
});
