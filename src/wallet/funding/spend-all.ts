import { combinedBumpFee } from '../../chain/bump-fees.ts';
import { emptyBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { isAboveMaxFee } from '../../transaction/fee-bounds.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  MAX_SEQUENCE_NONFINAL,
  type OutPoint,
  outPointKey,
  TRUC_VERSION,
  type Transaction,
  type TxIn,
} from '../../transaction/transaction.ts';
import { type FeeRate, feeFor } from '../fee-rate.ts';
import { depthOf, isSpent } from '../ledger/ledger.ts';
import type { Wallet } from '../wallet.ts';
import { TRUC_CHILD_MAX_WEIGHT } from './coin-selection/params.ts';
import { dustThreshold } from './fund-fees.ts';
import type { Funded, Funding } from './fund-request.ts';
import { createSpendingLookup, type SpendingLookup } from './input-size.ts';
import { availableCoins } from './selectable-coins.ts';
import { signedSize } from './signed-size.ts';

/** A request to spend all coins, or given ones, without leaving change. */
export type SpendAllRequest = {
  /** The transaction with its outputs, and its inputs if they are given. */
  readonly transaction: Transaction;
  /** Spend only these inputs, instead of all coins. */
  readonly onlyGiven: boolean;
  /** Indexes of the outputs that share the amount left by the other outputs and the fee. */
  readonly shares: ReadonlySet<number>;
  /** Skip coins that cost more to spend than they are worth. */
  readonly sendMax: boolean;
  readonly signalRbf: boolean;
};

/** Why the coins cannot be spent. */
export type SpendAllError =
  | { readonly error: 'input spent' | 'input unknown'; readonly outPoint: OutPoint }
  /**
   * Version 3 may only spend unconfirmed version 3, and other versions may not spend it
   * unconfirmed.
   */
  | { readonly error: 'input version'; readonly parent: number; readonly version: number }
  | { readonly error: 'cluster too large to price' }
  | { readonly error: 'unknown size' }
  /** Above `-maxtxfee`. */
  | { readonly error: 'fee too high' }
  /** The coins do not cover the fee, or the fee and the other outputs. */
  | { readonly error: 'too little' | 'outputs above inputs' | 'too little for fee' }
  /** Heavier than the standard limit for relay. */
  | { readonly error: 'too large' }
  | { readonly error: 'share is dust' }
  | { readonly error: 'output is dust'; readonly index: number };

export type SpendingAll = Omit<Funded, 'algorithm' | 'waste' | 'feeReason'>;

type Chosen = {
  readonly inputs: readonly TxIn[];
  /** Satoshi. */
  readonly total: number;
  readonly maxWeight: number;
};

/**
 * Spends the coins with Core's checks in their order. `funding`: which coins, and the view of the
 * chain. Core: sendall (wallet/rpc/spend.cpp), from its coins on.
 */
export function spendAll(
  wallet: Wallet,
  request: SpendAllRequest,
  funding: Funding,
  rate: FeeRate,
): SpendingAll | SpendAllError {
  const { view, environment } = funding;
  const { version, locktime, outputs } = request.transaction;
  const times = funding.request.sizesPaths ? { version, locktime } : undefined;
  const { solving, path } = funding.request;
  const lookup = createSpendingLookup(wallet, solving, environment.secp256k1, times, path);
  const chosen = request.onlyGiven
    ? givenCoins(wallet, request, funding)
    : allCoins(wallet, request, { funding, lookup, rate });
  if ('error' in chosen) return chosen;
  const draft = { ...request.transaction, inputs: chosen.inputs };
  const size = sizeOf(draft, wallet, funding, lookup);
  if (size === undefined) return { error: 'unknown size' };
  const fee = feeFor(rate, size.vsize);
  const spent = draft.inputs.map(({ prevout }) => prevout);
  const bumpFee = combinedBumpFee(view.mempool, spent, (vsize) => feeFor(rate, vsize)) ?? 0;
  const effective = chosen.total - fee - bumpFee;
  if (isAboveMaxFee(fee, environment.options.maxTxFee)) return { error: 'fee too high' };
  if (effective <= 0) return { error: 'too little' };
  if (size.weight > chosen.maxWeight) return { error: 'too large' };
  const claimed = outputs.reduce((sum, { value }) => sum + Number(value), 0);
  if (claimed > chosen.total) return { error: 'outputs above inputs' };
  if (effective < claimed) return { error: 'too little for fee' };
  const divided = divide(request, effective - claimed, view.relay.dustRelayFee);
  if ('error' in divided) return divided;
  const transaction = { ...draft, outputs: divided.outputs };
  const { vsize } = size;
  return { wallet, transaction, fee: fee + bumpFee, bumpFee, vsize, changePosition: undefined };
}

