import type { BlockHash } from '../chain/block.ts';
import { encodeHex } from '../encoding/hex.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import {
  changeLedger,
  type LedgerDraft,
  noteOutputs,
  putTransaction,
  type TransactionState,
  type WalletTransaction,
} from './ledger.ts';
import type { AddressLabel, Wallet, WalletEnvironment } from './wallet.ts';
import { findScript, scriptsAt, topUp, type WalletDescriptor } from './wallet-descriptor.ts';

/** A block as far as a wallet looks at it. */
export type ScannedBlock = {
  readonly height: number;
  readonly hash: BlockHash;
  readonly time: number;
  readonly transactions: readonly Transaction[];
};

export type ApplyOptions = {
  readonly environment: WalletEnvironment;
  /** Seconds since 1970: when new transactions are seen. */
  readonly now: number;
};

/** A wallet while many transactions are put into it: each table is copied once. */
type Draft = {
  readonly wallet: Wallet;
  readonly options: ApplyOptions;
  readonly ledger: LedgerDraft;
  readonly descriptors: Map<string, WalletDescriptor>;
  readonly labels: Map<string, AddressLabel>;
  readonly locks: Map<string, boolean>;
};

function withDraft(wallet: Wallet, options: ApplyOptions, change: (draft: Draft) => void): Wallet {
  const descriptors = new Map(wallet.descriptors);
  const labels = new Map(wallet.labels);
  const locks = new Map(wallet.locks);
  const ledger = changeLedger(wallet.ledger, (draft) =>
    change({ wallet, options, ledger: draft, descriptors, labels, locks }),
  );
  return { ...wallet, descriptors, labels, locks, ledger };
}

/** Whatever in these blocks, in their order, is about the wallet. Core: ScanForWalletTransactions, blockConnected. */
export function applyBlocks(
  wallet: Wallet,
  blocks: readonly ScannedBlock[],
  options: ApplyOptions,
): Wallet {
  return withDraft(wallet, options, (draft) => {
    for (const { height, hash, time, transactions } of blocks) {
      for (const [index, transaction] of transactions.entries()) {
        const state = {
          kind: 'confirmed',
          height,
          blockHash: hash,
          blockTime: time,
          index,
        } as const;
        applyTransaction(draft, transaction, state, time);
      }
    }
  });
}

/** Transactions that are in the mempool. Core: transactionAddedToMempool. */
export function applyMempool(
  wallet: Wallet,
  transactions: readonly Transaction[],
  options: ApplyOptions,
): Wallet {
  return withDraft(wallet, options, (draft) => {
    for (const transaction of transactions) {
      applyTransaction(draft, transaction, { kind: 'mempool' }, options.now);
    }
  });
}

/** A transaction that was made here and that nobody has seen yet. Core: CommitTransaction. */
export function applyUnsent(
  wallet: Wallet,
  transaction: Transaction,
  notes: ReadonlyMap<string, string>,
  options: ApplyOptions,
): Wallet {
  return withDraft(wallet, options, (draft) => {
    const state = { kind: 'inactive', abandoned: false } as const;
    applyTransaction(draft, transaction, state, options.now);
    const txid = transactionId(transaction);
    const known = draft.ledger.transactions.get(txid);
    if (known !== undefined) draft.ledger.transactions.set(txid, { ...known, notes });
  });
}

/** Core: AddToWalletIfInvolvingMe. */
function applyTransaction(
  draft: Draft,
  transaction: Transaction,
  state: TransactionState,
  time: number,
): void {
  const { ledger } = draft;
  const spendsOwn = transaction.inputs.some(({ prevout }) =>
    ledger.outputs.has(outPointKey(prevout)),
  );
  const paysOwn = markUsedScripts(draft, transaction);
  const contested = transaction.inputs.some(({ prevout }) =>
    ledger.spenders.has(outPointKey(prevout)),
  );
  if (!spendsOwn && !paysOwn && !contested) return;
  const txid = transactionId(transaction);
  if (state.kind === 'confirmed') markConflicts(ledger, transaction, txid, state);
  if (spendsOwn || paysOwn || ledger.transactions.has(txid)) {
    record(draft, txid, transaction, state, time);
  }
}

