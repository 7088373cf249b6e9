import { convertBits, encodeBech32 } from '../encoding/bech32.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import type { Network } from '../encoding/network.ts';

/** BIP352, "Address Encoding": version 0 of two compressed public keys, `sp1q…` or `tsp1q…`. */
export function formatSilentAddress(
  { scanKey, spendKey }: { readonly scanKey: Bytes; readonly spendKey: Bytes },
  network: Network,
): string {
  const values = convertBits(concatBytes(scanKey, spendKey), 8, 5, true);
  invariant(values !== undefined, 'padding makes any bytes into groups of five bits');
  const hrp = network.name === 'main' ? 'sp' : 'tsp';
  return encodeBech32('bech32m', hrp, concatBytes(Uint8Array.of(0), values));
}
