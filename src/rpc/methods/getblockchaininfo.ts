import { consensusParams } from '../../chain/consensus.ts';
import { decodeCompact, difficultyOf, formatTarget } from '../../chain/pow.ts';
import type { ChainSource } from '../../chain/source.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonDouble, jsonNumber, jsonObject } from '../../json/json.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { bool, hex, list, num, object, record, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';

/** Core, DEFAULT_MAX_TIP_AGE: seconds above which a tip is not the newest block. */
const MAX_TIP_AGE = 86_400;

export const getblockchaininfo = defineMethod({
  name: 'getblockchaininfo',
  category: 'Blockchain',
  summary:
    'Return the state of the chain, from the node. Without a node (not with -profile=core) the answer is what the snapshot, the servers or\n' +
    'the block files contain. They verify no block here, and chainwork is unknown.',
  params: [],
  result: record([
    str('chain', 'main, test, testnet4, signet or regtest'),
    num('blocks', 'The height of the newest block'),
    num('headers', 'The number of headers'),
    str('bestblockhash', 'The hash of the newest block'),
    hex('bits', 'The target of the block in compact form'),
    hex('target', 'The target of the block'),
    num('difficulty', 'The difficulty of the block'),
    time('time', 'The time of the block'),
    time('mediantime', 'The median time of the last eleven blocks'),
    num(
      'verificationprogress',
      'The part of the chain that is verified, from 0 to 1. Without a node 0',
    ),
    bool(
      'initialblockdownload',
      'Newer blocks are likely to be missing. Without a node: the newest block is a day old',
    ),
    object.optional(
      'backgroundvalidation',
      'The blocks below a snapshot that the node verifies later',
      [
        num('snapshotheight', 'The height of the snapshot'),
        num('blocks', 'The height that is verified'),
        str('bestblockhash', 'The hash of that block'),
        time('mediantime', 'The median time of the block'),
        num('verificationprogress', 'The part that is verified'),
        hex('chainwork', 'The work in these blocks'),
      ],
    ),
    hex.optional('chainwork', 'The work in the chain. Absent without a node'),
    num.optional('size_on_disk', 'Bytes of the block files. Absent without a node'),
    bool.optional('pruned', 'Old blocks are deleted'),
    num.optional('pruneheight', 'The first block that is kept'),
    bool.optional('automatic_pruning', 'The node decides which blocks it deletes'),
    num.optional('prune_target_size', 'Bytes that it keeps'),
    hex.optional('signet_challenge', 'The script that a block of this signet must satisfy'),
    list('warnings', 'Warnings about the network and the chain', [str('', 'A warning')]),
    bool.optional('offline', 'True: no node was asked', { beyondCore: true }),
  ]),
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
