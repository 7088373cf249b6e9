import type { Migration } from './migrate.ts';
import type { CoreFile } from './records.ts';
import type { StoredDescriptors } from './stored-descriptors.ts';
import { isEncrypted } from './unlock-file.ts';

/** Results of comparing a file's keys, addresses and seeds with each other. */
export type Findings = {
  /** True if the private keys were opened. */
  readonly isOpen: boolean;
  readonly keys: Pick<Migration, 'derived' | 'single' | 'damaged' | 'misplaced' | 'seeds'>;
  readonly stored: Pick<StoredDescriptors, 'damaged' | 'unread'>;
  /** Addresses of the address book that belong to its keys or scripts. */
  readonly same: number;
  /** Receiving addresses that belong to none. */
  readonly foreign: number;
  /** Parts of the database that could not be read. */
  readonly lost: readonly string[];
};

/** The report of a wallet.dat, one sentence each. */
export type WalletDatReport = {
  readonly lost: readonly string[];
  readonly doubts: readonly string[];
  readonly notes: readonly string[];
};

/** Describes what is in a wallet.dat, what is missing, and what to question. */
export function reportOf(file: CoreFile, findings: Findings): WalletDatReport {
  return {
    lost: lostOf(file, findings),
    doubts: doubtsOf(file, findings),
    notes: notesOf(file, findings),
  };
}

function notesOf(file: CoreFile, { isOpen, keys, stored, same }: Findings): readonly string[] {
  const { pool, watched } = file;
  const all = file.keys.size;
  const pairs = new Set(file.descriptorKeys.map(({ publicKey }) => publicKey.join())).size;
  const checked = isOpen
    ? 'Each was compared with its public key'
    : 'They stay encrypted, and were not compared';
  const unused = [...file.keys.keys()].filter((id) => pool.has(id)).length;
  return [
    ...(all > 0 ? [`number of private keys: ${all}. ${checked}`] : []),
    ...(keys.derived > 0
      ? [
          `keys that derive from its seeds: ${keys.derived}. Each was derived again and compared`,
          `number of seeds: ${keys.seeds}`,
        ]
      : []),
    ...(unused > 0 ? [`keys made in advance (keypool): ${unused}`] : []),
    ...(file.descriptors.size > 0 ? [`number of descriptors: ${file.descriptors.size}`] : []),
    ...(file.descriptors.size > 0 && pairs > 0
      ? [
          `private keys of its descriptors: ${pairs}. ${stored.damaged > 0 ? 'Some are damaged' : checked}`,
        ]
      : []),
    ...(same > 0 ? [`addresses of its address book that belong to these keys: ${same}`] : []),
    ...(file.transactions.size > 0
      ? [`transactions in the file: ${file.transactions.size}. Signing does not need them`]
      : []),
    ...(watched.size > 0 ? [`scripts that it watches: ${watched.size}`] : []),
    ...(isEncrypted(file) ? ['it is encrypted with a passphrase'] : []),
  ];
}

function doubtsOf(file: CoreFile, { keys, foreign }: Findings): readonly string[] {
  const isSealed = isEncrypted(file);
  const plain = [...file.keys.values()].filter((each) => each.plain !== undefined).length;
  const before = keysBefore(file);
  const added = keys.derived > 0 ? keys.single - keys.seeds : 0;
  return [
    ...(isSealed && plain > 0
      ? [`private keys in this encrypted file that are not encrypted: ${plain}`]
      : []),
    ...(isSealed && before > 0
      ? [
          `keys of an older seed: ${before}. Bitcoin Core makes a new seed when a wallet is encrypted, so unencrypted copies with these keys may exist`,
        ]
      : []),
    ...(added > 0
      ? [
          `keys that do not derive from its seed: ${added}. Backups from before they were added lack them`,
        ]
      : []),
    ...(keys.derived === 0 && file.keys.size > 0 && file.chain === undefined
      ? [
          'its keys do not derive from a seed: a backup has only the keys that existed when it was made, so do not lose this file',
        ]
      : []),
    ...(keys.misplaced > 0
      ? [
          `keys that are not at the path of the seed that the file states: ${keys.misplaced}. They are used as single keys`,
        ]
      : []),
    ...(foreign > 0
      ? [
          `receiving addresses of its address book that belong to none of its keys: ${foreign}. Keys may be missing, so look for other copies of the file`,
        ]
      : []),
  ];
}

/** Returns the number of keys of seeds that are not the current one. */
const keysBefore = ({ chain, keyNotes, keys }: CoreFile): number =>
  chain === undefined
    ? 0
    : [...keys.keys()].filter((id) => {
        const seedId = keyNotes.get(id)?.seedId;
        return seedId !== undefined && seedId !== chain.seedId;
      }).length;

function lostOf(file: CoreFile, { keys, stored, lost }: Findings): readonly string[] {
  const damaged = [...file.damaged].map(
    ([type, count]) => `damaged records of type “${type}” (${count})`,
  );
  const unknown = [...file.unknown].map(
    ([type, count]) => `records of the unknown type “${type.slice(0, 30)}” (${count})`,
  );
  const bad = keys.damaged + stored.damaged;
  return [
    ...lost,
    ...damaged,
    ...(bad > 0 ? [`private keys that do not belong to their public keys (${bad})`] : []),
    ...(stored.unread > 0 ? [`descriptors that cannot be read (${stored.unread})`] : []),
    ...unknown,
  ];
}
