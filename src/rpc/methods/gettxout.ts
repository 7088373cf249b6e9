import type { ChainSource } from '../../chain/source.ts';
import { formatAmount } from '../../encoding/amount.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { type OutPoint, outPointKey, type TxOut } from '../../transaction/transaction.ts';
import { askNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { scriptResult } from '../results/transaction.ts';
import { shapeScript } from '../shape/script.ts';
import { getUint32, parseHashV } from '../values.ts';

export const gettxout = defineMethod({
  name: 'gettxout',
  category: 'Blockchain',
  summary:
    'An output that is not spent. The node tells it; another source as far as it knows: what a snapshot does not have may be unspent\n' +
    'all the same, and that is said.',
  params: [
    { name: 'txid', type: 'string', required: true, help: 'The id of its transaction' },
    { name: 'n', type: 'number', required: true, help: 'The number of the output' },
    {
      name: 'include_mempool',
      type: 'bool',
      required: false,
      default: true,
      help: 'Whether what waits for a block counts: it makes outputs, and spends some',
    },
  ],
  result: {
    type: 'object',
    or: null,
    help: 'The output; null: there is none, or it is spent',
    fields: [
      { name: 'bestblock', type: 'hex', help: 'The hash of the newest block' },
      { name: 'confirmations', type: 'number', help: 'Blocks from its own to the newest one' },
      { name: 'value', type: 'amount', help: 'The amount in BTC' },
      scriptResult('scriptPubKey', 'The script that it pays'),
      { name: 'coinbase', type: 'bool', help: 'Whether a coinbase made it' },
    ],
  },
  examples: ['gettxout "txid" 1'],
  async run({ txid, n, include_mempool: counts = true }, context) {
    const outPoint = { txid: parseHashV(txid, 'txid'), vout: getUint32(n) };
    const chain = requireChain(context, 'gettxout');
    const word = await askNode(chain, 'gettxout', [txid, n, counts]);
    return word === undefined ? findOutput(outPoint, counts, chain, context) : word;
  },
});

async function findOutput(
  outPoint: OutPoint,
  counts: boolean,
  chain: ChainSource,
  context: Context,
): Promise<Json> {
  const { hash, height } = await chain.tip();
  const waiting = counts ? (await chain.mempool()).entries : [];
  const key = outPointKey(outPoint);
  const isSpent = waiting.some(({ transaction }) =>
    transaction.inputs.some(({ prevout }) => outPointKey(prevout) === key),
  );
  if (isSpent) return null;
  const shape = (confirmations: number, { value, scriptPubKey }: TxOut, coinbase: boolean) =>
    jsonObject({
      bestblock: hash,
      confirmations: jsonNumber(confirmations),
      value: { number: formatAmount(value) },
      scriptPubKey: shapeScript(scriptPubKey, context, { hex: true }),
      coinbase,
    });
  const coin = (await chain.findCoins([outPoint])).get(key);
  if (coin !== undefined) {
    const { amount: value, scriptPubKey, coinbase } = coin;
    return shape(height - coin.height + 1, { value, scriptPubKey }, coinbase);
  }
  const made = waiting.find(({ txid }) => txid === outPoint.txid)?.transaction;
  const output = made?.outputs[outPoint.vout];
  if (output !== undefined) return shape(0, output, false);
  if (chain.knowsAllCoins === true) return null;
  throw new RpcError(
    RpcCode.INVALID_ADDRESS_OR_KEY,
    `Output ${key} is not known here: whether it is spent cannot be told without a node`,
  );
}
