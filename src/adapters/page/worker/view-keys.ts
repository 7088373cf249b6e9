import { expandScripts } from '../../../descriptor/expand.ts';
import { parseDescriptor } from '../../../descriptor/parse.ts';
import { isSilentDescriptor } from '../../../descriptor/silent-descriptor.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import type { Network } from '../../../encoding/network.ts';
import { exportWallet } from '../../../formats/export.ts';
import { type KeyRing, ringDescriptors } from '../../../keys/key-ring.ts';
import { listAccounts } from '../../../keys/ring-accounts.ts';
import { ringDoubts, type WalletKey, walletKeys } from '../../../keys/wallet-keys.ts';
import { formatAddress } from '../../../script/address.ts';
import { describeIrregularity } from '../../../seed/fault-text.ts';
import { failure, sentence } from './failures.ts';
import { type OpenKey, ringContext, ringOf, type Session } from './session.ts';
import { type SilentView, viewSilent } from './silent-view.ts';

/** An account of the open keys, or a wallet, without private keys. */
export type AccountView = {
  /** Name, such as `Native SegWit`. */
  readonly name: string;
  /** Path from the master key; empty if it is unknown, or different for each cosigner. */
  readonly path: string;
  /** Extended public key as devices read it; empty if there are several. */
  readonly xpub: string;
  readonly descriptor: string;
  /** Addresses to receive at. */
  readonly addresses: readonly string[];
};

/** A key of a shared wallet. */
type PolicyKey = {
  /** Fingerprint of the master key, or the beginning and end of a key that names none. */
  readonly name: string;
  /** Name of its device or holder in the wallet's file. */
  readonly label: string | undefined;
  /** True if the key itself is open. A name is no proof. */
  readonly isOwn: boolean;
};

/** Conditions of a wallet of several keys. */
export type PolicyView = {
  /** Number of keys that have to sign; absent if it is a script with several paths. */
  readonly required: number | undefined;
  readonly keys: readonly PolicyKey[];
  /** Time locks, as `older(n)` and `after(n)`. */
  readonly locks: readonly string[];
};

/** One key or wallet that is open. */
export type KeyView = {
  readonly id: number;
  readonly from: string;
  /** Fingerprint of the master key; absent if it is unknown, or in a wallet of several keys. */
  readonly fingerprint: string | undefined;
  /** True if it has a private key. */
  readonly signs: boolean;
  readonly policy: PolicyView | undefined;
  /** Number of keys, if there are several and each spends its own coins; otherwise absent. */
  readonly count: number | undefined;
  /** True for a seed, whose passphrase can be entered again. */
  readonly isSeed: boolean;
  /** True for a seed that was opened with a passphrase. */
  readonly hasPassphrase: boolean;
};

/** Open keys and wallets. */
export type KeysView = {
  readonly network: Network['name'];
  /** Fingerprint of the first private key; otherwise of the wallet, if it has one key. */
  readonly fingerprint: string | undefined;
  /** True if there are private keys. */
  readonly signs: boolean;
  /** A wallet is known. Otherwise the change of wallets with several keys is not proven. */
  readonly hasWallet: boolean;
  readonly keys: readonly KeyView[];
  readonly accounts: readonly AccountView[];
  readonly silent: readonly SilentView[];
  readonly notes: readonly string[];
  /** Facts about files, such as the number of keys in a wallet.dat. */
  readonly facts: readonly string[];
};

export function viewKeys(session: Session): KeysView {
  const ring = ringOf(session);
  const keys = session.keys.map((key) => viewKey(key, ring, session));
  const notes = [...ringDoubts(ring, ringContext(session)), ...ring.notes];
  return {
    network: session.network.name,
    fingerprint:
      keys.find(({ fingerprint, signs }) => fingerprint && signs)?.fingerprint ??
      keys.find(({ fingerprint }) => fingerprint)?.fingerprint,
    signs: ring.canSign,
    hasWallet: ring.hasWallet,
    keys,
    accounts: viewAccounts(session),
    silent: viewSilent(session),
    notes: notesOf(notes.filter((note) => note !== SHORT)),
    facts: notesOf(ring.facts ?? []),
  };
}

/** Makes sentences of notes. */
export const notesOf = (notes: readonly string[]): readonly string[] =>
  notes.map((note) => `${sentence(note)}.`);

/** The note on words of four letters, which is not shown: people often type only four. */
const SHORT = describeIrregularity('abbreviated');

function viewKey({ id, from, ring, seed }: OpenKey, all: KeyRing, session: Session): KeyView {
  const wallets = ring.descriptors.map(({ text }) => ({
    text,
    keys: walletKeys(text, all.masters, ringContext(session)),
  }));
  const fingerprints = new Set([
    ...ring.masters.flatMap(({ origin }) => (origin ? [encodeHex(origin.fingerprint)] : [])),
    ...wallets.flatMap(({ keys }) => keys.flatMap(({ fingerprint }) => fingerprint ?? [])),
  ]);
  const several = wallets.filter(({ keys }) => keys.length > 1);
  const policy = several.length > 0 ? viewPolicy(several, session) : undefined;
  const singles = wallets.flatMap(({ keys }) => keys.map(nameOfKey));
  const isList = policy === undefined && fingerprints.size > 1 && singles.length > 1;
  const [fingerprint] = fingerprints;
  return {
    id,
    from,
    fingerprint: policy !== undefined || isList ? undefined : fingerprint,
    signs: ring.canSign,
    policy,
    count: isList ? new Set(singles).size : undefined,
    isSeed: seed !== undefined,
    hasPassphrase: seed !== undefined && from.endsWith(' + passphrase'),
  };
}

