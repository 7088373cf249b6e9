import type { ChainSource } from '../../chain/source.ts';
import { type Json, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { type OutPoint, outPointKey, type TxOut } from '../../transaction/transaction.ts';
import { askNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey } from '../error.ts';
import { amount, bool, hex, num, object, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { outputScript } from '../results/script-result.ts';
import { getUint32, parseHashV } from '../values.ts';

export const gettxout = defineMethod({
  name: 'gettxout',
  category: 'Blockchain',
  summary:
    'Return an unspent output. A node knows all. Another source may be incomplete: an output that a snapshot lacks may be unspent,\n' +
    'and the error says so.',
  params: [
    str('txid', 'The id of its transaction'),
    num('n', 'The number of the output'),
    bool('include_mempool', 'Take the mempool into account, which creates and spends outputs', {
      default: true,
    }),
  ],
  result: object(
    '',
    'The output, or null if it does not exist or is spent',
    [
      hex('bestblock', 'The hash of the newest block'),
      num('confirmations', 'The number of confirmations'),
      amount('value', 'The amount in BTC'),
      object('scriptPubKey', 'The script that it pays', outputScript.fields),
      bool('coinbase', 'True if the output belongs to a coinbase transaction'),
    ],
    { or: null },
  ),
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
      value: jsonAmount(value),
      scriptPubKey: outputScript.show(scriptPubKey, context),
      coinbase,
    });
  const coin = (await chain.findCoins([outPoint])).get(key);
  if (coin !== undefined) {
    const { value, scriptPubKey, coinbase } = coin;
    return shape(height - coin.height + 1, { value, scriptPubKey }, coinbase);
  }
  const made = waiting.find(({ txid }) => txid === outPoint.txid)?.transaction;
  const output = made?.outputs[outPoint.vout];
  if (output !== undefined) return shape(0, output, false);
  if (chain.knowsAllCoins === true) return null;
  throw invalidAddressOrKey(
    `Output ${key} is unknown here: without a node, it may be spent or not`,
  );
}
