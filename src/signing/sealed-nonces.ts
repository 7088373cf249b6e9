import { CIPHER_NONCE_LENGTH, open, seal } from '../crypto/cipher.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { MusigNonces } from './musig-creator.ts';

/** Durable storage for sealed nonces; each name is used once. */
export type NonceStore = {
  /** Stores a sealed nonce durably. Throws if the name is or was in use. */
  readonly put: (name: string, sealed: Bytes) => void;
  readonly has: (name: string) => boolean;
  /**
   * Destroys a sealed nonce durably and returns it; `undefined` if not found. Its name remains
   * taken, so that a restored copy is not found.
   */
  readonly destroy: (name: string) => Bytes | undefined;
};

/**
 * Creates secret nonces of MuSig2 for a machine that keeps no memory between the rounds. Each is
 * encrypted under its private key and destroyed before it signs. So even an interruption allows no
 * second signature with it. If a nonce is lost, the cosigners have to start again.
 */
export function createSealedNonces(
  store: NonceStore,
  random: (length: number) => Bytes,
): MusigNonces {
  return {
    keep(session, secretNonce, sealingKey) {
      invariant(sealingKey !== undefined, 'a signer seals its nonces');
      const context = encodeUtf8(session);
      const sealed = seal(secretNonce, sealingKey, random(CIPHER_NONCE_LENGTH), context);
      secretNonce.fill(0);
      store.put(session, sealed);
    },
    has: (session) => store.has(session),
    take(session, sealingKey) {
      invariant(sealingKey !== undefined, 'a signer opens its nonces');
      const sealed = store.destroy(session);
      return sealed && open(sealed, sealingKey, encodeUtf8(session));
    },
  };
}
