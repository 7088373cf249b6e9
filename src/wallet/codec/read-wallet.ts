import { sha256 } from '../../crypto/hash.ts';
import type { Digest, DigestedSection, FileError, Section } from '../../crypto/section-file.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { emptyBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { createReader, type Reader } from '../../encoding/reader.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { WalletDescriptor } from '../keys/wallet-descriptor.ts';
import type { Ledger, WalletTransaction } from '../ledger/ledger.ts';
import { isMine, type Proof, sessionOf, type Wallet } from '../wallet.ts';
import { makeOtherLabels, readHead, storedLabels, storedOtherLabels } from './head.ts';
import { Kind } from './sections.ts';
import { readSince, type Since } from './since.ts';
import { readDescriptor } from './stored-descriptor.ts';
import { readKeyring } from './stored-keyring.ts';
import { readOutputs, readWalletTransaction } from './stored-ledger.ts';

export type WalletFileError =
  | FileError
  | { readonly error: 'other network'; readonly network: string; readonly expected: string };

/** Contents of sections that were parsed before and need not be parsed again. */
export type KnownSections = {
  readonly keyrings: Known<Keyring>;
  readonly labels: Known<Wallet['labels']>;
  readonly descriptors: Known<WalletDescriptor | undefined>;
  readonly transactions: Known<readonly WalletTransaction[]>;
  /** Outputs, with the transactions of the same file. */
  readonly ledgers: Known<Ledger>;
};

type Known<T> = Pick<WeakMap<Section, T>, 'get'>;

const nothingKnown: KnownSections = {
  keyrings: new WeakMap(),
  labels: new WeakMap(),
  descriptors: new WeakMap(),
  transactions: new WeakMap(),
  ledgers: new WeakMap(),
};

export type ReadContext = DescriptorContext & { readonly digest?: Digest };

/** Reads the wallet from the sections of a file. `name` is the wallet's name outside the file. */
export function readWallet(
  sections: readonly DigestedSection[],
  name: string,
  { network, secp256k1, digest = sha256 }: ReadContext,
  known = nothingKnown,
): Wallet | WalletFileError {
  const read = <T>(kind: number, readOne: (reader: Reader) => T, before?: Known<T>) =>
    readAll(sections, kind, readOne, before);
  const [head, ...otherHeads] = read(Kind.HEAD, readHead) ?? [];
  if (head === undefined || otherHeads.length > 0) return malformed;
  const { networkName, ...fields } = head;
  if (networkName !== network.name) {
    return { error: 'other network', network: networkName, expected: network.name };
  }
  const [keyring] = read(Kind.KEYS, readKeyring, known.keyrings) ?? [];
  const [labels] = read(Kind.LABELS, storedLabels.read, known.labels) ?? [];
  const descriptors = readDescriptors(sections, { network, secp256k1 }, known);
  const chunks = read(Kind.TRANSACTIONS, readTransactions, known.transactions);
  const readLedger = (reader: Reader) => readOutputs(reader, (chunks ?? []).flat());
  const [ledger] = read(Kind.OUTPUTS, readLedger, known.ledgers) ?? [];
  const [otherLabels = noLabels, ...more] = read(Kind.OTHER_LABELS, storedOtherLabels.read) ?? [
    noLabels,
    noLabels,
  ];
  if (!(keyring && labels && descriptors && chunks && ledger) || more.length > 0) return malformed;
  const [history = emptyBytes, ...histories] = sections
    .filter(({ kind }) => kind === Kind.HISTORY)
    .map(({ bytes }) => bytes);
  if (histories.length > 0) return malformed;
  const proof = readProof(sections, { labels, otherLabels, descriptors }, digest);
  if (proof && 'error' in proof) return proof;
  // An encrypted wallet has a proof, and no other has one.
  if ((proof !== undefined) !== (keyring.kind === 'locked')) return malformed;
  const state = {
    keyring,
    labels,
    otherLabels,
    history,
    descriptors,
    proof: proof?.proof,
    ...proof?.now,
  };
  const loaded = { name, network, ...fields, ...state, ledger };
  return { ...loaded, ...sessionOf(loaded), ledger: { ...ledger, outputs: stillOwn(loaded) } };
}

type FoundProof = { readonly proof: Proof; readonly now: Since };

/** Reads the proof. Its labels and descriptors are those of their sections. */
function readProof(
  sections: readonly DigestedSection[],
  { labels, otherLabels, descriptors }: Since,
  digest: Digest,
): FoundProof | FileError | undefined {
  const [mac, ...otherMacs] = readAll(sections, Kind.PROOF, (reader) => reader.bytes(32)) ?? [];
  const [since, ...otherSinces] = sections.filter(({ kind }) => kind === Kind.SINCE);
  if (mac === undefined && since === undefined) return undefined;
  const labelsSection = sections.find(({ kind }) => kind === Kind.LABELS);
  const own = sections.filter(({ kind }) => kind === Kind.DESCRIPTOR);
  const values = [...descriptors.values()];
  if (!mac || !since || !labelsSection || otherMacs.length + otherSinces.length > 0) {
    return malformed;
  }
  const proven = own.flatMap((section, i) => {
    const value = values[i];
    return value ? [[value.id, { value, section }] as const] : [];
  });
  const others =
    sections.find(({ kind }) => kind === Kind.OTHER_LABELS) ?? makeOtherLabels(noLabels, digest);
  const proof: Proof = {
    mac: mac.slice(),
    labels: { value: labels, section: labelsSection },
    otherLabels: { value: otherLabels, section: others },
    descriptors: new Map(proven),
    checked: false,
  };
  const reader = createReader(since.bytes);
  const now = readSince(reader, proof);
  return reader.done ? { proof, now } : malformed;
}

/** Drops outputs at positions before a range, as Core does when it loads a wallet. */
function stillOwn({ descriptors, ledger: { outputs } }: Pick<Wallet, 'descriptors' | 'ledger'>) {
  if ([...descriptors.values()].every(({ rangeStart }) => rangeStart === 0)) return outputs;
  const own = [...outputs].filter(([, { output }]) =>
    isMine({ descriptors }, encodeHex(output.scriptPubKey)),
  );
  return new Map(own);
}

const noLabels: Wallet['otherLabels'] = new Map();

const malformed: FileError = { error: 'malformed' };

/**
 * Reads every section of a kind. Returns `undefined` if one does not end where its content does.
 */
function readAll<T>(
  sections: readonly Section[],
  kind: number,
  readOne: (reader: Reader) => T,
  known?: Known<T>,
): readonly T[] | undefined {
  const all: T[] = [];
  for (const section of sections) {
    if (section.kind !== kind) continue;
    const before = known?.get(section);
    if (before !== undefined) {
      all.push(before);
      continue;
    }
    const reader = createReader(section.bytes);
    const value = readOne(reader);
    if (!reader.done) return undefined;
    all.push(value);
  }
  return all;
}

function readDescriptors(
  sections: readonly Section[],
  context: DescriptorContext,
  known: KnownSections,
): ReadonlyMap<string, WalletDescriptor> | undefined {
  const readOne = (reader: Reader) => readDescriptor(reader, context);
  const owners = readAll(sections, Kind.DESCRIPTOR, readOne, known.descriptors);
  if (owners === undefined) return undefined;
  const own = owners.flatMap((owner) => owner ?? []);
  const byId = new Map(own.map((owner) => [owner.id, owner]));
  return byId.size === owners.length ? byId : undefined;
}

function readTransactions(reader: Reader): readonly WalletTransaction[] {
  const all: WalletTransaction[] = [];
  while (reader.remaining > 0) all.push(readWalletTransaction(reader));
  return all;
}
