import { jsonObject } from '../../json/json.ts';
import { record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { warningsResult } from '../results/wallet-result.ts';
import { requireHost } from '../wallet/wallet-call.ts';

export const listwalletdir = defineMethod({
  name: 'listwalletdir',
  category: 'Wallet',
  summary: 'List the wallets in the wallet folder, loaded or not.',
  params: [],
  result: record([
    rows('wallets', 'The wallets in the folder', [
      str('name', 'The name of a wallet'),
      warningsResult,
    ]),
  ]),
  examples: ['listwalletdir'],
  async run(_args, context) {
    const names = await requireHost(context).list();
    return jsonObject({ wallets: names.map((name) => jsonObject({ name, warnings: [] })) });
  },
});
