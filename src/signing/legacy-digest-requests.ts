import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { type LegacyDigestRequest, legacyDigestsTogether } from '../sighash/legacy-digests.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { BatchSigner } from './batch-signer.ts';
import type { SigningSession } from './job.ts';
import type { InputToSign } from './plan.ts';
import { awaited, type Task } from './task.ts';

/** With fewer inputs the digests are made sooner than they are asked for. */
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

/** The digest of a P2PKH input that may get a signature: nobody needs those of others. */
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
