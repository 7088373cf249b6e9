import type { Satoshis } from '../../encoding/amount.ts';
import type { Json } from '../../json/json.ts';
import { type ReceivedFilter, receivedOutputs } from '../../wallet/ledger/received.ts';
import { isMine, type Wallet } from '../../wallet/wallet.ts';
import { walletError } from '../error.ts';
import { getInt32 } from '../values.ts';

/** Parses `minconf` and `include_immature_coinbase` of the methods that sum received amounts. */
export function parseReceivedFilter(
  minconf: Json | undefined,
  includeImmature: boolean | undefined,
): ReceivedFilter {
  return {
    minDepth: minconf === undefined ? 1 : getInt32(minconf),
    includeImmature: includeImmature ?? false,
  };
}

/** Sums what the wallet received at these scripts (hex). Core: GetReceived. */
export function amountReceived(
  wallet: Wallet,
  scripts: readonly string[],
  minconf: Json | undefined,
  includeImmature: boolean | undefined,
): Satoshis {
  const own = new Set(scripts.filter((script) => isMine(wallet, script)));
  if (own.size === 0) throw walletError('Address not found in wallet');
  let sum = 0n;
  for (const { script, value } of receivedOutputs(
    wallet,
    parseReceivedFilter(minconf, includeImmature),
  )) {
    if (own.has(script)) sum += value;
  }
  return sum;
}

/** Payments received at an address or a label. */
export type Tally = {
  amount: Satoshis;
  /** Confirmations of the newest payment; `undefined` if there was none. */
  depth: number | undefined;
  readonly txids: string[];
};

export function emptyTally(): Tally {
  return { amount: 0n, depth: undefined, txids: [] };
}

/**
 * Tallies what the wallet's addresses received, by scriptPubKey in hex. Core: the first half of
 * ListReceived.
 */
export function tallyReceived(wallet: Wallet, filter: ReceivedFilter): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { script, value, txid, depth } of receivedOutputs(wallet, filter)) {
    if (!isMine(wallet, script)) continue;
    const tally = tallies.get(script) ?? emptyTally();
    tally.amount += value;
    tally.depth = Math.min(tally.depth ?? depth, depth);
    tally.txids.push(txid);
    tallies.set(script, tally);
  }
  return tallies;
}
