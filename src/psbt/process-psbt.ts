import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { BatchSigner } from '../signing/batch-signer.ts';
import type { SigningProvider } from '../signing/provider.ts';
import type { Task } from '../signing/task.ts';
import { dropUnnecessaryTransactions } from './final-scripts.ts';
import {
  findHolding,
  type InputSigning,
  type MusigCreatorOf,
  openInputs,
  type PsbtFault,
  type PsbtSignOptions,
  signOpened,
} from './input-signing.ts';
import { isFinalized, type Psbt, type PsbtInput, type PsbtOutput } from './psbt.ts';
import { finalSpend, openSession, type PsbtSession } from './psbt-session.ts';
import { opensSilentPayment, paysSilently } from './signature-types.ts';
import { isScriptPending } from './silent-fields.ts';

/** The result of signing a PSBT. */
export type SignedPsbt = {
  /** The PSBT with the added data. */
  readonly psbt: Psbt;
  /** True if every input is final and its scripts are valid. */
  readonly complete: boolean;
};

/**
 * Returns a provider for the current state of an input, or `undefined` if it knows nothing of it.
 */
export type ProviderSource = (input: PsbtInput) => SigningProvider | undefined;

/** A PSBT to process, with options. */
export type PsbtProcess = Omit<PsbtSignOptions, 'provider'> & {
  readonly psbt: Psbt;
  readonly secp256k1: Secp256k1;
  /** Lists the sources to ask about an input that is not final, in order. */
  readonly sourcesOf: (input: PsbtInput) => readonly ProviderSource[];
  readonly updateOutput: (output: PsbtOutput) => PsbtOutput;
  /** Errors of an input that end the process before anything is signed. */
  readonly ends: readonly PsbtFault[];
  readonly musigCreator: MusigCreatorOf;
};

/**
 * Processes a PSBT: every update and signing goes through this function. Each source fills and
 * signs the inputs in turn. Complete inputs become final, outputs get their data, unneeded fields
 * are dropped, and all final scripts are verified.
 */
export function* processPsbt(
  job: PsbtProcess,
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  const derived: PrivateKey[] = [];
  if (job.silent && opensSilentPayment(job.psbt, job.sighashType)) {
    return { error: 'SILENT_SIGHASH' };
  }
  try {
    const given = withSilent(job, derived);
    return given ? yield* processKnown(given, signer) : { error: 'SILENT_PAYMENT' };
  } finally {
    for (const key of derived) key.wipe();
  }
}

/** Processes a PSBT whose silent payments are computed. */
function* processKnown(
  given: PsbtProcess,
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  const session = openSession(given.psbt, given.secp256k1);
  if (session === undefined) return { error: 'INVALID_TX' };
  const signed = yield* signBySources(given, session, signer);
  if ('error' in signed) return signed;
  const { inputs, holding } = signed;
  const outputs: PsbtOutput[] = [];
  for (const output of given.psbt.outputs) {
    outputs.push(given.updateOutput(output));
    if (signer.pause && outputs.length % FEW === 0) yield signer.pause();
  }
  const whole = { ...given.psbt, inputs, outputs };
  const done = dropUnnecessaryTransactions(whole, given.dropsProofs ? undefined : given.psbt);
  const psbt = given.silent?.finish(done) ?? done;
  const others = psbt.inputs.flatMap((input, index) =>
    holding.has(index) ? [] : [finalSpend(index, input)],
  );
  const alsoHolding = yield* findHolding(others, session, signer);
  return { psbt, complete: alsoHolding.size === others.length };
}

/**
 * Computes silent payments as far as the keys allow. Returns `undefined` if they are wrong.
 * `derived`: see `providerFor`.
 */
function withSilent(job: PsbtProcess, derived: PrivateKey[]): PsbtProcess | undefined {
  const { silent, secp256k1 } = job;
  if (silent === undefined) return job;
  const sourcesOf = (input: PsbtInput): readonly ProviderSource[] =>
    job.sourcesOf(input).map((source) => (shown: PsbtInput) => {
      const provider = source(shown);
      return provider && silent.providerFor(shown, provider, secp256k1, derived);
    });
  const providersOf = (input: PsbtInput) =>
    sourcesOf(input).flatMap((source) => source(input) ?? []);
  const psbt = silent.prepare(job.psbt, providersOf, job.sighashType, secp256k1);
  return psbt && { ...job, psbt, sourcesOf };
}

type Signed = {
  readonly inputs: readonly PsbtInput[];
  /** Indexes of inputs whose final scripts are valid. */
  readonly holding: ReadonlySet<number>;
};

/** Number of inputs and outputs whose keys are looked up between pauses. */
const FEW = 32;

/**
 * Signs all inputs by their first source together, then by their second, until no source is left.
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
  const isSilent = job.silent !== undefined && paysSilently(job.psbt);
  const sources = inputs.map((input) =>
    isPending || isFinalized(input) ? [] : [...job.sourcesOf(input)],
  );
  for (;;) {
    const signings: InputSigning[] = [];
    for (const [index, input] of inputs.entries()) {
      const provider = isFinalized(input) ? undefined : nextProvider(sources[index], input);
      if (provider) signings.push({ ...job, index, input, provider, isSilent });
      if (signer.pause && index % FEW === FEW - 1) yield signer.pause();
    }
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

/** Returns the next source that knows the input. */
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
