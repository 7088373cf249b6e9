import { rmdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { encodeHex } from '../../encoding/hex.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Txid } from '../../transaction/transaction.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { outboxOf } from '../../wallet/ledger/outbox.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { removeLeftovers, writeDurably } from './durable-write.ts';
import { isCode } from './errors.ts';
import { awaitLock, type FileLock, namesIn } from './lock-file.ts';

/**
 * A file in the outbox: a transaction as hexadecimal text, to be sent from a machine with a
 * network.
 */
export type OutboxFile = { readonly txid: Txid; readonly hex: string; readonly path: string };

/**
 * Copies of the transactions that wallets still have to send. Files follow the wallets, also after
 * a crash.
 */
export type OutboxFolder = {
  /** Makes the files match what this wallet has to send; returns the new ones. */
  sync(wallet: Wallet): Promise<readonly OutboxFile[]>;
};

const NAME = /^([0-9a-f]{64})\.hex(\.[0-9a-f]{32}\.new)?$/;
const LOCK = '.lock';

export function createOutboxFolder(folder: string): OutboxFolder {
  return {
    async sync(wallet) {
      const own = join(folder, encodeURIComponent(wallet.name));
      const plan = planOf(wallet, own);
      if (plan.over.length === 0 && plan.missing.length === 0 && !plan.hasLeftovers) return [];
      const lock = await lockFolder(own);
      if (lock === undefined) throw new Error('another process is writing there');
      try {
        // Plan again under the lock, when no other process changes the folder.
        return await applyPlan(planOf(wallet, own), own);
      } finally {
        lock.release();
        removeEmpty(own);
      }
    },
  };
}

type Plan = {
  readonly over: readonly Txid[];
  readonly missing: readonly WalletTransaction[];
  /** Transactions whose files were not written completely. */
  readonly left: readonly Txid[];
  readonly hasLeftovers: boolean;
};

/**
 * Plans the changes. Unknown files stay: they belong to a wallet of this name in another data
 * directory, or were put there by the user.
 */
function planOf(wallet: Wallet, own: string): Plan {
  const waiting = outboxOf(wallet);
  const wanted = new Set(waiting.map(({ txid }) => txid));
  const names = namesIn(own);
  const there = new Set<Txid>();
  const left = new Set<Txid>();
  for (const name of names) {
    const [, txid, rest] = NAME.exec(name) ?? [];
    if (txid !== undefined) (rest === undefined ? there : left).add(txid);
  }
  return {
    over: [...there].filter((txid) => wallet.ledger.transactions.has(txid) && !wanted.has(txid)),
    missing: waiting.filter(({ txid }) => !there.has(txid)),
    left: [...left],
    hasLeftovers: left.size > 0 || names.some((name) => name.startsWith(LOCK)),
  };
}

/** Applies the plan while holding the lock on the folder. */
async function applyPlan({ over, missing, left }: Plan, own: string): Promise<OutboxFile[]> {
  const pathOf = (txid: Txid) => join(own, `${txid}.hex`);
  for (const txid of left) await removeLeftovers(pathOf(txid));
  for (const txid of over) await rm(pathOf(txid), { force: true });
  const added: OutboxFile[] = [];
  for (const { txid, transaction } of missing) {
    const hex = encodeHex(encodeTransaction(transaction));
    await writeDurably(pathOf(txid), [Buffer.from(`${hex}\n`)]);
    added.push({ txid, hex, path: pathOf(txid) });
  }
  return added;
}

/** Attempts to lock, because another process may remove the empty folder in between. */
const ATTEMPTS = 5;

async function lockFolder(own: string): Promise<FileLock | undefined> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(own, { recursive: true, mode: 0o700 });
    try {
      return await awaitLock(join(own, sep));
    } catch (error) {
      if (!isCode(error, 'ENOENT') || attempt === ATTEMPTS) throw error;
    }
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty.
  }
}
