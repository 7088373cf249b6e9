import type { Curve, Secp256k1 } from '../crypto/secp256k1.ts';
import { type AbortSignalLike, checkAborted } from '../encoding/abort.ts';
import { chainNames, type Network, type NetworkName, networks } from '../encoding/network.ts';
import { nextTurn } from '../encoding/next-turn.ts';
import { redactSecrets } from '../encoding/redact.ts';
import type { Context, Profile } from '../rpc/context.ts';
import { invalid, RpcCode, type RpcError, typeError } from '../rpc/error.ts';
import { rejectAs } from '../rpc/reject-as.ts';
import type { SigningProgress } from '../signing/job.ts';
import type { SignatureRequest } from '../signing/signature-request.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import {
  approvalOutside,
  attempt,
  callersClock,
  checkCoins,
  checkOptions,
  randomOutside,
} from './call-options.ts';

/**
 * Options of a call, all optional: what it may ask of the world. Defaults: the main network, the
 * profile `default`, the curve in pure JS, and no coins except those in the arguments and of
 * `chain`.
 */
export type CallOptions = Partial<Omit<Context, 'network' | 'profile' | 'secp256k1'>> & {
  /** The network, as its name or an object that describes your own. Default: `main`. */
  readonly network?: NetworkName | Network;
  /** Profile of the answers. Default: `default`. */
  readonly profile?: Profile;
  /**
   * Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one, and an app may have
   * its own.
   */
  readonly secp256k1?: Curve | undefined;
  /**
   * Ends a call with a `ColdsignError` (`ABORTED`). With a signal, long work lets other work run,
   * which may abort. A change of a wallet that has started is completed: look at the wallet before
   * you call again.
   */
  readonly signal?: AbortSignalLike | undefined;
};

/**
 * Completes options. `backendFor` returns the backend of the caller's curve, or the default. Throws
 * `RpcError` for options of a wrong kind.
 */
export function completeContext(
  given: CallOptions,
  backendFor: (curve?: Curve) => Secp256k1,
): Context {
  const options = checkOptions(given);
  const { network = 'main', secp256k1: curve, signal, ...rest } = options;
  const { profile = 'default' } = options;
  if (profile !== 'default' && profile !== 'core') {
    throw unknown('profile', profile, 'The profiles are default and core');
  }
  const secp256k1 = backendFor(curve);
  const found = typeof network === 'string' ? findNetwork(network) : network;
  for (const name of ['wallets', 'chain'] as const) {
    const own = rest[name]?.network;
    if (own === undefined || own === found.name) continue;
    throw invalid(`The option ${name} is of chain ${own}, but the option network is ${found.name}`);
  }
  const guarded = { ...rest, ...guardOutside(rest), profile, secp256k1, network: found };
  if (signal === undefined) return guarded;
  const onProgress = (progress: SigningProgress) => {
    checkAborted(signal);
    guarded.onProgress?.(progress);
  };
  const { pause: pauseOf = nextTurn } = rest;
  const pause = async () => {
    await pauseOf();
    checkAborted(signal);
  };
  return { ...guarded, onProgress, pause };
}

/** Wraps the functions that the caller gave, so that they fail with `RpcError`. */
function guardOutside(options: CallOptions) {
  const { findCoins, approve, signer, now, random, deriveKey, onProgress, notify } = options;
  return {
    ...(findCoins && {
      findCoins: coinsOutside(async (wanted: readonly OutPoint[]) =>
        checkCoins(await findCoins(wanted), wanted),
      ),
    }),
    ...(approve && { approve: approvalOutside(approve) }),
    ...(signer && {
      signer: {
        publicKeys: signer.publicKeys,
        sign: signerOutside((requests: readonly SignatureRequest[]) => signer.sign(requests)),
      },
    }),
    ...(now && { now: callersClock(now) }),
    ...(random && { random: randomOutside(random) }),
    ...(deriveKey && { deriveKey: keysOutside(deriveKey) }),
    ...(onProgress && { onProgress: listener('onProgress', onProgress) }),
    ...(notify && { notify: listener('notify', notify) }),
  };
}

function listener<T>(name: string, listen: (value: T) => void): typeof listen {
  return (value) => attempt(`The option ${name} failed`, () => listen(value));
}

const coinsOutside = rejectAs(RpcCode.MISC_ERROR, 'The coins cannot be asked for');
const keysOutside = rejectAs(RpcCode.MISC_ERROR, 'The passphrase cannot be tried');
const signerOutside = rejectAs(RpcCode.MISC_ERROR, 'The signer outside failed');

export function findNetwork(name: string): Network {
  const network = Object.values(networks).find((candidate) => candidate.name === name);
  if (network !== undefined) return network;
  // For callers without types.
  if (typeof name !== 'string')
    throw typeError(`The network must be the name of one: ${chainNames}`);
  throw unknown('chain', name, `The chains are ${chainNames}`);
}

/** Returns the error for an unknown name. */
function unknown(what: string, value: string, hint: string): RpcError {
  return invalid(`Unknown ${what} ${redactSecrets(value)}`, hint);
}
