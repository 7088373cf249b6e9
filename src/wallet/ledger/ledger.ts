import type { BlockHash } from '../../chain/block.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { isCoinbase } from '../../transaction/check.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type TxIn,
  type Txid,
  type TxOut,
} from '../../transaction/transaction.ts';

/** The state of a transaction. Core: TxState (wallet/transaction.h). */
export type TransactionState =
  | {
      readonly kind: 'confirmed';
      readonly height: number;
      readonly blockHash: BlockHash;
      readonly blockTime: number;
      /** The position in the block. */
      readonly index: number;
    }
  | { readonly kind: 'mempool' }
  /**
   * Unconfirmed and not known to be in the mempool: created here and unsent, dropped, or abandoned.
   */
  | { readonly kind: 'inactive'; readonly abandoned: boolean }
  /** A coin that it spends was spent by another transaction in this block. */
  | { readonly kind: 'conflicted'; readonly height: number; readonly blockHash: BlockHash };

/** A transaction that pays the wallet or spends from it. */
export type WalletTransaction = {
  readonly txid: Txid;
  readonly transaction: Transaction;
  readonly state: TransactionState;
  /** When the wallet first saw it, in seconds since 1970. */
  readonly timeReceived: number;
  /** Core's "smart" time: that of its block or earlier, and never later than when it was seen. */
  readonly time: number;
  /** Increases with every transaction that is added. */
  readonly order: number;
  /** Notes made at creation: comment, to, replaces_txid, replaced_by_txid. */
  readonly notes: ReadonlyMap<string, string>;
  /**
   * Mempool transactions that conflict with it or with an ancestor. Not stored, because the mempool
   * is asked again.
   */
  readonly mempoolConflicts?: ReadonlySet<Txid>;
};

/**
 * All transactions of a wallet and the tables derived from them. An immutable value: changes go
 * through `changeLedger`, which copies each table at most once.
 */
export type Ledger = {
  readonly transactions: ReadonlyMap<Txid, WalletTransaction>;
  /** Outputs that pay the wallet, spent or not, by `outPointKey`. */
  readonly outputs: ReadonlyMap<string, WalletOutput>;
  /** The transactions of the wallet that spend an outpoint; several of them conflict. */
  readonly spenders: ReadonlyMap<string, readonly Txid[]>;
  readonly nextOrder: number;
};

export type WalletOutput = {
  readonly outPoint: OutPoint;
  readonly output: TxOut;
};

/** Finds the coins of the wallet that inputs spend, by `outPointKey`. */
export function ownCoins(
  { outputs }: Ledger,
  inputs: readonly Pick<TxIn, 'prevout'>[],
): ReadonlyMap<string, TxOut> {
  const coins = new Map<string, TxOut>();
  for (const { prevout } of inputs) {
    const key = outPointKey(prevout);
    const own = outputs.get(key);
    if (own !== undefined) coins.set(key, own.output);
  }
  return coins;
}

export const emptyLedger: Ledger = {
  transactions: new Map(),
  outputs: new Map(),
  spenders: new Map(),
  nextOrder: 0,
};

export type LedgerDraft = {
  readonly transactions: Map<Txid, WalletTransaction>;
  readonly outputs: Map<string, WalletOutput>;
  readonly spenders: Map<string, readonly Txid[]>;
  nextOrder: number;
};

export function changeLedger(ledger: Ledger, change: (draft: LedgerDraft) => void): Ledger {
  const draft = draftLedger(ledger);
  change(draft);
  return draft;
}

export function draftLedger({ transactions, outputs, spenders, nextOrder }: Ledger): LedgerDraft {
  return {
    transactions: new Map(transactions),
    outputs: new Map(outputs),
    spenders: new Map(spenders),
    nextOrder,
  };
}

/** Returns true if a scriptPubKey (hex) belongs to the wallet. */
export type IsMine = (script: string) => boolean;

/** Adds a transaction, or replaces its earlier state. */
export function putTransaction(draft: LedgerDraft, added: WalletTransaction, isMine: IsMine): void {
  if (!draft.transactions.has(added.txid)) noteSpends(draft.spenders, added);
  draft.transactions.set(added.txid, added);
  noteOutputs(draft, added, isMine);
}

/**
 * Indexes the coins that a transaction spends. A coinbase spends none; else all coinbases would
 * conflict over the null outpoint. Core: AddToSpends.
 */
export function noteSpends(
  spenders: Map<string, readonly Txid[]>,
  { txid, transaction }: WalletTransaction,
): void {
  for (const { prevout } of isCoinbase(transaction) ? [] : transaction.inputs) {
    const key = outPointKey(prevout);
    spenders.set(key, [...(spenders.get(key) ?? []), txid]);
  }
}

/** Finds outputs of a known transaction that are the wallet's after scripts were added. */
export function noteOutputs(
  draft: Pick<LedgerDraft, 'outputs'>,
  { txid, transaction }: WalletTransaction,
  isMine: IsMine,
): void {
  for (const [vout, output] of transaction.outputs.entries()) {
    const outPoint = { txid, vout };
    const key = outPointKey(outPoint);
    if (draft.outputs.has(key) || !isMine(encodeHex(output.scriptPubKey))) continue;
    draft.outputs.set(key, { outPoint, output });
  }
}

/**
 * Returns the confirmations: 1 in the tip, 0 if unconfirmed, negative for conflicts. Core:
 * GetTxDepthInMainChain.
 */
export function depthOf({ state }: WalletTransaction, tipHeight: number): number {
  switch (state.kind) {
    case 'confirmed':
      return tipHeight - state.height + 1;
    case 'conflicted':
      return -(tipHeight - state.height + 1);
    default:
      return 0;
  }
}

/** Returns true if the transaction spends at least one output of the wallet. Core: IsFromMe. */
export function isFromMe(
  { outputs }: Pick<Ledger, 'outputs'>,
  { transaction }: Pick<WalletTransaction, 'transaction'>,
): boolean {
  return transaction.inputs.some(({ prevout }) => outputs.has(outPointKey(prevout)));
}

/** Lists the transactions of the wallet that spend outputs of this one. */
export function childrenOf(
  { spenders }: Pick<Ledger, 'spenders'>,
  { txid, transaction }: WalletTransaction,
): readonly Txid[] {
  return transaction.outputs.flatMap((_, vout) => spenders.get(outPointKey({ txid, vout })) ?? []);
}

/**
 * Returns true if a transaction that is not abandoned or conflicted spends the output. Core:
 * CWallet::IsSpent.
 */
export function isSpent({ spenders, transactions }: Ledger, key: string): boolean {
  for (const txid of spenders.get(key) ?? []) {
    const spender = transactions.get(txid);
    if (spender !== undefined && keepsItsCoins(spender)) return true;
  }
  return false;
}

/**
 * Returns true if the transaction is neither abandoned nor in conflict with one in a block or the
 * mempool.
 */
export function keepsItsCoins({ state, mempoolConflicts }: WalletTransaction): boolean {
  if (state.kind === 'conflicted' || mempoolConflicts !== undefined) return false;
  return state.kind !== 'inactive' || !state.abandoned;
}
