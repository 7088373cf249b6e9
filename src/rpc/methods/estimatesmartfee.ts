import { jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { perKvb } from '../../transaction/fee-bounds.ts';
import { askNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { amount, list, num, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseEstimateMode, parseFeeTarget } from '../parse/fee-arguments.ts';

export const estimatesmartfee = defineMethod({
  name: 'estimatesmartfee',
  category: 'Util',
  summary:
    'Return the fee rate at which a transaction is likely to confirm within a number of blocks, as the node, the snapshot or the\n' +
    'servers estimate it.',
  params: [
    num('conf_target', 'The number of blocks (1 - 1008)'),
    str('estimate_mode', '"unset" (the same as economical), "economical" or "conservative"', {
      default: 'economical',
      values: ['unset', 'economical', 'conservative'],
    }),
  ],
  result: record([
    amount.optional('feerate', 'The fee rate in BTC/kvB. Absent if there are errors'),
    list.optional('errors', 'The reasons why there is no fee rate', [str('', 'An error')]),
    num('blocks', 'The number of blocks that the estimate is for'),
  ]),
  examples: ['estimatesmartfee 6'],
  async run({ conf_target, estimate_mode = 'economical' }, context) {
    const target = parseFeeTarget(conf_target);
    const mode = parseEstimateMode(estimate_mode);
    const chain = requireChain(context, 'estimatesmartfee');
    const word = await askNode(chain, 'estimatesmartfee', [conf_target, mode]);
    if (word !== undefined) return word;
    const found = await chain.estimateFee(target, mode);
    const blocks = jsonNumber(found.blocks);
    if ('feeRate' in found && found.feeRate > 0) {
      return jsonObject({ feerate: jsonAmount(perKvb(found.feeRate)), blocks });
    }
    return jsonObject({ errors: ['Insufficient data or no feerate found'], blocks });
  },
});
