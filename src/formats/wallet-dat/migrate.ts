import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import { encodeWif } from '../../crypto/wif.ts';
import { addChecksum } from '../../descriptor/checksum.ts';
import { derivePrivatePath, masterKeyFromSeed } from '../../descriptor/derive.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import {
  type ExtendedPrivateKey,
  encodeExtendedPrivateKey,
  HARDENED,
} from '../../descriptor/extended-key.ts';
import { formatDescriptor, formatPrivateDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { FormatContext } from '../wallet-file.ts';
import { findOwned, type OwnedScripts } from './owned-scripts.ts';
import type { CoreFile, KeyNote, StoredKey } from './records.ts';
import type { OpenedKeys } from './unlock-file.ts';

/** A descriptor in the file, or a descriptor that Core makes from its keys. */
export type FileDescriptor = {
  /** The descriptor, including the private keys in the file that are open. */
  readonly text: string;
  /** Seconds since 1970; 0 if unknown. */
  readonly created: number;
  /** First and last position in use. Absent: one script. */
  readonly range?: readonly [first: number, last: number] | undefined;
  /** The position of the next address. */
  readonly next?: number | undefined;
  /** True for change. */
  readonly internal?: boolean | undefined;
  /** True if it provides new addresses. */
  readonly active?: boolean | undefined;
  /** `watched`: without all private keys. `solvable`: neither spent nor watched. */
  readonly standing: 'own' | 'watched' | 'solvable';
  /** True if there is a private key in the text. */
  readonly isPrivate: boolean;
};

/** Descriptors of a wallet, and what was found while they were made. */
export type Migration = {
  readonly descriptors: readonly FileDescriptor[];
  /** Numbers of keys that a seed derives, and of all others. */
  readonly derived: number;
  readonly single: number;
  /** Keys that do not belong to their public keys. */
  readonly damaged: number;
  /** Keys that are not at the path of their seed that the file states. */
  readonly misplaced: number;
  /** Number of seeds. */
  readonly seeds: number;
  /** Scripts of the keys and scripts in the file. */
  readonly owned: OwnedScripts;
};

/** Makes the descriptors of a legacy wallet. Core: LegacyDataSPKM::MigrateToDescriptor. */
export function migrateKeys(file: CoreFile, opened: OpenedKeys, context: FormatContext): Migration {
  const chains = openChains(file, opened, context);
  const counts = { derived: 0, single: 0, damaged: 0, misplaced: 0 };
  const singles: FileDescriptor[] = [];
  for (const [id, stored] of file.keys) {
    const note = file.keyNotes.get(id);
    const isDerived = isFromSeed(file, note);
    if (isDerived && chains.holds(stored, note)) {
      counts.derived++;
      continue;
    }
    const single = describeSingle(stored, note, opened, context);
    if (single === undefined) {
      counts.damaged++;
      continue;
    }
    singles.push(single);
    counts.single++;
    if (isDerived) counts.misplaced++;
  }
  const owned = findOwned(file);
  const descriptors = [
    ...singles,
    ...chains.descriptors(),
    ...describeScripts(file, owned, opened, context),
  ];
  chains.wipe();
  return { descriptors, ...counts, seeds: chains.count, owned };
}

/** Returns true for a key that a seed derives. A seed is a key, too, and is none of them. */
const isFromSeed = ({ chain }: CoreFile, note: KeyNote | undefined): boolean =>
  note?.seedId !== undefined && note.path !== 's' && note.path !== 'm' && chain !== undefined;

function describeSingle(
  stored: StoredKey,
  note: KeyNote | undefined,
  opened: OpenedKeys,
  { network }: FormatContext,
): FileDescriptor | undefined {
  const key = opened.keyOf(stored);
  if (key === undefined) return undefined;
  const own = { fingerprint: hash160(stored.publicKey).subarray(0, 4), path: [] };
  const origin = note === undefined ? undefined : (note.origin ?? own);
  const from = origin ? `[${encodeHex(origin.fingerprint)}${formatKeyPath(origin.path)}]` : '';
  const text = addChecksum(`combo(${from}${encodeWif(key, network)})`);
  key.wipe();
  return {
    text,
    created: note?.created ?? stored.created ?? 0,
    standing: 'own',
    isPrivate: true,
  };
}

/** "m/0'/1'/7'", as Core writes it: change, and its index. */
const PATH = /^m\/0'\/([01])'\/(\d{1,10})'$/;

type Chains = {
  readonly count: number;
  /** Returns true if a seed derives the key at the path that the file states. */
  readonly holds: (stored: StoredKey, note: KeyNote | undefined) => boolean;
  readonly descriptors: () => readonly FileDescriptor[];
  readonly wipe: () => void;
};

type Seed = {
  readonly master: ExtendedPrivateKey;
  /** The keys at m/0h/0h and m/0h/1h. */
  readonly branches: readonly (ExtendedPrivateKey | undefined)[];
  /** Number of positions of each branch. */
  readonly ends: [number, number];
};

function openChains(file: CoreFile, opened: OpenedKeys, context: FormatContext): Chains {
  const { secp256k1, network } = context;
  const { chain } = file;
  const seeds = new Map<string, Seed>();
  const ids = chain ? seedIds(file, chain.seedId) : [];
  for (const id of ids) {
    const seed = openSeed(file, id, opened, context);
    if (seed === undefined) continue;
    if (id === chain?.seedId) seed.ends.splice(0, 2, chain.external, chain.internal);
    seeds.set(id, seed);
  }
  return {
    count: seeds.size,
    holds({ publicKey }, note) {
      const seed = seeds.get(note?.seedId ?? '');
      const [, branch = '', index = ''] = PATH.exec(note?.path ?? '') ?? [];
      const parent = seed?.branches[Number(branch)];
      const number = Number(index);
      if (seed === undefined || parent === undefined || number >= HARDENED) return false;
      const child = derivePrivatePath(parent, [number + HARDENED], secp256k1);
      const isRight =
        child !== undefined && equalBytes(child.privateKey.publicKey(secp256k1), publicKey);
      child?.privateKey.wipe();
      const at = branch === '1' ? 1 : 0;
      if (isRight) seed.ends[at] = Math.max(seed.ends[at], number + 1);
      return isRight;
    },
    descriptors: () =>
      [...seeds.values()].flatMap(({ master, ends }) => {
        const xprv = encodeExtendedPrivateKey(master, network);
        const branches = (chain?.version ?? 0) >= 2 ? [0, 1] : [0];
        return branches.map((branch) => ({
          text: addChecksum(`combo(${xprv}/0h/${branch}h/*h)`),
          created: 0,
          range: [0, Math.max(0, (ends[branch] ?? 0) - 1)] as const,
          next: 0,
          internal: branch === 1,
          standing: 'own' as const,
          isPrivate: true,
        }));
      }),
    wipe() {
      for (const { master, branches } of seeds.values()) {
        for (const each of [master, ...branches]) each?.privateKey.wipe();
      }
    },
  };
}

/** Returns the ids of all seeds: the current one first. */
const seedIds = ({ keyNotes }: CoreFile, current: string): readonly string[] => [
  ...new Set([
    ...(/^0*$/.test(current) ? [] : [current]),
    ...[...keyNotes.values()].flatMap(({ seedId }) => seedId ?? []),
  ]),
];

function openSeed(
  { keys }: CoreFile,
  id: string,
  opened: OpenedKeys,
  { secp256k1 }: FormatContext,
): Seed | undefined {
  const stored = [...keys.values()].find(({ publicKey }) => encodeHex(hash160(publicKey)) === id);
  const key: PrivateKey | undefined = stored && opened.keyOf(stored);
  const master = key && masterKeyFromSeed(key.reveal());
  key?.wipe();
  if (master === undefined) return undefined;
  const branches = [0, 1].map((branch) =>
    derivePrivatePath(master, [HARDENED, HARDENED + branch], secp256k1),
  );
  return { master, branches, ends: [0, 0] };
}

/** Describes the scripts that are not those of one key. */
function describeScripts(
  file: CoreFile,
  { provider, own, solvable }: OwnedScripts,
  opened: OpenedKeys,
  context: FormatContext,
): readonly FileDescriptor[] {
  const stored = new Map(
    [...file.keys.values()].map((each) => [encodeHex(hash160(each.publicKey)), each]),
  );
  const findPrivateKey = (hash: Bytes) => {
    const found = stored.get(encodeHex(hash));
    return found && opened.keyOf(found);
  };
  const describe = (script: Bytes, isOwn: boolean): FileDescriptor | undefined => {
    const found: Descriptor = inferDescriptor(script, provider, context.secp256k1);
    const plain = formatDescriptor(found, context);
    // Core, too, leaves out what cannot be read again.
    if ('error' in parseDescriptor(plain, context)) return undefined;
    if (!isOwn && (found.kind === 'addr' || found.kind === 'raw')) return undefined;
    const { text, hasPrivate } = formatPrivateDescriptor(found, { ...context, findPrivateKey });
    const isWhole =
      hasPrivate && !/(^|[(,\]])0[23][0-9a-f]{64}|(^|[(,\]])04[0-9a-f]{128}/.test(text);
    return {
      text,
      created: file.watchNotes.get(encodeHex(script))?.created ?? 0,
      standing: isOwn ? (isWhole ? 'own' : 'watched') : 'solvable',
      isPrivate: hasPrivate,
    };
  };
  return [
    ...own.flatMap((script) => describe(script, true) ?? []),
    ...solvable.flatMap((script) => describe(script, false) ?? []),
  ];
}
