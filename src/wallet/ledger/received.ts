import type { Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { isCoinbase } from '../../transaction/check.ts';
import type { Txid } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { isImmature } from './coins.ts';
import { depthOf } from './ledger.ts';

/** Selects payments. */
export type ReceivedFilter = {
  /** Minimum confirmations. */
  readonly minDepth: number;
  /** Include immature block rewards. */
  readonly includeImmature: boolean;
};

/** An output of a transaction of the wallet, whether or not it pays the wallet. */
export type ReceivedOutput = {
  /** The scriptPubKey, in hex. */
  readonly script: string;
  readonly value: Satoshis;
  readonly txid: Txid;
  readonly depth: number;
};

/**
 * Yields payments received, spent or not, from the wallet itself or others. Core: the tallies of
 * ListReceived and GetReceived.
 */
export function* receivedOutputs(
  { ledger, lastBlock }: Pick<Wallet, 'ledger' | 'lastBlock'>,
  { minDepth, includeImmature }: ReceivedFilter,
): Iterable<ReceivedOutput> {
  const tipHeight = lastBlock?.height ?? 0;
  for (const source of ledger.transactions.values()) {
    const { txid, transaction } = source;
    const depth = depthOf(source, tipHeight);
    if (depth < minDepth) continue;
    // An unconfirmed coinbase belongs to a block that left the chain.
    if (depth < 1 && isCoinbase(transaction)) continue;
    if (!includeImmature && isImmature(source, tipHeight)) continue;
    for (const { value, scriptPubKey } of transaction.outputs) {
      yield { script: encodeHex(scriptPubKey), value, txid, depth };
    }
  }
}
