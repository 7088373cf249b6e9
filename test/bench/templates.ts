import { parseArgs } from 'node:util';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { makeMempoolEntry } from '../../src/chain/mempool-entry.ts';
import type { ChainCoin, ChainSource, MempoolEntry } from '../../src/chain/source.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { createTemplateCache } from '../../src/mining/mining.ts';
import { defaultMiningOptions } from '../../src/mining/options.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { type MiningNode, startMiningNode } from '../support/chains/mining-node.ts';
import { openLock, type Spendable, spend } from '../support/generate/mempool.ts';
import { createRandom, type Random } from '../support/generate/random.ts';

/**
 * Measures a block template on a full mempool: ours from a view in memory, and with `--node` ours
 * and a real node's of the same mempool. Each is one call of getblocktemplate, including the text
 * of its answer.
 */
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    node: { type: 'boolean', default: false },
    profile: { type: 'string', default: 'default' },
  },
});
const count = Number(options.count);
const runs = Number(options.runs);
const FAMILY = 25;
const body = '{"method":"getblocktemplate","params":[{"rules":["segwit"]}],"id":1}';

await (options.node ? benchNode() : benchMemory());

/**
 * Makes a parent with eight outputs, each the start of a chain of three: as many related
 * transactions as nodes allow.
 */
function makeFamily(random: Random, coin: Spendable): Transaction[] {
  const rate = () => random.pick([1, 1, 2, 3, 5, 8, 20, 60]) + random.int(100) / 40;
  const first = spend([coin], { feeRate: rate(), outputs: new Array(8).fill(openLock) });
  const family = [first.transaction];
  for (const output of first.outputs) {
    let tip: readonly Spendable[] = [output];
    for (let depth = 0; depth < 3; depth++) {
      const made = spend(tip, { feeRate: rate(), outputs: [openLock] });
      family.push(made.transaction);
      tip = made.outputs;
    }
  }
  return family;
}

function contextOf(chain: ChainSource, now: () => number): Context {
  return {
    network: networks.regtest,
    profile: options.profile === 'core' ? 'core' : 'default',
    secp256k1: nobleSecp256k1,
    chain,
    mining: { options: defaultMiningOptions, cache: createTemplateCache() },
    now,
    reportBug: (error) => {
      throw error;
    },
  };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function report(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[sorted.length >> 1] ?? 0;
  const [best = 0] = sorted;
  const [first = 0] = times;
  console.log(
    `${name.padEnd(30)} first ${first.toFixed(0)} ms, best ${best.toFixed(0)} ms, median ${middle.toFixed(0)} ms`,
  );
}

/** Returns the text of a newly built template, with a new cache for each. */
async function template(chain: ChainSource, now: () => number): Promise<string> {
  const { text } = await handleBody(body, { methods, context: contextOf(chain, now) });
  if (!text.includes('"coinbasevalue"')) throw new Error(text.slice(0, 200));
  return text;
}

async function benchMemory(): Promise<void> {
  const random = createRandom(1);
  const coins = new Map<string, ChainCoin>();
  const entries = new Map<string, MempoolEntry>();
  for (let made = 0; made < count; ) {
    const txid = Buffer.from(random.bytes(32)).toString('hex');
    const coin: Spendable = { outPoint: { txid, vout: 0 }, value: 50_000_000n, lock: openLock };
    const { scriptPubKey } = openLock;
    coins.set(outPointKey(coin.outPoint), {
      value: coin.value,
      scriptPubKey,
      height: 1,
      coinbase: false,
    });
    for (const transaction of makeFamily(random, coin).slice(0, count - made)) {
      const entry = makeMempoolEntry(transaction, ({ txid: from, vout }) => {
        const output = entries.get(from)?.transaction.outputs[vout];
        return output === undefined
          ? coins.get(outPointKey({ txid: from, vout }))
          : { value: output.value, scriptPubKey: output.scriptPubKey };
      });
      entries.set(entry.txid, entry);
      made += 1;
    }
  }
  const { source } = createMemoryChain(consensusParams.regtest);
  const { hash } = await source.tip();
  const view = { tipHash: hash, entries: [...entries.values()], updates: 1, scriptsVerified: true };
  const chain: ChainSource = {
    ...source,
    mempool: async () => view,
    findCoins: async (outPoints) =>
      new Map(outPoints.flatMap((each) => found(each, coins.get(outPointKey(each))))),
  };
  const times: number[] = [];
  let text = '';
  for (let run = 0; run < runs; run++) {
    times.push(
      await timed(async () => {
        text = await template(chain, () => 1_300_000_000);
      }),
    );
  }
  const { transactions } = JSON.parse(text).result;
  console.log(`${count} transactions in memory, ${transactions.length} of them in the block`);
  report('coldsign', times);
}

function found(
  outPoint: Spendable['outPoint'],
  coin: ChainCoin | undefined,
): [string, ChainCoin][] {
  return coin === undefined ? [] : [[outPointKey(outPoint), coin]];
}

async function benchNode(): Promise<void> {
  const node = await startMiningNode({}, '-maxmempool=1000', '-checkmempool=0');
  try {
    await fill(node);
    let clock = Number(node.context.now?.() ?? 0);
    const chain = createNodeChain(node.client);
    const first = await timed(() => template(chain, () => clock));
    const [ours, theirs, round]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run < runs; run++) {
      // After one more transaction and some seconds, both rebuild their template.
      const coin = node.take();
      await node.send([spend([coin], { feeRate: 100, outputs: [openLock] }).transaction]);
      await node.passTime(10);
      clock += 10;
      theirs.push(await timed(() => node.theirs({ rules: ['segwit'] })));
      const view = await chain.mempool();
      const frozen: ChainSource = { ...chain, mempool: async () => view };
      ours.push(await timed(() => template(frozen, () => clock)));
      round.push(await timed(() => template(chain, () => clock)));
    }
    const { size } = (await node.client.call('getmempoolinfo')) as { size: number };
    console.log(
      `${size} transactions in a node's mempool; the first look at it took ${first.toFixed(0)} ms`,
    );
    report('bitcoind (Knots 29)', theirs);
    report('coldsign, mempool in memory', ours);
    report('coldsign, asking the node anew', round);
    const ratio = Math.min(...ours) / Math.min(...theirs);
    console.log(`coldsign/bitcoind: ${ratio.toFixed(2)}`);
  } finally {
    await node.stop();
  }
}

async function fill(node: MiningNode): Promise<void> {
  const random = createRandom(1);
  const needed = Math.ceil(count / FAMILY);
  const coins: Spendable[] = [];
  while (coins.length < needed) {
    const split = spend([node.take()], { feeRate: 1, outputs: new Array(100).fill(openLock) });
    await node.send([split.transaction]);
    coins.push(...split.outputs);
  }
  await node.passTime(600);
  await node.mine();
  for (let at = 0; at < needed; at += 100) {
    const part = coins.slice(at, at + 100).flatMap((coin) => makeFamily(random, coin));
    await node.send(part);
  }
}
