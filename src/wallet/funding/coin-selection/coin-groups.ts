import type { OutPoint } from '../../../transaction/transaction.ts';
import { type FeeRate, feeFor } from '../../fee-rate.ts';

// Amounts in this folder are satoshi as plain numbers: no sum of coins reaches 2^53, and the
// searches read each amount a hundred thousand times.

/**
 * Core's `OutputType`, with `unknown` for scripts without one (bare scripts; unsolvable P2SH is
 * `legacy`).
 */
export type CoinType = 'legacy' | 'p2sh-segwit' | 'bech32' | 'bech32m' | 'unknown';

/** Core's order of output types. */
export const coinTypes: readonly CoinType[] = [
  'legacy',
  'p2sh-segwit',
  'bech32',
  'bech32m',
  'unknown',
];

/** Weight units of a signed input. */
export type InputWeight = {
  /** True if a witness spends the output. */
  readonly segwit: boolean;
  /**
   * The weight in a transaction with a witness, where each input has an item count; `undefined` if
   * unknown.
   */
  readonly beside: number | undefined;
  /** The weight in a transaction without any witness. */
  readonly alone: number | undefined;
};

/** A coin that may be selected (wallet/coinselection.h, COutput). */
export type SelectableCoin = {
  readonly outPoint: OutPoint;
  readonly type: CoinType;
  /** Hex of the scriptPubKey: coins of one script form a group when partial spends are avoided. */
  readonly script: string;
  readonly value: number;
  /** Confirmations; 0 in the mempool. */
  readonly depth: number;
  /** Size of the signed input in vbytes; `undefined` if unknown. */
  readonly inputVsize: number | undefined;
  /** Weight of the signed input. */
  readonly signed: InputWeight;
  /** True if all inputs of its transaction are the wallet's own. */
  readonly fromMe: boolean;
  /** Unconfirmed ancestors, including itself; 0 if confirmed. */
  readonly ancestors: number;
  /** Transactions in its mempool cluster; 0 if confirmed. */
  readonly clusterCount: number;
  /** Cost to raise its unconfirmed ancestors to the fee rate. */
  readonly bumpFee: number;
};

export type FeeRates = {
  readonly effective: FeeRate;
  readonly longTerm: FeeRate;
};

/** Returns the fee for spending the coin now, including its bump fee. */
export function coinFee(coin: SelectableCoin, rates: FeeRates): number {
  return feeFor(rates.effective, coin.inputVsize ?? 0) + coin.bumpFee;
}

export function effectiveValue(coin: SelectableCoin, rates: FeeRates): number {
  return coin.value - coinFee(coin, rates);
}

/** Coins that are spent together or not at all (wallet/coinselection.h, OutputGroup). */
export type OutputGroup = {
  readonly coins: readonly SelectableCoin[];
  readonly type: CoinType;
  /**
   * Amount counted towards the target: effective value, or face value if the recipients pay the
   * fee.
   */
  readonly amount: number;
  readonly fee: number;
  readonly longTermFee: number;
  readonly weight: number;
  readonly depth: number;
  readonly fromMe: boolean;
  readonly ancestors: number;
  readonly clusterCount: number;
  /** True for the incomplete last group of several with the same script. */
  readonly partial: boolean;
};

export type GroupingOptions = {
  readonly rates: FeeRates;
  readonly subtractFee: boolean;
  readonly partial: boolean;
};

export function groupCoins(
  coins: readonly SelectableCoin[],
  type: CoinType,
  { rates, subtractFee, partial }: GroupingOptions,
): OutputGroup {
  let amount = 0;
  let fee = 0;
  let longTermFee = 0;
  let weight = 0;
  let depth = 999;
  let fromMe = true;
  let ancestors = 0;
  let clusterCount = 0;
  for (const coin of coins) {
    const own = coinFee(coin, rates);
    amount += subtractFee ? coin.value : coin.value - own;
    fee += own;
    longTermFee += feeFor(rates.longTerm, coin.inputVsize ?? 0);
    weight += 4 * (coin.inputVsize ?? 0);
    depth = Math.min(depth, coin.depth);
    fromMe &&= coin.fromMe;
    ancestors += coin.ancestors;
    clusterCount = Math.max(clusterCount, coin.clusterCount);
  }
  return {
    coins,
    type,
    amount,
    fee,
    longTermFee,
    weight,
    depth,
    fromMe,
    ancestors,
    clusterCount,
    partial,
  };
}
