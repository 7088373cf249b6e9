import { hash160 } from '../../crypto/hash.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { expandMany, expandPrivateMany } from '../../descriptor/expand.ts';
import type { ExtendedPrivateKey } from '../../descriptor/extended-key.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { AbortSignalLike } from '../../encoding/abort.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { networks } from '../../encoding/network.ts';
import { accountOrigin, originText } from '../../keys/account-paths.ts';
import { joinRings, type KeyRing, masterKey, noKeys } from '../../keys/key-ring.ts';
import { type GivenKeys, openKeysTask } from '../../keys/open-keys.ts';
import { readPrivateKeys } from '../../keys/read-private-keys.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { joinProviders, type KeyOrigin, type SigningProvider } from '../../signing/provider.ts';
import type { Pause, Task } from '../../signing/task.ts';
import { keyCachesOf, searchAccount } from './account-finder.ts';
import { checkNames } from './arguments.ts';
import type { Account } from './types.ts';

/**
 * Source of private keys: an account whose descriptor has them; an extended private key, for all
 * keys that the PSBT says are derived from it (BIP32); a single key; the text of one (xprv...,
 * zprv..., WIF, a private descriptor); or what `readKeys` of `coldsign/seed` returned.
 */
export type SigningKey = Account | ExtendedPrivateKey | PrivateKey | KeyRing | string;

/** The signer of a PSBT that is shown for approval. */
export type ApprovedSigner = {
  /** The option `keys` of `sign`. Absent: a device or a signer signs alone. */
  readonly keys?: SigningKey | readonly SigningKey[] | undefined;
  /** The option `signal` of `sign`, which also ends the review of `reviewFirst`. */
  readonly signal?: AbortSignalLike | undefined;
};

/**
 * Keys for signing a PSBT. `wipe` overwrites what was read and derived for it, but not what belongs
 * to the caller.
 */
export type AppKeys = {
  readonly provider: SigningProvider;
  /** Keys of accounts are only for inputs whose scripts are those of an account. */
  readonly providerOf: (input: PsbtInput) => SigningProvider;
  /** The accounts among the keys that have the script of an input. */
  readonly ownersOf: (input: PsbtInput) => readonly Account[];
  /** Returns the origin of a key's account; `undefined` for single keys. */
  readonly accountOf: (publicKey: Bytes) => KeyOrigin | undefined;
  /** True if the keys that the PSBT needs may be of several accounts. */
  readonly maySpendSeveral: boolean;
  wipe(): void;
};

/** Keys as they were given, before any is derived from them. */
type ReadKeys = GivenKeys & {
  readonly accounts: readonly Account[];
  readonly single: readonly PrivateKey[];
  /** Keys that were read here, to be wiped. */
  readonly temporary: readonly PrivateKey[];
};

/** Reads what `sign` gets as `keys`. */
export function readSigningKeys(
  keys: SigningKey | readonly SigningKey[],
  secp256k1: Secp256k1,
): ReadKeys {
  const [rings, accounts]: [KeyRing[], Account[]] = [[], []];
  const [single, temporary]: [PrivateKey[], PrivateKey[]] = [[], []];
  const given: readonly SigningKey[] = Array.isArray(keys) ? keys : [keys];
  for (const [i, key] of given.entries()) {
    if (typeof key === 'string') {
      const ring = readKey(key, i, secp256k1);
      rings.push(ring);
      temporary.push(...ring.masters.map((master) => master.key.privateKey));
      continue;
    }
    checkKeyNames(key, `keys[${i}]`);
    if (key instanceof PrivateKey) single.push(key);
    else if (isAccount(key)) accounts.push(key);
    else if (isExtended(key)) {
      rings.push({ ...noKeys, masters: [masterKey(key, [], { secp256k1 })], canSign: true });
    } else if (isRing(key)) rings.push(key);
    else throw wrongKey(i);
  }
  return { ring: joinRings(rings), accounts, single, temporary };
}

/** A PSBT for which keys are opened. */
type Opening = {
  readonly psbt: Psbt;
  readonly secp256k1: Secp256k1;
  /** Awaited after every few keys and inputs. If it rejects, the keys derived so far are wiped. */
  readonly pause?: Pause | undefined;
};

/** Derives the keys that sign a PSBT. */
export function* openAppKeys(
  keys: SigningKey | readonly SigningKey[],
  opening: Opening,
): Task<AppKeys> {
  const { temporary, ...read } = readSigningKeys(keys, opening.secp256k1);
  const derived = [...temporary];
  const wipe = () => {
    for (const key of derived) key.wipe();
  };
  try {
    return { ...(yield* openRead(read, opening, derived)), wipe };
  } catch (error) {
    wipe();
    throw error;
  }
}

