import type { PrivateKey } from '../../crypto/private-key.ts';
import { decodeWif } from '../../crypto/wif.ts';
import type { Network } from '../../encoding/network.ts';
import type { JsonArray } from '../../json/json.ts';
import { invalidAddressOrKey } from '../error.ts';
import { getStr } from '../values.ts';

/** Private keys in WIF. The error does not repeat what was given: it may be nearly a key. */
export function parsePrivateKeys(keys: JsonArray, network: Network): PrivateKey[] {
  return keys.map((value) => {
    const key = decodeWif(getStr(value), network);
    if (key === undefined) {
      throw invalidAddressOrKey('Invalid private key');
    }
    return key;
  });
}
