import type { SignatureCheck } from '../crypto/secp256k1.ts';
import { lastOf } from '../encoding/list.ts';
import { solveScript } from '../script/templates.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { runSteps } from '../signing/hands.ts';
import type { Steps } from '../signing/job.ts';
import { createMusigCreator, type MusigSource } from '../signing/musig-creator.ts';
import { produceInput } from '../signing/one-input.ts';
import type { Produced } from '../signing/produce.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { type MissingData, nothingMissing, type SignatureData } from '../signing/signature-data.ts';
import { isFinalized } from './encode.ts';
import type { PsbtInput } from './psbt.ts';
import { finalHolds, type PsbtSession, spendHolds, spentOutput } from './session.ts';
import { finalizedInput, inputSignatureData, updatedInput } from './signature-data.ts';

/** Core: common::PSBTError, as far as filling a PSBT can end in it. */
export type PsbtFault = 'INCOMPLETE' | 'MISSING_INPUTS' | 'SIGHASH_MISMATCH' | 'INVALID_TX';

export type SignedInput = {
  readonly input: PsbtInput;
  /** `undefined`: the input is complete. */
  readonly fault: PsbtFault | undefined;
  /** Its final scripts are there and were found to hold. */
  readonly holds: boolean;
  readonly missing: MissingData;
};

/** Who signs a PSBT, and how. */
export type PsbtSignOptions = {
  /** Who knows the keys and scripts. */
  readonly provider: SigningProvider;
  /** Left out: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType?: SighashType | undefined;
  /** Put complete inputs into their final form. */
  readonly finalize: boolean;
  /** Absent: keys that sign together add nothing. */
  readonly musig?: MusigSource | undefined;
};

/** How signatures come about: made, or stood in for. */
export type Producer = {
  readonly produce: (known: SignatureData, type: SighashType) => Steps<Produced>;
  readonly isVerified: () => Steps<boolean>;
  readonly verifies: (data: SignatureData) => Steps<boolean>;
};

/** Core: SignPSBTInput (psbt.cpp). Adds to an input what the provider knows and can sign. */
export function signPsbtInput(
  session: PsbtSession,
  index: number,
  options: PsbtSignOptions,
): SignedInput {
  return runSteps(psbtInputSteps(session, index, options), session);
}

/** The same, step by step. `input`: what has become of it, where that is not in the session. */
export function* psbtInputSteps(
  session: PsbtSession,
  index: number,
  options: PsbtSignOptions,
  input = session.psbt.inputs[index],
): Steps<SignedInput> {
  if (input === undefined) throw new RangeError('no such input');
  const facts: SignatureCheck[] = [];
  return yield* fillPsbtInput(input, options, {
    produce: (known, type) => produceHere(session, index, known, { ...options, type, facts }),
    isVerified: () => finalHolds(session, index, input),
    verifies: (data) => spendHolds(session, { index, ...data, facts }),
  });
}

export function* fillPsbtInput(
  input: PsbtInput,
  { sighashType, finalize }: Pick<PsbtSignOptions, 'sighashType' | 'finalize'>,
  producer: Producer,
): Steps<SignedInput> {
  const stays = (fault: PsbtFault | undefined, as = input): SignedInput => ({
    input: as,
    fault,
    holds: fault === undefined,
    missing: nothingMissing,
  });
  if (yield* producer.isVerified()) return stays(undefined);
  const utxo = spentOutput(input);
  if (utxo === undefined) return stays('MISSING_INPUTS');

  const isTaproot = solveScript(utxo.scriptPubKey).kind === 'witness_v1_taproot';
  const type = sighashType ?? (isTaproot ? Sighash.DEFAULT : Sighash.ALL);
  if (input.sighashType !== undefined && input.sighashType !== type) {
    return stays('SIGHASH_MISMATCH');
  }
  const isUsual = type === Sighash.DEFAULT || (!isTaproot && type === Sighash.ALL);
  const typed = isUsual ? input : { ...input, sighashType: type };
  if (!signaturesFit(typed, type)) return stays('SIGHASH_MISMATCH', typed);

  const known = inputSignatureData(typed);
  const isFinal = isFinalized(typed);
  const { data, solved } = isFinal
    ? { data: known, solved: true }
    : yield* producer.produce(known, type);
  const complete = isFinal || (solved && (yield* producer.verifies(data)));
  // A witness UTXO alone proves nothing about a legacy input: only witness signatures commit to it.
  if (typed.nonWitnessUtxo === undefined && !data.isWitness) return stays('INCOMPLETE', typed);
  const filled = isFinal ? typed : withData(typed, data, complete && finalize);
  return {
    input: data.isWitness ? { ...filled, witnessUtxo: utxo } : filled,
    fault: complete ? undefined : 'INCOMPLETE',
    holds: complete && finalize && !isFinal,
    missing: data.missing,
  };
}

function withData(input: PsbtInput, data: SignatureData, isFinal: boolean): PsbtInput {
  return isFinal ? finalizedInput(input, data) : updatedInput(input, data);
}

/** Whether signatures that are there were made with the sighash type that is asked for. */
function signaturesFit(input: PsbtInput, type: SighashType): boolean {
  const schnorr = input.tapScriptSignatures.map(({ signature }) => signature);
  if (input.tapKeySignature) schnorr.push(input.tapKeySignature);
  if (type === Sighash.DEFAULT) return schnorr.every((signature) => signature.length === 64);
  const ecdsa = input.partialSignatures.map(({ signature }) => signature);
  return (
    schnorr.every((signature) => signature.length === 65 && signature[64] === type) &&
    ecdsa.every((signature) => lastOf(signature) === type)
  );
}

type Making = Pick<PsbtSignOptions, 'provider' | 'musig'> & {
  readonly type: SighashType;
  readonly facts: SignatureCheck[];
};

function produceHere(
  { cache, secp256k1 }: PsbtSession,
  index: number,
  known: SignatureData,
  { provider, musig: source, type: sighashType, facts }: Making,
): Steps<Produced> {
  const common = { cache, secp256k1, provider, sighashType };
  const options = { ...common, musig: createMusigCreator({ ...common, index, source }) };
  return produceInput(options, index, known, facts);
}
