import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { addChecksum } from '../descriptor/checksum.ts';
import { derivePrivatePath } from '../descriptor/derive.ts';
import {
  decodeExtendedPublicKey,
  type ExtendedPrivateKey,
  type ExtendedPublicKey,
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  fingerprint,
  neuter,
} from '../descriptor/extended-key.ts';
import { formatKeyPath, parseHdKeyPath, stepsBehind } from '../descriptor/key-path.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { Network, NetworkName } from '../encoding/network.ts';
import type { AccountKind } from '../seed/accounts.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { findAccountPath } from './account-paths.ts';
import { type Below, createBelow } from './derive-below.ts';
import { ringMembers } from './ring-members.ts';

/** An extended private key. All private keys below it are derived when needed. */
export type MasterKey = {
  /** The extended private key of a seed, or of an account. */
  readonly key: ExtendedPrivateKey;
  /** Origin of the key; `undefined` if the text of an account key does not include it. */
  readonly origin: KeyOrigin | undefined;
  /** Single-key accounts to search, below the key. */
  readonly accounts: readonly AccountKind[];
};

/** A descriptor of a ring. */
export type KeyDescriptor = {
  /** Text of the descriptor, with or without private keys. */
  readonly text: string;
  /** First and last position to search. Default: 0 to 1000. */
  readonly range?: readonly [first: number, last: number] | undefined;
  /** True if its first script is for change, as Core marks internal descriptors. */
  readonly isChange?: boolean | undefined;
};

/** Private keys and their wallets. */
export type KeyRing = {
  /** Seeds and extended private keys. */
  readonly masters: readonly MasterKey[];
  /** Wallets, and single keys in WIF. */
  readonly descriptors: readonly KeyDescriptor[];
  /** True if there are private keys. */
  readonly canSign: boolean;
  /**
   * True if a descriptor or a wallet file was given. Otherwise, wallets of several keys are
   * unknown.
   */
  readonly hasWallet: boolean;
  /** Skipped parts of the input, one sentence each. */
  readonly notes: readonly string[];
  /** Facts about files that were read, one sentence each. */
  readonly facts?: readonly string[] | undefined;
  /** The network that `readKeys` of `coldsign/seed` read the keys for. Absent: unknown. */
  readonly network?: NetworkName | undefined;
};

const ringKinds = { KeyRing: ringMembers satisfies MembersOf<KeyRing> };

/** Network and curve for deriving and printing keys. */
export type RingContext = {
  /** Determines addresses, the version bytes of keys and the coin type. */
  readonly network: Network;
  /** The curve's backend. */
  readonly secp256k1: Secp256k1;
};

export const noKeys: KeyRing = {
  masters: [],
  descriptors: [],
  canSign: false,
  hasWallet: false,
  notes: [],
};

/**
 * Joins keys and wallets that were read one by one: seed words and the wallet's descriptor.
 *
 * @param rings - As `readKeys` returns them, of one network.
 */
export function joinRings(rings: readonly KeyRing[]): KeyRing {
  checkArguments('joinKeys', { rings: [rings, 'KeyRing[]'] }, ringKinds);
  const [network, other] = new Set(rings.flatMap((ring) => ring.network ?? []));
  if (other !== undefined) {
    throw argumentError(
      `joinKeys: rings must be of one network, and these are of ${network} and ${other}`,
      'Read all keys with the same network.',
    );
  }
  return {
    masters: rings.flatMap(({ masters }) => masters),
    descriptors: rings.flatMap(({ descriptors }) => descriptors),
    canSign: rings.some(({ canSign }) => canSign),
    hasWallet: rings.some(({ hasWallet }) => hasWallet),
    notes: rings.flatMap(({ notes }) => notes),
    facts: rings.flatMap(({ facts = [] }) => facts),
    ...(network !== undefined && { network }),
  };
}

/** Throws if a ring was read for another network, on which its accounts have other paths. */
export function requireRingNetwork(
  name: string,
  { network: known }: KeyRing,
  { name: network }: Network,
): void {
  if (known === undefined || known === network) return;
  throw argumentError(
    `${name}: the keys were read for ${known}, and the network is ${network}`,
    'Read the keys with the network on which they sign.',
  );
}

