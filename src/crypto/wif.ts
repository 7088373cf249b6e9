import { concatBytes } from '../encoding/bytes.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';
import { decodeBase58Check, encodeBase58Check } from './base58check.ts';
import { PrivateKey } from './private-key.ts';

const COMPRESSED = Uint8Array.of(1);

/**
 * Decodes a private key in wallet import format of this network. Returns `undefined` for other
 * texts, keys of another network, and numbers that are not keys. Core: DecodeSecret (key_io.cpp).
 *
 * @param text - Base58 with a checksum, 51 or 52 characters.
 * @param network - Its name, or the network. Keys of another one are refused.
 */
export function decodeWif(text: string, network: NetworkName | Network): PrivateKey | undefined {
  const payload = decodeBase58Check(text, 34);
  if (payload === undefined) return undefined;
  const compressed = payload.length === 34 && payload[33] === 1;
  const isKey = payload[0] === networkOf(network).wif && (payload.length === 33 || compressed);
  const key = isKey ? PrivateKey.from(payload.subarray(1, 33), compressed) : undefined;
  payload.fill(0);
  return key;
}

/**
 * Encodes a private key in wallet import format. Core: EncodeSecret (key_io.cpp).
 *
 * @param key - The text contains its form, compressed or not.
 * @param network - Its name, or the network. It determines the version byte.
 */
export function encodeWif(key: PrivateKey, network: NetworkName | Network): string {
  const prefix = Uint8Array.of(networkOf(network).wif);
  const payload = key.compressed
    ? concatBytes(prefix, key.reveal(), COMPRESSED)
    : concatBytes(prefix, key.reveal());
  const text = encodeBase58Check(payload);
  payload.fill(0);
  return text;
}
