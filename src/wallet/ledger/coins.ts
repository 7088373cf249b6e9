import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Descriptor, isSolvable } from '../../descriptor/descriptor.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { COINBASE_MATURITY, isCoinbase } from '../../transaction/check.ts';
import { outPointKey, type Txid } from '../../transaction/transaction.ts';
import { solvingProvider } from '../keys/providers.ts';
import type { Wallet } from '../wallet.ts';
import {
  depthOf,
  isSpent,
  type Ledger,
  type WalletOutput,
  type WalletTransaction,
} from './ledger.ts';

/** An output of the wallet with the facts needed to spend it. */
export type WalletCoin = WalletOutput & {
  readonly source: WalletTransaction;
  readonly depth: number;
  /** True if confirmed, or unconfirmed with only own inputs. */
  readonly safe: boolean;
};

/**
 * Returns true if the wallet must not spend the coin yet: one block longer than consensus requires.
 * Core: GetTxBlocksToMaturity.
 */
export function isImmature(source: WalletTransaction, tipHeight: number): boolean {
  return isCoinbase(source.transaction) && depthOf(source, tipHeight) <= COINBASE_MATURITY;
}

/**
 * Returns a check whether an unconfirmed transaction may be spent: it is in the mempool, and all
 * its inputs are the wallet's and trusted. Core: CachedTxIsTrusted.
 */
export function createTrust(
  ledger: Ledger,
  spendZeroConfChange: boolean,
): (source: WalletTransaction) => boolean {
  const known = new Map<Txid, boolean>();
  const judge = ({ state, transaction }: WalletTransaction): boolean => {
    if (state.kind === 'confirmed') return true;
    if (state.kind !== 'mempool' || !spendZeroConfChange) return false;
    return transaction.inputs.every(({ prevout }) => {
      const parent = ledger.transactions.get(prevout.txid);
      return parent !== undefined && ledger.outputs.has(outPointKey(prevout)) && trust(parent);
    });
  };
  const trust = (source: WalletTransaction): boolean => {
    const judged = known.get(source.txid);
    if (judged !== undefined) return judged;
    const verdict = judge(source);
    known.set(source.txid, verdict);
    return verdict;
  };
  return trust;
}

export type CoinFilter = {
  readonly minDepth: number;
  readonly maxDepth: number;
  readonly includeUnsafe: boolean;
  readonly includeImmature?: boolean;
  readonly includeLocked?: boolean;
  readonly spendZeroConfChange: boolean;
};

/**
 * Yields every output that can be spent now, with the checks of Core's AvailableCoins by
 * transaction and by output.
 */
export function* unspentCoins(wallet: Wallet, filter: CoinFilter): Iterable<WalletCoin> {
  const { ledger, locks, lastBlock } = wallet;
  const tipHeight = lastBlock?.height ?? 0;
  const trust = createTrust(ledger, filter.spendZeroConfChange);
  for (const [key, output] of ledger.outputs) {
    const source = ledger.transactions.get(output.outPoint.txid);
    if (source === undefined) continue;
    const depth = depthOf(source, tipHeight);
    if (depth < filter.minDepth || depth > filter.maxDepth) continue;
    if (source.state.kind !== 'confirmed' && source.state.kind !== 'mempool') continue;
    if (filter.includeImmature !== true && isImmature(source, tipHeight)) continue;
    if (filter.includeLocked !== true && locks.has(key)) continue;
    const safe = trust(source) && !isReplacement(source);
    if (!safe && !filter.includeUnsafe) continue;
    if (isSpent(ledger, key)) continue;
    yield { ...output, source, depth, safe };
  }
}

/**
 * Returns true for a transaction that replaces or is replaced, since either of the two may confirm.
 */
function isReplacement({ state, notes }: WalletTransaction): boolean {
  return (
    state.kind !== 'confirmed' && (notes.has('replaces_txid') || notes.has('replaced_by_txid'))
  );
}

/**
 * Infers a descriptor for spending a script; it is not solvable if the wallet does not know enough.
 */
export function spendingDescriptor(
  wallet: Wallet,
  scriptPubKey: Bytes,
  secp256k1: Secp256k1,
): Descriptor | undefined {
  const provider = solvingProvider(wallet, encodeHex(scriptPubKey), secp256k1);
  const descriptor = provider && inferDescriptor(scriptPubKey, provider, secp256k1);
  return descriptor && isSolvable(descriptor) ? descriptor : undefined;
}

/**
 * Returns the scripts that were spent from before, if the wallet avoids reuse (avoid_reuse). Core:
 * IsSpentKey.
 */
export function usedScripts({ ledger, flags }: Wallet): ReadonlySet<string> {
  const used = new Set<string>();
  if (!flags.avoidReuse) return used;
  for (const [key, { output }] of ledger.outputs) {
    if (ledger.spenders.has(key)) used.add(encodeHex(output.scriptPubKey));
  }
  return used;
}
