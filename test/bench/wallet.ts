import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText, withTransactions } from '../support/generate/wallet.ts';

/** Measures calls and memory of a wallet of 50,000 transactions and 100,000 coins in a file. */
const TRANSACTIONS = 50_000;
const COINS_EACH = 2;
const NAME = 'large';

type Row = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
};

const [step, given] = process.argv.slice(2);
if (step === 'use' && given !== undefined) await use(given);
else await main();

function hostIn(folder: string) {
  return createFileHost({
    folder,
    context: { network: networks.regtest, secp256k1: kernelSecp256k1 },
    options: { ...defaultWalletOptions, scryptCost: { n: 2, r: 1, p: 1 } },
  });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-bench-'));
  const host = hostIn(folder);
  const random = createRandom(1);
  const options = { secp256k1: kernelSecp256k1, random, keypoolSize: 1000 };
  const { genesis } = consensusParams.regtest;
  const lastBlock = { height: 0, hash: genesis.hash };
  const blank = createWallet({ name: NAME, network: networks.regtest, lastBlock });
  const keyed = withDescriptorText(blank, `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`, options);
  await host.create(
    withTransactions(keyed, { transactions: TRANSACTIONS, coinsEach: COINS_EACH }, random),
  );
  await host.close();
  console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`);
  console.log(`A wallet of ${TRANSACTIONS} transactions and ${TRANSACTIONS * COINS_EACH} coins\n`);
  // A separate process, whose memory is only the wallet's.
  const program = fileURLToPath(import.meta.url);
  const { stdout, status } = spawnSync(process.execPath, [program, 'use', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  rmSync(folder, { recursive: true });
  if (status !== 0) process.exit(1);
  // The output of `use`.
  for (const { what, value, unit, limit } of JSON.parse(stdout.toString()) as Row[]) {
    const bound = limit === undefined ? '' : `  (at most ${limit})`;
    console.log(`${what.padEnd(44)}${value.toFixed(0).padStart(8)} ${unit}${bound}`);
  }
}

async function use(folder: string): Promise<void> {
  const host = hostIn(folder);
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: kernelSecp256k1,
    chain: createMemoryChain(consensusParams.regtest).source,
    wallets: host,
    now: () => Math.floor(Date.now() / 1000),
    random: createRandom(2).bytes,
  };
  const rows: Row[] = [];
  const time = async (what: string, run: () => Promise<unknown>, limit?: number) => {
    const start = performance.now();
    await run();
    const value = performance.now() - start;
    rows.push({ what, value, unit: 'ms', ...(limit !== undefined && { limit }) });
  };
  const call = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ id: 1, method, params });
    const { error } = JSON.parse((await handleBody(body, { methods, context })).text);
    if (error !== null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  };
  const desc = addChecksum(`wpkh(${TEST_XPRV}/84h/1h/1h/0/*)`);
  await time('load', () => host.load(NAME), 2000);
  await time(
    'importdescriptors, 1000 addresses, no rescan',
    () => call('importdescriptors', [[{ desc, timestamp: 'now', active: true }]]),
    1000,
  );
  await time('getnewaddress', () => call('getnewaddress', []));
  await time('getnewaddress again', () => call('getnewaddress', []));
  await time('getbalances', () => call('getbalances', []));
  await time('listunspent', () => call('listunspent', []));
  await time('listtransactions', () => call('listtransactions', []));
  rows.push({
    what: 'memory',
    value: process.resourceUsage().maxRSS / 1000,
    unit: 'MB',
    limit: 500,
  });
  const { size } = statSync(join(folder, `${NAME}.wallet`));
  rows.push({ what: 'file', value: size / 1e6, unit: 'MB' });
  await host.close();
  console.log(JSON.stringify(rows));
}
