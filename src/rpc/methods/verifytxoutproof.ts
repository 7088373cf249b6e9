import { blockHash } from '../../chain/block-codec.ts';
import { extractMatches } from '../../chain/partial-merkle-tree.ts';
import { isJsonArray } from '../../json/json.ts';
import { findForkPoint } from '../../sync/detached-blocks.ts';
import { askNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { invalidAddressOrKey } from '../error.ts';
import { hex, list } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseMerkleBlock } from '../parse/merkle-block.ts';

export const verifytxoutproof = defineMethod({
  name: 'verifytxoutproof',
  category: 'Blockchain',
  summary:
    'Verify a proof that transactions are in a block of the best chain, and return their ids. The Merkle tree is hashed\n' +
    'here. The node, or the headers of the source, confirm that the block is in the chain.',
  params: [hex('proof', 'The proof, from gettxoutproof of a node')],
  result: list('', 'The ids that the proof commits to; empty if the proof is invalid', [
    hex('', 'The id of a transaction'),
  ]),
  examples: ['verifytxoutproof "proof"'],
  async run({ proof }, context) {
    const block = parseMerkleBlock(proof);
    const matches = extractMatches(block);
    if (matches === undefined) return [];
    const chain = requireChain(context, 'verifytxoutproof');
    const word = await askNode(chain, 'verifytxoutproof', [proof]);
    const hash = blockHash(block.header);
    if (word === undefined && (await findForkPoint(undefined, chain, hash))?.hash !== hash) {
      throw invalidAddressOrKey('Block not found in chain');
    }
    // A node also knows the block's number of transactions, which the tree may state wrong.
    const isRefused = word !== undefined && isJsonArray(word) && word.length === 0;
    return isRefused ? [] : matches.map(({ txid }) => txid);
  },
});
