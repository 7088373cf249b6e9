import { list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireHost } from '../wallet/wallet-call.ts';

export const listwallets = defineMethod({
  name: 'listwallets',
  category: 'Wallet',
  summary: 'List the loaded wallets.',
  params: [],
  result: list('', 'The loaded wallets', [str('', 'The name of a wallet')]),
  examples: ['listwallets'],
  run: (_args, context) => [...requireHost(context).loaded()],
});
