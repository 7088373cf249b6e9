import type { PrivateKey } from '../crypto/private-key.ts';
import { derivePrivatePath } from '../descriptor/derive.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { isRange } from '../descriptor/descriptor.ts';
import { expandScripts } from '../descriptor/expand.ts';
import {
  decodeExtendedPublicKey,
  type ExtendedPublicKey,
  HARDENED,
  neuter,
} from '../descriptor/extended-key.ts';
import { formatKeyPath, parseHdKeyPath } from '../descriptor/key-path.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { type PrivateKeySource, privateKeyLookup } from '../descriptor/private-keys.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { networks } from '../encoding/network.ts';
import { decodeAddress } from '../script/address.ts';
import { solveScript } from '../script/templates.ts';
import { type AccountKind, purposeScripts, standardAccounts } from '../seed/accounts.ts';
import type { Pause } from '../signing/task.ts';
import { barePaths, sharedPaths } from './account-paths.ts';
import {
  describeAccount,
  type KeyDescriptor,
  type KeyRing,
  type MasterKey,
  type RingContext,
  requireRingNetwork,
} from './key-ring.ts';
import { type KeyFault, keyFault } from './read-private-keys.ts';
import { formatSlipKey, isTestNetwork, type KeyScript, readSlipKey } from './slip132.ts';

/** An account of a key for watch-only wallets or cosigners. */
export type KeyAccount = {
  /** Name for people, such as `BIP84`; `wallet` for a wallet of the ring, without path and key. */
  readonly name: string;
  /** Path of the account, such as `m/84h/0h/3h`. It begins at the master key if that is known. */
  readonly path: string;
  /** Key with its origin in brackets for cosigners: an xpub, or an xprv if requested. */
  readonly key: string;
  /** The extended public key with SLIP-132's version bytes for this script; otherwise an xpub. */
  readonly slip132: string;
  /** Receiving and change (BIP389), with a checksum. Absent if the path is for several keys. */
  readonly descriptor?: string | undefined;
};

/** Options of `listAccounts`. */
export type ListAccountsOptions = {
  /** The number of the standard accounts. Default: 0. */
  readonly account?: number | undefined;
  /** Paths such as `m/48h/0h/0h/2h` instead of the standard accounts. */
  readonly paths?: readonly string[] | undefined;
  /** True to include private keys, with which anyone can spend. Default: false. */
  readonly secrets?: boolean | undefined;
};

/** Account, branch and position of an address or an extended public key. */
export type FoundAccount = KeyAccount & {
  /** 0 for receiving, 1 for change. Absent in a search for an extended public key. */
  readonly branch?: number | undefined;
  /** Position in the branch. Absent in a search for an extended public key. */
  readonly index?: number | undefined;
};

/** Limits of the search for an account. */
export type FindAccountOptions = Pick<ListAccountsOptions, 'paths'> & {
  /** Number of accounts, from 0. Default: 20. */
  readonly accounts?: number | undefined;
  /** Number of positions, from 0, in both branches of each account. Default: 1000. */
  readonly positions?: number | undefined;
  /** Called and awaited between short steps. If it throws, the search ends with that error. */
  readonly onProgress?: ((progress: FindProgress) => void | Promise<void>) | undefined;
};

/** Progress of a search. */
export type FindProgress = {
  /** Number of compared addresses. */
  readonly done: number;
  /** Number of addresses to compare if none matches. */
  readonly total: number;
};

/** Lists accounts of all seeds and extended private keys of a ring. */
export function listAccounts(
  ring: KeyRing,
  { account = 0, paths, secrets = false }: ListAccountsOptions,
  context: RingContext,
): readonly KeyAccount[] | KeyFault {
  requireRingNetwork('listAccounts', ring, context.network);
  const named = paths && kindsAt(paths);
  if (named !== undefined && 'error' in named) return named;
  return ring.masters.flatMap((master) => {
    const isStandard = master.accounts.some(({ name }) => name.startsWith('BIP'));
    const standard = isStandard ? standardAccounts(context.network, account) : master.accounts;
    return (named ?? standard).map((kind) => accountAt(master, kind, context, secrets));
  });
}

const SCRIPTS: { readonly [name: string]: KeyScript } = {
  wpkh: 'wpkh',
  'sh(wpkh': 'sh(wpkh)',
};
const SHARED_SCRIPTS: { readonly [step: number]: KeyScript } = { 1: 'sh(wsh)', 2: 'wsh' };

function accountAt(
  master: MasterKey,
  kind: AccountKind,
  context: RingContext,
  secrets = false,
): KeyAccount {
  const { key, text, origin } = describeAccount(master, kind, context, secrets);
  const wrapped = kind.wrap('');
  const script = SCRIPTS[wrapped.slice(0, wrapped.indexOf('()'))];
  const isShared = kind.path[0] === 48 + HARDENED;
  const shared = isShared ? SHARED_SCRIPTS[(kind.path[3] ?? 0) - HARDENED] : undefined;
  const xpub = describeAccount(master, kind, context, false).key.replace(/^\[.*\]/, '');
  return {
    name: kind.name,
    path: `m${formatKeyPath([...(origin?.path ?? []), ...kind.path])}`,
    key,
    slip132: formatSlipKey(xpub, script ?? shared ?? 'any'),
    descriptor: wrapped === '' ? undefined : text,
  };
}

