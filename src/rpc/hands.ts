import { type Hands, runSteps, runStepsWith } from '../signing/hands.ts';
import type { Steps } from '../signing/job.ts';
import { createKeyProvider } from '../signing/key-provider.ts';
import type { SigningProvider } from '../signing/provider.ts';
import type { Context } from './context.ts';

/** Goes through the steps with the context's workers and signer; in this thread where it has none. */
export async function withHands<T>(context: Context, steps: Steps<T>): Promise<T> {
  const { signer, workers } = context;
  if (signer === undefined && workers === undefined) return runSteps(steps, context);
  const hands: Hands = { signer: signer?.sign, workers };
  return runStepsWith(steps, context, hands);
}

/** The keys of the signer outside; `undefined` where there is none. */
export function outsideKeys({ signer, secp256k1 }: Context): SigningProvider | undefined {
  return signer && createKeyProvider({ keys: [], publicKeys: signer.publicKeys }, secp256k1);
}
