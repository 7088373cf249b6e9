import type { Bytes } from '../../encoding/bytes.ts';
import { type Hands, runSteps, runStepsWith } from '../../signing/hands.ts';
import type { Steps } from '../../signing/job.ts';
import { createKeyProvider } from '../../signing/key-provider.ts';
import {
  type AddExternalKeys,
  joinProviders,
  type SigningProvider,
} from '../../signing/provider.ts';
import type { Context } from '../context.ts';

/** Goes through the steps with the context's workers and signer; in this thread where it has none. */
export async function withHands<T>(context: Context, steps: Steps<T>): Promise<T> {
  const { signer, workers } = context;
  if (signer === undefined && workers === undefined) return runSteps(steps, context);
  const hands: Hands = { signer: signer?.sign, workers };
  return runStepsWith(steps, context, hands);
}

/** What somebody knows, with the keys of the external signer; `undefined` where there is none. */
export function externalKeys({ signer, secp256k1 }: Context): AddExternalKeys | undefined {
  if (signer === undefined) return undefined;
  const { publicKeys } = signer;
  if (publicKeys === undefined) return withKnownKeys;
  const external = createKeyProvider({ keys: [], publicKeys }, secp256k1);
  return (own) => joinProviders(own, external);
}

/** A signer that does not say which keys it has may have all that are known. */
function withKnownKeys(own: SigningProvider): SigningProvider {
  const canSign = (hash: Bytes) => own.canSign(hash) || own.getPublicKey(hash) !== undefined;
  return { ...own, canSign };
}
