import { adjustedWeight } from '../chain/mempool-graph.ts';
import type { MempoolEntry } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { isFinal } from '../mining/block-rules.ts';
import { spentFee } from '../mining/connect.ts';
import { lockKind, sequenceLocksMet } from '../mining/sequence-locks.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { scriptErrorSentence } from '../script/script-error.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { firstFailedInput } from '../signing/verify-inputs.ts';
import { checkTransaction, isCoinbase } from '../transaction/check.ts';
import { sigOpCost } from '../transaction/sigop-cost.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight, virtualSize } from '../transaction/weight.ts';
import { feeFor } from '../wallet/fee-rate.ts';
import {
  type AcceptanceFacts,
  heightOf,
  isClusterKnown,
  type KnownCoin,
  nextHeight,
} from './acceptance-facts.ts';
import {
  inputsFault,
  isDust,
  isWitnessStandard,
  MAX_STANDARD_SIGOPS_COST,
  standardFaults,
} from './standard.ts';
import { mempoolParents, singleTrucFault } from './truc.ts';

/** A rejection in Core's words. `details` begins with the reason and adds Core's debug message. */
export type Rejection = {
  readonly kind: 'rejected';
  readonly reason: string;
  readonly details?: string;
};

/** Too little is known. `doubts` lists what is missing, in sentences. */
export type Unjudged = { readonly kind: 'unjudged'; readonly doubts: readonly string[] };

/** Passed all checks except the scripts, as far as the facts are known. */
export type Candidate = {
  readonly kind: 'candidate';
  readonly transaction: Transaction;
  readonly coins: readonly KnownCoin[];
  readonly fee: Satoshis;
  /** Virtual bytes; those of many signature operations count more. */
  readonly vsize: number;
  /** Entry that the mempool would hold. */
  readonly entry: MempoolEntry;
  /** Unconfirmed transactions whose outputs it spends. */
  readonly parents: readonly Txid[];
  /** Unconfirmed transactions that it would replace. */
  readonly rivals: ReadonlySet<Txid>;
  /** True if one of `rivals` is evicted only because its parent may have one child (BIP431). */
  readonly isEviction: boolean;
  /** True if the clusters of `parents` and `rivals` are known, with all fees. */
  readonly isWeighable: boolean;
  /** Open questions that the facts cannot settle, in sentences. */
  readonly doubts: readonly string[];
};

/**
 * Runs the checks of MemPoolAccept::PreChecks (validation.cpp) in its order, as far as the facts
 * reach.
 */
export function preCheck(
  transaction: Transaction,
  facts: AcceptanceFacts,
): Rejection | Candidate | Unjudged {
  const early = byItself(transaction) ?? inMempool(transaction, facts);
  if (early !== undefined) return early;
  const rivals = rivalsOf(transaction, facts);
  if (rivals.known.size > 0 && facts.together.size > 1) {
    return rejected('bip125-replacement-disallowed');
  }
  const doubts = [...finalityDoubts(transaction, facts), ...rivals.doubts];
  const coins = transaction.inputs.flatMap(({ prevout }) => {
    const coin = facts.coins.get(outPointKey(prevout));
    return coin === undefined ? [] : [coin];
  });
  if (coins.length < transaction.inputs.length) return withoutCoins(transaction, facts, doubts);
  const spent = coins.flatMap(({ value, height, coinbase = false }) =>
    value === undefined ? [] : [{ value, coinbase, height: heightOf(height, facts) }],
  );
  doubts.push(...coinDoubts(transaction, coins, facts));
  if (isLocked(transaction, spent, facts)) return rejected('non-BIP68-final');
  if (spent.length < coins.length) {
    return {
      kind: 'unjudged',
      doubts: [...doubts, 'The amounts of some of its coins are not known'],
    };
  }
  const paid = spentFee(transaction, spent, nextHeight(facts));
  if ('error' in paid) return rejected(paid.error, paid.details);
  return priced({ transaction, coins, fee: paid.fee, rivals: rivals.known, doubts }, facts);
}

export function rejected(reason: string, details?: string): Rejection {
  return {
    kind: 'rejected',
    reason,
    details: details === undefined ? reason : `${reason}, ${details}`,
  };
}

function byItself(transaction: Transaction): Rejection | undefined {
  const fault = checkTransaction(transaction);
  if (fault !== undefined) return rejected(fault);
  if (isCoinbase(transaction)) return rejected('coinbase');
  const [reason] = standardFaults(transaction, transaction.outputs.filter(isDust).length);
  return reason === undefined ? undefined : rejected(reason);
}

function inMempool(
  transaction: Transaction,
  { tip, mempool }: AcceptanceFacts,
): Rejection | undefined {
  if (tip !== undefined && !isFinal(transaction, tip.height + 1, tip.mediantime)) {
    return rejected('non-final');
  }
  const same = mempool.entry(transactionId(transaction));
  if (same === undefined) return undefined;
  const isExact = same.wtxid === witnessTransactionId(transaction);
  return rejected(isExact ? 'txn-already-in-mempool' : 'txn-same-nonwitness-data-in-mempool');
}

/**
 * Returns unconfirmed transactions that spend the same coins, and doubts about conflicts whose
 * cluster is unknown.
 */
