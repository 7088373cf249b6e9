import type { Bytes } from '../../encoding/bytes.ts';
import { type BatchSigner, signHere, signWith } from '../../signing/batch-signer.ts';
import { createTemplateProvider } from '../../signing/key-provider.ts';
import {
  type AddExternalKeys,
  joinProviders,
  type SigningProvider,
} from '../../signing/provider.ts';
import type { Task } from '../../signing/task.ts';
import type { Context } from '../context.ts';

/** Runs a signing task with the context's workers and signer, or on this thread if it has none. */
export async function runSigning<T>(
  context: Context,
  task: (signer: BatchSigner) => Task<T>,
): Promise<T> {
  const { signer, workers, pause } = context;
  if ([signer, workers, pause].every((each) => each === undefined)) return signHere(context, task);
  return signWith(context, { signer: signer?.sign, workers, pause }, task);
}

/**
 * Returns a function that adds the external signer's keys, or `undefined` if there is no signer.
 */
export function externalKeys({ signer, secp256k1 }: Context): AddExternalKeys | undefined {
  if (signer === undefined) return undefined;
  const { publicKeys } = signer;
  if (publicKeys === undefined) return withKnownKeys;
  const external = createTemplateProvider({ keys: [], publicKeys }, secp256k1);
  return (own) => joinProviders(own, external);
}

/** Treats a signer that does not list its keys as having all known ones. */
function withKnownKeys(own: SigningProvider): SigningProvider {
  const canSign = (hash: Bytes) => own.canSign(hash) || own.getPublicKey(hash) !== undefined;
  return { ...own, canSign };
}
