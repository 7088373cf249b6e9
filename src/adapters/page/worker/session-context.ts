import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import type { Json } from '../../../json/json.ts';
import { screenPolicy } from '../../../review/policy.ts';
import type { Context } from '../../../rpc/context.ts';
import { RpcError } from '../../../rpc/error.ts';
import { withHint } from '../../../rpc/hint.ts';
import { withoutSecrets } from '../../../rpc/redact-arguments.ts';
import type { Pause } from '../../../signing/task.ts';
import type { Session } from './session.ts';

/** Seconds since 1970, by the clock of this computer. */
export const now = (): number => Math.floor(Date.now() / 1000);

export const randomBytes = (length: number): Bytes =>
  crypto.getRandomValues(new Uint8Array(length));

export function contextOf(session: Session): Context & { readonly pause: Pause } {
  const { network, chain } = session;
  return {
    network,
    profile: 'default',
    secp256k1: kernelSecp256k1,
    policy: screenPolicy,
    details: true,
    now,
    random: randomBytes,
    pause: session.cancellation.begin(),
    ...(chain !== undefined && { chain }),
  };
}

/** Runs a function of the engine. Its errors get a hint, and repeat no secret that was given. */
export async function explained<T>(
  session: Session,
  given: Json,
  run: (context: Context) => T | Promise<T>,
): Promise<T> {
  const context = contextOf(session);
  try {
    return await run(context);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw withoutSecrets(withHint(error, given, context), given, context.profile);
  }
}
