import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { type Hands, runSteps, runStepsWith } from '../signing/hands.ts';
import type { Steps } from '../signing/job.ts';
import { askForLegacyDigests, type LegacyPlan } from '../signing/legacy-wishes.ts';
import { together } from '../signing/together.ts';
import { isFinalized } from './encode.ts';
import { dropUnnecessaryTransactions } from './finalize.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { finalHolds, openSession, type PsbtSession } from './session.ts';
import { type PsbtFault, type PsbtSignOptions, psbtInputSteps } from './sign.ts';
import { updatePsbtOutput } from './update-output.ts';

/** What came of signing. */
export type SignedPsbt = {
  /** With what was added. */
  readonly psbt: Psbt;
  /** Every input is final, and its scripts hold. */
  readonly complete: boolean;
};

/** What is to be signed, by whom, and how. */
export type PsbtJob = PsbtSignOptions & {
  /** What is to be signed. It is not changed. */
  readonly psbt: Psbt;
  /** The curve that signatures are made and verified with. */
  readonly secp256k1: Secp256k1;
};

/**
 * Adds to every input and output what the provider knows, and signs what it can sign. Spent outputs are in the PSBT already, or
 * their inputs stay as they are. A fault of the whole: the inputs' lock times exclude each other, or an input asks for another
 * type of signature. Core: ProcessPSBT (rpc/rawtransaction.cpp).
 */
export function signPsbt(job: PsbtJob): SignedPsbt | { readonly fault: PsbtFault } {
  return runSteps(signPsbtSteps(job.psbt, job, job.secp256k1), job);
}

/** The same with other hands: external signers, workers. Rejects only if they do. */
export async function signPsbtWith(
  job: PsbtJob,
  hands: Hands,
): Promise<SignedPsbt | { readonly fault: PsbtFault }> {
  return runStepsWith(signPsbtSteps(job.psbt, job, job.secp256k1), job, hands);
}

export function* signPsbtSteps(
  psbt: Psbt,
  options: PsbtSignOptions,
  secp256k1: Secp256k1,
): Steps<SignedPsbt | { readonly fault: PsbtFault }> {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return { fault: 'INVALID_TX' };
  yield* askForInputDigests(session, options, options.provider.canSign);
  const results = yield* together(
    psbt.inputs.map((input, index) => signInput(session, index, input, options)),
    ({ mismatch }) => mismatch,
  );
  if (results.some(({ mismatch }) => mismatch)) return { fault: 'SIGHASH_MISMATCH' };
  const inputs = results.map(({ input }) => input);
  const outputs = psbt.outputs.map((output) =>
    updatePsbtOutput(output, options.provider, secp256k1),
  );
  const done = dropUnnecessaryTransactions({ ...psbt, inputs, outputs });
  const holds = yield* together(
    done.inputs.map((input, index) => isDone(session, index, input, results[index]?.holds)),
  );
  return { psbt: done, complete: holds.every((each) => each) };
}

/** The legacy digests of the inputs that are not final yet. */
export function askForInputDigests(
  { cache, psbt }: PsbtSession,
  { sighashType = Sighash.ALL }: Pick<PsbtSignOptions, 'sighashType'>,
  canSign: LegacyPlan['canSign'],
): Steps<void> {
  const inputs = [...psbt.inputs.keys()].filter((index) => {
    const input = psbt.inputs[index];
    return input !== undefined && !isFinalized(input);
  });
  return askForLegacyDigests({ cache, inputs, sighashType, canSign });
}

type Result = { readonly input: PsbtInput; readonly holds: boolean; readonly mismatch: boolean };

function* signInput(
  session: PsbtSession,
  index: number,
  input: PsbtInput,
  options: PsbtSignOptions,
): Steps<Result> {
  if (isFinalized(input)) return { input, holds: false, mismatch: false };
  const signed = yield* psbtInputSteps(session, index, options, input);
  return { ...signed, mismatch: signed.fault === 'SIGHASH_MISMATCH' };
}

/** Whether an input is final and holds; `known`: it was found to. */
export function* isDone(
  session: PsbtSession,
  index: number,
  input: PsbtInput,
  known: boolean | undefined,
): Steps<boolean> {
  return known === true || (yield* finalHolds(session, index, input));
}
