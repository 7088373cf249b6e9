import { scanBlock } from '../../chain/scan-block.ts';
import type { BlockPart, PlacedTransaction } from '../../chain/source.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { outPointKey, type Transaction, type Txid } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { isMine, type Wallet, type WalletEnvironment } from '../wallet.ts';
import {
  childrenOf,
  draftLedger,
  isFromMe,
  type Ledger,
  type LedgerDraft,
  noteOutputs,
  putTransaction,
  type TransactionState,
  type WalletTransaction,
} from './ledger.ts';
import { markUsedScripts, type UsedScriptsDraft } from './used-scripts.ts';
import { createWatch, type WalletWatch } from './watch.ts';

export type ApplyOptions = {
  readonly environment: WalletEnvironment;
  /** Seconds since 1970, recorded as the time when new transactions were seen. */
  readonly now: number;
  /** True if the blocks arrived just now and were not found by a rescan. */
  readonly live?: boolean;
};

/**
 * A wallet while many transactions are added. Each table is copied once, at the first transaction
 * that is the wallet's.
 */
type WalletUpdate = UsedScriptsDraft & {
  readonly options: ApplyOptions;
  readonly ledger: LedgerDraft;
  readonly locks: Map<string, boolean>;
};

function beginUpdate(wallet: Wallet, options: ApplyOptions): WalletUpdate {
  return {
    wallet,
    options,
    ledger: draftLedger(wallet.ledger),
    descriptors: new Map(wallet.descriptors),
    labels: new Map(wallet.labels),
    locks: new Map(wallet.locks),
  };
}

function finishUpdate({ wallet, ledger, descriptors, labels, locks }: WalletUpdate): Wallet {
  return { ...wallet, descriptors, labels, locks, ledger };
}

export type Applied = {
  readonly wallet: Wallet;
  /** The parts of the blocks that concern the wallet. */
  readonly found: readonly BlockPart[];
  /** Height of a block that cannot be decoded. Later blocks were not searched. */
  readonly unreadable?: number;
};

/**
 * Applies blocks in order to the wallet. `watch` may be reused if it followed the wallet before.
 * Core: ScanForWalletTransactions, blockConnected.
 */
export function applyBlocks(
  wallet: Wallet,
  blocks: readonly BlockPart[],
  options: ApplyOptions,
  watch = createWatch(),
): Applied {
  let update: WalletUpdate | undefined;
  const found: BlockPart[] = [];
  let unreadable: number | undefined;
  watch.follow(wallet);
  for (const block of blocks) {
    const { height, hash, time } = block;
    const transactions: PlacedTransaction[] = [];
    const visit = (transaction: Transaction, index: number) => {
      if (!concerns(update ?? wallet, transaction)) return;
      update ??= beginUpdate(wallet, options);
      const state = { kind: 'confirmed', height, blockHash: hash, blockTime: time, index } as const;
      applyTransaction(update, transaction, state, time);
      teach(watch, update, transaction);
      transactions.push({ index, transaction });
    };
    if ('transactions' in block) {
      for (const { transaction, index } of block.transactions) visit(transaction, index);
    } else if (!scanBlock(block.bytes, watch, visit)) {
      unreadable = height;
      break;
    }
    if (transactions.length > 0) found.push({ height, hash, time, transactions });
  }
  const applied = update === undefined ? wallet : finishUpdate(update);
  watch.knows(applied.ledger);
  return { wallet: applied, found, ...(unreadable !== undefined && { unreadable }) };
}

function teach(watch: WalletWatch, update: WalletUpdate, transaction: Transaction): void {
  const txid = transactionId(transaction);
  watch.note(transaction.inputs.map(({ prevout }) => outPointKey(prevout)));
  watch.note(transaction.outputs.map((_, vout) => outPointKey({ txid, vout })));
  watch.followScripts(update.descriptors);
}

/** A transaction, and when it was seen: seconds since 1970. */
export type SeenTransaction = { readonly transaction: Transaction; readonly time: number };

/** Adds transactions of the mempool. Core: transactionAddedToMempool. */
export function applyMempool(
  wallet: Wallet,
  transactions: readonly SeenTransaction[],
  options: ApplyOptions,
): Wallet {
  let update: WalletUpdate | undefined;
  for (const { transaction, time } of transactions) {
    if (!concerns(update ?? wallet, transaction)) continue;
    update ??= beginUpdate(wallet, options);
    applyTransaction(
      { ...update, options: { ...options, now: time } },
      transaction,
      { kind: 'mempool' },
      time,
    );
  }
  return update === undefined ? wallet : finishUpdate(update);
}

/** Returns true if a transaction spends from, pays or conflicts with the wallet. */
function concerns(
  wallet: { readonly ledger: Ledger; readonly descriptors: Wallet['descriptors'] },
  { inputs, outputs }: Transaction,
): boolean {
  const { ledger } = wallet;
  for (const { prevout } of inputs) {
    const key = outPointKey(prevout);
    if (ledger.outputs.has(key) || ledger.spenders.has(key)) return true;
  }
  return outputs.some(({ scriptPubKey }) => isMine(wallet, encodeHex(scriptPubKey)));
}

/** Adds a transaction that was created here and not sent yet. Core: CommitTransaction. */
export function applyUnsent(
  wallet: Wallet,
  transaction: Transaction,
  notes: ReadonlyMap<string, string>,
  options: ApplyOptions,
): Wallet {
  const update = beginUpdate(wallet, options);
  const state = { kind: 'inactive', abandoned: false } as const;
  applyTransaction(update, transaction, state, options.now);
  const txid = transactionId(transaction);
  const known = update.ledger.transactions.get(txid);
  if (known !== undefined) update.ledger.transactions.set(txid, { ...known, notes });
  return finishUpdate(update);
}

