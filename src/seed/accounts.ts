import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { addChecksum } from '../descriptor/checksum.ts';
import { derivePrivatePath } from '../descriptor/derive.ts';
import { expandMany } from '../descriptor/expand.ts';
import {
  type ExtendedPrivateKey,
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  fingerprint,
  HARDENED,
  neuter,
} from '../descriptor/extended-key.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import type { Network } from '../encoding/network.ts';
import { formatAddress } from '../script/address.ts';

/** Returns the 4 bytes by which devices identify a root key. */
export function masterFingerprint({ privateKey }: ExtendedPrivateKey, curve: Secp256k1): Bytes {
  return fingerprint(privateKey.publicKey(curve));
}

/** One way to derive addresses from a root key. */
export type AccountKind = {
  /** Name for people, such as `BIP84`. */
  readonly name: string;
  /** Steps: unsigned, with the bit of hardened steps. */
  readonly path: readonly number[];
  /** Wraps a key expression in the account's script. */
  readonly wrap: (key: string) => string;
};

/** An account of a root key for watch-only wallets. */
export type StandardAccount = {
  /** Name of its kind. */
  readonly name: string;
  /** Path such as `m/84h/0h/0h`. */
  readonly path: string;
  /** The extended public key at that path (BIP32), with the version bytes of the network. */
  readonly xpub: string;
  /** Receiving and change (BIP389), without private keys, with a checksum. */
  readonly descriptor: string;
};

/** Single-key scripts by the purpose of their accounts: BIP44, BIP49, BIP84 and BIP86. */
export const purposeScripts: { readonly [purpose in 44 | 49 | 84 | 86]: AccountKind['wrap'] } = {
  44: (key) => `pkh(${key})`,
  49: (key) => `sh(wpkh(${key}))`,
  84: (key) => `wpkh(${key})`,
  86: (key) => `tr(${key})`,
};

/**
 * Returns the kinds of accounts of BIP44, BIP49, BIP84 and BIP86.
 */
export function standardAccounts(network: Network, account: number): readonly AccountKind[] {
  const coin = network.name === 'main' ? 0 : 1;
  return Object.entries(purposeScripts).map(([purpose, wrap]) => ({
    name: `BIP${purpose}`,
    path: [Number(purpose), coin, account].map((step) => step + HARDENED),
    wrap,
  }));
}

/** Settings for deriving and formatting keys. */
export type DerivationContext = {
  /** Determines addresses, the version bytes of keys and the coin type. */
  readonly network: Network;
  /** The curve's backend. */
  readonly secp256k1: Secp256k1;
};

/** Derives the data of an account for a watch-only wallet, and for comparison with a device. */
export function deriveAccount(
  root: ExtendedPrivateKey,
  { name, path, wrap }: AccountKind,
  context: DerivationContext,
): StandardAccount {
  const { network, secp256k1 } = context;
  const key = derivedKey(root, path, secp256k1);
  const xpub = encodeExtendedPublicKey(neuter(key, secp256k1), network);
  if (key !== root) key.privateKey.wipe();
  const descriptor = addChecksum(wrap(keyText(root, path, xpub, secp256k1)));
  return { name, path: `m${formatKeyPath(path)}`, xpub, descriptor };
}

/** Returns the descriptor of an account with its private key, which allows spending. */
export function privateDescriptor(
  root: ExtendedPrivateKey,
  { path, wrap }: AccountKind,
  { network, secp256k1 }: DerivationContext,
): string {
  const key = derivedKey(root, path, secp256k1);
  const xprv = encodeExtendedPrivateKey(key, network);
  if (key !== root) key.privateKey.wipe();
  return addChecksum(wrap(keyText(root, path, xprv, secp256k1)));
}

function derivedKey(
  root: ExtendedPrivateKey,
  path: readonly number[],
  curve: Secp256k1,
): ExtendedPrivateKey {
  const key = derivePrivatePath(root, path, curve);
  invariant(key !== undefined, 'one path in 2^127 has no key');
  return key;
}

function keyText(
  root: ExtendedPrivateKey,
  path: readonly number[],
  key: string,
  curve: Secp256k1,
): string {
  const origin = encodeHex(masterFingerprint(root, curve)) + formatKeyPath(path);
  return `[${origin}]${key}/<0;1>/*`;
}

/**
 * Returns the first receiving addresses. Throws a `ColdsignError` (`WRONG_ARGUMENT`) for a text
 * that is no descriptor of this network.
 */
export function firstAddresses(
  { descriptor }: Pick<StandardAccount, 'descriptor'>,
  count: number,
  { network, secp256k1 }: DerivationContext,
): readonly string[] {
  const parsed = parseDescriptor(descriptor, { network, secp256k1 });
  if ('error' in parsed) {
    throw argumentError(
      `firstAddresses: account.descriptor must be a descriptor of the network ${network.name}`,
      'deriveAccount writes one.',
    );
  }
  const positions = Array.from({ length: count }, (_, i) => i);
  const source = { secp256k1, findPrivateKey: () => undefined };
  return expandMany(parsed.descriptors[0], positions, source).flatMap((expansion) => {
    const script = expansion?.scripts[0];
    return (script && formatAddress(script, network)) ?? [];
  });
}
