import { ComputationFault } from '../../crypto/own-signatures.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { isBytes } from '../../encoding/bytes.ts';
import { withCause } from '../../encoding/plain-error.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { SigningWorkers } from '../../signing/batch-signer.ts';
import { combineWith, type PsbtAnswer } from './combine.ts';
import { isFailure, signerError } from './device-error.ts';
import { encodePsbt } from './encoded.ts';
import { PaymentError } from './error.ts';

/**
 * A device, a service or a person that is handed a whole PSBT and gives it back with signatures.
 */
export type PsbtDevice = {
  /** Is handed base64; answers with a PSBT in any form, finalized or not. */
  signPsbt(psbt: string): PsbtAnswer | Promise<PsbtAnswer>;
  /** Of the PSBT that it understands. Left out: as it is. */
  readonly psbtVersion?: 0 | 2 | undefined;
};

/** Adds the signatures of a device. Throws `PaymentError` where it fails, whatever it throws. */
export async function askDevice(
  psbt: Psbt,
  device: PsbtDevice,
  secp256k1: Secp256k1,
): Promise<Psbt> {
  const { psbtVersion: version = psbt.version } = device;
  const text = encodePsbt(psbt, 'base64', { version });
  // Devices of callers without types may answer with anything.
  const answer: unknown = await outside('The device', (asked: string) => device.signPsbt(asked))(
    text,
  );
  if (isAnswer(answer)) return combineWith(psbt, answer, secp256k1);
  throw isFailure(answer)
    ? signerError('The device', answer)
    : withCause(
        new PaymentError('SIGNER_FAILED', 'The device answered with something that is not a PSBT', {
          hint: 'Check what signPsbt returns: a PSBT as base64, hexadecimal, bytes or a value.',
        }),
        answer,
      );
}

function isAnswer(answer: unknown): answer is PsbtAnswer {
  const { inputs, outputs }: Partial<Psbt> = Object(answer);
  const isPsbt = Array.isArray(inputs) && Array.isArray(outputs);
  return isPsbt || typeof answer === 'string' || isBytes(answer);
}

/**
 * A function of the app's or a device's, which fails as `PaymentError`. What this machine computes
 * wrongly is no fault of theirs.
 */
export function outside<A extends readonly unknown[], T>(who: string, ask: (...args: A) => T) {
  return async (...args: A): Promise<Awaited<T>> => {
    try {
      return await ask(...args);
    } catch (error) {
      if (error instanceof PaymentError || error instanceof ComputationFault) throw error;
      throw signerError(who, error);
    }
  };
}

/** Threads that fail as `PaymentError`. */
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
