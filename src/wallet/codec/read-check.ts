import type { DigestedSection, Section } from '../../crypto/section-file.ts';
import { createReader } from '../../encoding/reader.ts';
import { wipeKeys, withoutKeys } from '../keys/encryption.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { WalletDescriptor } from '../keys/wallet-descriptor.ts';
import type { Ledger, WalletTransaction } from '../ledger/ledger.ts';
import type { Wallet } from '../wallet.ts';
import { findDifference, isProofStored, isSameTransaction } from './compare.ts';
import { type KnownSections, type ReadContext, readWallet } from './read-wallet.ts';
import { Kind, transactionChunks } from './sections.ts';
import { readWalletTransaction } from './stored-ledger.ts';

/** Reads sections before they are stored, and remembers what it has read. */
export type ReadCheck = {
  /**
   * Returns the first part of the wallet that the sections lack, or `undefined` if they contain
   * all.
   */
  findDifference(wallet: Wallet, sections: readonly DigestedSection[]): string | undefined;
  /** Remembers that these sections contain this wallet, so that they are not read again. */
  learn(wallet: Wallet, sections: readonly Section[]): void;
};

export function createReadCheck(context: ReadContext): ReadCheck {
  const known = {
    keyrings: new WeakMap<Section, Keyring>(),
    labels: new WeakMap<Section, Wallet['labels']>(),
    descriptors: new WeakMap<Section, WalletDescriptor>(),
    transactions: new WeakMap<Section, readonly WalletTransaction[]>(),
    ledgers: new WeakMap<Section, Ledger>(),
  } satisfies KnownSections;

  function learn(wallet: Wallet, sections: readonly Section[]): void {
    const of = (kind: number) => sections.filter((section) => section.kind === kind);
    const proof = isProofStored(wallet) ? wallet.proof : undefined;
    const chunks = transactionChunks(wallet.ledger);
    const proven = proof && [...proof.descriptors.values()].map(({ value }) => value);
    const descriptors = proven ?? [...wallet.descriptors.values()];
    for (const section of of(Kind.KEYS)) known.keyrings.set(section, withoutKeys(wallet.keyring));
    for (const section of of(Kind.LABELS)) {
      known.labels.set(section, proof?.labels.value ?? wallet.labels);
    }
    for (const [i, section] of of(Kind.DESCRIPTOR).entries()) {
      const owner = descriptors[i];
      if (owner !== undefined) known.descriptors.set(section, owner);
    }
    for (const [i, section] of of(Kind.TRANSACTIONS).entries()) {
      known.transactions.set(section, chunks[i] ?? []);
    }
    for (const section of of(Kind.OUTPUTS)) known.ledgers.set(section, wallet.ledger);
  }

  /**
   * Checks transactions first and section by section, so that there is never a second copy of all
   * of them.
   */
  function learnTransactions(wallet: Wallet, sections: readonly Section[]): void {
    const chunks = transactionChunks(wallet.ledger);
    const own = sections.filter(({ kind }) => kind === Kind.TRANSACTIONS);
    for (const [i, section] of own.entries()) {
      const chunk = chunks[i];
      if (chunk === undefined || known.transactions.get(section)) continue;
      if (holdsTransactions(section, chunk)) known.transactions.set(section, chunk);
    }
  }

  return {
    learn,
    findDifference(wallet, sections) {
      const { name } = wallet;
      learnTransactions(wallet, sections);
      const read = readWallet(sections, name, context, known);
      if ('error' in read) return read.error;
      const difference = findDifference(wallet, read);
      forget(read.keyring, wallet.keyring);
      if (difference === undefined) learn(wallet, sections);
      return difference;
    },
  };
}

/** Returns true if a reader finds exactly these transactions in a section. */
function holdsTransactions(section: Section, chunk: readonly WalletTransaction[]): boolean {
  const reader = createReader(section.bytes);
  for (const transaction of chunk) {
    if (reader.failed || !isSameTransaction(transaction, readWalletTransaction(reader)))
      return false;
  }
  return reader.done;
}

/** Overwrites the copies of private keys that were read. */
function forget(read: Keyring, own: Keyring): void {
  if (read.kind === 'open' && own.kind === 'open' && read.keys !== own.keys) wipeKeys(read.keys);
}
