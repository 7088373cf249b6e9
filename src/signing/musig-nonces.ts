import { checkArguments } from '../arguments/check-arguments.ts';
import { sha256 } from '../crypto/hash.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';

/**
 * A store for secret nonces between the two rounds of MuSig2. Two signatures with one nonce reveal
 * the private key, so each nonce must be used only once. Memory (`createMusigNonces`) is the best
 * place. A store must never return the same nonce twice.
 */
export type MusigNonces = {
  /**
   * Stores a secret nonce. `session` identifies one signer, message and public nonce. Only this
   * signer knows `sealingKey` (32 bytes), for stores that encrypt; it is overwritten after the
   * call. Throws a `ComputationFault` for a nonce of another session or a used nonce.
   */
  keep(session: string, secretNonce: Bytes, sealingKey?: Bytes): void;
  /** Returns true if a nonce is stored under this session. */
  has(session: string): boolean;
  /** Returns and forgets a secret nonce. The caller overwrites it after use. */
  take(session: string, sealingKey?: Bytes): Bytes | undefined;
};

/** Maximum number of nonces. The oldest are dropped, so their signing has to start again. */
const MOST_NONCES = 10_000;

/**
 * Creates a store in memory, for a context's `musigNonces`.
 *
 * @param most - Maximum number of sessions; the oldest are dropped first. Default: 10,000.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for anything but a whole number.
 */
export function createMusigNonces(most = MOST_NONCES): MusigNonces {
  checkArguments('createMusigNonces', { most: [most, 'uint32'] });
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