function rivalsOf({ inputs }: Transaction, facts: AcceptanceFacts) {
  const { spenders, mempool } = facts;
  const all = new Set(inputs.flatMap(({ prevout }) => spenders.get(outPointKey(prevout)) ?? []));
  const known = new Set([...all].filter((txid) => mempool.entry(txid) !== undefined));
  const doubts = [...all]
    .filter((txid) => !known.has(txid) || !isClusterKnown(txid, facts))
    .map((txid) => `Whether it pays enough to replace ${txid}, which spends the same`);
  return { known, doubts };
}

function withoutCoins(
  transaction: Transaction,
  { isMined, isGone, coins }: AcceptanceFacts,
  doubts: readonly string[],
): Rejection | Unjudged {
  if (isMined(transactionId(transaction))) return rejected('txn-already-known');
  const missing = transaction.inputs
    .map(({ prevout }) => outPointKey(prevout))
    .filter((key) => !coins.has(key));
  if (missing.some(isGone)) return { kind: 'rejected', reason: 'missing-inputs' };
  const open = `Coins that are not known here: ${missing.join(', ')}`;
  return { kind: 'unjudged', doubts: [...doubts, open] };
}

type Paid = Pick<Candidate, 'transaction' | 'coins' | 'fee' | 'rivals' | 'doubts'>;

/** Checks the scripts and the fee. */
function priced(paid: Paid, facts: AcceptanceFacts): Rejection | Candidate {
  const { transaction, coins, fee } = paid;
  const scripts = coins.map(({ scriptPubKey }) => scriptPubKey);
  const fault = inputsFault(transaction, scripts);
  if (fault !== undefined) return rejected('bad-txns-nonstandard-inputs', fault);
  const isStandard = transaction.inputs.every((input, at) => {
    const script = scripts[at];
    return script === undefined || isWitnessStandard(input, script);
  });
  if (!isStandard) return rejected('bad-witness-nonstandard');
  const sigopCost = sigOpCost(transaction, scripts, STANDARD_VERIFY_FLAGS);
  if (fee !== 0n && transaction.outputs.some(isDust)) {
    return rejected('dust', 'tx with dust output must be 0-fee');
  }
  if (sigopCost > MAX_STANDARD_SIGOPS_COST) {
    return rejected('bad-txns-too-many-sigops', String(sigopCost));
  }
  const txid = transactionId(transaction);
  const wtxid = witnessTransactionId(transaction);
  const weight = transactionWeight(transaction);
  const entry = { txid, wtxid, transaction, weight, fee, sigopCost };
  const vsize = virtualSize(adjustedWeight(entry));
  return lowFee(fee, vsize, facts) ?? placed({ ...paid, entry, vsize }, facts);
}

/** Checks a candidate against the unconfirmed transactions that it spends. */
function placed(
  weighed: Paid & Pick<Candidate, 'entry' | 'vsize'>,
  facts: AcceptanceFacts,
): Rejection | Candidate {
  const { mempool, together } = facts;
  const parents = mempoolParents(weighed.transaction, mempool);
  const found = singleTrucFault({ ...weighed, parents }, mempool, weighed.rivals);
  const sibling = together.size > 1 ? undefined : found?.sibling;
  if (found !== undefined && sibling === undefined) return rejected('TRUC-violation', found.error);
  const rivals = new Set([...weighed.rivals, ...(sibling === undefined ? [] : [sibling])]);
  const isWeighable = [...rivals, ...parents].every((txid) => isClusterKnown(txid, facts));
  const isEviction = sibling !== undefined;
  return { kind: 'candidate', ...weighed, parents, rivals, isEviction, isWeighable };
}

function lowFee(
  fee: Satoshis,
  vsize: number,
  { mempoolMinimumFee, minimumRelayFee }: AcceptanceFacts,
): Rejection | undefined {
  const pool = feeFor(mempoolMinimumFee, vsize);
  // Nodes report the higher of the two.
  if (mempoolMinimumFee > minimumRelayFee && fee < pool) {
    return rejected('mempool min fee not met', `${fee} < ${pool}`);
  }
  const relay = feeFor(minimumRelayFee, vsize);
  return fee < relay ? rejected('min relay fee not met', `${fee} < ${relay}`) : undefined;
}

/** validation.cpp, PolicyScriptChecks: the first input whose script fails. */
export function scriptRejection(
  { transaction, coins }: Candidate,
  { verifier }: AcceptanceFacts,
): Rejection | undefined {
  const failed = firstFailedInput(createSighashCache(transaction, coins), verifier);
  if (failed === undefined) return undefined;
  const { index, failure } = failed;
  const prevout = transaction.inputs[index]?.prevout;
  const name = `${transactionId(transaction)} (wtxid ${witnessTransactionId(transaction)})`;
  return rejected(
    `mempool-script-verify-flag-failed (${scriptErrorSentence(failure.error)})`,
    `input ${index} of ${name}, spending ${prevout?.txid}:${prevout?.vout}`,
  );
}

function finalityDoubts(transaction: Transaction, { tip }: AcceptanceFacts): string[] {
  const isOpen = tip !== undefined || isFinal(transaction, 0, 0);
  return isOpen ? [] : ['Whether its lock time has come: no block is known here'];
}

function coinDoubts(
  { version, inputs }: Transaction,
  coins: readonly KnownCoin[],
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

function isLocked(
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
