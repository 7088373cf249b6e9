import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { AbortSignalLike } from '../../encoding/abort.ts';
import { isBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import { withCause } from '../../encoding/plain-error.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import { runTask } from '../../signing/task.ts';
import { combineWith, type PsbtAnswer } from './combine.ts';
import { isFailure, signerError } from './device-error.ts';
import { encodePsbtTask } from './encoded.ts';

/** Options that a device receives with each call. */
type DeviceOptions = {
  /** Aborts the call; absent if `sign` has no signal. */
  readonly signal: AbortSignalLike | undefined;
};

/** A device, a service or a person that receives a complete PSBT and returns it with signatures. */
export type PsbtDevice = {
  /**
   * Signs a PSBT in base64. Returns a PSBT in any form, finalized or not, or `undefined` if the
   * user cancelled. `signal` is that of `sign`, if it has one.
   */
  signPsbt(
    psbt: string,
    options: DeviceOptions,
  ): PsbtAnswer | undefined | Promise<PsbtAnswer | undefined>;
  /** Version of the PSBT that the device understands. Default: that of the PSBT. */
  readonly psbtVersion?: 0 | 2 | undefined;
};

/** Adds the signatures of a device. Any failure of the device becomes a `ColdsignError`. */
export async function askDevice(
  psbt: Psbt,
  device: PsbtDevice,
  secp256k1: Secp256k1,
  signal?: AbortSignalLike,
): Promise<Psbt> {
  const { psbtVersion: version = psbt.version } = device;
  const pause = pauseFor(signal);
  const text = String(await runTask(encodePsbtTask(psbt, 'base64', { version }, pause)));
  // Devices of callers without types may return any value.
  const answer: unknown = await outside('The device', (asked: string) =>
    device.signPsbt(asked, { signal }),
  )(text);
  if (isAnswer(answer)) return combineWith(psbt, answer, secp256k1, pause);
  throw isFailure(answer)
    ? signerError('The device', answer)
    : withCause(
        new ColdsignError(
          'SIGNER_FAILED',
          'The device answered with something that is not a PSBT',
          {
            hint: 'Check what signPsbt returns: a PSBT as base64, hexadecimal, bytes or a value.',
          },
        ),
        answer,
      );
}

function isAnswer(answer: unknown): answer is PsbtAnswer {
  const { inputs, outputs }: Partial<Psbt> = Object(answer);
  const isPsbt = Array.isArray(inputs) && Array.isArray(outputs);
  return isPsbt || typeof answer === 'string' || isBytes(answer);
}

/**
 * Wraps a function of the app or of a device, so that it fails with `ColdsignError`. Faults in the
 * computation of this machine pass unchanged.
 */
export function outside<A extends readonly unknown[], T>(who: string, ask: (...args: A) => T) {
  return async (...args: A): Promise<Awaited<T>> => {
    try {
      return await ask(...args);
    } catch (error) {
      if (error instanceof ColdsignError || error instanceof ComputationFault) throw error;
      throw signerError(who, error);
    }
  };
}

/** Wraps threads, so that they fail with `ColdsignError`. */
export function guardThreads(threads: SigningWorkers): SigningWorkers {
  const { publicKeyMany, legacyDigests, beginEcdsa, beginSchnorr } = threads;
  const guard = <A extends readonly unknown[], T>(ask: (...args: A) => T) =>
    outside('The threads', ask.bind(threads));
  return {
    signEcdsaMany: guard(threads.signEcdsaMany),
    signSchnorrMany: guard(threads.signSchnorrMany),
    verifyAll: guard(threads.verifyAll),
    ...(publicKeyMany && { publicKeyMany: guard(publicKeyMany) }),
    ...(legacyDigests && { legacyDigests: guard(legacyDigests) }),
    ...(beginEcdsa && { beginEcdsa: guard(beginEcdsa) }),
    ...(beginSchnorr && { beginSchnorr: guard(beginSchnorr) }),
  };
}
