import { isFinal } from '../mining/block-rules.ts';
import { lockKind, sequenceLocksMet } from '../mining/sequence-locks.ts';
import type { Transaction } from '../transaction/transaction.ts';
import {
  type AcceptanceFacts,
  heightOf,
  isClusterKnown,
  nextHeight,
  type ToldCoin,
} from './acceptance-facts.ts';

export function finalityDoubts(transaction: Transaction, { tip }: AcceptanceFacts): string[] {
  const isOpen = tip !== undefined || isFinal(transaction, 0, 0);
  return isOpen ? [] : ['Whether its lock time has come: no block is known here'];
}

export function coinDoubts(
  { version, inputs }: Transaction,
  coins: readonly ToldCoin[],
  facts: AcceptanceFacts,
): readonly string[] {
  const isJudged = (txid = '') =>
    facts.together.has(txid) ||
    (facts.mempool.entry(txid) !== undefined && isClusterKnown(txid, facts));
  const isOpen = inputs.some(({ sequence }, at) => {
    const kind = lockKind(version, sequence);
    const { height } = coins[at] ?? {};
    if (kind === 'none') return false;
    if (facts.tip === undefined || height === undefined) return true;
    return kind === 'time' && facts.mediantimeBelow(heightOf(height, facts)) === undefined;
  });
  return [
    ...(isOpen ? ['Whether its coins are as old as its sequence numbers ask'] : []),
    ...(coins.some(({ height }, at) => height === 'waits' && !isJudged(inputs[at]?.prevout.txid))
      ? ['The limits of nodes on chains of transactions that wait for a block']
      : []),
  ];
}

export function isLocked(
  transaction: Transaction,
  spent: readonly { readonly height: number }[],
  facts: AcceptanceFacts,
): boolean {
  const { tip, mediantimeBelow } = facts;
  if (tip === undefined || spent.length < transaction.inputs.length) return false;
  const heights = spent.map(({ height }) => height);
  const { mediantime } = tip;
  const coinTime = (input: number) => mediantimeBelow(heights[input] ?? 0) ?? 0;
  return !sequenceLocksMet(transaction, heights, {
    height: nextHeight(facts),
    mediantime,
    coinTime,
  });
}
