import { readdirSync, rmdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeHex } from '../../encoding/hex.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Txid } from '../../transaction/transaction.ts';
import { outboxOf } from '../../wallet/outbox.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { writeDurably } from './durable-write.ts';

/** What lies in the outbox: a transaction as hexadecimal text, to be carried to a machine with a network. */
export type OutboxFile = { readonly txid: Txid; readonly hex: string; readonly path: string };

/** Copies of what wallets still have to send. The wallets decide: files follow them, also after a crash. */
export type OutboxFolder = {
  /** Makes the files of this wallet those that it has to send; answers with the ones that are new. */
  sync(wallet: Wallet): Promise<readonly OutboxFile[]>;
};

const SUFFIX = '.hex';
const NAMES = /^[0-9a-f]{64}\.hex$/;

export function createOutboxFolder(folder: string): OutboxFolder {
  return {
    async sync(wallet) {
      const own = join(folder, encodeURIComponent(wallet.name));
      const waiting = outboxOf(wallet);
      const there = new Set(filesIn(own));
      const wanted = new Set(waiting.map(({ txid }) => txid + SUFFIX));
      for (const name of there) if (!wanted.has(name)) await rm(join(own, name), { force: true });
      const added: OutboxFile[] = [];
      for (const { txid, transaction } of waiting) {
        if (there.has(txid + SUFFIX)) continue;
        const hex = encodeHex(encodeTransaction(transaction));
        const path = join(own, txid + SUFFIX);
        await mkdir(own, { recursive: true, mode: 0o700 });
        await writeDurably(path, [Buffer.from(`${hex}\n`)]);
        added.push({ txid, hex, path });
      }
      if (wanted.size === 0 && there.size > 0) removeEmpty(own);
      return added;
    },
  };
}

/** Ours alone: what else somebody has put there stays. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => NAMES.test(name));
  } catch {
    // Not there: nothing was ever waiting.
    return [];
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something of somebody else's lies in it.
  }
}