function record(
  { ledger, options, descriptors, locks }: Draft,
  txid: Txid,
  transaction: Transaction,
  state: TransactionState,
  time: number,
): void {
  const known = ledger.transactions.get(txid);
  const fresh: WalletTransaction = {
    txid,
    transaction,
    state,
    timeReceived: options.now,
    time: Math.min(time, options.now),
    order: ledger.nextOrder,
    notes: new Map(),
  };
  if (known === undefined) {
    ledger.nextOrder++;
    for (const { prevout } of transaction.inputs) locks.delete(outPointKey(prevout));
  }
  // A block's copy may have the witness that an earlier one lacked.
  const added = known === undefined ? fresh : { ...known, transaction, state };
  putTransaction(ledger, added, (script) => isOwn(descriptors, script));
  if (known !== undefined) noteOutputs(ledger, added, (script) => isOwn(descriptors, script));
}

function isOwn(descriptors: ReadonlyMap<string, WalletDescriptor>, script: string): boolean {
  for (const owner of descriptors.values())
    if (findScript(owner, script) !== undefined) return true;
  return false;
}

/** Whether an output is the wallet's; addresses up to it that were not given out yet are from now on. Core: MarkUnusedAddresses. */
function markUsedScripts(draft: Draft, transaction: Transaction): boolean {
  const { descriptors, options, wallet } = draft;
  let found = false;
  for (const { scriptPubKey } of transaction.outputs) {
    const script = encodeHex(scriptPubKey);
    for (const owner of descriptors.values()) {
      const index = findScript(owner, script);
      if (index === undefined) continue;
      found = true;
      if (index < owner.nextIndex) continue;
      labelUsed(draft, owner, index);
      const used = { ...owner, nextIndex: index + 1 };
      const environment = { ...options.environment, keyring: wallet.keyring };
      descriptors.set(owner.id, topUp(used, environment) ?? used);
    }
  }
  return found;
}

/** An address that was paid without the wallet having told it, such as after a restore, is one for receiving. */
function labelUsed(
  { labels, wallet, options }: Draft,
  owner: WalletDescriptor,
  index: number,
): void {
  if (![...wallet.active.external.values()].includes(owner.id)) return;
  const positions = Array.from(
    { length: index - owner.nextIndex + 1 },
    (_, i) => owner.nextIndex + i,
  );
  for (const script of scriptsAt(owner, positions, options.environment.secp256k1)) {
    if (labels.get(script)?.label === undefined)
      labels.set(script, { label: '', purpose: 'receive' });
  }
}

/** Others that spend the same: they and all that build on them can not confirm any more. Core: MarkConflicted. */
function markConflicts(
  ledger: LedgerDraft,
  transaction: Transaction,
  txid: Txid,
  { height, blockHash }: Extract<TransactionState, { kind: 'confirmed' }>,
): void {
  const pending = transaction.inputs.flatMap(({ prevout }) =>
    (ledger.spenders.get(outPointKey(prevout)) ?? []).filter((other) => other !== txid),
  );
  for (let loser = pending.pop(); loser !== undefined; loser = pending.pop()) {
    const known = ledger.transactions.get(loser);
    if (known === undefined || known.state.kind === 'conflicted') continue;
    ledger.transactions.set(loser, { ...known, state: { kind: 'conflicted', height, blockHash } });
    for (const vout of known.transaction.outputs.keys()) {
      pending.push(...(ledger.spenders.get(outPointKey({ txid: loser, vout })) ?? []));
    }
  }
}

/** What is no longer in the mempool is in no block either, as far as the wallet knows. Core: transactionRemovedFromMempool. */
export function dropFromMempool(wallet: Wallet, present: ReadonlySet<Txid>): Wallet {
  const gone = [...wallet.ledger.transactions.values()].filter(
    ({ state, txid }) => state.kind === 'mempool' && !present.has(txid),
  );
  if (gone.length === 0) return wallet;
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (const known of gone) {
      draft.transactions.set(known.txid, {
        ...known,
        state: { kind: 'inactive', abandoned: false },
      });
    }
  });
  return { ...wallet, ledger };
}

/** Blocks above `height` are no longer in the chain: what they held is unconfirmed again. Core: blockDisconnected. */
export function disconnectAbove(wallet: Wallet, height: number): Wallet {
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (const [txid, known] of draft.transactions) {
      const { state } = known;
      if (state.kind === 'mempool' || state.kind === 'inactive' || state.height <= height) continue;
      draft.transactions.set(txid, { ...known, state: { kind: 'inactive', abandoned: false } });
    }
  });
  return { ...wallet, ledger };
}

/** Outputs of known transactions that became the wallet's when scripts were added. Core: RefreshAllTXOs. */
export function refreshOutputs(wallet: Wallet): Wallet {
  const ledger = changeLedger(wallet.ledger, (draft) => {
    for (const known of draft.transactions.values()) {
      noteOutputs(draft, known, (script) => isOwn(wallet.descriptors, script));
    }
  });
  return { ...wallet, ledger };
}
