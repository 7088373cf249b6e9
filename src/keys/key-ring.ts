import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { addChecksum } from '../descriptor/checksum.ts';
import { derivePrivatePath } from '../descriptor/derive.ts';
import {
  decodeExtendedPublicKey,
  type ExtendedPrivateKey,
  encodeExtendedPrivateKey,
  equalExtendedPublicKeys,
  fingerprint,
  neuter,
} from '../descriptor/extended-key.ts';
import { formatKeyPath, parseHdKeyPath } from '../descriptor/key-path.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import type { AccountKind } from '../seed/accounts.ts';
import type { KeyOrigin } from '../signing/provider.ts';

/** An extended private key: all private keys below it are derived when they are needed. */
export type MasterKey = {
  /** Of a seed, or of an account. */
  readonly key: ExtendedPrivateKey;
  /** Where it comes from; `undefined`: the text of an account key did not say. */
  readonly origin: KeyOrigin | undefined;
  /** The single-key accounts that are looked through, below the key. */
  readonly accounts: readonly AccountKind[];
};

/** A descriptor of a ring. */
export type KeyDescriptor = {
  /** With or without private keys. */
  readonly text: string;
  /** The first and the last position that are looked through. Absent: 0 to 1000. */
  readonly range?: readonly [first: number, last: number] | undefined;
};

/** Private keys, and the wallets that they are for. */
export type KeyRing = {
  /** Seeds and extended private keys. */
  readonly masters: readonly MasterKey[];
  /** Wallets, and single keys in WIF. */
  readonly descriptors: readonly KeyDescriptor[];
  /** There are private keys. */
  readonly canSign: boolean;
  /** A descriptor or a wallet file was given. Otherwise, wallets of several keys are unknown. */
  readonly hasWallet: boolean;
  /** What was passed over, a sentence each. */
  readonly notes: readonly string[];
};

/** What keys are derived and printed with. */
export type RingContext = { readonly network: Network; readonly secp256k1: Secp256k1 };

export const noKeys: KeyRing = {
  masters: [],
  descriptors: [],
  canSign: false,
  hasWallet: false,
  notes: [],
};

export function joinRings(rings: readonly KeyRing[]): KeyRing {
  return {
    masters: rings.flatMap(({ masters }) => masters),
    descriptors: rings.flatMap(({ descriptors }) => descriptors),
    canSign: rings.some(({ canSign }) => canSign),
    hasWallet: rings.some(({ hasWallet }) => hasWallet),
    notes: rings.flatMap(({ notes }) => notes),
  };
}

/** Overwrites the extended private keys. */
export function wipeRing({ masters }: KeyRing): void {
  for (const { key } of masters) {
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
 * All descriptors of a ring: those of wallets with the private keys that the ring has of them, and
 * those of its accounts. Of a master key that `origins` name, only the accounts that they lead to.
 */
export function ringDescriptors(
  { masters, descriptors, hasWallet }: KeyRing,
  origins: readonly KeyOrigin[],
  context: RingContext,
): readonly KeyDescriptor[] {
  // Beside a wallet, the accounts of its keys alone are another wallet.
  const chosen = masters.flatMap((master) =>
    (hasWallet ? [] : accountsAt(master, origins)).map((account) => ({ master, account })),
  );
  return [
    ...descriptors.map((each) => ({ ...each, text: withPrivateKeys(each.text, masters, context) })),
    ...chosen.map(({ master, account }) => ({ text: describeAccount(master, account, context) })),
  ];
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

/** A descriptor of both branches with its private key. */
function describeAccount(
  { key, origin }: MasterKey,
  { path, wrap }: AccountKind,
  { network, secp256k1 }: RingContext,
): string {
  const account = derivePrivatePath(key, path, secp256k1);
  if (account === undefined) return '';
  const text = encodeExtendedPrivateKey(account, network);
  if (account !== key) account.privateKey.wipe();
  const from = origin && formatOrigin({ ...origin, path: [...origin.path, ...path] });
  return addChecksum(wrap(`${from ?? ''}${text}/<0;1>/*`));
}

const formatOrigin = ({ fingerprint: id, path }: KeyOrigin): string =>
  `[${encodeHex(id)}${formatKeyPath(path)}]`;

const KEY = /(?:\[([0-9a-fA-F]{8})((?:\/\d+['hH]?)*)\])?([xt]pub[1-9A-HJ-NP-Za-km-z]{107,108})/g;

/** Puts private keys in the place of the public keys that a master key yields. */
function withPrivateKeys(
  text: string,
  masters: readonly MasterKey[],
  { network, secp256k1 }: RingContext,
): string {
  const written = text.replace(KEY, (whole, id: string | undefined, steps = '', xpub: string) => {
    const wanted = decodeExtendedPublicKey(xpub, network, secp256k1);
    for (const master of wanted === undefined ? [] : masters) {
      const below = stepsTo(master, {
        id,
        path: parseHdKeyPath(`m${steps.replace(/H/g, 'h')}`) ?? [],
        depth: wanted?.depth ?? 0,
      });
      const found = below && derivePrivatePath(master.key, below, secp256k1);
      if (found === undefined) continue;
      const isIt = wanted && equalExtendedPublicKeys(neuter(found, secp256k1), wanted);
      const secret = isIt ? encodeExtendedPrivateKey(found, network) : undefined;
      if (found !== master.key) found.privateKey.wipe();
      if (secret !== undefined) return whole.slice(0, whole.length - xpub.length) + secret;
    }
    return whole;
  });
  return written === text ? text : addChecksum(written.replace(/#.*$/s, ''));
}

type Place = {
  readonly id: string | undefined;
  readonly path: readonly number[];
  readonly depth: number;
};

/** The steps from a master key to a key, which only a comparison proves. */
function stepsTo({ key, origin }: MasterKey, { id, path, depth }: Place) {
  if (id === undefined || origin === undefined) return depth === key.depth ? [] : undefined;
  if (!equalBytes(decodeHex(id) ?? new Uint8Array(0), origin.fingerprint)) return undefined;
  return stepsBehind(origin.path, path);
}

/** What is left of a path behind another; `undefined`: it leads elsewhere. */
export const stepsBehind = (
  begin: readonly number[],
  path: readonly number[],
): readonly number[] | undefined =>
  begin.every((step, i) => path[i] === step) ? path.slice(begin.length) : undefined;

/** The x coordinate of a public key of 32, 33 or 65 bytes. */
export const xOf = (key: Bytes): Bytes => (key.length === 32 ? key : key.subarray(1, 33));