/**
 * Overwrites the private keys of seeds and extended keys.
 *
 * @param ring - Its keys are of no use afterwards.
 */
export function wipeRing(ring: KeyRing): void {
  checkArguments('wipeKeys', { ring: [ring, 'KeyRing'] }, ringKinds);
  for (const { key } of ring.masters) {
    key.privateKey.wipe();
    key.chainCode.fill(0);
  }
}

export function masterKey(
  key: ExtendedPrivateKey,
  accounts: readonly AccountKind[],
  { secp256k1 }: Pick<RingContext, 'secp256k1'>,
): MasterKey {
  const id = fingerprint(key.privateKey.publicKey(secp256k1));
  return { key, accounts, origin: key.depth === 0 ? { fingerprint: id, path: [] } : undefined };
}

/**
 * Returns all descriptors of a ring: those of its wallets, with the ring's private keys, and those
 * of its accounts. If `origins` name a master key, only includes its accounts on their paths.
 */
export function ringDescriptors(
  ring: KeyRing,
  origins: readonly KeyOrigin[],
  context: RingContext,
): readonly KeyDescriptor[] {
  const { masters, descriptors } = ring;
  return [
    ...descriptors.map((each) => ({ ...each, text: withPrivateKeys(each.text, masters, context) })),
    ...accountDescriptors(ring, origins, context),
  ];
}

/** Returns the accounts of master keys that `origins` lead to, with their private keys. */
export function accountDescriptors(
  { masters, hasWallet }: KeyRing,
  origins: readonly KeyOrigin[],
  context: RingContext,
): readonly KeyDescriptor[] {
  // If there is a wallet, the single-key accounts of its keys would be other wallets.
  if (hasWallet) return [];
  return masters.flatMap((master) =>
    accountsAt(master, origins).map((account) => ({
      text: describeAccount(master, account, context, true).text,
    })),
  );
}

function accountsAt({ origin, accounts }: MasterKey, origins: readonly KeyOrigin[]) {
  if (origin === undefined) return accounts;
  const named = origins.filter((each) => equalBytes(each.fingerprint, origin.fingerprint));
  return accounts.filter(
    (account) =>
      named.length === 0 ||
      named.some(({ path }) => stepsBehind([...origin.path, ...account.path], path) !== undefined),
  );
}

/** Returns an account's key with its origin, and a descriptor of both branches. */
export function describeAccount(
  { key, origin }: MasterKey,
  { path, wrap }: AccountKind,
  { network, secp256k1 }: RingContext,
  secrets: boolean,
): { readonly key: string; readonly text: string; readonly origin: KeyOrigin | undefined } {
  const account = derivePrivatePath(key, path, secp256k1);
  if (account === undefined) return { key: '', text: '', origin };
  const text = secrets
    ? encodeExtendedPrivateKey(account, network)
    : encodeExtendedPublicKey(neuter(account, secp256k1), network);
  if (account !== key) account.privateKey.wipe();
  const from = origin && formatOrigin({ ...origin, path: [...origin.path, ...path] });
  const whole = `${from ?? ''}${text}`;
  return { key: whole, text: addChecksum(wrap(`${whole}/<0;1>/*`)), origin };
}

const formatOrigin = ({ fingerprint: id, path }: KeyOrigin): string =>
  `[${encodeHex(id)}${formatKeyPath(path)}]`;