function* openRead(
  { accounts, ...given }: Omit<ReadKeys, 'temporary'>,
  opening: Opening,
  derived: PrivateKey[],
): Task<Omit<AppKeys, 'wipe'>> {
  const { psbt, secp256k1, pause } = opening;
  const flatProvider = createFlatSigningProvider();
  for (const account of accounts) yield* addAccount(account, opening, flatProvider, derived);
  const opened = yield* openKeysTask(given, psbt, { networks: textNetworks, secp256k1, pause });
  derived.push(...opened.privateKeys);
  const { provider: loose, named, single } = opened;
  const ownersOf = (input: PsbtInput) => {
    const script = spentOutput(input)?.scriptPubKey;
    return accounts.filter(({ find }) => script !== undefined && find(script) !== undefined);
  };
  const ofAccounts = toSigningProvider(flatProvider);
  const provider = joinProviders(loose, ofAccounts);
  const isOfAccount = (input: PsbtInput) =>
    spentOutput(input) === undefined || ownersOf(input).length > 0;
  const accountOf = (publicKey: Bytes) => {
    const origin = ofAccounts.getKeyOrigin(hash160(publicKey));
    return opened.accountOf(publicKey) ?? (origin && accountOrigin(origin));
  };
  const paths = named.all.flatMap(({ privateKey }) => {
    const origin = named.accountOf(privateKey.publicKey(secp256k1));
    return origin ? originText(origin) : [];
  });
  const isSingle = single.length > 0 ? 1 : 0;
  return {
    provider,
    providerOf: (input) => (isOfAccount(input) ? provider : loose),
    ownersOf,
    accountOf,
    maySpendSeveral: new Set(paths).size + accounts.length + isSingle > 1,
  };
}

/** Keys do not say which test network they are for. */
const textNetworks = [networks.main, networks.test];

/** Throws for misspelt members of keys that are used later. */
export function checkSigningKeys(keys: SigningKey | readonly SigningKey[] | undefined): void {
  const given: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
  for (const [i, key] of given.entries()) checkKeyNames(key, `keys[${i}]`);
}

/** Members by which objects are recognized, also if one of them is misspelt. */
const marks = {
  Account: ['withNext', 'changeAddress', 'nextAddress'],
  KeyRing: ['masters', 'canSign', 'hasWallet'],
} as const;

/** Throws for a misspelt member of an account or of a key ring. */
function checkKeyNames(key: unknown, at: string): void {
  const given: { readonly [name: string]: unknown } = Object(key);
  const has = (kind: keyof typeof marks) =>
    marks[kind].filter((name) => given[name] !== undefined).length > 1;
  if (has('Account')) checkNames(at, key, 'Account');
  else if (has('KeyRing')) checkNames(at, key, 'KeyRing');
}

/** Checks for an account, also for callers without types. */
function isAccount(key: unknown): key is Account {
  const { find, privateKeys }: Partial<Account> = Object(key);
  return typeof find === 'function' && privateKeys instanceof Map;
}

function isExtended(key: unknown): key is ExtendedPrivateKey {
  const { privateKey, chainCode }: Partial<ExtendedPrivateKey> = Object(key);
  return privateKey instanceof PrivateKey && chainCode?.length === 32;
}

export function isRing(key: unknown): key is KeyRing {
  const { masters, descriptors }: Partial<KeyRing> = Object(key);
  return Array.isArray(masters) && Array.isArray(descriptors);
}

function wrongKey(i: number): ColdsignError {
  return argumentError(
    `Key ${i} is not a private key`,
    'Give an account whose descriptor has private keys, an extended private key, a PrivateKey, the text of one (xprv..., WIF), or what readKeys of coldsign/seed has read.',
  );
}

/** Reads the text of a private key. No message contains the text. */
export function readKey(text: string, i: number, secp256k1: Secp256k1): KeyRing {
  const read = textNetworks.map((network) => readPrivateKeys(text, { network, secp256k1 }));
  for (const ring of read) if (ring !== undefined && !('error' in ring)) return ring;
  throw new ColdsignError(
    'INVALID_KEY',
    `Key ${i} is neither a WIF key nor an extended private key`,
    {
      hint: 'Compare it with where it comes from: a checksum in it finds mistyped letters. Of words, readKeys of coldsign/seed makes keys.',
    },
  );
}

/** Number of positions whose keys are derived together, and of inputs read between pauses. */
const FEW = 16;

/** Adds the private keys at the positions of the inputs, and lists the derived keys. */
function* addAccount(
  account: Account,
  { psbt, secp256k1, pause }: Opening,
  flatProvider: FlatSigningProvider,
  derived: PrivateKey[],
): Task<void> {
  const findPrivateKey = privateKeyLookup(account.privateKeys);
  const indices = { receive: new Set<number>(), change: new Set<number>() };
  for (const [i, input] of psbt.inputs.entries()) {
    const script = spentOutput(input)?.scriptPubKey;
    const place = script && (yield* searchAccount(account, script, pause));
    if (place) indices[place.side].add(place.index);
    if (pause && i % FEW === FEW - 1) yield pause();
  }
  const [receive, change] = keyCachesOf(account);
  for (const [side, readCache] of [['receive', receive] as const, ['change', change] as const]) {
    const all = [...indices[side]];
    for (let from = 0; from < all.length; from += FEW) {
      const positions = all.slice(from, from + FEW);
      const source = { secp256k1, findPrivateKey, derived };
      const expansions = expandMany(account[side], positions, { ...source, readCache });
      const found = expansions.map((each) => each?.flatProvider ?? createFlatSigningProvider());
      expandPrivateMany(account[side], positions, source, found);
      for (const each of found) mergeFlatSigningProvider(flatProvider, each);
      if (pause) yield pause();
    }
  }
}
