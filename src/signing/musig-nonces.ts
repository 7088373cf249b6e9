import { sha256 } from '../crypto/hash.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';

/**
 * Secret nonces between the two rounds of MuSig2. They live in memory only and are used once:
 * stored, a copy of the store could make a signer use one twice, which gives the private key away.
 */
export type MusigNonces = {
  /**
   * `session` names one signer, message and public nonce. Throws a `ComputationFault` for a nonce
   * of another session or of one that was used: two signatures with it give the private key away.
   */
  keep(session: string, secretNonce: Bytes): void;
  /** Whether a nonce waits under this name. */
  has(session: string): boolean;
  /** Once: it is forgotten, and the caller overwrites it after use. */
  take(session: string): Bytes | undefined;
};

/** Beyond this many the oldest is forgotten: its signing has to begin again. */
const MOST_NONCES = 10_000;

/** In memory, for a context's `musigNonces`. */
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
      if (seen.size > MOST_NONCES)
        for (const [oldest] of seen) {
          seen.delete(oldest);
          break;
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