/** Reads paths, each with the usual script of its purpose, or without a script for several keys. */
function kindsAt(paths: readonly string[]): readonly AccountKind[] | KeyFault {
  const kinds: AccountKind[] = [];
  for (const text of paths) {
    const path = /^m(\/\d+[hH']?)*$/.test(text)
      ? parseHdKeyPath(text.replace(/H/g, 'h'))
      : undefined;
    if (path === undefined) return keyFault('A path has the form m/84h/0h/0h');
    if (isUnhardened(path)) {
      return keyFault(`Wallets derive an account by hardened steps, such as m/${hardened(path)}`);
    }
    kinds.push({ name: text, path, wrap: wrapAt(path) });
  }
  return kinds;
}

/** Purposes whose accounts are hardened, and the number of their hardened steps (BIP44, BIP48). */
const STEPS_OF: { readonly [purpose: number]: number } = { 44: 3, 48: 4, 49: 3, 84: 3, 86: 3 };
const stepsOf = ([purpose = 0]: readonly number[]): number => STEPS_OF[purpose % HARDENED] ?? 0;

/** Returns true if a path looks like that of an account, but no wallet derives it. */
const isUnhardened = (path: readonly number[]): boolean =>
  path.length >= 3 && path.slice(0, stepsOf(path)).some((step) => step < HARDENED);

const hardened = (path: readonly number[]): string =>
  path
    .map((step, i) => `${step % HARDENED}${i < stepsOf(path) || step >= HARDENED ? 'h' : ''}`)
    .join('/');

const wrapAt = ([purpose = 0]: readonly number[]): AccountKind['wrap'] =>
  Object.entries(purposeScripts).find(([each]) => Number(each) === purpose - HARDENED)?.[1] ??
  (() => '');

/**
 * Finds the account of an address or an extended public key (also of SLIP-132). Searches purposes
 * 44, 49, 84 and 86 with every account number, and the wallets of the ring. Returns `undefined` if
 * none matches.
 */
export async function findAccount(
  ring: KeyRing,
  target: string,
  options: FindAccountOptions,
  context: Searching,
): Promise<FoundAccount | KeyFault | undefined> {
  requireRingNetwork('findAccount', ring, context.network);
  const named = kindsAt(options.paths ?? []);
  if ('error' in named) return named;
  const text = target.trim().replace(/^\[.*\]/, '');
  const slip = readSlipKey(text);
  if (slip !== undefined) {
    const key =
      slip.isTest === isTestNetwork(context.network)
        ? decodeExtendedPublicKey(slip.xpub, context.network, context.secp256k1)
        : undefined;
    if (key === undefined) return keyFault('This extended public key is of another network');
    return findKey(ring, key, { ...options, named }, context);
  }
  const script = decodeAddress(text, context.network);
  if ('error' in script) {
    const other = Object.values(networks).find((each) => !('error' in decodeAddress(text, each)));
    const why = `This is neither an address nor an extended public key: ${script.error}`;
    return keyFault(
      other === undefined
        ? why.replace(/\.$/, '')
        : `This is an address of ${other.name}, not of ${context.network.name}. If that is right, choose its network`,
    );
  }
  return findScript(ring, script, { ...options, named }, context);
}

/** A search with its limits. */
type Limited = Search & { readonly accounts: number; readonly positions: number };
type Search = FindAccountOptions & { readonly named: readonly AccountKind[] };

/** `pause` is awaited between short steps. If it rejects, the search ends with that error. */
type Searching = RingContext & { readonly pause?: Pause | undefined };

const MOST_ACCOUNTS = 20;
const MOST_POSITIONS = 1000;

async function findKey(
  { masters }: KeyRing,
  wanted: ExtendedPublicKey,
  { named, accounts = MOST_ACCOUNTS, onProgress }: Search,
  context: Searching,
): Promise<FoundAccount | undefined> {
  const { network, secp256k1, pause } = context;
  const coin = isTestNetwork(network) ? 1 : 0;
  const shared = Array.from({ length: accounts }, (_, i) => sharedPaths(coin, i)).flat();
  const hardened = [...barePaths, ...shared].map((path) => path.map((step) => step + HARDENED));
  const others = hardened.map((path) => ({
    name: `m${formatKeyPath(path)}`,
    path,
    wrap: () => '',
  }));
  for (const master of masters) {
    const kinds = [...kindsOf(master, accounts, named, context), ...others];
    for (const [done, kind] of kinds.entries()) {
      if (done % 10 === 0) {
        await pause?.();
        await onProgress?.({ done, total: kinds.length });
      }
      const derived = derivePrivatePath(master.key, kind.path, secp256k1);
      if (derived === undefined) continue;
      const found = neuter(derived, secp256k1);
      if (derived !== master.key) derived.privateKey.wipe();
      const isIt =
        equalBytes(found.publicKey, wanted.publicKey) &&
        equalBytes(found.chainCode, wanted.chainCode);
      if (isIt) return accountAt(master, kind, context);
    }
  }
  return undefined;
}

/** Lists the kinds of accounts, without duplicate paths. */
function kindsOf(
  master: MasterKey,
  accounts: number,
  named: readonly AccountKind[],
  { network }: RingContext,
): readonly AccountKind[] {
  const isMaster = master.key.depth === 0;
  const numbers = Array.from({ length: isMaster ? accounts : 0 }, (_, i) => i);
  const all = [
    ...named,
    ...master.accounts,
    ...numbers.flatMap((number) => standardAccounts(network, number)),
  ];
  return [...new Map(all.map((kind) => [kind.path.join('/'), kind])).values()];
}

/** A branch of an account or a wallet to search for a script. */
type Branch = {
  readonly descriptor: Descriptor;
  /** Finds the private keys of hardened steps. Absent: it has none. */
  readonly findPrivateKey?: PrivateKeySource['findPrivateKey'];
  readonly branch: number;
  readonly found: () => KeyAccount;
};

/** Sizes of the batches of positions, with the positions of most wallets first. */
const STEPS = [20, 64];

async function findScript(
  ring: KeyRing,
  script: Bytes,
  { named, accounts = MOST_ACCOUNTS, positions = MOST_POSITIONS, onProgress }: Search,
  context: Searching,
): Promise<FoundAccount | undefined> {
  const opened: PrivateKey[] = [];
  try {
    const search = { named, accounts, positions, onProgress };
    return await searchBranches(ring, script, search, { ...context, opened });
  } finally {
    for (const key of opened) key.wipe();
  }
}

/** `opened`: receives the private keys that are read and derived. */
async function searchBranches(
  ring: KeyRing,
  script: Bytes,
  { named, accounts, positions, onProgress }: Limited,
  { opened, ...context }: Searching & { readonly opened: PrivateKey[] },
): Promise<FoundAccount | undefined> {
  const { secp256k1, pause } = context;
  const branches: Branch[] = [];
  for (const each of ring.descriptors) {
    await pause?.();
    branches.push(...walletBranches(each, opened, context));
  }
  for (const master of ring.masters) {
    for (const kind of kindsOf(master, accounts, named, context)) {
      await pause?.();
      branches.push(...accountBranches(master, kind, script, context));
    }
  }
  const total = branches.length * positions;
  let done = 0;
  for (let first = 0, round = 0; first < positions; round++) {
    const count = Math.min(STEPS[round] ?? STEPS[STEPS.length - 1] ?? 1, positions - first);
    for (const { descriptor, findPrivateKey = () => undefined, branch, found } of branches) {
      const range = isRange(descriptor) ? count : Math.max(0, 1 - first);
      done += count;
      if (range === 0) continue;
      await pause?.();
      await onProgress?.({ done: done - count, total });
      const source = { secp256k1, findPrivateKey, derived: opened };
      const places = Array.from({ length: range }, (_, i) => first + i);
      const expanded = expandScripts(descriptor, places, source);
      const at = expanded.findIndex((each) => each?.scripts.some((one) => equalBytes(one, script)));
      if (at >= 0) return { ...found(), branch, index: first + at };
    }
    first += count;
  }
  return undefined;
}

function walletBranches(
  { text, isChange = false }: KeyDescriptor,
  opened: PrivateKey[],
  context: RingContext,
): readonly Branch[] {
  const parsed = parseDescriptor(text, context);
  if ('error' in parsed) return [];
  for (const key of parsed.privateKeys.values()) opened.push(key);
  const findPrivateKey = privateKeyLookup(parsed.privateKeys);
  const descriptor = parsed.privateKeys.size === 0 ? text : undefined;
  const found = () => ({ name: 'wallet', path: '', key: '', slip132: '', descriptor });
  return parsed.descriptors.map((each, i) => {
    const branch = isChange ? 1 : i;
    return { descriptor: each, findPrivateKey, branch, found };
  });
}

/** The only single-key script that an address can have. */
const WRAP_OF: { readonly [kind: string]: AccountKind['wrap'] | undefined } = {
  pubkeyhash: purposeScripts[44],
  scripthash: purposeScripts[49],
  witness_v0_keyhash: purposeScripts[84],
  witness_v1_taproot: purposeScripts[86],
};

function accountBranches(
  master: MasterKey,
  { name, path }: AccountKind,
  script: Bytes,
  context: RingContext,
): readonly Branch[] {
  const wrap = WRAP_OF[solveScript(script).kind];
  if (wrap === undefined) return [];
  const kind = { name, path, wrap };
  const parsed = parseDescriptor(describeAccount(master, kind, context, false).text, context);
  if ('error' in parsed) return [];
  const found = () => accountAt(master, kind, context);
  return parsed.descriptors.map((descriptor, branch) => ({ descriptor, branch, found }));
}
