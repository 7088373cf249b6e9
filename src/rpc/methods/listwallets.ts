import { defineMethod } from '../method.ts';
import { requireHost } from '../wallets.ts';

export const listwallets = defineMethod({
  name: 'listwallets',
  category: 'Wallet',
  summary: 'The names of the wallets that are loaded.',
  params: [],
  result:
    '[              (json array)\n' +
    '  "str",       (string) The name of a wallet\n' +
    '  ...\n' +
    ']',
  examples: ['listwallets'],
  run: (_args, context) => [...requireHost(context).loaded()],
});
