import type { ChainSource, ChainTip } from '../../chain/source.ts';
import { getMember, isJsonNumber, isJsonObject, type Json } from '../../json/json.ts';
import type { Context } from '../../rpc/context.ts';
import type { CoinSource } from '../../servers/coin-source.ts';
import { firstHeightFrom, TIMESTAMP_WINDOW } from '../../sync/birth-height.ts';
import { applyBlocks } from '../../wallet/ledger/apply.ts';
import { createWatch } from '../../wallet/ledger/watch.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { NodeClient } from '../chain/node/client.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { importForSnapshot } from './import-for-snapshot.ts';
import { readUnspentCoins, type UnspentCoins } from './utxo-set.ts';

export type Collecting = {
  /** The source of additional facts: a node, or a server that is queried by script. */
  readonly client: NodeClient | CoinSource;
  readonly chain: ChainSource;
  /** The context without chain and wallets. */
  readonly context: Context;
  /** Requests for importdescriptors. */
  readonly requests: readonly Json[];
  readonly keypoolSize: number;
  readonly template: boolean;
  /** The first block from which candidates for silent payments are collected for every address. */
  readonly silent: number | undefined;
  /** True to collect only unspent coins, without scanning blocks. */
  readonly coinsOnly: boolean;
};

export type Scanned = {
  readonly wallet: Wallet;
  /** Unspent coins, if blocks could not be scanned. */
  readonly unspent: UnspentCoins | undefined;
  readonly firstBlock: number;
};

/**
 * Imports the descriptors into a wallet without private keys, which scans for their transactions.
 */
export async function scanForWallet(
  collecting: Collecting,
  tip: ChainTip,
): Promise<Scanned | Failure> {
  const { chain, client, context } = collecting;
  const imported = await importForSnapshot(collecting, tip);
  if ('error' in imported) return imported;
  const { wallet, isScanned, environment } = imported;
  if (isScanned) {
    return { wallet, unspent: undefined, firstBlock: await startOf(collecting, tip) };
  }
  if ('network' in client)
    return { error: 'The server’s answers are incomplete. Use another server, or a node' };
  const now = context.now?.() ?? 0;
  return addUnspent(wallet, client, chain, { environment, now });
}

/** Returns the first scanned block, by the rule of importdescriptors. */
async function startOf({ chain, requests, silent }: Collecting, tip: ChainTip): Promise<number> {
  if (requests.length === 0 && silent !== undefined) return Math.max(1, silent);
  const times = requests.map((request) => {
    const given = isJsonObject(request) ? getMember(request, 'timestamp') : null;
    const time = isJsonNumber(given) ? Number(given.number) : tip.mediantime;
    return Math.max(1, time);
  });
  const time = Math.min(tip.time, ...times) - TIMESTAMP_WINDOW;
  return (await firstHeightFrom(chain, time)) ?? tip.height + 1;
}

/** Adds unspent coins until no more addresses are derived. */
async function addUnspent(
  imported: Wallet,
  client: NodeClient,
  chain: ChainSource,
  options: Parameters<typeof applyBlocks>[2],
): Promise<Scanned> {
  let wallet = imported;
  for (;;) {
    const watch = createWatch();
    watch.followScripts(wallet.descriptors);
    const unspent = await readUnspentCoins(client, watch.scripts);
    const known = watch.scripts.length;
    for (const { height, index, transaction } of unspent.transactions) {
      const [header] = await chain.headers(height, 1);
      if (header === undefined) continue;
      const { hash, time } = header;
      const part = { height, hash, time, transactions: [{ index, transaction }] };
      ({ wallet } = applyBlocks(wallet, [part], options, watch));
    }
    watch.followScripts(wallet.descriptors);
    if (watch.scripts.length === known) return { wallet, unspent, firstBlock: 0 };
  }
}
