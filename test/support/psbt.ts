import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { PrivateKey } from '../../src/crypto/private-key.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts';
import { networks } from '../../src/encoding/network.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';

/**
 * Decodes a PSBT like decodepsbt: the base64, then the bytes. Returns the error of the first
 * failure.
 */
export function tryPsbt(base64: string): Psbt | { readonly error: string } {
  const bytes = decodeBase64(base64);
  return bytes === undefined ? { error: 'invalid base64' } : decodePsbt(bytes, nobleSecp256k1);
}

export function readPsbt(base64: string): Psbt {
  const psbt = tryPsbt(base64);
  if ('error' in psbt) throw new Error(psbt.error);
  return psbt;
}

export function writePsbt(psbt: Psbt | undefined): string {
  const bytes = psbt && encodePsbt(psbt);
  return bytes === undefined ? 'none' : encodeBase64(bytes);
}

export function keysOf(wifs: readonly string[]): readonly PrivateKey[] {
  return wifs.map((wif) => {
    const key = decodeWif(wif, networks.regtest);
    if (key === undefined) throw new Error('no key');
    return key;
  });
}