const nameOfKey = ({ fingerprint, key }: WalletKey): string => `${fingerprint} ${key}`;

type Shared = { readonly text: string; readonly keys: readonly WalletKey[] };

function viewPolicy(wallets: readonly Shared[], { keyNames }: Session): PolicyView {
  const numbers = new Set(wallets.map(({ text }) => requiredBy(text)));
  const [required] = numbers.size === 1 ? numbers : [];
  const keys = new Map(
    wallets.flatMap((wallet) => wallet.keys.map((each) => [nameOfKey(each), each])),
  );
  return {
    required,
    keys: [...keys.values()].map(({ key, fingerprint, isOwn }) => ({
      name: fingerprint ?? `${key.slice(0, 8)}…${key.slice(-4)}`,
      label: keyNames.get(fingerprint ?? ''),
      isOwn,
    })),
    locks: [
      ...new Set(wallets.flatMap(({ text }) => text.match(/\b(?:older|after)\(\d+\)/g) ?? [])),
    ],
  };
}

function requiredBy(text: string): number | undefined {
  const [, required] =
    /^(?:sh\()?(?:wsh\()?(?:sorted)?multi\((\d+),/.exec(text) ?? /multi_a\((\d+),/.exec(text) ?? [];
  return required === undefined ? undefined : Number(required);
}

const NAMES: readonly (readonly [beginning: string, name: string])[] = [
  ['combo(', 'Single key'],
  ['wpkh(', 'Native SegWit'],
  ['tr(', 'Taproot'],
  ['sh(wpkh(', 'Nested SegWit'],
  ['pkh(', 'Legacy'],
  ['wsh(', 'SegWit script'],
  ['sh(wsh(', 'Nested SegWit script'],
  ['sh(', 'Legacy script'],
];
const nameOf = (descriptor: string): string =>
  NAMES.find(([beginning]) => descriptor.startsWith(beginning))?.[1] ?? 'Script';

/** Wallets, and the standard accounts of keys without one; the usual kind of address first. */
function viewAccounts(session: Session): readonly AccountView[] {
  const context = ringContext(session);
  const ring = ringOf(session);
  const texts = ringDescriptors(ring, [], context).flatMap(({ text }) =>
    // Addresses behind a hardened wildcard follow from the private key only.
    isSilentDescriptor(text) || /\*['h]/.test(text) ? [] : [text],
  );
  if (texts.length === 0) return [];
  const written = exportWallet({ descriptors: texts }, 'descriptors', context);
  if ('error' in written) throw failure(sentence(written.error));
  const views = written.text
    .trim()
    .split('\n')
    .map((text) => viewAccount(session, text));
  const order = ({ name }: AccountView) => NAMES.findIndex(([, each]) => each === name);
  return [...views].sort((a, b) => order(a) - order(b));
}

function viewAccount(session: Session, descriptor: string): AccountView {
  const [only, ...more] = [...descriptor.matchAll(KEYS)];
  const [, steps = '', xpub = ''] = more.length === 0 ? (only ?? []) : [];
  return {
    name: nameOf(descriptor),
    path: steps === '' ? '' : `m${steps}`,
    xpub,
    descriptor,
    addresses: addressesOf(session, descriptor, { branch: 0, first: 0, count: 3 }),
  };
}

const KEYS = /(?:\[[0-9a-f]{8}([^\]]*)\])?([xt]pub[1-9A-HJ-NP-Za-km-z]+)/g;

/** Reads a path as people type and copy it. */
export function readPath(text: string): string {
  const path = text
    .trim()
    .replace(/[‘’′`]/g, "'")
    .replace(/H/g, 'h')
    .replace(/^(M\/|(?=\d))/, 'm/');
  if (!/^m(\/\d{1,10}[h']?)+$/.test(path)) throw failure('A path has the form m/84h/0h/0h.');
  return path;
}

/** Adds an account of the open keys: another number, or another path. */
export function accountsAt(
  session: Session,
  wanted: { readonly account?: number; readonly path?: string },
): readonly AccountView[] {
  const { account, path } = wanted;
  const found = listAccounts(
    ringOf(session),
    {
      ...(account !== undefined && { account }),
      ...(path !== undefined && { paths: [readPath(path)] }),
    },
    ringContext(session),
  );
  if ('error' in found) throw failure(`${found.error}.`);
  return found.map(({ key, path: at, slip132, descriptor }) =>
    descriptor === undefined
      ? {
          name: 'For wallets with several keys',
          path: at,
          xpub: key,
          descriptor: '',
          addresses: [],
        }
      : { ...viewAccount(session, descriptor), xpub: slip132 },
  );
}

/** Positions of addresses in an account. */
export type AddressRange = {
  /** 0 to receive, 1 for change. */
  readonly branch: number;
  readonly first: number;
  readonly count: number;
};

/** Addresses of an account, without private keys. */
export function addressesOf(
  session: Session,
  descriptor: string,
  { branch, first, count }: AddressRange,
): readonly string[] {
  const context = ringContext(session);
  const parsed = parseDescriptor(descriptor, context);
  if ('error' in parsed) throw failure(sentence(parsed.error));
  for (const key of parsed.privateKeys.values()) key.wipe();
  const side = parsed.descriptors[branch];
  if (side === undefined) return [];
  const positions = Array.from({ length: count }, (_, i) => first + i);
  const source = { ...context, findPrivateKey: () => undefined };
  // A descriptor without wildcard has the same scripts at each position, and combo() has several.
  const scripts = expandScripts(side, positions, source).flatMap((each) => each?.scripts ?? []);
  const addresses = scripts.flatMap((script) => formatAddress(script, session.network) ?? []);
  return [...new Set(addresses)];
}
