import type { Bytes } from '../encoding/bytes.ts';

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
