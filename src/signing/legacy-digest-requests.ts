import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { type LegacyDigestRequest, legacyDigestsTogether } from '../sighash/legacy-digests.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { BatchSigner } from './batch-signer.ts';
import type { SigningSession } from './job.ts';
import type { InputToSign } from './plan.ts';
import { awaited, type Task } from './task.ts';

/** Smallest number of inputs for which digests are computed in advance. */
const FEWEST = 32;

/**
 * Has the digests of P2PKH inputs made where that is faster, when there are so many that they
 * matter.
 */
export function* learnLegacyDigests(
  inputs: readonly InputToSign[],
  { cache, secp256k1: { hashSpliced } }: SigningSession,
  { legacyDigests }: BatchSigner,
): Task<void> {
  if (inputs.length < FEWEST || (legacyDigests ?? hashSpliced) === undefined) return;
  const requests = inputs.flatMap((input) => requestOf(input, cache));
  if (requests.length < FEWEST) return;
  const { transaction } = cache;
  const digests = legacyDigests
    ? yield* awaited(legacyDigests(transaction, requests))
    : hashSpliced && legacyDigestsTogether(transaction, requests, hashSpliced);
  requests.forEach((request, i) => {
    const digest = digests?.[i];
    if (digest) cache.learnLegacyDigest(request, digest);
  });
}

/** Requests the digest of a P2PKH input, if its key is known; other digests are not needed. */
function requestOf(
  { index, provider, sighashType }: InputToSign,
  cache: SighashCache,
): readonly LegacyDigestRequest[] {
  const scriptCode = cache.coins[index]?.scriptPubKey;
  if (scriptCode === undefined) return [];
  const template = solveScript(scriptCode);
  if (template.kind !== 'pubkeyhash' || !provider.canSign(template.hash)) return [];
  const type = sighashType === Sighash.DEFAULT ? Sighash.ALL : sighashType;
  return [{ input: index, scriptCode, type }];
}
