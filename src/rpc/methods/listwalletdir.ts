import { jsonObject } from '../../json/json.ts';
import { defineMethod } from '../method.ts';
import { requireHost } from '../wallets.ts';

export const listwalletdir = defineMethod({
  name: 'listwalletdir',
  category: 'Wallet',
  summary: 'The wallets in the folder of wallets, loaded or not.',
  params: [],
  result:
    '{\n' +
    '  "wallets" : [             (json array)\n' +
    '    {\n' +
    '      "name" : "str",       (string) The name of a wallet\n' +
    '      "warnings" : []       (json array) Always empty\n' +
    '    },\n' +
    '    ...\n' +
    '  ]\n' +
    '}',
  examples: ['listwalletdir'],
  async run(_args, context) {
    const names = await requireHost(context).list();
    return jsonObject({ wallets: names.map((name) => jsonObject({ name, warnings: [] })) });
  },
});
