import { isUnspendable } from '../script/script.ts';
import { isCoinbase } from '../transaction/check.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import type { ChainCoin } from './source.ts';

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
