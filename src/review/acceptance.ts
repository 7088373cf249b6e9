import { adjustedWeight, type MempoolGraph } from '../chain/mempool-graph.ts';
import type { ChainTip, MempoolEntry } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { spentFee } from '../mining/connect.ts';
import { isFinal } from '../mining/finality.ts';
import { lockKind, sequenceLocksMet } from '../mining/sequence-locks.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { isPayToScriptHash } from '../script/script.ts';
import { scriptErrorSentence } from '../script/script-error.ts';
import { countP2shSigOps, countSigOps } from '../script/sigops.ts';
import { solveScript } from '../script/templates.ts';
import { createSighashCache } from '../sighash/cache.ts';
import type { SignatureVerifier } from '../sighash/verifier.ts';
import { verifyInput } from '../signing/verify.ts';
import { checkTransaction, isCoinbase } from '../transaction/check.ts';
import { sigOpCost } from '../transaction/sigop-cost.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight, virtualSize } from '../transaction/weight.ts';
import { feeFor } from '../wallet/fee-rate.ts';
import { isDust } from './outputs.ts';
import {
  isWitnessStandard,
  MAX_STANDARD_SIGOPS_COST,
  redeemScriptOf,
  standardFaults,
} from './standard.ts';
import { mempoolParents, singleTrucFault } from './truc.ts';

/** A coin as far as it is known where no node is. */
export type ToldCoin = {
  readonly amount: Satoshis | undefined;
  readonly scriptPubKey: Bytes;
  /** Of the block that made it; `waits`: none has yet. Absent: nobody knows. */
  readonly height?: number | 'waits';
  readonly coinbase?: boolean;
};

/** What a mempool is told by, where there is none. */
export type AcceptanceFacts = {
  /** By `outPointKey`. */
  readonly coins: ReadonlyMap<string, ToldCoin>;
  /** Of one that is not among them, by `outPointKey`: it is spent, or was never made. */
  readonly isGone: (key: string) => boolean;
  /** Absent: no chain is known. */
  readonly tip: Pick<ChainTip, 'height' | 'mediantime'> | undefined;
  /** The median time past of the block below this height. */
  readonly mediantimeBelow: (height: number) => number | undefined;
  /** Whether a block has this transaction. */
  readonly isMined: (txid: Txid) => boolean;
  /** What waits for a block, as far as it is known. */
  readonly mempool: MempoolGraph;
  /** That is all that waits for a block in one node. */
  readonly isWholeMempool: boolean;
  /** Which transaction, of the mempool or of a wallet, spends an outpoint. */
  readonly spenders: ReadonlyMap<string, Txid>;
  /** The transactions that are looked at together. */
  readonly together: ReadonlySet<Txid>;
  /** Satoshi per 1,000 virtual bytes. */
  readonly mempoolMinimumFee: number;
  readonly minimumRelayFee: number;
  /** By how much more a transaction has to pay that takes the place of others. */
  readonly incrementalRelayFee: number;
  readonly verifier: SignatureVerifier;
};

/** In Core's words. `details`: what Core says beside, the reason in front of it. */
export type Rejection = {
  readonly kind: 'rejected';
  readonly reason: string;
  readonly details?: string;
};

/** Too little is known. `doubts`: what is not, in sentences. */
export type Unjudged = { readonly kind: 'unjudged'; readonly doubts: readonly string[] };

/** Everything but the scripts is right, as far as it is known. */
export type Candidate = {
  readonly kind: 'candidate';
  readonly transaction: Transaction;
  readonly coins: readonly ToldCoin[];
  readonly fee: Satoshis;
  /** Virtual bytes; those of many signature operations count more. */
  readonly vsize: number;
  /** As the mempool would have it. */
  readonly entry: MempoolEntry;
  /** Of the mempool: whose outputs it spends. */
  readonly parents: readonly Txid[];
  /** Of the mempool: what would have to go. */
  readonly rivals: ReadonlySet<Txid>;
  /** One of them has to go only because its parent may have one child (BIP431). */
  readonly isEviction: boolean;
  /** What is connected with those is known, and what it pays. */
  readonly isWeighable: boolean;
  /** Sentences: what nobody here can tell. */
  readonly doubts: readonly string[];
};

