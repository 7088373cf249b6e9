import { solveScript } from '../script/templates.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { createMusigCreator, type MusigSource } from '../signing/musig-creator.ts';
import { type Answers, planInput, requestKey } from '../signing/plan.ts';
import type { Produced } from '../signing/produce.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { encodeSignature, signLocally } from '../signing/sign.ts';
import { type MissingData, nothingMissing, type SignatureData } from '../signing/signature-data.ts';
import { isFinalized } from './encode.ts';
import type { PsbtInput } from './psbt.ts';
import {
  isSignedAndVerified,
  type PsbtSession,
  sessionChecker,
  spentOutput,
  verifies,
} from './session.ts';
import { finalizedInput, inputSignatureData, updatedInput } from './signature-data.ts';

/** Core: common::PSBTError, as far as filling a PSBT can end in it. */
export type PsbtFault = 'INCOMPLETE' | 'MISSING_INPUTS' | 'SIGHASH_MISMATCH' | 'INVALID_TX';

export type SignedInput = {
  readonly input: PsbtInput;
  /** `undefined`: the input is complete. */
  readonly fault: PsbtFault | undefined;
  readonly missing: MissingData;
};

export type PsbtSignOptions = {
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
  readonly produce: (known: SignatureData, type: SighashType) => Produced;
  readonly isVerified: () => boolean;
  readonly verifies: (data: SignatureData) => boolean;
};

/** Core: SignPSBTInput (psbt.cpp). Adds to an input what the provider knows and can sign. */
export function signPsbtInput(
  session: PsbtSession,
  index: number,
  options: PsbtSignOptions,
): SignedInput {
  const checker = sessionChecker(session, index);
  return fillPsbtInput(session, index, options, {
    produce: (known, type) => produceLocally(session, index, known, type, options),
    isVerified: () => isSignedAndVerified(session, index, checker),
    verifies: ({ scriptSig, witness }) => verifies(session, index, scriptSig, witness, checker),
  });
}

export function fillPsbtInput(
  { psbt }: PsbtSession,
  index: number,
  { sighashType, finalize }: Pick<PsbtSignOptions, 'sighashType' | 'finalize'>,
  producer: Producer,
): SignedInput {
  const input = psbt.inputs[index];
  if (input === undefined) throw new RangeError('no such input');
  const stays = (fault: PsbtFault | undefined, as = input): SignedInput => ({
    input: as,
    fault,
    missing: nothingMissing,
  });
  if (producer.isVerified()) return stays(undefined);
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
  const { data, solved } = isFinal ? { data: known, solved: true } : producer.produce(known, type);
  const complete = isFinal || (solved && producer.verifies(data));
  // A witness UTXO alone proves nothing about a legacy input: only witness signatures commit to it.
  if (typed.nonWitnessUtxo === undefined && !data.isWitness) return stays('INCOMPLETE', typed);
  const filled = isFinal ? typed : withData(typed, data, complete && finalize);
  return {
    input: data.isWitness ? { ...filled, witnessUtxo: utxo } : filled,
    fault: complete ? undefined : 'INCOMPLETE',
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
    ecdsa.every((signature) => signature.at(-1) === type)
  );
}

/** Plans and signs in this thread until nothing more is asked for. */
function produceLocally(
  { cache, secp256k1 }: PsbtSession,
  index: number,
  known: SignatureData,
  sighashType: SighashType,
  { provider, musig: source }: PsbtSignOptions,
): Produced {
  const common = { cache, secp256k1, provider, sighashType };
  const options = { ...common, musig: createMusigCreator({ ...common, index, source }) };
  const answers: Answers = new Map();
  for (;;) {
    const plan = planInput(options, index, known, answers);
    if (plan.requests.length === 0) return plan.produced;
    const made = signLocally(plan.requests, provider, secp256k1);
    for (const [i, request] of plan.requests.entries()) {
      const signature = made[i]?.signature;
      answers.set(requestKey(request), signature && encodeSignature(request, signature));
    }
  }
}
