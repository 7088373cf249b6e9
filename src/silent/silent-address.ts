import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { convertBits, decodeBech32, encodeBech32 } from '../encoding/bech32.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import type { Network } from '../encoding/network.ts';

/** The public keys of a silent payment address (BIP352). */
export type SilentRecipient = {
  /** 33 bytes: the shared secret is computed with it. */
  readonly scanKey: Bytes;
  /** 33 bytes: each output's key is derived from it. Includes the label, if any. */
  readonly spendKey: Bytes;
};

/** Maximum length (BIP352): "it is recommended implementations use a limit of 1023 characters". */
const LIMIT = 1023;
const KEYS_LENGTH = 66;

/**
 * Reason why a text is not a silent payment address. `network`: it belongs to another network.
 * `checksum`: a character is wrong, or it is not bech32m. `version`: it needs a newer program
 * (version 31). `length`: it does not contain exactly two keys (version 0), or contains fewer
 * (later versions). `key`: a key is not on the curve.
 */
export type SilentAddressFault = 'network' | 'checksum' | 'version' | 'length' | 'key';

/** Advice for each fault. */
export const silentAddressHints: { readonly [F in SilentAddressFault]: string } = {
  network: 'It belongs to another network: sp1 is for bitcoin, tsp1 for test networks.',
  checksum: 'A character is wrong or missing: ask for it again, or copy it again.',
  version: 'It needs a newer version of this program.',
  length: 'It is too short or too long: copy it again.',
  key: 'A key in it is not valid: ask for another address.',
};

/** Returns whether a text begins like a silent payment address of any network. */
export const isSilentAddress = (text: string): boolean => /^(sp|tsp|sprt)1/i.test(text);

/** Returns the prefix (BIP352): "sp" for mainnet, "tsp" for testnets. */
const prefixOf = ({ name }: Network): string => (name === 'main' ? 'sp' : 'tsp');

/** Returns the accepted prefixes, because some programs write `sprt` on regtest. */
const prefixesOf = (network: Network): readonly string[] =>
  network.name === 'regtest' ? [prefixOf(network), 'sprt'] : [prefixOf(network)];

/** Formats version 0 (BIP352, "Address Encoding"): `sp1q…` or `tsp1q…`. */
export function formatSilentAddress(
  { scanKey, spendKey }: SilentRecipient,
  network: Network,
): string {
  return encodeSilentText(prefixOf(network), concatBytes(scanKey, spendKey));
}

/** Encodes version 0 and bytes as bech32m. */
export function encodeSilentText(hrp: string, payload: Bytes): string {
  const values = convertBits(payload, 8, 5, true);
  invariant(values !== undefined, 'padding makes any bytes into groups of five bits');
  return encodeBech32('bech32m', hrp, concatBytes(Uint8Array.of(0), values));
}

/** Returns the prefix, version and bytes of a bech32m text, or `undefined` if it is none. */
export function decodeSilentText(
  text: string,
): { readonly hrp: string; readonly version: number; readonly payload: Bytes } | undefined {
  const decoded = decodeBech32(text, LIMIT);
  if (decoded?.encoding !== 'bech32m') return undefined;
  const [version, ...values] = decoded.values;
  const payload = convertBits(values, 5, 8, false);
  if (version === undefined || payload === undefined) return undefined;
  return { hrp: decoded.hrp, version, payload };
}

/**
 * Decodes version 0, and the two keys at the start of versions 1 to 30 (BIP352, "Versions").
 * Version 31 is reserved for an incompatible change.
 */
export function decodeSilentAddress(
  text: string,
  network: Network,
  curve: Secp256k1,
): SilentRecipient | { readonly error: SilentAddressFault } {
  const [, prefix = ''] = /^(sp|tsp|sprt)1/i.exec(text) ?? [];
  const isForeign = prefix !== '' && !prefixesOf(network).includes(prefix.toLowerCase());
  // The prefix names the network, also if a character is wrong.
  if (isForeign) return { error: 'network' };
  const decoded = decodeSilentText(text);
  if (decoded === undefined) return { error: 'checksum' };
  const { hrp, version, payload } = decoded;
  if (!prefixesOf(network).includes(hrp)) return { error: 'network' };
  if (version === 31) return { error: 'version' };
  if (version === 0 ? payload.length !== KEYS_LENGTH : payload.length < KEYS_LENGTH) {
    return { error: 'length' };
  }
  const scanKey = payload.slice(0, 33);
  const spendKey = payload.slice(33, KEYS_LENGTH);
  const isSound = curve.isPublicKey(scanKey) && curve.isPublicKey(spendKey);
  return isSound ? { scanKey, spendKey } : { error: 'key' };
}