function givenCoins(
  { ledger, lastBlock }: Wallet,
  { transaction: { inputs, version } }: SpendAllRequest,
  { request }: Funding,
): Chosen | SpendAllError {
  let total = 0;
  for (const { prevout } of inputs) {
    const key = outPointKey(prevout);
    if (isSpent(ledger, key)) return { error: 'input spent', outPoint: prevout };
    const source = ledger.transactions.get(prevout.txid);
    const own = ledger.outputs.get(key);
    if (source === undefined || own === undefined) {
      return { error: 'input unknown', outPoint: prevout };
    }
    const parent = source.transaction.version;
    const isTruc = (number: number) => number === TRUC_VERSION;
    if (depthOf(source, lastBlock?.height ?? 0) === 0 && isTruc(parent) !== isTruc(version)) {
      return { error: 'input version', parent, version };
    }
    total += Number(own.output.value);
  }
  return { inputs, total, maxWeight: request.maxTxWeight };
}

type Looking = {
  readonly funding: Funding;
  readonly lookup: SpendingLookup;
  readonly rate: FeeRate;
};

function allCoins(
  wallet: Wallet,
  { sendMax, signalRbf, transaction: { version } }: SpendAllRequest,
  { funding, lookup, rate }: Looking,
): Chosen | SpendAllError {
  const available = availableCoins(wallet, funding, lookup, rate);
  if ('error' in available) return { error: 'cluster too large to price' };
  const coins = available.filter(
    ({ inputVsize, value }) => !sendMax || feeFor(rate, inputVsize ?? 0) <= value,
  );
  const usual = signalRbf ? MAX_BIP125_RBF_SEQUENCE : MAX_SEQUENCE_NONFINAL;
  const { sequence = usual } = funding.request;
  const isChild = version === TRUC_VERSION && coins.some(({ depth }) => depth === 0);
  return {
    inputs: coins.map(({ outPoint }) => ({
      prevout: outPoint,
      sequence,
      scriptSig: emptyBytes,
      witness: [],
    })),
    total: coins.reduce((sum, { value }) => sum + value, 0),
    maxWeight: isChild ? TRUC_CHILD_MAX_WEIGHT : funding.request.maxTxWeight,
  };
}

function sizeOf(draft: Transaction, wallet: Wallet, { request }: Funding, lookup: SpendingLookup) {
  const coins = draft.inputs.flatMap(({ prevout }) => {
    const own = wallet.ledger.outputs.get(outPointKey(prevout));
    return own ? { outPoint: prevout, script: encodeHex(own.output.scriptPubKey) } : [];
  });
  return signedSize(draft, coins, wallet, request, lookup);
}

/** Divides the amount equally; the first recipient also receives the remainder. */
function divide(
  { transaction, shares }: SpendAllRequest,
  remainder: number,
  dustRelayFee: FeeRate,
): Pick<Transaction, 'outputs'> | SpendAllError {
  const each = Math.floor(remainder / shares.size);
  const [first] = shares;
  const outputs = transaction.outputs.map((output, index) => {
    if (!shares.has(index)) return output;
    const value = BigInt(index === first ? each + (remainder % shares.size) : each);
    return { ...output, value };
  });
  for (const [index, { value, scriptPubKey }] of outputs.entries()) {
    if (Number(value) >= dustThreshold(scriptPubKey, dustRelayFee)) continue;
    return shares.has(index) ? { error: 'share is dust' } : { error: 'output is dust', index };
  }
  return { outputs };
}