/**
 * Adds a transaction proven to be in a block. Addresses it pays do not count as used. Core:
 * AddToWallet.
 */
export function applyProven(
  wallet: Wallet,
  transaction: Transaction,
  state: Extract<TransactionState, { kind: 'confirmed' }>,
  options: ApplyOptions,
): Wallet {
  const update = beginUpdate(wallet, options);
  record(update, transactionId(transaction), transaction, state, state.blockTime);
  return finishUpdate(update);
}

/** A transaction as the wallet of another program recorded it. */
export type RecordedTransaction = Pick<
  WalletTransaction,
  'transaction' | 'state' | 'time' | 'timeReceived' | 'notes'
>;

/**
 * Adds transactions that the wallet of another program recorded, with their times and notes.
 * `rest`: the ones that do not concern this wallet. Core: ApplyMigrationData.
 */
export function applyRecorded(
  wallet: Wallet,
  recorded: readonly RecordedTransaction[],
  options: ApplyOptions,
): { readonly wallet: Wallet; readonly rest: readonly RecordedTransaction[] } {
  const update = beginUpdate(wallet, options);
  let rest = recorded;
  for (let before = -1; before !== rest.length; ) {
    before = rest.length;
    // A payment may come before the transaction that it spends from.
    rest = rest.filter((each) => !addRecorded(update, each));
  }
  const { ledger } = update;
  let nextOrder = 0;
  for (const { transaction } of recorded) {
    const known = ledger.transactions.get(transactionId(transaction));
    if (known) ledger.transactions.set(known.txid, { ...known, order: nextOrder++ });
  }
  return { wallet: finishUpdate(update), rest };
}

function addRecorded(
  update: WalletUpdate,
  { transaction, state, time, timeReceived, notes }: RecordedTransaction,
): boolean {
  const { ledger } = update;
  const spendsOwn = isFromMe(ledger, { transaction });
  if (!markUsedScripts(update, transaction) && !spendsOwn) return false;
  const txid = transactionId(transaction);
  const order = ledger.nextOrder++;
  const added = { txid, transaction, state, timeReceived, time, order, notes };
  putTransaction(ledger, added, (script) => isMine(update, script));
  return true;
}

/** Adds a transaction if it concerns the wallet. Core: AddToWalletIfInvolvingMe. */
function applyTransaction(
  update: WalletUpdate,
  transaction: Transaction,
  state: TransactionState,
  time: number,
): void {
  const { ledger } = update;
  const spendsOwn = isFromMe(ledger, { transaction });
  const paysOwn = markUsedScripts(update, transaction);
  const contested = transaction.inputs.some(({ prevout }) =>
    ledger.spenders.has(outPointKey(prevout)),
  );
  if (!spendsOwn && !paysOwn && !contested) return;
  const txid = transactionId(transaction);
  if (state.kind === 'confirmed') markConflicts(ledger, transaction, txid, state);
  if (spendsOwn || paysOwn || ledger.transactions.has(txid)) {
    record(update, txid, transaction, state, time);
  }
}

function record(
  update: WalletUpdate,
  txid: Txid,
  transaction: Transaction,
  state: TransactionState,
  time: number,
): void {
  const { ledger, options, locks } = update;
  const known = ledger.transactions.get(txid);
  // The copy in a block may have the witness that an earlier one lacked.
  const added = known === undefined ? newcomer() : { ...known, transaction, state };
  putTransaction(ledger, added, (script) => isMine(update, script));

  function newcomer(): WalletTransaction {
    for (const { prevout } of transaction.inputs) locks.delete(outPointKey(prevout));
    const { now: timeReceived, live } = options;
    return {
      txid,
      transaction,
      state,
      timeReceived,
      time: live === true ? liveTime(ledger, time, timeReceived) : time,
      order: ledger.nextOrder++,
      notes: new Map(),
    };
  }
}

/** Seconds by which the clock may have been set back. */
const TOLERANCE = 300;

/**
 * Returns the block's time, but not earlier than that of earlier transactions. Core:
 * ComputeTimeSmart.
 */
function liveTime({ transactions }: LedgerDraft, blockTime: number, now: number): number {
  let latest: WalletTransaction | undefined;
  for (const known of transactions.values()) {
    if (known.time <= now + TOLERANCE && known.order > (latest?.order ?? -1)) latest = known;
  }
  const before = latest?.time ?? 0;
  return Math.max(before, Math.min(blockTime, Math.max(now, before)));
}

/**
 * Marks other transactions that spend the same coins, and their descendants, as conflicted: they
 * can no longer confirm. Core: MarkConflicted.
 */
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
    pending.push(...childrenOf(ledger, known));
  }
}

/**
 * Adds outputs of known transactions that became the wallet's when scripts were added. Core:
 * RefreshAllTXOs.
 */
export function refreshOutputs(wallet: Wallet): Wallet {
  const { ledger } = wallet;
  const outputs = new Map(ledger.outputs);
  for (const known of ledger.transactions.values()) {
    noteOutputs({ outputs }, known, (script) => isMine(wallet, script));
  }
  // An unchanged ledger need not be stored and read back.
  return outputs.size === ledger.outputs.size
    ? wallet
    : { ...wallet, ledger: { ...ledger, outputs } };
}
