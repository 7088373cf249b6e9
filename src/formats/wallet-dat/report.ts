import { counted } from './database.ts';
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
    ? 'each was compared with its public key'
    : 'they stay encrypted, and were not compared';
  const unused = [...file.keys.keys()].filter((id) => pool.has(id)).length;
  return [
    ...(all > 0 ? [`it has ${counted(all, 'private key')}: ${checked}`] : []),
    ...(keys.derived > 0
      ? [
          `${counted(keys.derived, 'key')} of them ${keys.derived === 1 ? 'is' : 'are'} derived from ${counted(keys.seeds, 'seed')}, which was checked`,
        ]
      : []),
    ...(unused > 0
      ? [
          `${counted(unused, 'key')} of them ${unused === 1 ? 'was' : 'were'} made in advance (keypool)`,
        ]
      : []),
    ...(file.descriptors.size > 0
      ? [
          `it has ${counted(file.descriptors.size, 'descriptor')} with ${counted(pairs, 'private key')}: ${stored.damaged > 0 ? 'some are damaged' : checked}`,
        ]
      : []),
    ...(same > 0
      ? [
          `${counted(same, 'address', 'addresses')} of its address book ${same === 1 ? 'belongs' : 'belong'} to these keys`,
        ]
      : []),
    ...(file.transactions.size > 0
      ? [`it has ${counted(file.transactions.size, 'transaction')}, which signing does not need`]
      : []),
    ...(watched.size > 0 ? [`it watches ${counted(watched.size, 'script')}`] : []),
    ...(isEncrypted(file) ? ['it is encrypted with a passphrase'] : []),
  ];
}

function doubtsOf(file: CoreFile, { keys, foreign }: Findings): readonly string[] {
  const isSealed = isEncrypted(file);
  const plain = [...file.keys.values()].filter((each) => each.plain !== undefined).length;
  const before = keysBefore(file);
  return [
    ...(isSealed && plain > 0
      ? [
          `${counted(plain, 'private key')} in this encrypted file ${plain === 1 ? 'is' : 'are'} not encrypted`,
        ]
      : []),
    ...(isSealed && before > 0
      ? [
          `the wallet has ${counted(before, 'key')} of an older seed. Bitcoin Core makes a new seed when a wallet is encrypted, so unencrypted copies with these keys may exist`,
        ]
      : []),
    ...(keys.derived > 0 && keys.single > keys.seeds
      ? [
          `${counted(keys.single - keys.seeds, 'key')} ${keys.single - keys.seeds === 1 ? 'is' : 'are'} not derived from its seed: backups that were made before ${keys.single - keys.seeds === 1 ? 'it was' : 'they were'} added lack ${keys.single - keys.seeds === 1 ? 'it' : 'them'}`,
        ]
      : []),
    ...(keys.derived === 0 && file.keys.size > 0 && file.chain === undefined
      ? [
          'its keys are not derived from a seed: a backup has only the keys that existed when it was made, so do not lose this file',
        ]
      : []),
    ...(keys.misplaced > 0
      ? [
          `${counted(keys.misplaced, 'key')} ${keys.misplaced === 1 ? 'is' : 'are'} not at the path of the seed that the file states. They are used as single keys`,
        ]
      : []),
    ...(foreign > 0
      ? [
          `${counted(foreign, 'receiving address', 'receiving addresses')} of its address book ${foreign === 1 ? 'belongs' : 'belong'} to none of its keys: keys may be missing. Look for other copies of the file`,
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
    ([type, count]) => `${counted(count, 'damaged record')} of type “${type}”`,
  );
  const unknown = [...file.unknown].map(
    ([type, count]) => `${counted(count, 'record')} of the unknown type “${type.slice(0, 30)}”`,
  );
  const bad = keys.damaged + stored.damaged;
  return [
    ...lost,
    ...damaged,
    ...(bad > 0
      ? [
          `${counted(bad, 'private key')} that ${bad === 1 ? 'does' : 'do'} not belong to ${bad === 1 ? 'its' : 'their'} public ${bad === 1 ? 'key' : 'keys'}`,
        ]
      : []),
    ...(stored.unread > 0 ? [`${counted(stored.unread, 'descriptor')} that cannot be read`] : []),
    ...unknown,
  ];
}
