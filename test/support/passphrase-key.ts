import { keyFromPassphrase } from '../../src/crypto/passphrase.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import type { PassphraseKey } from '../../src/wallet/keys/encryption.ts';

/** Derives a key with a minimal cost. */
export function passphraseKey(passphrase: string, salt: Bytes = new Uint8Array(16)): PassphraseKey {
  const scrypt = { salt, n: 2, r: 1, p: 1 };
  return { key: keyFromPassphrase(passphrase, salt, scrypt), scrypt };
}
