import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { defineMethod } from '../method.ts';

export const getmempoolinfo = defineMethod({
  name: 'getmempoolinfo',
  category: 'Blockchain',
  summary: "Return the state and the limits of the node's mempool. Needs a node.",
  params: [],
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'loaded', type: 'bool', help: 'The mempool file was read' },
      { name: 'size', type: 'number', help: 'The number of its elements, transactions' },
      { name: 'bytes', type: 'number', help: 'The sum of their virtual bytes (BIP141)' },
      { name: 'usage', type: 'number', help: 'Memory in use, in bytes' },
      { name: 'total_fee', type: 'amount', help: 'The sum of their fees in BTC' },
      { name: 'maxmempool', type: 'number', help: 'The most memory, in bytes' },
      {
        name: 'mempoolminfee',
        type: 'amount',
        help: 'The lowest fee rate that the mempool accepts, in BTC/kvB',
      },
      { name: 'minrelaytxfee', type: 'amount', help: 'The lowest fee rate of relay, in BTC/kvB' },
      {
        name: 'incrementalrelayfee',
        type: 'amount',
        help: 'The smallest raise of the fee rate of a replacement, in BTC/kvB',
      },
      { name: 'unbroadcastcount', type: 'number', help: 'Transactions that no peer has asked for' },
      { name: 'permitbaremultisig', type: 'bool', help: 'Bare multisig outputs are accepted' },
      { name: 'maxdatacarriersize', type: 'number', help: 'The most bytes in OP_RETURN outputs' },
      { name: 'limitclustercount', type: 'number', help: 'The most transactions in a cluster' },
      { name: 'limitclustersize', type: 'number', help: 'The most virtual bytes in a cluster' },
      { name: 'optimal', type: 'bool', help: 'The order of the transactions is known to be best' },
    ],
  },
  examples: ['getmempoolinfo'],
  async run(_args, context) {
    const chain = requireChain(context, 'getmempoolinfo');
    const word = await askNode(chain, 'getmempoolinfo', []);
    if (word === undefined) throw needsNode('getmempoolinfo');
    return word;
  },
});
