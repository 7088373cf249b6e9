import type { Block } from '../chain/block.ts';
import { type ConsensusParams, isActiveAfter, MAX_BLOCK_SIGOPS_COST } from '../chain/consensus.ts';
import type { ChainCoin } from '../chain/source.ts';
import { formatMoney, isMoneyRange, type Satoshis } from '../encoding/amount.ts';
import { isUnspendable } from '../script/script.ts';
import { COINBASE_MATURITY, isCoinbase } from '../transaction/check.ts';
import { sigOpCost } from '../transaction/sigop-cost.ts';
import {
  outPointKey,
  type Transaction,
  type Txid,
  totalValue,
} from '../transaction/transaction.ts';
import { blockScriptFlags, blockSubsidy } from './block-rules.ts';
import type { Reject } from './check-block.ts';
import { type LockContext, sequenceLocksMet } from './sequence-locks.ts';

/** The chain state that a block's transactions need. */
export type ConnectView = Pick<LockContext, 'height' | 'mediantime'> & {
  /** Unspent coins by `outPointKey` that the block spends, or that its outputs would overwrite. */
  readonly coins: ReadonlyMap<string, ChainCoin>;
  /**
   * Returns the median time past of the block before this height. Only called for coins with a
   * relative lock by time.
   */
  readonly mediantimeBelow: (height: number) => number;
};

/** A transaction whose input scripts are not verified yet. */
export type ScriptCheck = {
  readonly transaction: Transaction;
  readonly coins: readonly ChainCoin[];
};

export type Connection =
  | { readonly error: Reject }
  | {
      readonly checks: readonly ScriptCheck[];
      /** Fees in satoshi. */
      readonly fees: Satoshis;
      readonly sigopCost: number;
    };

/**
 * Connects a block, except for its scripts, like a node with several script threads. Other errors
 * are therefore reported before script errors. Core: ConnectBlock (validation.cpp).
 */
export function connectBlock(
  { transactions }: Block,
  txids: readonly Txid[],
  view: ConnectView,
  params: ConsensusParams,
): Connection {
  if (enforcesBip30(view.height, params) && overwrites(transactions, txids, view.coins)) {
    return { error: 'bad-txns-BIP30' };
  }
  const flags = blockScriptFlags(params, view.height - 1);
  const coins = new Map(view.coins);
  const checks: ScriptCheck[] = [];
  let fees: Satoshis = 0n;
  let cost = 0;
  for (const [at, transaction] of transactions.entries()) {
    let spent: readonly ChainCoin[] = [];
    if (!isCoinbase(transaction)) {
      const spending = spend(transaction, coins, view, params);
      if ('error' in spending) return spending;
      spent = spending.spent;
      fees += spending.fee;
      if (!isMoneyRange(fees)) return { error: 'bad-txns-accumulated-fee-outofrange' };
      checks.push({ transaction, coins: spent });
    }
    cost += sigOpCost(
      transaction,
      spent.map(({ scriptPubKey }) => scriptPubKey),
      flags,
    );
    if (cost > MAX_BLOCK_SIGOPS_COST) return { error: 'bad-blk-sigops' };
    spendCoins(coins, transaction);
    addCoins(coins, transaction, txids[at] ?? '', view.height);
  }
  const claimed = transactions[0] === undefined ? 0n : totalValue(transactions[0].outputs);
  return claimed > blockSubsidy(view.height, params) + fees
    ? { error: 'bad-cb-amount' }
    : { checks, fees, sigopCost: cost };
}

/** Height from which BIP30 is enforced again (validation.cpp, BIP34_IMPLIES_BIP30_LIMIT). */
const BIP34_IMPLIES_BIP30_LIMIT = 1_983_702;

/**
 * Returns true if a block could overwrite earlier coins. It cannot between the height of BIP34 on
 * known chains and that limit.
 */
export function enforcesBip30(height: number, { bip34Hash, heights }: ConsensusParams): boolean {
  const implied = bip34Hash !== undefined && height - 1 >= heights.bip34;
  return !implied || height >= BIP34_IMPLIES_BIP30_LIMIT;
}

function overwrites(
  transactions: readonly Transaction[],
  txids: readonly Txid[],
  coins: ReadonlyMap<string, ChainCoin>,
): boolean {
  return transactions.some(({ outputs }, at) =>
    outputs.some((_, vout) => coins.has(outPointKey({ txid: txids[at] ?? '', vout }))),
  );
}

/** Spent coins in the order of the inputs, for a block of this height. */
export type SpentCoins = readonly Pick<ChainCoin, 'value' | 'height' | 'coinbase'>[];

/** Core's reason, and its debug message. */
export type SpendFault = { readonly error: Reject; readonly details?: string };

/** Returns the fee in satoshi, or the error. Core: CheckTxInputs (consensus/tx_verify.cpp). */
export function spentFee(
  transaction: Transaction,
  spent: SpentCoins,
  spendHeight: number,
): SpendFault | { readonly fee: Satoshis } {
  let valueIn: Satoshis = 0n;
  for (const { value, coinbase, height } of spent) {
    const depth = spendHeight - height;
    if (coinbase && depth < COINBASE_MATURITY) {
      const details = `tried to spend coinbase at depth ${depth}`;
      return { error: 'bad-txns-premature-spend-of-coinbase', details };
    }
    valueIn += value;
    if (!isMoneyRange(value) || !isMoneyRange(valueIn)) {
      return { error: 'bad-txns-inputvalues-outofrange' };
    }
  }
  const out = totalValue(transaction.outputs);
  if (valueIn >= out) return { fee: valueIn - out };
  const details = `value in (${formatMoney(valueIn)}) < value out (${formatMoney(out)})`;
  return { error: 'bad-txns-in-belowout', details };
}

/** Spends the inputs of a transaction (CheckTxInputs, and BIP68). */
function spend(
  transaction: Transaction,
  coins: ReadonlyMap<string, ChainCoin>,
  view: ConnectView,
  params: ConsensusParams,
): { readonly error: Reject } | { readonly spent: readonly ChainCoin[]; readonly fee: Satoshis } {
  const spent = transaction.inputs.flatMap(({ prevout }) => coins.get(outPointKey(prevout)) ?? []);
  if (spent.length < transaction.inputs.length) return { error: 'bad-txns-inputs-missingorspent' };
  const paid = spentFee(transaction, spent, view.height);
  if ('error' in paid) return { error: paid.error };
  const heights = spent.map(({ height }) => height);
  const met =
    !isActiveAfter(params, 'csv', view.height - 1) ||
    sequenceLocksMet(transaction, heights, {
      ...view,
      coinTime: (input) => view.mediantimeBelow(heights[input] ?? 0),
    });
  return met ? { spent, fee: paid.fee } : { error: 'bad-txns-nonfinal' };
}

/** Adds the outputs of a transaction in a block of this height. Core: AddCoins (coins.cpp). */
export function addCoins(
  coins: Map<string, ChainCoin>,
  transaction: Transaction,
  txid: Txid,
  height: number,
): void {
  const coinbase = isCoinbase(transaction);
  transaction.outputs.forEach(({ value, scriptPubKey }, vout) => {
    if (isUnspendable(scriptPubKey)) return;
    coins.set(outPointKey({ txid, vout }), { value: value, scriptPubKey, height, coinbase });
  });
}

export function spendCoins(coins: Map<string, ChainCoin>, transaction: Transaction): void {
  for (const { prevout } of transaction.inputs) coins.delete(outPointKey(prevout));
}
