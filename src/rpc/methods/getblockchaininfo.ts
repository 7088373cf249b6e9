import { consensusParams } from '../../chain/consensus.ts';
import { decodeCompact, difficultyOf, formatTarget } from '../../chain/pow.ts';
import type { ChainSource } from '../../chain/source.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonDouble, jsonNumber, jsonObject } from '../../json/json.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';

/** Core, DEFAULT_MAX_TIP_AGE: a tip that is older is not the newest block, in seconds. */
const MAX_TIP_AGE = 86_400;

export const getblockchaininfo = defineMethod({
  name: 'getblockchaininfo',
  category: 'Blockchain',
  summary:
    'Return the state of the chain, from the node. Without a node (not with -profile=core) the answer is what the snapshot, the servers or\n' +
    'the block files contain. They verify no block here, and chainwork is unknown.',
  params: [],
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'chain', type: 'string', help: 'main, test, testnet4, signet or regtest' },
      { name: 'blocks', type: 'number', help: 'The height of the newest block' },
      { name: 'headers', type: 'number', help: 'The number of headers' },
      { name: 'bestblockhash', type: 'string', help: 'The hash of the newest block' },
      { name: 'bits', type: 'hex', help: 'Its target in compact form' },
      { name: 'target', type: 'hex', help: 'Its target' },
      { name: 'difficulty', type: 'number', help: 'Its difficulty' },
      { name: 'time', type: 'time', help: 'Its time' },
      { name: 'mediantime', type: 'time', help: 'The median time of the last eleven blocks' },
      {
        name: 'verificationprogress',
        type: 'number',
        help: 'The part of the chain that is verified, from 0 to 1. Without a node 0',
      },
      {
        name: 'initialblockdownload',
        type: 'bool',
        help: 'Newer blocks are likely to be missing. Without a node: the newest block is a day old',
      },
      {
        name: 'backgroundvalidation',
        type: 'object',
        optional: true,
        help: 'The blocks below a snapshot that the node verifies later',
        fields: [
          { name: 'snapshotheight', type: 'number', help: 'The height of the snapshot' },
          { name: 'blocks', type: 'number', help: 'The height that is verified' },
          { name: 'bestblockhash', type: 'string', help: 'The hash of that block' },
          { name: 'mediantime', type: 'time', help: 'Its median time' },
          { name: 'verificationprogress', type: 'number', help: 'The part that is verified' },
          { name: 'chainwork', type: 'hex', help: 'The work in these blocks' },
        ],
      },
      {
        name: 'chainwork',
        type: 'hex',
        optional: true,
        help: 'The work in the chain. Absent without a node',
      },
      {
        name: 'size_on_disk',
        type: 'number',
        optional: true,
        help: 'Bytes of the block files. Absent without a node',
      },
      { name: 'pruned', type: 'bool', optional: true, help: 'Old blocks are deleted' },
      { name: 'pruneheight', type: 'number', optional: true, help: 'The first block that is kept' },
      {
        name: 'automatic_pruning',
        type: 'bool',
        optional: true,
        help: 'The node decides which blocks it deletes',
      },
      { name: 'prune_target_size', type: 'number', optional: true, help: 'Bytes that it keeps' },
      {
        name: 'signet_challenge',
        type: 'hex',
        optional: true,
        help: 'What a block of this signet has to satisfy',
      },
      {
        name: 'warnings',
        type: 'array',
        help: 'Warnings about the network and the chain',
        fields: [{ type: 'string', help: 'A warning' }],
      },
      {
        name: 'offline',
        type: 'bool',
        optional: true,
        beyondCore: true,
        help: 'True: no node was asked',
      },
    ],
  },
  examples: ['getblockchaininfo'],
  async run(_args, context) {
    const chain = requireChain(context, 'getblockchaininfo');
    const word = await askNode(chain, 'getblockchaininfo', []);
    if (word !== undefined) return word;
    if (!profileRules(context.profile).describesOffline) throw needsNode('getblockchaininfo');
    return describeChain(chain, context);
  },
});

async function describeChain(
  chain: ChainSource,
  { network, mining, now }: Context,
): Promise<JsonObject> {
  const { height, hash, bits, time, mediantime } = await chain.tip();
  const { signetChallenge } = mining?.params ?? consensusParams[network.name];
  return jsonObject({
    chain: network.name,
    blocks: jsonNumber(height),
    headers: jsonNumber(height),
    bestblockhash: hash,
    bits: bits.toString(16).padStart(8, '0'),
    target: formatTarget(decodeCompact(bits).target),
    difficulty: jsonDouble(difficultyOf(bits)),
    time: jsonNumber(time),
    mediantime: jsonNumber(mediantime),
    verificationprogress: jsonNumber(0),
    initialblockdownload: now === undefined || now() - time > MAX_TIP_AGE,
    signet_challenge: signetChallenge && encodeHex(signetChallenge),
    warnings: ['No node was asked: coldsign has verified no block of this chain.'],
    offline: true,
  });
}
