import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { execute } from '../../src/library/call.ts';
import type { Methods } from '../../src/library/method-types.ts';
import { scanBlocks } from '../../src/sync/rescan.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { opened } from '../support/opened.ts';
import { measure, printTable } from './measure.ts';
import { environment, makeChain, makeWallet, openNodeWallet, startWorld } from './node-world.ts';

/**
 * Measures walletcreatefundedpsbt in a wallet of many coins: ours over the node's RPC, compared
 * with the node's own wallet with the same coins. node .ci/ts.mjs test/bench/funding.ts
 */
const { values: options } = parseArgs({
  options: {
    coins: { type: 'string', default: '1000,10000,100000' },
    /** Satoshi per vbyte */
    rates: { type: 'string', default: '1,60' },
  },
});

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

async function measureCoins(coins: number): Promise<string[][]> {
  const world = await startWorld();
  const random = createRandom(coins);
  let total = 0;
  const amount = () => {
    const value = 10_000 + random.int(90_000);
    total += value;
    return value;
  };
  await makeChain(world, { outputs: coins, own: 100, amount });
  const node = await openNodeWallet(world, 'w');
  await node.call('rescanblockchain', 0);
  const chain = createNodeChain(world.client);
  const wallets = createMemoryHost();
  await wallets.create(makeWallet());
  const scan = { open: opened(wallets, 'w'), chain, environment, now: 2_000_000_000 };
  await scanBlocks(scan, 1, (await chain.tip()).height, { mempool: false });
  const context = {
    network: 'regtest',
    profile: 'core',
    secp256k1: kernelSecp256k1,
    wallets,
    chain,
    now: () => Math.floor(Date.now() / 1000),
    random: (length: number) => randomBytes(length),
  } as const;
  const rows: string[][] = [];
  for (const rate of options.rates.split(',').map(Number)) {
    for (const inputs of [1, 100]) {
      const pay = ((total / coins) * inputs) / 1e8;
      const params: Methods['walletcreatefundedpsbt']['params'] = [
        [],
        [{ [TO]: pay.toFixed(8) }],
        0,
        { fee_rate: rate, changeAddress: TO_CHANGE },
      ];
      const theirs = await measure(() => node.call('walletcreatefundedpsbt', ...params));
      const ours = await measure(() => execute('walletcreatefundedpsbt', params, context));
      const ratio = (theirs / ours).toFixed(2);
      rows.push([
        `${coins} coins, ${inputs} paid, ${rate} sat/vB`,
        theirs.toFixed(0),
        ours.toFixed(0),
        ratio,
      ]);
    }
  }
  node.close();
  await world.stop();
  return rows;
}

/** The destination of change, because the wallets have no active descriptors. */
const TO_CHANGE = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`);
const rows: string[][] = [];
for (const coins of options.coins.split(',').map(Number)) rows.push(...(await measureCoins(coins)));
printTable(
  ['walletcreatefundedpsbt', 'node, ms', 'coldsign, ms', 'times as fast as the node'],
  rows,
);
