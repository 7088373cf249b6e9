import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { BatchSigner } from '../signing/batch-signer.ts';
import type { SigningProvider } from '../signing/provider.ts';
import type { Task } from '../signing/task.ts';
import { isFinalized } from './encode.ts';
import { dropUnnecessaryTransactions } from './finalize.ts';
import type { Psbt, PsbtInput, PsbtOutput } from './psbt.ts';
import { finalSpend, openSession, type PsbtSession } from './session.ts';
import {
  findHolding,
  type InputSigning,
  openInputs,
  type PsbtFault,
  type PsbtSignOptions,
  signOpened,
} from './sign-inputs.ts';
import { isScriptPending } from './silent-fields.ts';

/** What came of signing. */
export type SignedPsbt = {
  /** With what was added. */
  readonly psbt: Psbt;
  /** Every input is final, and its scripts hold. */
  readonly complete: boolean;
};

/**
 * Somebody who may know an input, which he is shown as it has become; `undefined`: he knows nothing
 * of it.
 */
export type ProviderSource = (input: PsbtInput) => SigningProvider | undefined;

/** What is to be done with a PSBT. */
export type PsbtProcess = Omit<PsbtSignOptions, 'provider'> & {
  readonly psbt: Psbt;
  readonly secp256k1: Secp256k1;
  /** Who is asked about an input that is not final, one after the other. */
  readonly sourcesOf: (input: PsbtInput) => readonly ProviderSource[];
  readonly updateOutput: (output: PsbtOutput) => PsbtOutput;
  /** Faults of an input that end the whole, before anything is signed. */
  readonly ends: readonly PsbtFault[];
};

/**
 * The one way that a PSBT goes where it is updated or signed: its inputs are filled and signed by
 * one source after the other, what is complete becomes final, its outputs are told, what is no
 * longer needed is dropped, and every final script is verified.
 */
export function* processPsbt(
  job: PsbtProcess,
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  const session = openSession(job.psbt, job.secp256k1);
  if (session === undefined) return { error: 'INVALID_TX' };
  const signed = yield* signBySources(job, session, signer);
  if ('error' in signed) return signed;
  const { inputs, holding } = signed;
  const outputs = job.psbt.outputs.map(job.updateOutput);
  const psbt = dropUnnecessaryTransactions({ ...job.psbt, inputs, outputs });
  const others = psbt.inputs.flatMap((input, index) =>
    holding.has(index) ? [] : [finalSpend(index, input)],
  );
  const alsoHolding = yield* findHolding(others, session, signer);
  return { psbt, complete: alsoHolding.size === others.length };
}

type Signed = {
  readonly inputs: readonly PsbtInput[];
  /** The indexes of those whose final scripts were found to hold. */
  readonly holding: ReadonlySet<number>;
};

/**
 * All inputs are signed by their first source together, then by their second, until no input has
 * another.
 */
function* signBySources(
  job: PsbtProcess,
  session: PsbtSession,
  signer: BatchSigner,
): Task<Signed | { readonly error: PsbtFault }> {
  const inputs = [...job.psbt.inputs];
  const holding = new Set<number>();
  // BIP375: "If any output does not have PSBT_OUT_SCRIPT set, the Signer must not yet add a
  // signature."
  const isPending = job.psbt.outputs.some(isScriptPending);
  const sources = inputs.map((input) =>
    isPending || isFinalized(input) ? [] : [...job.sourcesOf(input)],
  );
  for (;;) {
    const signings = inputs.flatMap((input, index): InputSigning[] => {
      const provider = isFinalized(input) ? undefined : nextProvider(sources[index], input);
      return provider ? [{ ...job, index, input, provider }] : [];
    });
    if (signings.length === 0) return { inputs, holding };
    const opened = yield* openInputs(signings, session, signer);
    for (const { stays } of opened) {
      if (stays?.error && job.ends.includes(stays.error)) return { error: stays.error };
    }
    const results = yield* signOpened(opened, session, signer);
    for (const [i, { index }] of signings.entries()) {
      const result = results[i];
      if (result === undefined) continue;
      inputs[index] = result.input;
      if (result.holds) holding.add(index);
      else holding.delete(index);
    }
  }
}

/** Of the next source that knows the input. */
function nextProvider(
  sources: ProviderSource[] = [],
  input: PsbtInput,
): SigningProvider | undefined {
  for (let source = sources.shift(); source; source = sources.shift()) {
    const provider = source(input);
    if (provider) return provider;
  }
  return undefined;
}
