import type { Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Wallet } from '../wallet.ts';
import { createTrust, isImmature, usedScripts } from './coins.ts';
import { depthOf, keepsItsCoins, type Ledger } from './ledger.ts';

/** Balances in satoshi. Core: Balance (wallet/receive.h). */
export type Balances = {
  readonly trusted: Satoshis;
  readonly untrustedPending: Satoshis;
  readonly immature: Satoshis;
  /** Zero or negative: amounts spent by transactions that are not in the mempool. */
  readonly nonMempool: Satoshis;
  /** Amounts at addresses that were spent from before (avoid_reuse). */
  readonly used: Satoshis;
};

/** Returns how an output is spent, by the most certain of its spenders. Core: CWallet::HowSpent. */
function howSpent(
  { spenders, transactions }: Ledger,
  key: string,
): 'unspent' | 'nonmempool' | 'spent' {
  let how: 'unspent' | 'nonmempool' = 'unspent';
  for (const txid of spenders.get(key) ?? []) {
    const spender = transactions.get(txid);
    if (spender === undefined) continue;
    if (spender.state.kind === 'confirmed' || spender.state.kind === 'mempool') return 'spent';
    if (keepsItsCoins(spender)) how = 'nonmempool';
  }
  return how;
}

export type BalanceOptions = {
  readonly spendZeroConfChange: boolean;
  /** Confirmations required to count as trusted. Default: 0. */
  readonly minDepth?: number;
  /**
   * Includes coins spent by transactions outside the mempool, and lists them in `nonMempool`.
   * Default: true.
   */
  readonly includeNonMempool?: boolean;
  /**
   * Counts coins of addresses that were spent from before separately, if the wallet avoids reuse.
   * Default: true.
   */
  readonly avoidReuse?: boolean;
};

export function balancesOf(wallet: Wallet, options: BalanceOptions): Balances {
  const {
    spendZeroConfChange,
    minDepth = 0,
    includeNonMempool = true,
    avoidReuse = true,
  } = options;
  const { ledger, lastBlock } = wallet;
  const tipHeight = lastBlock?.height ?? 0;
  const trust = createTrust(ledger, spendZeroConfChange);
  const used = avoidReuse ? usedScripts(wallet) : new Set();
  const sums = { trusted: 0n, untrustedPending: 0n, immature: 0n, nonMempool: 0n, used: 0n };
  for (const [key, { outPoint, output }] of ledger.outputs) {
    const source = ledger.transactions.get(outPoint.txid);
    const how = howSpent(ledger, key);
    if (source === undefined || how === 'spent') continue;
    if (how === 'nonmempool' && !includeNonMempool) continue;
    const bucket = bucketOf(source.state.kind, trust(source), isImmature(source, tipHeight));
    if (bucket === undefined) continue;
    if (bucket === 'trusted' && depthOf(source, tipHeight) < minDepth) continue;
    const isUsed = used.has(encodeHex(output.scriptPubKey));
    sums[isUsed ? 'used' : bucket] += output.value;
    if (how === 'nonmempool') sums.nonMempool -= output.value;
  }
  return sums;
}

function bucketOf(
  state: 'confirmed' | 'mempool' | 'inactive' | 'conflicted',
  trusted: boolean,
  immature: boolean,
): 'immature' | 'trusted' | 'untrustedPending' | undefined {
  if (immature && state === 'confirmed') return 'immature';
  if (trusted) return 'trusted';
  return state === 'mempool' ? 'untrustedPending' : undefined;
}
