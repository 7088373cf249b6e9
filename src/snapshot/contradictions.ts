import { consensusParams } from '../chain/consensus.ts';
import { meetsTarget } from '../chain/pow.ts';
import { isMoneyRange } from '../encoding/amount.ts';
import { isCoinbase } from '../transaction/check.ts';
import { outPointKey } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Snapshot } from './snapshot.ts';
import { byPlace } from './snapshot-transactions.ts';

/**
 * Returns how a snapshot contradicts itself, as a clause that follows "that", or `undefined`. Facts
 * that a node states as of one block do not contradict each other.
 */
export function findContradiction(snapshot: Snapshot): string | undefined {
  return findInBlocks(snapshot) ?? findInCoins(snapshot) ?? findInMempool(snapshot);
}

function findInBlocks({ network, tip, headers, transactions }: Snapshot): string | undefined {
  const params = consensusParams[network];
  for (const [i, { height, hash, bits, time, maxTime }] of headers.entries()) {
    if (height > tip.height) return `block ${height} is above the last block, ${tip.height}`;
    if (height <= (headers[i - 1]?.height ?? -1)) return `block ${height} occurs twice`;
    if (height === tip.height && hash !== tip.hash) return 'the last block has two hashes';
    if (!meetsTarget(hash, bits, params)) return `the hash of block ${height} proves no work`;
    if (time > maxTime) return `the time of block ${height} is after the latest time given with it`;
  }
  for (const [i, each] of transactions.entries()) {
    const before = transactions[i - 1];
    if (each.height > tip.height)
      return `block ${each.height} is above the last block, ${tip.height}`;
    if (before && byPlace(before, each) >= 0) {
      return `block ${each.height} has two transactions at place ${each.index}`;
    }
  }
  return undefined;
}

function findInCoins({ tip, coins, transactions }: Snapshot): string | undefined {
  for (const [key, { height, value }] of coins) {
    if (height > tip.height) return `coin ${key} is above the last block, ${tip.height}`;
    if (!isMoneyRange(value)) return `coin ${key} has an impossible amount`;
  }
  for (const { transaction } of transactions) {
    for (const { prevout } of transaction.inputs) {
      const key = outPointKey(prevout);
      if (coins.has(key)) return `coin ${key} is spent and unspent`;
    }
  }
  return undefined;
}

function findInMempool({ mempool, transactions }: Snapshot): string | undefined {
  const ids = new Set<string>();
  for (const { transaction } of transactions) {
    const txid = transactionId(transaction);
    // Two coinbases of 2010 have the id of an earlier one (BIP30).
    if (ids.has(txid) && !isCoinbase(transaction)) return `transaction ${txid} is in two blocks`;
    ids.add(txid);
  }
  for (const { txid } of mempool.entries) {
    if (ids.has(txid)) return `transaction ${txid} occurs twice`;
    ids.add(txid);
  }
  return undefined;
}
