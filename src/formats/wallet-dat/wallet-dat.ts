import { addChecksum } from '../../descriptor/checksum.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { jsonNumber, jsonObject } from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { isWalletDat, isWalletDatText } from '../../keys/key-text.ts';
import { decodeAddress } from '../../script/address.ts';
import { isRef, type WalletLabel } from '../labels.ts';
import {
  type DescriptorPart,
  type FormatContext,
  type FormatFailure,
  failure,
  type ReadContext,
  type StretchContext,
  type WalletParts,
} from '../wallet-file.ts';
import { readBerkeley } from './berkeley.ts';
import type { DatabaseRecords } from './database.ts';
import { type FileDescriptor, migrateKeys } from './migrate.ts';
import { networkFailure } from './network-of-file.ts';
import { findOwned, type OwnedScripts } from './owned-scripts.ts';
import { type CoreFile, readRecords } from './records.ts';
import { type Findings, reportOf } from './report.ts';
import { isSqlite, readSqlite } from './sqlite.ts';
import { openDescriptors } from './stored-descriptors.ts';
import { isEncrypted, type OpenedKeys, openKeys } from './unlock-file.ts';

/** Returns the bytes of a wallet.dat, which may be in base64; `undefined` for other files. */
export function walletDatBytes(file: string | Bytes): Bytes | undefined {
  if (typeof file !== 'string') return isWalletDat(file) ? file : undefined;
  return isWalletDatText(file) ? decodeBase64(file.replace(/\s+/g, '')) : undefined;
}

/** A wallet.dat: its data, and its descriptors with private keys if it was opened. */
export type WalletDat = {
  readonly file: CoreFile;
  readonly descriptors: readonly FileDescriptor[];
  readonly findings: Findings;
  readonly owned: OwnedScripts;
};

/**
 * Reads and opens a wallet.dat. `passphrase`: of an encrypted one; if absent, its keys stay closed,
 * and a legacy wallet has no descriptors.
 */
export function openWalletDat(
  bytes: Bytes,
  passphrase: string | undefined,
  context: StretchContext,
): WalletDat | FormatFailure {
  const database: DatabaseRecords | FormatFailure = isSqlite(bytes)
    ? readSqlite(bytes)
    : readBerkeley(bytes);
  if ('error' in database) return database;
  const file = readRecords(database.records);
  if (file.counts.size === 0) {
    return failure(
      'this database is not a wallet: it has no record of one. Choose wallet.dat in the folder of Bitcoin Core',
    );
  }
  const wrong = networkFailure(file, database, context);
  if (wrong !== undefined) return wrong;
  const isClosed = passphrase === undefined && isEncrypted(file);
  const opened = isClosed ? undefined : openKeys(file, passphrase, context);
  if (opened !== undefined && 'error' in opened) return opened;
  try {
    return describe(file, opened, database, context);
  } finally {
    opened?.wipe();
  }
}

function describe(
  file: CoreFile,
  opened: OpenedKeys | undefined,
  { lost }: DatabaseRecords,
  context: FormatContext,
): WalletDat {
  const stored = openDescriptors(file, opened, context);
  const hasLegacy = file.keys.size + file.watched.size + file.scripts.length > 0;
  const legacy = opened && hasLegacy ? migrateKeys(file, opened, context) : undefined;
  const owned = legacy?.owned ?? findOwned(file);
  const descriptors = [...(legacy?.descriptors ?? []), ...stored.descriptors];
  const findings = {
    isOpen: opened !== undefined,
    keys: legacy ?? { derived: 0, single: 0, damaged: 0, misplaced: 0, seeds: 0 },
    stored,
    ...compareAddresses(file, owned, context),
    lost,
  };
  return { file, descriptors, findings, owned };
}

/** Compares the receiving addresses in the address book with the scripts of the keys. */
function compareAddresses(
  { names, purposes, descriptors }: CoreFile,
  { isOfKey, own }: OwnedScripts,
  { network }: FormatContext,
): { readonly same: number; readonly foreign: number } {
  const others = new Set(own.map(encodeHex));
  let same = 0;
  let foreign = 0;
  for (const [address] of descriptors.size === 0 ? names : []) {
    // Addresses of payees are in it, too. Older versions state no purpose.
    const purpose = purposes.get(address);
    const script = decodeAddress(address, network);
    if (!isBytes(script) || purpose === 'send') continue;
    const id = encodeHex(script);
    if (isOfKey(id) || others.has(id)) same++;
    else if (purpose === 'receive') foreign++;
  }
  return { same, foreign };
}

