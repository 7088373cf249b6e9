import { createNodeClient, type NodeClient } from '../../../src/adapters/chain/node/client.ts';
import { createNodeChain } from '../../../src/adapters/chain/node/node-chain.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import type { ChainSource } from '../../../src/chain/source.ts';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createTemplateCache } from '../../../src/mining/mining.ts';
import { defaultMiningOptions, type MiningOptions } from '../../../src/mining/options.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { openLock, type Spendable, spend } from '../generate/mempool.ts';
import { harness } from '../harness.ts';
import { isKnots, type RealNode, startNode } from '../nodes/node.ts';
import { blockHex, blockOf, solve, type TemplateJson } from './miner.ts';

/** A dedicated real node, ours attached to it, and coins that need no signature. */
export type MiningNode = {
  readonly node: RealNode;
  readonly client: NodeClient;
  readonly chain: ChainSource;
  readonly context: Context;
  /** Returns our result, or throws the message of our error. */
  ours(params: unknown): Promise<unknown>;
  theirs(params: unknown): Promise<unknown>;
  /** Returns a confirmed coin that was not returned before. */
  take(): Spendable;
  readonly left: () => number;
  /** Sends the transactions that the node accepts, and returns their number. */
  send(transactions: readonly Transaction[]): Promise<number>;
  /** Builds our template, solves it and has the node accept it. */
  mine(): Promise<TemplateJson>;
  /** Sets the clocks of both. */
  passTime(seconds: number): Promise<void>;
  stop(): Promise<void>;
};

/** Options that make the node relay what we relay, and build blocks as large as ours. */
const policies = [
  '-blockmaxweight=4000000',
  '-acceptnonstdtxn=1',
  '-permitbaremultisig=1',
  '-minrelaytxfee=0.00000100',
  '-blockmintxfee=0.00000001',
  '-rpcworkqueue=64',
];

/** The same options for the fork, which has more rules, such as the priority of old coins. */
const knotsPolicies = [
  '-blockmaxsize=4000000',
  '-blockprioritysize=0',
  '-acceptnonstddatacarrier=1',
  '-datacarrierfullcount=0',
  '-datacarriercost=0',
];

export async function startMiningNode(
  options: Partial<MiningOptions> = {},
  ...extra: readonly string[]
): Promise<MiningNode> {
  const node = await startNode(...policies, ...(isKnots() ? knotsPolicies : []), ...extra);
  const { origin, username, password } = new URL(node.url);
  const client = createNodeClient({ url: origin, login: { user: username, password } });
  const chain = createNodeChain(client);
  let time = consensusParams.regtest.genesis.time + 3_600;
  const context: Context = {
    network: networks.regtest,
    profile: 'default',
    secp256k1: nobleSecp256k1,
    chain,
    mining: { options: { ...defaultMiningOptions, ...options }, cache: createTemplateCache() },
    now: () => time,
    reportBug: (error) => {
      throw error;
    },
  };
  const coins: Spendable[] = [];

  const { ask } = harness(context);
  async function ours(params: unknown): Promise<unknown> {
    const { result, error } = await ask('getblocktemplate', [params]);
    if (error !== null) throw new Error(error.message);
    return result;
  }

  async function passTime(seconds: number): Promise<void> {
    time += seconds;
    await client.call('setmocktime', time);
  }

  async function mine(): Promise<TemplateJson> {
    const template = (await ours({ rules: ['segwit'] })) as TemplateJson;
    const block = solve(blockOf(template, openLock.scriptPubKey));
    const refused = await client.call('submitblock', blockHex(block));
    if (refused !== null) throw new Error(`submitblock: ${refused}`);
    return template;
  }

  async function send(transactions: readonly Transaction[]): Promise<number> {
    const calls = transactions.map((transaction) => ({
      method: 'sendrawtransaction',
      params: [encodeHex(encodeTransaction(transaction)), 0],
    }));
    return (await client.batch(calls)).filter((answer) => 'result' in answer).length;
  }

  await passTime(0);
  await fund({ client, passTime, send, mine }, coins);
  return {
    node,
    client,
    chain,
    context,
    ours,
    theirs: (params) => client.call('getblocktemplate', params),
    take() {
      const coin = coins.pop();
      if (coin === undefined) throw new Error('no coins are left');
      return coin;
    },
    left: () => coins.length,
    send,
    mine,
    passTime,
    async stop() {
      client.close();
      await node.stop();
    },
  };
}

/** Splits coinbases that anyone can spend into coins. */
async function fund(
  { client, passTime, send, mine }: Pick<MiningNode, 'client' | 'passTime' | 'send' | 'mine'>,
  coins: Spendable[],
): Promise<void> {
  const descriptor = `raw(${encodeHex(openLock.scriptPubKey)})`;
  const { checksum } = (await client.call('getdescriptorinfo', descriptor)) as { checksum: string };
  for (let height = 1; height <= 130; height++) {
    await passTime(600);
    await client.call('generatetodescriptor', 1, `${descriptor}#${checksum}`);
  }
  for (let height = 1; height <= 30; height++) {
    const hash = await client.call('getblockhash', height);
    const { tx } = (await client.call('getblock', hash, 1)) as { tx: [string] };
    const coinbase = { outPoint: { txid: tx[0], vout: 0 }, value: 50_0000_0000n, lock: openLock };
    const split = spend([coinbase], { feeRate: 1, outputs: new Array(100).fill(openLock) });
    if ((await send([split.transaction])) !== 1) throw new Error('the node refused a split');
    coins.push(...split.outputs);
  }
  await passTime(600);
  await mine();
}
