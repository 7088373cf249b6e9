import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { SignatureCreator } from './creator.ts';
import type { SigningPath } from './provider.ts';

/** Asks for the signatures of one path alone, and sees no locks that it does not have. */
export function creatorAlong(
  { keys, leafHash, older = -1, after = -1 }: SigningPath,
  creator: SignatureCreator,
): SignatureCreator {
  const isThere = (other: Bytes | undefined) =>
    leafHash === undefined || other === undefined
      ? leafHash === other
      : equalBytes(leafHash, other);
  const has = (xOnly: Bytes) => keys.has(encodeHex(xOnly));
  const { musig } = creator;
  return {
    ecdsa: (request) =>
      has(request.publicKey.subarray(1, 33)) ? creator.ecdsa(request) : undefined,
    schnorr: (request) =>
      isThere(request.leafHash) && (leafHash === undefined || has(request.xOnly))
        ? creator.schnorr(request)
        : undefined,
    checkLockTime: (lock) => lock <= after && creator.checkLockTime(lock),
    checkSequence: (lock) => lock <= older && creator.checkSequence(lock),
    ...(musig && {
      musig: {
        ...musig,
        aggregate: (request, ...rest) =>
          isThere(request.leafHash) ? musig.aggregate(request, ...rest) : undefined,
        partial: (request, ...rest) =>
          isThere(request.leafHash) ? musig.partial(request, ...rest) : undefined,
        nonce: (request, ...rest) =>
          isThere(request.leafHash) ? musig.nonce(request, ...rest) : undefined,
        last: (request, ...rest) =>
          isThere(request.leafHash) ? musig.last(request, ...rest) : undefined,
      },
    }),
  };
}
