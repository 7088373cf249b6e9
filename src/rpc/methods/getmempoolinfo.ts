import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { amount, bool, num, record } from '../fields.ts';
import { defineMethod } from '../method.ts';

export const getmempoolinfo = defineMethod({
  name: 'getmempoolinfo',
  category: 'Blockchain',
  summary: "Return the state and the limits of the node's mempool. Needs a node.",
  params: [],
  result: record([
    bool('loaded', 'The mempool file was read'),
    num('size', 'The number of its elements, transactions'),
    num('bytes', 'The sum of their virtual bytes (BIP141)'),
    num('usage', 'Memory in use, in bytes'),
    amount('total_fee', 'The sum of their fees in BTC'),
    num('maxmempool', 'The most memory, in bytes'),
    amount('mempoolminfee', 'The lowest fee rate that the mempool accepts, in BTC/kvB'),
    amount('minrelaytxfee', 'The lowest fee rate of relay, in BTC/kvB'),
    amount(
      'incrementalrelayfee',
      'The smallest raise of the fee rate of a replacement, in BTC/kvB',
    ),
    num('unbroadcastcount', 'Transactions that no peer has asked for'),
    bool('permitbaremultisig', 'Bare multisig outputs are accepted'),
    num('maxdatacarriersize', 'The most bytes in OP_RETURN outputs'),
    num('limitclustercount', 'The most transactions in a cluster'),
    num('limitclustersize', 'The most virtual bytes in a cluster'),
    bool('optimal', 'The order of the transactions is known to be best'),
  ]),
  examples: ['getmempoolinfo'],
  async run(_args, context) {
    const chain = requireChain(context, 'getmempoolinfo');
    const word = await askNode(chain, 'getmempoolinfo', []);
    if (word === undefined) throw needsNode('getmempoolinfo');
    return word;
  },
});