/** validation.cpp, MemPoolAccept::PreChecks, as far as the facts reach, in its order. */
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
  const spent = coins.flatMap(({ amount, height, coinbase = false }) =>
    amount === undefined ? [] : [{ amount, coinbase, height: heightOf(height, facts) }],
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

function finalityDoubts(transaction: Transaction, { tip }: AcceptanceFacts): string[] {
  const isOpen = tip !== undefined || isFinal(transaction, 0, 0);
  return isOpen ? [] : ['Whether its lock time has come: no block is known here'];
}

/** What spends the same, and what cannot be weighed of it. */
function rivalsOf({ inputs }: Transaction, facts: AcceptanceFacts) {
  const { spenders, mempool } = facts;
  const all = new Set(inputs.flatMap(({ prevout }) => spenders.get(outPointKey(prevout)) ?? []));
  const known = new Set([...all].filter((txid) => mempool.entry(txid) !== undefined));
  const doubts = [...all]
    .filter((txid) => !known.has(txid) || !isClusterKnown(txid, facts))
    .map((txid) => `Whether it pays enough to replace ${txid}, which spends the same`);
  return { known, doubts };
}

/** All that is connected with one that waits, and what it pays. */
function isClusterKnown(txid: Txid, { mempool, isWholeMempool }: AcceptanceFacts): boolean {
  const cluster = [...mempool.cluster(txid)];
  return isWholeMempool && cluster.every((each) => mempool.entry(each)?.fee !== undefined);
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

/** A coin that waits is one of the next block, as Core counts it. */
function heightOf(height: ToldCoin['height'], facts: AcceptanceFacts): number {
  return height === 'waits' ? nextHeight(facts) : (height ?? 0);
}

const nextHeight = ({ tip }: AcceptanceFacts) => (tip?.height ?? -1) + 1;

function coinDoubts(
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

type Paid = Pick<Candidate, 'transaction' | 'coins' | 'fee' | 'rivals' | 'doubts'>;

/** What follows from the scripts and the fee. */
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

/** What follows from the transactions of the mempool that it spends. */
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
  // Nodes tell the higher of the two.
  if (mempoolMinimumFee > minimumRelayFee && fee < pool) {
    return rejected('mempool min fee not met', `${fee} < ${pool}`);
  }
  const relay = feeFor(minimumRelayFee, vsize);
  return fee < relay ? rejected('min relay fee not met', `${fee} < ${relay}`) : undefined;
}

/** policy/policy.h. */
const MAX_P2SH_SIGOPS = 15;
const MAX_TX_LEGACY_SIGOPS = 2500;

/** policy/policy.cpp, ValidateInputsStandardness. */
function inputsFault({ inputs }: Transaction, scripts: readonly Bytes[]): string | undefined {
  let sigOps = 0;
  for (const [at, { scriptSig }] of inputs.entries()) {
    const script = scripts[at];
    if (script === undefined) continue;
    // BIP54: "the limit applies to the number of potentially executed signature operations".
    sigOps += countSigOps(scriptSig, true) + countP2shSigOps(scriptSig, script);
  }
  if (sigOps > MAX_TX_LEGACY_SIGOPS) return 'non-witness sigops exceed bip54 limit';
  for (const [at, { scriptSig }] of inputs.entries()) {
    const script = scripts[at];
    const fault = script && inputFault(scriptSig, script, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function inputFault(scriptSig: Bytes, script: Bytes, at: number): string | undefined {
  const { kind } = solveScript(script);
  if (kind === 'nonstandard') return `input ${at} script unknown`;
  if (kind === 'witness_unknown') return `input ${at} witness program is undefined`;
  if (!isPayToScriptHash(script)) return undefined;
  const redeem = redeemScriptOf(scriptSig);
  if (redeem === undefined) return `input ${at} P2SH redeemscript missing`;
  if ('error' in redeem) {
    return `p2sh scriptsig malformed (input ${at}: ${scriptErrorSentence(redeem.error)})`;
  }
  const sigOps = countP2shSigOps(scriptSig, script);
  if (sigOps <= MAX_P2SH_SIGOPS) return undefined;
  return `p2sh redeemscript sigops exceed limit (input ${at}: ${sigOps} > ${MAX_P2SH_SIGOPS})`;
}

/** validation.cpp, PolicyScriptChecks: the first input whose script fails. */
export function scriptRejection(
  { transaction, coins }: Candidate,
  { verifier }: AcceptanceFacts,
): Rejection | undefined {
  const cache = createSighashCache(transaction, coins);
  for (const [at, input] of transaction.inputs.entries()) {
    const failure = verifyInput(at, input, cache, verifier);
    if (failure === undefined) continue;
    const { txid, vout } = input.prevout;
    const name = `${transactionId(transaction)} (wtxid ${witnessTransactionId(transaction)})`;
    return rejected(
      `mempool-script-verify-flag-failed (${scriptErrorSentence(failure.error)})`,
      `input ${at} of ${name}, spending ${txid}:${vout}`,
    );
  }
  return undefined;
}
