import { formatAmount } from '../../encoding/amount.ts';
import { jsonNumber, jsonObject } from '../../json/json.ts';
import { askNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { defineMethod } from '../method.ts';
import { parseEstimateMode, parseFeeTarget } from '../parse/fee-arguments.ts';

export const estimatesmartfee = defineMethod({
  name: 'estimatesmartfee',
  category: 'Util',
  summary:
    'Return the fee rate at which a transaction is likely to confirm within a number of blocks, as the node, the snapshot or the\n' +
    'servers estimate it.',
  params: [
    {
      name: 'conf_target',
      type: 'number',
      required: true,
      help: 'The number of blocks (1 - 1008)',
    },
    {
      name: 'estimate_mode',
      type: 'string',
      required: false,
      default: 'economical',
      values: ['unset', 'economical', 'conservative'],
      help: '"unset" (the same as economical), "economical" or "conservative"',
    },
  ],
  result: {
    type: 'object',
    help: '',
    fields: [
      {
        name: 'feerate',
        type: 'amount',
        optional: true,
        help: 'The fee rate in BTC/kvB. Absent if there are errors',
      },
      {
        name: 'errors',
        type: 'array',
        optional: true,
        help: 'Why there is no fee rate',
        fields: [{ type: 'string', help: 'An error' }],
      },
      { name: 'blocks', type: 'number', help: 'The number of blocks that the estimate is for' },
    ],
  },
  examples: ['estimatesmartfee 6'],
  async run({ conf_target, estimate_mode = 'economical' }, context) {
    const target = parseFeeTarget(conf_target);
    const mode = parseEstimateMode(estimate_mode);
    const chain = requireChain(context, 'estimatesmartfee');
    const word = await askNode(chain, 'estimatesmartfee', [conf_target, mode]);
    if (word !== undefined) return word;
    const found = await chain.estimateFee(target, mode);
    const blocks = jsonNumber(found.blocks);
    if ('feeRate' in found && found.feeRate > 0n) {
      return jsonObject({ feerate: { number: formatAmount(found.feeRate) }, blocks });
    }
    return jsonObject({ errors: ['Insufficient data or no feerate found'], blocks });
  },
});