/** Limit of keys and scripts. Businesses had some 10,000 keys in one file. */
const MOST_DESCRIPTORS = 250_000;

/** Reads a wallet.dat of Bitcoin Core, Knots or Bitcoin-Qt, in Berkeley DB or SQLite. */
export function readWalletDat(bytes: Bytes, context: ReadContext): WalletParts | FormatFailure {
  const opened = openWalletDat(bytes, context.password, context);
  if ('error' in opened) return opened;
  const { file, descriptors, findings, owned } = opened;
  if (context.secrets && !findings.isOpen) {
    return { error: 'this wallet.dat is encrypted: its passphrase is needed', needsPassword: true };
  }
  const { lost, doubts, notes } = reportOf(file, findings);
  const { parts, left } =
    file.descriptors.size > 0
      ? {
          parts: descriptors.map((each) => partOf(each.text, each.created, each.internal)),
          left: 0,
        }
      : publicParts(file, owned, context);
  if (parts.length === 0) {
    return failure(
      'this wallet.dat has no keys and no scripts: it is a blank wallet. Look for another copy of it',
    );
  }
  return {
    format: 'core',
    program: 'Bitcoin Core',
    descriptors: parts,
    mostDescriptors: MOST_DESCRIPTORS,
    labels: walletDatLabels(file),
    lost: [
      ...lost,
      ...(left > 0
        ? [
            `scripts that no descriptor describes, such as bare multisig with more than 3 keys (${left})`,
          ]
        : []),
    ],
    doubts,
    notes,
    ...(context.secrets && secretsOf(descriptors)),
  };
}

const partOf = (text: string, created: number, isChange = false): DescriptorPart => ({
  text,
  ...(created > 0 && { timestamp: created }),
  isChange,
});

/**
 * Returns the public descriptors of a legacy wallet, one for each key: its steps are hardened, so
 * that no other descriptor can be watched without private keys. `left`: number of scripts without a
 * descriptor, which Core leaves out, too.
 */
function publicParts(
  file: CoreFile,
  { provider, own, solvable }: OwnedScripts,
  context: FormatContext,
): { readonly parts: readonly DescriptorPart[]; readonly left: number } {
  const ofKeys = [...file.keys].map(([id]) => {
    const note = file.keyNotes.get(id);
    const { fingerprint, path } = note?.origin ?? {};
    const origin = fingerprint && path && `[${encodeHex(fingerprint)}${formatKeyPath(path)}]`;
    return partOf(addChecksum(`combo(${origin ?? ''}${id})`), note?.created ?? 0);
  });
  const scripts = [...own, ...solvable];
  const ofScripts = scripts.flatMap((script) => {
    const found = inferDescriptor(script, provider, context.secp256k1);
    const text = formatDescriptor(found, context);
    const isLeft = found.kind === 'raw' || 'error' in parseDescriptor(text, context);
    const note = file.watchNotes.get(encodeHex(script));
    return isLeft ? [] : [partOf(text, note?.created ?? 0)];
  });
  return { parts: [...ofKeys, ...ofScripts], left: scripts.length - ofScripts.length };
}

/** Returns the descriptors with private keys, as `listdescriptors true` of Core prints them. */
function secretsOf(descriptors: readonly FileDescriptor[]): Pick<WalletParts, 'secrets'> {
  const rows = descriptors
    .filter(({ isPrivate }) => isPrivate)
    .map(({ text, range, internal }) =>
      jsonObject({
        desc: text,
        ...(range && { range: range.map((each) => jsonNumber(each)) }),
        ...(internal && { internal }),
      }),
    );
  return rows.length === 0 ? {} : { secrets: [printJson(rows, 0)] };
}

/** Returns the labels of own addresses, and frozen coins. */
export function walletDatLabels({
  names,
  purposes,
  lockedCoins,
}: CoreFile): readonly WalletLabel[] {
  const labels: WalletLabel[] = [];
  for (const [ref, label] of names) {
    const isOwn = purposes.get(ref) !== 'send';
    if (label !== '' && isOwn && isRef('addr', ref)) labels.push({ type: 'addr', ref, label });
  }
  for (const ref of lockedCoins) labels.push({ type: 'output', ref, spendable: false });
  return labels;
}
