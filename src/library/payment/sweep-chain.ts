import { scanBlock } from '../../chain/scan-block.ts';
import type { BlockPart, ChainSource } from '../../chain/source.ts';
import { curveOf } from '../../crypto/complete-curve.ts';
import { isRange } from '../../descriptor/descriptor.ts';
import { expandScripts } from '../../descriptor/expand.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { type SweepOptions, sweepAccounts } from './sweep.ts';
import type { Account, Unspent } from './types.ts';

/** Number of positions searched in each branch. */
const LOOK_AHEAD = 200;

type SweepCoins = Required<Pick<SweepOptions, 'height'>> & {
  readonly coins: readonly Unspent[];
  /** False if the chain does not know the first script of each account: coins may be missing. */
  readonly isCovered: boolean;
};

/** Finds the unspent coins of keys in the blocks of a chain, such as a snapshot, for `sweep`. */
export async function findSweepCoins(
  chain: ChainSource,
  order: Pick<SweepOptions, 'keys' | 'network' | 'secp256k1'>,
): Promise<SweepCoins> {
  const { height } = await chain.tip();
  const accounts = sweepAccounts(order);
  const scripts = new Map(
    accounts
      .flatMap((account) => scriptsOf(account, LOOK_AHEAD))
      .map((script) => [encodeHex(script), script] as const),
  );
  const paying = await findPaying(chain, height, scripts);
  const made = paying.flatMap((transaction) => {
    const txid = transactionId(transaction);
    return transaction.outputs.flatMap(({ value, scriptPubKey }, vout) =>
      scripts.has(encodeHex(scriptPubKey))
        ? [{ txid, vout, value, scriptPubKey, previousTransaction: transaction }]
        : [],
    );
  });
  const unspent = await chain.findCoins(made);
  const coins = made.flatMap((output): readonly Unspent[] => {
    const coin = unspent.get(outPointKey(output));
    return coin ? [{ ...output, height: coin.height, coinbase: coin.coinbase }] : [];
  });
  const first = accounts.flatMap((account) => scriptsOf(account, 1));
  return { coins, height, isCovered: (await chain.covers?.(first)) !== false };
}

function scriptsOf(
  { receive, change, privateKeys, secp256k1 }: Account,
  count: number,
): readonly Bytes[] {
  const source = { secp256k1: curveOf(secp256k1), findPrivateKey: privateKeyLookup(privateKeys) };
  return [...new Set([receive, change])].flatMap((side) => {
    const positions = Array.from({ length: isRange(side) ? count : 1 }, (_, i) => i);
    return expandScripts(side, positions, source).flatMap((found) => found?.scripts ?? []);
  });
}

async function findPaying(
  chain: ChainSource,
  tip: number,
  scripts: ReadonlyMap<string, Bytes>,
): Promise<readonly Transaction[]> {
  const found: Transaction[] = [];
  let from = (await chain.firstBlock?.()) ?? 0;
  while (chain.scan !== undefined && from <= tip) {
    const request = { from, count: tip - from + 1, scripts: [...scripts.values()] };
    const { blocks, through } = await chain.scan(request);
    if (through < from) break;
    for (const block of blocks) found.push(...transactionsOf(block, scripts));
    from = through + 1;
  }
  return found;
}

function transactionsOf(
  block: BlockPart,
  scripts: ReadonlyMap<string, Bytes>,
): readonly Transaction[] {
  if ('transactions' in block) return block.transactions.map(({ transaction }) => transaction);
  const found: Transaction[] = [];
  const watch = {
    seesScript: (bytes: Bytes, start: number, end: number) =>
      scripts.has(encodeHex(bytes.subarray(start, end))),
    seesOutPoint: () => false,
  };
  scanBlock(block.bytes, watch, (transaction) => found.push(transaction));
  return found;
}
