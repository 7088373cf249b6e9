import { encodeHex } from '../../encoding/hex.ts';
import { isSameMap, isSameValue } from '../../encoding/same-value.ts';
import { withoutKeys } from '../keys/encryption.ts';
import type { Keyring, KeyTable } from '../keys/keyring.ts';
import type { WalletDescriptor } from '../keys/wallet-descriptor.ts';
import type { Ledger, WalletTransaction } from '../ledger/ledger.ts';
import type { Proof, Session, Wallet } from '../wallet.ts';
import { isStored, storedFilledTo } from './stored-descriptor.ts';

/** Names of the parts of a wallet that its file contains. */
type StoredPart = Exclude<keyof Wallet, keyof Session | 'name'>;

/** `read`: the wallet decoded from the file of `wallet`. */
type Compare = (wallet: Wallet, read: Wallet) => boolean;

const byValue =
  (part: StoredPart): Compare =>
  (wallet, read) =>
    isSameValue(wallet[part], read[part]);

/** Fails to compile if a part of the wallet is not compared. */
const isSame: { readonly [part in StoredPart]: Compare } = {
  network: (wallet, read) => wallet.network.name === read.network.name,
  flags: byValue('flags'),
  blank: byValue('blank'),
  keyring: (wallet, read) => isSameKeyring(withoutKeys(wallet.keyring), read.keyring),
  descriptors: (wallet, read) => isSameMap(wallet.descriptors, read.descriptors, isSameDescriptor),
  active: byValue('active'),
  ledger: isSameLedger,
  labels: byValue('labels'),
  otherLabels: byValue('otherLabels'),
  history: byValue('history'),
  // Other locks end with the program.
  locks: (wallet, read) =>
    isSameValue(new Map([...wallet.locks].filter(([, stays]) => stays)), read.locks),
  lastBlock: byValue('lastBlock'),
  pendingScan: byValue('pendingScan'),
  proof: (wallet, read) =>
    isProofStored(wallet) ? isSameProof(wallet.proof, read.proof) : read.proof === undefined,
};

/** Returns true if the wallet's file contains its proof. */
export function isProofStored({ keyring }: Pick<Wallet, 'keyring'>): boolean {
  return keyring.kind !== 'open';
}

/** Returns the first part that differs in the decoded wallet, or `undefined` if all are equal. */
export function findDifference(wallet: Wallet, read: Wallet): string | undefined {
  const entries = Object.entries(isSame);
  return entries.find(([, compare]) => !compare(wallet, read))?.[0];
}

function isSameKeyring(a: Keyring, b: Keyring): boolean {
  if (a.kind === 'open') return b.kind === 'open' && isSameTable(a.keys, b.keys);
  return b.kind === 'locked' && isSameValue(a.sealed, b.sealed);
}

function isSameTable(a: KeyTable, b: KeyTable): boolean {
  if (a === b) return true;
  return isSameMap(a, b, (keys, others) =>
    isSameMap(
      keys,
      others,
      (key, other) =>
        key.compressed === other.compressed && isSameValue(key.reveal(), other.reveal()),
    ),
  );
}

/** Compares descriptors of the same id, which is a digest of the text. */
function isSameDescriptor(a: WalletDescriptor, b: WalletDescriptor): boolean {
  if (a === b) return true;
  const { descriptor: _, scripts, publicKeys, filledTo, ...rest } = a;
  const { descriptor: __, scripts: inFile, publicKeys: keysInFile, filledTo: to, ...others } = b;
  return (
    isSameValue(rest, others) &&
    storedFilledTo(a) === to &&
    isSamePositions(scripts, inFile, a) &&
    isSamePositions(publicKeys, keysInFile, a)
  );
}

type Positions = ReadonlyMap<string, number>;

/**
 * Ignores entries outside the stored range, which other values of the descriptor may have added.
 */
function isSamePositions(a: Positions, b: Positions, owner: WalletDescriptor): boolean {
  const stored = isStored(owner);
  let count = 0;
  for (const [hex, position] of a) {
    if (!stored(position)) continue;
    if (b.get(hex) !== position) return false;
    count++;
  }
  for (const position of b.values()) if (stored(position)) count--;
  return count === 0;
}

function isSameLedger(wallet: Wallet, read: Wallet): boolean {
  const [{ transactions, nextOrder }, other] = [wallet.ledger, read.ledger];
  const names = other.transactions.keys();
  return (
    nextOrder === other.nextOrder &&
    (transactions === other.transactions ||
      [...transactions.keys()].every((txid) => txid === names.next().value)) &&
    isSameMap(transactions, other.transactions, isSameTransaction) &&
    hasSameOutputs(wallet, other.outputs)
  );
}

/** Compares two transactions; mempool conflicts do not count, since the mempool is asked again. */
export function isSameTransaction(a: WalletTransaction, b: WalletTransaction): boolean {
  if (a === b) return true;
  const { mempoolConflicts: _, ...stored } = a;
  const { mempoolConflicts: __, ...others } = b;
  return isSameValue(stored, others);
}

/**
 * Ignores outputs at positions before a range, which belong to the wallet only until it is loaded
 * again.
 */
function hasSameOutputs(wallet: Wallet, read: Ledger['outputs']): boolean {
  const { outputs } = wallet.ledger;
  if (outputs === read) return true;
  let count = 0;
  for (const [key, value] of outputs) {
    const other = read.get(key);
    if (other !== undefined) count++;
    if (other === undefined ? isStoredScript(wallet, value.output) : !isSameValue(value, other)) {
      return false;
    }
  }
  return count === read.size;
}

function isStoredScript(wallet: Wallet, { scriptPubKey }: { readonly scriptPubKey: Uint8Array }) {
  const script = encodeHex(scriptPubKey);
  return [...wallet.descriptors.values()].some((owner) => {
    const position = owner.scripts.get(script);
    return position !== undefined && isStored(owner)(position);
  });
}

function isSameProof(a: Proof | undefined, b: Proof | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (
    isSameValue(a.mac, b.mac) &&
    isSameValue(a.labels.value, b.labels.value) &&
    isSameValue(a.otherLabels.value, b.otherLabels.value) &&
    isSameMap(a.descriptors, b.descriptors, (mine, other) =>
      isSameDescriptor(mine.value, other.value),
    )
  );
}
