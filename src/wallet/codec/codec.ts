import { sha256 } from '../../crypto/hash.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import {
  type Digest,
  type DigestedSection,
  decodeSections,
  encodeSections,
  makeSection,
} from '../../crypto/section-file.ts';
import { type Bytes, concatBytes, emptyBytes } from '../../encoding/bytes.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Network } from '../../encoding/network.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import type { Writer } from '../../encoding/writer.ts';
import type { Proof, Wallet } from '../wallet.ts';
import { isProofStored } from './compare.ts';
import { type Head, storedLabels, storedOtherLabels, writeHead } from './head.ts';
import { createReadCheck } from './read-check.ts';
import { readWallet, type WalletFileError } from './read-wallet.ts';
import { Kind, transactionChunks } from './sections.ts';
import { writeSince } from './since.ts';
import { writeDescriptor } from './stored-descriptor.ts';
import { writeKeyring } from './stored-keyring.ts';
import { writeOutputs, writeWalletTransaction } from './stored-ledger.ts';

/**
 * The file format of a wallet: a frame (crypto/section-file.ts) with these sections, in this order.
 * Numbers are little-endian, with their size in bytes in brackets; counts and lengths are
 * CompactSizes. The function that writes a section documents it.
 *
 *     1 head            once
 *     2 keys            once
 *     3 labels          once
 *     4 descriptor      one section for each, in the order of their ids
 *     5 transactions    up to 1,000 in each section, in the order in which the wallet has them
 *     6 outputs         once
 *     7 proof           once, in wallets whose keys are sealed with a proof: the MAC (32) of everything that decides where money goes
 *     8 since           with the proof: changes since the wallet was locked; labels and descriptors stay as they were proven
 *     9 other labels    once, in wallets with labels of other items than addresses; with the proof, as they were proven
 *    10 history         once, in wallets that have signed: the coins that were reviewed or signed for, sealed if keys are
 *
 * Everything except private keys can be read while the wallet is locked. Every change rewrites the
 * file; unchanged sections are kept in memory as bytes.
 */
export const walletFile = { magic: encodeUtf8('coldsign wallet\n'), version: 2 } as const;

export type WalletCodecContext = {
  readonly network: Network;
  readonly secp256k1: Secp256k1;
  /** A faster SHA-256 than `sha256`, if there is one. */
  readonly digest?: Digest;
};

/**
 * Encodes a wallet as the parts of its file, in order, and checks that reading them yields the same
 * wallet. Sections unchanged since the previous call are neither written nor read again.
 */
export type WalletEncoder = (wallet: Wallet) => readonly Bytes[] | EncodingFault;

/**
 * The file would not contain the wallet as it is. `part`: the first part that reads back
 * differently.
 */
export type EncodingFault = { readonly error: 'not readable'; readonly part: string };

export function createWalletEncoder(
  context: WalletCodecContext,
  before: Kept = new Map(),
  check = createReadCheck(context),
): WalletEncoder {
  const { digest = sha256 } = context;
  let kept = before;
  return (wallet) => {
    const keep = keepSections(kept, digest);
    const sections = encodeWalletSections(wallet, context, keep.section);
    kept = keep.finish();
    const part = check.findDifference(wallet, sections);
    if (part !== undefined) return { error: 'not readable', part };
    return encodeSections(walletFile, sections, digest);
  };
}

/**
 * Encodes a wallet without checking that it can be read back. Hosts store the output of a
 * `WalletEncoder`.
 */
export function encodeWallet(wallet: Wallet, context: WalletCodecContext): Bytes {
  const { section } = keepSections(new Map(), context.digest ?? sha256);
  const sections = encodeWalletSections(wallet, context, section);
  return concatBytes(...encodeSections(walletFile, sections, context.digest));
}

/** Sections by kind and key; `of` has the values they were written from. */
type Kept = ReadonlyMap<string, KeptSection>;
type KeptSection = { readonly of: readonly unknown[]; readonly section: DigestedSection };

/** `made`: the section, or a function that writes it. */
type MakeSection = (
  kind: number,
  which: string | number,
  of: readonly unknown[],
  made: DigestedSection | ((writer: Writer) => void),
) => DigestedSection;

function keepSections(before: Kept, digest: Digest) {
  const now = new Map<string, KeptSection>();
  const section: MakeSection = (kind, which, of, made) => {
    const name = `${kind} ${which}`;
    const known = before.get(name);
    const same = known?.of.length === of.length && of.every((part, i) => part === known.of[i]);
    const fresh = () => (typeof made === 'function' ? makeSection(kind, made, digest) : made);
    const entry = same ? known : { of, section: fresh() };
    now.set(name, entry);
    return entry.section;
  };
  function finish(): Kept {
    // The replaced section may have contained private keys in the clear.
    for (const [name, { section: old }] of before) {
      if (old.kind === Kind.KEYS && now.get(name)?.section !== old) old.bytes.fill(0);
    }
    return now;
  }
  return { section, finish };
}

