import { list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireHost } from '../wallet/wallet-call.ts';

export const listwallets = defineMethod({
  name: 'listwallets',
  category: 'Wallet',
  summary: 'The names of the wallets that are loaded.',
  params: [],
  result: list('', 'The loaded wallets', [str('', 'The name of a wallet')]),
  examples: ['listwallets'],
  run: (_args, context) => [...requireHost(context).loaded()],
});
