import { jsonNumber, jsonObject } from '../../json/json.ts';
import { compareOutPoints, parseOutPointKey } from '../../transaction/transaction.ts';
import { hex, num, rows } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

export const listlockunspent = defineMethod({
  name: 'listlockunspent',
  category: 'Wallet',
  summary: 'List the outputs that lockunspent locked.',
  params: [],
  result: rows('', 'The locked outputs', [
    hex('txid', 'The transaction'),
    num('vout', 'The number of its output'),
  ]),
  examples: ['listlockunspent'],
  async run(_args, context) {
    const { wallet } = await requireFollowingWallet(context);
    return [...wallet.locks.keys()]
      .map(parseOutPointKey)
      .sort(compareOutPoints)
      .map(({ txid, vout }) => jsonObject({ txid, vout: jsonNumber(vout) }));
  },
});