const KEYS =
  /(?:\[([0-9a-fA-F]{8})((?:\/\d+['hH]?)*)\])?([xt]pub[1-9A-HJ-NP-Za-km-z]{107,108}|0[23][0-9a-f]{64})/g;

/** A public key in a text, and its origin in the text. */
export type KeyName = {
  /** An extended public key, or a public key in hexadecimal. */
  readonly key: string;
  /** Absent if the text gives no origin. */
  readonly origin: KeyOrigin | undefined;
};

/** Returns the public keys in a text in order. */
export const keyNamesIn = (text: string): readonly KeyName[] =>
  [...text.matchAll(KEYS)].map(([, id, steps = '', key = '']) => nameOf(key, id, steps));

function nameOf(key: string, id: string | undefined, steps: string): KeyName {
  const path = parseHdKeyPath(`m${steps.replace(/H/g, 'h')}`) ?? [];
  const fingerprint = decodeHex(id ?? '') ?? new Uint8Array(0);
  return { key, origin: id === undefined ? undefined : { fingerprint, path } };
}

/** Replaces the extended public keys that a master key derives by private keys. */
function withPrivateKeys(
  text: string,
  masters: readonly MasterKey[],
  context: RingContext,
): string {
  const written = text.replace(KEYS, (whole, id: string | undefined, steps = '', key: string) => {
    const secret = /pub/.test(key)
      ? useKeyAt(masters, nameOf(key, id, steps), context, (found) =>
          encodeExtendedPrivateKey(found.key, context.network),
        )
      : undefined;
    return secret === undefined ? whole : whole.slice(0, whole.length - key.length) + secret;
  });
  return written === text ? text : addChecksum(written.replace(/#.*$/s, ''));
}

/** A private key that a text's public key belongs to. */
export type KeyOwner = {
  readonly key: ExtendedPrivateKey;
  /** Path of the key from the master key; `undefined` if the text names it, or it is unknown. */
  readonly otherPath: string | undefined;
};

/**
 * Calls `use` with the private key of a public key that a master key derives, and wipes derived
 * keys. Returns `undefined` if none derives it. Compares the keys, because an origin proves
 * nothing: if another key is at the path that the text names, searches the usual accounts.
 */
export function useKeyAt<T>(
  masters: readonly MasterKey[],
  { key, origin }: KeyName,
  { network, secp256k1 }: RingContext,
  use: (found: KeyOwner) => T,
): T | undefined {
  const wanted = decodeExtendedPublicKey(key, network, secp256k1);
  for (const master of masters) {
    const below = createBelow(master.key, secp256k1);
    const named = stepsTo(master, origin, wanted?.depth);
    const isNamed = named !== undefined && isKeyAt(below, named, wanted ?? key, secp256k1);
    const more = origin ? [origin.path] : [];
    const steps = isNamed
      ? named
      : wanted && findAccountPath(master, below, wanted, secp256k1, more);
    const found = steps && below.at(steps);
    const isMisnamed = !isNamed && origin !== undefined && master.origin !== undefined;
    const path = isMisnamed ? [...(master.origin?.path ?? []), ...(steps ?? [])] : undefined;
    const otherPath = path && `m${formatKeyPath(path)}`;
    const used = found && { result: use({ key: found, otherPath }) };
    for (const each of below.derived()) each.wipe();
    if (used !== undefined) return used.result;
  }
  return undefined;
}

/**
 * Compares a key with an extended key, or with a public key in hexadecimal. Depth and parent may be
 * wrong: a UR may omit them, and addresses do not depend on them.
 */
function isKeyAt(
  below: Below,
  steps: readonly number[],
  wanted: Pick<ExtendedPublicKey, 'publicKey' | 'chainCode'> | string,
  secp256k1: Secp256k1,
): boolean {
  const found = below.at(steps);
  const own = found && neuter(found, secp256k1);
  if (own === undefined) return false;
  return typeof wanted === 'string'
    ? encodeHex(own.publicKey) === wanted
    : equalBytes(own.publicKey, wanted.publicKey) && equalBytes(own.chainCode, wanted.chainCode);
}

/**
 * Returns true if an origin names a path of a master key. If `useKeyAt` finds no key there, the
 * text has another key than the master key derives.
 */
export const isOriginOf = (masters: readonly MasterKey[], origin: KeyOrigin | undefined): boolean =>
  origin !== undefined &&
  masters.some((master) => master.origin && stepsTo(master, origin, undefined) !== undefined);

/** Returns the steps from a master key to a key. Only comparing keys proves them. */
function stepsTo(
  { key, origin }: MasterKey,
  named: KeyOrigin | undefined,
  depth: number | undefined,
) {
  if (named === undefined || origin === undefined) return depth === key.depth ? [] : undefined;
  if (!equalBytes(named.fingerprint, origin.fingerprint)) return undefined;
  return stepsBehind(origin.path, named.path);
}