function encodeWalletSections(
  wallet: Wallet,
  { network, secp256k1 }: WalletCodecContext,
  section: MakeSection,
): readonly DigestedSection[] {
  const { keyring, labels, otherLabels, history, descriptors, ledger } = wallet;
  const head = headOf(wallet);
  const sealed = keyring.kind === 'open' ? keyring.keys : keyring.sealed;
  const proof = proofOf(wallet);
  const chunks = transactionChunks(ledger);
  return [
    section(Kind.HEAD, 0, Object.values(head), (writer) => writeHead(writer, head)),
    section(Kind.KEYS, 0, [sealed], (writer) => writeKeyring(writer, keyring)),
    ...(proof
      ? provenSections(proof, section)
      : [
          section(Kind.LABELS, 0, [labels], (writer) => storedLabels.write(writer, labels)),
          ...[...descriptors.values()].map((owner) =>
            section(Kind.DESCRIPTOR, owner.id, [owner], (writer) =>
              writeDescriptor(writer, owner, { network, secp256k1 }),
            ),
          ),
        ]),
    ...chunks.map((chunk, i) =>
      section(Kind.TRANSACTIONS, i, chunk, (writer) => {
        for (const known of chunk) writeWalletTransaction(writer, known);
      }),
    ),
    section(Kind.OUTPUTS, 0, [ledger], (writer) => writeOutputs(writer, ledger)),
    ...(proof
      ? [
          section(Kind.PROOF, 0, [proof], (writer) => writer.bytes(proof.mac)),
          section(Kind.SINCE, 0, [proof, labels, otherLabels, descriptors], (writer) =>
            writeSince(writer, wallet, proof),
          ),
        ]
      : []),
    ...otherLabelsSection(proof?.otherLabels, otherLabels, section),
    ...(history.length > 0
      ? [section(Kind.HISTORY, 0, [history], (writer) => void writer.bytes(history))]
      : []),
  ];
}

function proofOf({ keyring, proof }: Wallet): Proof | undefined {
  if (!isProofStored({ keyring })) return undefined;
  invariant(proof !== undefined, 'a wallet whose keys ask for a proof has one');
  return proof;
}

/** Returns the sections as they were at the last unlock, without later changes. */
function provenSections(
  { labels, descriptors }: Proof,
  section: MakeSection,
): readonly DigestedSection[] {
  return [
    section(Kind.LABELS, 0, [labels.section], labels.section),
    ...[...descriptors].map(([id, { section: made }]) =>
      section(Kind.DESCRIPTOR, id, [made], made),
    ),
  ];
}

function otherLabelsSection(
  proven: Proof['otherLabels'] | undefined,
  labels: Wallet['otherLabels'],
  section: MakeSection,
): readonly DigestedSection[] {
  const { value, made } = proven
    ? { value: proven.value, made: proven.section }
    : { value: labels, made: (writer: Writer) => storedOtherLabels.write(writer, labels) };
  return value.size > 0 ? [section(Kind.OTHER_LABELS, 0, [proven?.section ?? labels], made)] : [];
}

function headOf(wallet: Wallet): Head {
  const { name, network, keyring, labels, otherLabels, descriptors, ledger, ...rest } = wallet;
  const { flags, blank, active, locks, lastBlock, pendingScan, proof, history, ...others } = rest;
  const { keyTime: _, noticed: __, added: ___, ...unwritten } = others;
  // Fails to compile if the wallet has a part that no section contains.
  const nothing: { readonly [key: string]: never } = unwritten;
  const head = { flags, blank, active, locks, lastBlock, pendingScan };
  return { networkName: network.name, ...head, ...nothing };
}

/** A decoded wallet, and an encoder that already has its sections. */
export type DecodedWallet = { readonly wallet: Wallet; readonly encode: WalletEncoder };

/**
 * Decodes a wallet file, or returns what is wrong with it. `name` is the wallet's name outside the
 * file. Copies the bytes.
 */
export function decodeWalletFile(
  bytes: Bytes,
  name: string,
  context: WalletCodecContext,
): DecodedWallet | WalletFileError {
  const read = readFile(bytes, name, context);
  if ('error' in read) return read;
  const { wallet, sections } = read;
  const kept = keptOf(wallet, sections, context);
  const check = createReadCheck(context);
  if (kept !== undefined) check.learn(wallet, sections);
  return { wallet, encode: createWalletEncoder(context, kept, check) };
}

/** Decodes a wallet that is not stored again, so without an encoder. */
export function decodeWallet(
  bytes: Bytes,
  name: string,
  context: WalletCodecContext,
): Wallet | WalletFileError {
  const read = readFile(bytes, name, context);
  return 'error' in read ? read : read.wallet;
}

function readFile(bytes: Bytes, name: string, context: WalletCodecContext) {
  const decoded = decodeSections(bytes, walletFile, context.digest);
  if ('error' in decoded) return decoded;
  if (decoded.version !== walletFile.version) return { error: 'malformed' } as const;
  // Copies, so that parsed values do not keep the file's bytes, and keys in them, alive.
  const sections = decoded.sections.map(({ kind, bytes: part, digest }) => ({
    kind,
    bytes: new Uint8Array(part),
    digest: new Uint8Array(digest),
  }));
  const wallet = readWallet(sections, name, context);
  return 'error' in wallet ? wallet : { wallet, sections };
}

/** Returns the sections of a decoded wallet as if they had been encoded from it. */
function keptOf(
  wallet: Wallet,
  sections: readonly DigestedSection[],
  context: WalletCodecContext,
): Kept | undefined {
  const kept = new Map<string, KeptSection>();
  let inOrder = true;
  const made = encodeWalletSections(wallet, context, (kind, which, of) => {
    const section = sections[kept.size] ?? { kind: 0, bytes: emptyBytes, digest: emptyBytes };
    inOrder &&= section.kind === kind;
    kept.set(`${kind} ${which}`, { of, section });
    return section;
  });
  return inOrder && made.length === sections.length ? kept : undefined;
}
