import type { Curve, Secp256k1 } from '../crypto/secp256k1.ts';
import { loadPart } from '../encoding/load-part.ts';
import { networks } from '../encoding/network.ts';
import type { Context } from '../rpc/context.ts';
import type { CallOptions } from './complete-context.ts';

/**
 * Returns the context of a call. Options other than the name of a network and of a profile are
 * checked and completed by code that loads only for them.
 */
export async function contextOfCall(
  options: CallOptions = {},
  backendFor: (curve?: Curve) => Secp256k1,
): Promise<Context> {
  const usual = usualContext(options, backendFor);
  if (usual !== undefined) return usual;
  const complete = await loadPart(
    async () => (await import('./complete-context.ts')).completeContext,
  );
  return complete(options, backendFor);
}

/** Returns the context for options that say at most a known network and profile. */
function usualContext(
  options: CallOptions,
  backendFor: (curve?: Curve) => Secp256k1,
): Context | undefined {
  // Callers without types may give anything. An unusual object may hide options in its prototype.
  if (typeof options !== 'object' || options === null) return undefined;
  if (Object.getPrototypeOf(options) !== Object.prototype) return undefined;
  const members = Object.getOwnPropertyDescriptors(options);
  const isUsual = Reflect.ownKeys(members).every(
    (name) => name === 'network' || name === 'profile',
  );
  const { network, profile } = members;
  if (!isUsual || network?.get || profile?.get) return undefined;
  const wanted: unknown = network?.value === undefined ? 'main' : network.value;
  const rules: unknown = profile?.value === undefined ? 'default' : profile.value;
  if (rules !== 'default' && rules !== 'core') return undefined;
  const found = Object.values(networks).find(({ name }) => name === wanted);
  return found && { network: found, profile: rules, secp256k1: backendFor() };
}
