import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Context } from '../rpc/context.ts';
import { type CallOptions, completeContext } from './complete-context.ts';

/**
 * The context that methods run in, with the defaults of a library call. Throws `RpcError` for
 * options of a wrong kind.
 */
export function createContext(options: CallOptions = {}): Context {
  return completeContext(options, (curve = nobleSecp256k1) => curveOf(curve));
}
