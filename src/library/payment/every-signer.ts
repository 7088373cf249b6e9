import { appCurve } from '../../crypto/app-curve.ts';
import { checkAborted, untilAborted } from '../../encoding/abort.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { hasSilentFault } from '../../psbt/silent-payments.ts';
import { createMusigNonces } from '../../signing/memory-nonces.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import { createMusigCreator, type MusigSource } from '../../signing/musig-creator.ts';
import { checkedRandom } from './arguments.ts';
import { findProblemsTask } from './finalize-payment.ts';
import { type AppKeys, openAppKeys } from './keys.ts';
import { noteSigned, requireOneAccount } from './one-account.ts';
import { askDevice, guardThreads, outside, type PsbtDevice } from './outside.ts';
import { refuseOthers } from './reviewed.ts';
import type { SignOptions } from './sign-options.ts';
import { runPass, type SigningPass } from './signing-pass.ts';

/** Returns the nonces and the randomness of MuSig2, if there are any. */
function musigOf({ musig, random }: SignOptions): MusigSource | undefined {
  const given = musig ?? (random && { random, nonces: createMusigNonces() });
  return given && { ...given, random: checkedRandom(given.random) };
}

/**
 * Throws if the keys would sign coins of several accounts, which only a review may allow. Returns
 * their coins if a signer signs too.
 */
async function requireOneAccountOf(psbt: Psbt, open: AppKeys, options: SignOptions) {
  const { threads, sighashType, signal, keys, signer } = options;
  const job = { secp256k1: appCurve(options.secp256k1), threads, sighashType, signal };
  return requireOneAccount(psbt, open, {
    hasSigner: keys !== undefined && signer !== undefined,
    attempt: ({ psbt: tried, providerOf }) => {
      const providers = { provider: emptyProvider, providerOf };
      return runPass({ psbt: tried, providers, job, every: everySigner }, false);
    },
  });
}

/** Adds the signatures of keys and signer, then those of a device that is handed the PSBT. */
async function signWith(
  device: PsbtDevice,
  work: SigningPass & { readonly others: readonly number[] },
) {
  const { psbt, job, others } = work;
  const { secp256k1, signal, keys, signer } = job;
  const hasOwn = keys !== undefined || signer !== undefined;
  const own = hasOwn ? (await runPass(work, false)).psbt : psbt;
  checkAborted(signal);
  const answered = await untilAborted(signal, askDevice(own, device, secp256k1, signal));
  refuseOthers(others, psbt, answered, 'The device has signed');
  const finishing = { ...job, signer: undefined };
  const providers = { provider: emptyProvider, providerOf: () => emptyProvider };
  return runPass({ ...work, psbt: answered, providers, job: finishing }, true);
}

/**
 * Signs every script with every kind of key. `sign` loads it before it signs, unless single keys
 * sign scripts of one key (`plain-signing.ts`).
 */
export const everySigner = {
  nothing: emptyProvider,
  musigCreator: createMusigCreator,
  openKeys: openAppKeys,
  musigOf,
  findProblems: findProblemsTask,
  hasSilentFault,
  noteSigned,
  requireOneAccountOf,
  signWith,
  outside,
  guardThreads,
};

export type EverySigner = typeof everySigner;
