import { askNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { hex, num } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { getInt32 } from '../values.ts';

export const getblockhash = defineMethod({
  name: 'getblockhash',
  category: 'Blockchain',
  summary:
    'Return the hash of the block at a height of the best chain. A snapshot knows only the blocks that it contains.',
  params: [num('height', 'The height')],
  result: hex('', 'The hash of the block'),
  examples: ['getblockhash 1000'],
  async run({ height: given }, context) {
    const height = getInt32(given);
    const chain = requireChain(context, 'getblockhash');
    const word = await askNode(chain, 'getblockhash', [given]);
    if (word !== undefined) return word;
    const tip = await chain.tip();
    if (height < 0 || height > tip.height) throw invalid('Block height out of range');
    const [header] = height === tip.height ? [tip] : await chain.headers(height, 1);
    if (header?.height === height) return header.hash;
    throw invalidAddressOrKey(`The hash of block ${height} is not known here: ask a node`);
  },
});
