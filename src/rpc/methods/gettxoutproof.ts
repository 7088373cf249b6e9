import { decodeMerkleBlock, extractMatches } from '../../chain/partial-merkle-tree.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { JsonArray } from '../../json/json.ts';
import type { Txid } from '../../transaction/transaction.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { invalid, RpcCode, RpcError } from '../error.ts';
import { hex, list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { getStr, parseHashV } from '../values.ts';

export const gettxoutproof = defineMethod({
  name: 'gettxoutproof',
  category: 'Blockchain',
  summary:
    'Return a proof that transactions are in a block, from the node. Without an index of all transactions (-txindex) the node needs the hash\n' +
    'of the block, or one of the transactions must have an unspent output.',
  params: [
    list('txids', 'The transactions, all of one block', [
      hex.optional('txid', 'The id of a transaction'),
    ]),
    hex.optional('blockhash', 'The hash of the block'),
  ],
  result: str('', 'The proof in hexadecimal'),
  examples: [`gettxoutproof '["mytxid"]'`],
  async run({ txids: named, blockhash }, context) {
    const txids = parseTxids(named);
    if (blockhash !== undefined) parseHashV(blockhash, 'blockhash');
    const chain = requireChain(context, 'gettxoutproof');
    const proof = await askNode(chain, 'gettxoutproof', [named, blockhash]);
    if (proof === undefined) throw needsNode('gettxoutproof');
    if (shows(getStr(proof), txids)) return proof;
    throw new RpcError(
      RpcCode.INTERNAL_ERROR,
      "The node's proof does not show all of these transactions",
    );
  },
});

function parseTxids(named: JsonArray): ReadonlySet<Txid> {
  if (named.length === 0) throw invalid("Parameter 'txids' cannot be empty");
  const txids = new Set<Txid>();
  for (const value of named) {
    const txid = parseHashV(value, 'txid');
    if (txids.has(txid)) throw invalid(`Invalid parameter, duplicated txid: ${getStr(value)}`);
    txids.add(txid);
  }
  return txids;
}

function shows(proof: string, txids: ReadonlySet<Txid>): boolean {
  const bytes = decodeHex(proof);
  const block = bytes && decodeMerkleBlock(bytes);
  const shown = new Set((block && extractMatches(block))?.map(({ txid }) => txid));
  return [...txids].every((txid) => shown.has(txid));
}
