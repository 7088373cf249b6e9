import { createNonceFiles } from '../../src/adapters/keys/nonce-files.ts';
import { aggregateKeys } from '../../src/crypto/musig.ts';
import {
  aggregateMusigNonces,
  createMusigNonce,
  openMusigSession,
  signMusigPartially,
} from '../../src/crypto/musig-session.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { createSealedNonces } from '../../src/signing/sealed-nonces.ts';
import { createRandom } from '../support/generate/random.ts';

/** A partial signature for the session of this number. */
export type Partial = { readonly session: number; readonly signature: string };

const [ours, theirs] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const keyOf = (key: Uint8Array) => nobleSecp256k1.publicKey(key, true) ?? key;
const keys = [keyOf(ours), keyOf(theirs)];
const message = new Uint8Array(32).fill(3);
const nonceBy = (privateKey: Uint8Array, seed: number) => {
  const random = createRandom(seed).bytes(32);
  const nonce = createMusigNonce(
    { privateKey, publicKey: keyOf(privateKey), random, message },
    nobleSecp256k1,
  );
  if (nonce === undefined) throw new Error('no nonce');
  return nonce;
};
const nameOf = (session: number) => `${session}`;
const sealingKey = new Uint8Array(32).fill(4);

export const nonceFiles = (folder: string) =>
  createSealedNonces(createNonceFiles(folder), createRandom(Date.now()).bytes);

export function keepNonce(folder: string, session: number): void {
  nonceFiles(folder).keep(nameOf(session), nonceBy(ours, session).secret, sealingKey);
}

/**
 * Signs for a session whose other nonce is that of `visit`. Returns `undefined` if the nonce is
 * gone.
 */
export function signOnce(
  nonces: ReturnType<typeof nonceFiles>,
  session: number,
  visit: number,
  beforeItLeaves: () => void,
): Partial | undefined {
  const secret = nonces.take(nameOf(session), sealingKey);
  if (secret === undefined) return undefined;
  const aggregation = aggregateKeys(keys, nobleSecp256k1);
  const all = [nonceBy(ours, session).publicNonce, nonceBy(theirs, 1e6 + visit).publicNonce];
  const nonce = aggregateMusigNonces(all, nobleSecp256k1);
  const open =
    aggregation && nonce && openMusigSession(aggregation, nonce, message, nobleSecp256k1);
  const made = open && signMusigPartially(open, ours, secret, nobleSecp256k1);
  if (made === undefined) throw new Error('not signed');
  beforeItLeaves();
  return { session, signature: encodeHex(made) };
}
