import { checkArguments } from '../arguments/check-arguments.ts';
import { sha256 } from '../crypto/hash.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { MusigNonces } from './musig-creator.ts';

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
