import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { decodeWif } from '../../crypto/wif.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import type { Json, JsonArray } from '../../json/json.ts';
import { isPublicKeySize } from '../../script/public-key.ts';
import { invalidAddressOrKey, type RpcError } from '../error.ts';
import { getStr } from '../values.ts';

/** Core: HexToPubKey (rpc/util.cpp). */
export function parsePublicKey(key: Json, curve: Secp256k1): Bytes {
  const text = getStr(key);
  const bytes = decodeHex(text);
  if (bytes === undefined || text === '') throw badKey(text, 'must be a hex string');
  if (bytes.length !== 33 && bytes.length !== 65) {
    throw badKey(text, 'must have a length of either 33 or 65 bytes');
  }
  if (isPublicKeySize(bytes) && curve.isPublicKey(bytes)) return bytes;
  throw badKey(text, 'must be cryptographically valid.');
}

function badKey(text: string, fault: string): RpcError {
  return invalidAddressOrKey(`Pubkey "${text}" ${fault}`);
}

/** Parses private keys in WIF. Errors do not repeat the text, which may be nearly a key. */
export function parsePrivateKeys(keys: JsonArray, network: Network): PrivateKey[] {
  return keys.map((value) => {
    const key = decodeWif(getStr(value), network);
    if (key === undefined) {
      throw invalidAddressOrKey('Invalid private key');
    }
    return key;
  });
}
