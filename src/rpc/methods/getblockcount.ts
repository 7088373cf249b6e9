import { jsonNumber } from '../../json/json.ts';
import { requireChain } from '../chain.ts';
import { num } from '../fields.ts';
import { defineMethod } from '../method.ts';

export const getblockcount = defineMethod({
  name: 'getblockcount',
  category: 'Blockchain',
  summary: 'Return the height of the newest block. The genesis block has height 0.',
  params: [],
  result: num('', 'The height'),
  examples: ['getblockcount'],
  async run(_args, context) {
    return jsonNumber((await requireChain(context, 'getblockcount').tip()).height);
  },
});
