import { requireChain } from '../chain.ts';
import { hex } from '../fields.ts';
import { defineMethod } from '../method.ts';

export const getbestblockhash = defineMethod({
  name: 'getbestblockhash',
  category: 'Blockchain',
  summary: 'Return the hash of the newest block.',
  params: [],
  result: hex('', 'The hash of the block'),
  examples: ['getbestblockhash'],
  run: async (_args, context) => (await requireChain(context, 'getbestblockhash').tip()).hash,
});
