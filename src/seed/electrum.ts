import { hmacSha512, pbkdf2HmacSha512 } from '../crypto/hash.ts';
import { masterKeyFromSeed } from '../descriptor/derive.ts';
import { type ExtendedPrivateKey, HARDENED } from '../descriptor/extended-key.ts';
import { encodeHex } from '../encoding/hex.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { AccountKind } from './accounts.ts';
import { normalizeElectrum } from './electrum-text.ts';

/** Kinds of Electrum seeds since version 2. Wallets with a second factor have three keys. */
export type ElectrumSeed = 'standard' | 'segwit' | '2fa' | '2fa_segwit';

const VERSION_KEY = encodeUtf8('Seed version');

/** Prefixes of a seed's digest, in hexadecimal. */
const prefixes: readonly (readonly [string, ElectrumSeed])[] = [
  ['01', 'standard'],
  ['100', 'segwit'],
  ['101', '2fa'],
  ['102', '2fa_segwit'],
];

/**
 * Returns the Electrum seed type of a text, by the digest that Electrum uses as a checksum;
 * `undefined` if none. About one BIP39 phrase in 240 is also such a seed, with other keys.
 */
export function electrumSeed(text: string): ElectrumSeed | undefined {
  const words = normalizeElectrum(text);
  const count = text.trim().split(/\s+/).length;
  const digest = encodeHex(hmacSha512(VERSION_KEY, encodeUtf8(words)));
  const kind = prefixes.find(([prefix]) => digest.startsWith(prefix))?.[1];
  // Electrum never made 2fa seeds of other lengths.
  return kind === '2fa' && count !== 12 && count < 20 ? undefined : kind;
}

const ROUNDS = 2048;

/**
 * Derives the root key of an Electrum seed, with its seed extension as `passphrase`. Returns
 * `undefined` for one seed in 2^127.
 */
export function electrumRootKey(text: string, passphrase: string): ExtendedPrivateKey | undefined {
  const password = encodeUtf8(normalizeElectrum(text));
  const salt = encodeUtf8(`electrum${normalizeElectrum(passphrase)}`);
  const seed = pbkdf2HmacSha512(password, salt, ROUNDS);
  const root = masterKeyFromSeed(seed);
  for (const bytes of [password, salt, seed]) bytes.fill(0);
  return root;
}

/** Accounts of Electrum's single-key wallets. */
export const electrumAccounts: { readonly [kind in 'standard' | 'segwit']: AccountKind } = {
  standard: { name: 'Electrum standard', path: [], wrap: (key) => `pkh(${key})` },
  segwit: { name: 'Electrum segwit', path: [HARDENED], wrap: (key) => `wpkh(${key})` },
};
