import { sha256 } from '../crypto/hash.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';

/**
 * A store for secret nonces between the two rounds of MuSig2. Each nonce must be used only once,
 * because two signatures with one nonce reveal the private key. So memory (`createMusigNonces`) is
 * the best place, and a store must never return the same nonce twice.
 */
export type MusigNonces = {
  /**
   * Stores a secret nonce. `session` names one signer, message and public nonce; `sealingKey` (32
   * bytes) is only known to this signer, for stores that encrypt; it is overwritten after the call.
   * Throws a `ComputationFault` for a nonce of another session or a used one: two signatures with
   * the same nonce reveal the private key.
   */
  keep(session: string, secretNonce: Bytes, sealingKey?: Bytes): void;
  /** Returns true if a nonce is stored under this name. */
  has(session: string): boolean;
  /** Returns and forgets a secret nonce. The caller overwrites it after use. */
  take(session: string, sealingKey?: Bytes): Bytes | undefined;
};

/** Beyond this many the oldest is forgotten: its signing has to begin again. */
const MOST_NONCES = 10_000;

/**
 * Creates a store in memory, for a context's `musigNonces`.
 *
 * @param most - Sessions that are kept at most; the oldest go first. Default: 10,000.
 * @throws Never.
 *
 * @example
 * import { createMusigNonces } from 'coldsign/psbt';
 *
 * console.log(typeof createMusigNonces()); // object
 */
export function createMusigNonces(most = MOST_NONCES): MusigNonces {
  const nonces = new Map<string, Bytes>();
  const seen = new Map<string, string>();
  return {
    keep(session, secretNonce) {
      const name = encodeHex(sha256(secretNonce.subarray(0, 64)));
      const other = seen.get(name);
      if (other !== undefined && !(other === session && nonces.has(session))) {
        secretNonce.fill(0);
        throw new ComputationFault('public nonce');
      }
      seen.set(name, session);
      for (const [oldest] of seen) {
        if (seen.size <= MOST_NONCES) break;
        seen.delete(oldest);
      }
      nonces.set(session, secretNonce);
      for (const [oldest, secret] of nonces) {
        if (nonces.size <= most) break;
        secret.fill(0);
        nonces.delete(oldest);
      }
    },
    has: (session) => nonces.has(session),
    take(session) {
      const secret = nonces.get(session);
      nonces.delete(session);
      return secret;
    },
  };
}
