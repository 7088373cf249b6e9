import { invariant } from '../encoding/invariant.ts';
import { solveScript } from '../script/templates.ts';
import { isTaprootSighashType, Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { Produced } from '../signing/assemble.ts';
import { type BatchSigner, pausingSigner } from '../signing/batch-signer.ts';
import type { createMusigCreator, MusigSource } from '../signing/musig-creator.ts';
import type { InputToSign } from '../signing/plan.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { signInputs } from '../signing/sign-inputs.ts';
import { type MissingData, nothingMissing, type SignatureData } from '../signing/signature-data.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { type InputToVerify, verifyInputs } from '../signing/verify-inputs.ts';
import type { TxOut } from '../transaction/transaction.ts';
import { finalizedInput, inputSignatureData, updatedInput } from './input-signatures.ts';
import { isFinalized, type PsbtInput } from './psbt.ts';
import { finalSpend, type PsbtSession, spentOutput } from './psbt-session.ts';
import { areOfType, isSameType, usualType } from './signature-types.ts';
import type { SilentSigning } from './silent-signing.ts';

/**
 * The errors of Core's common::PSBTError that can occur while filling a PSBT. `SILENT_PAYMENT` and
 * `SILENT_SIGHASH` are not Core's: a silent payment must not be signed, or not by this type.
 */
export type PsbtFault =
  | 'INCOMPLETE'
  | 'MISSING_INPUTS'
  | 'SIGHASH_MISMATCH'
  | 'INVALID_TX'
  | 'SILENT_PAYMENT'
  | 'SILENT_SIGHASH';

export type SignedInput = {
  readonly input: PsbtInput;
  /** `undefined`: the input is complete. */
  readonly error: PsbtFault | undefined;
  /** True if it has valid final scripts. */
  readonly holds: boolean;
  readonly missing: MissingData;
};

/** Keys and options for signing a PSBT. */
export type PsbtSignOptions = {
  /** The keys and scripts. */
  readonly provider: SigningProvider;
  /** Default: DEFAULT for taproot, ALL for others. */
  readonly sighashType?: SighashType | undefined;
  /**
   * Signs an input by the type stored in it if `sighashType` is absent. Otherwise it stays
   * unsigned.
   */
  readonly storedTypes?: boolean | undefined;
  /** True if complete inputs are to become final. */
  readonly finalize: boolean;
  /**
   * Drops previous transactions of taproot inputs, and replaces claimed outputs by proven ones,
   * even if they contradict each other, as Core does.
   */
  readonly dropsProofs?: boolean | undefined;
  /** If absent, keys that sign together add nothing. */
  readonly musig?: MusigSource | undefined;
  /** If absent, silent payments are neither computed nor spent. */
  readonly silent?: SilentSigning | undefined;
};

/** The current state of an input, with the options for signing it. */
export type InputSigning = PsbtSignOptions & {
  readonly index: number;
  readonly input: PsbtInput;
  /** True if the PSBT pays silent payment addresses: see `paysSilently`. */
  readonly isSilent?: boolean | undefined;
  readonly musigCreator: MusigCreatorOf;
};

/**
 * Creates MuSig2 for an input: `createMusigCreator`. `undefined` is for inputs without keys of
 * several cosigners, so that a bundle can load MuSig2 later.
 */
export type MusigCreatorOf = typeof createMusigCreator | undefined;

/**
 * Adds the provider's data and signatures to an input, in this thread. Core: SignPSBTInput
 * (psbt.cpp).
 */
export function signPsbtInput(
  session: PsbtSession,
  index: number,
  options: PsbtSignOptions & Pick<InputSigning, 'isSilent' | 'musigCreator'>,
): SignedInput {
  const input = session.psbt.inputs[index];
  if (input === undefined) throw new RangeError('no such input');
  const [signed] = runNow(signPsbtInputs([{ ...options, index, input }], session));
  invariant(signed !== undefined, 'as many come out as go in');
  return signed;
}

/** Signs several inputs together, like `signPsbtInput`, in this thread; keeps their order. */
export function* signPsbtInputs(
  signings: readonly InputSigning[],
  session: PsbtSession,
  pause?: Pause,
): Task<readonly SignedInput[]> {
  const signer = pausingSigner(session, pause);
  return yield* signOpened(yield* openInputs(signings, session, signer), session, signer);
}

/** An input to sign, with the data for it. */
type ToSign = {
  readonly stays?: undefined;
  readonly signing: InputSigning;
  /** The input with the sighash type used for signing. */
  readonly input: PsbtInput;
  readonly utxo: TxOut;
  readonly sighashType: SighashType;
  readonly known: SignatureData;
};

/** The state of an input before signatures are requested: it may have to stay as it is. */
export type OpenedInput = ToSign | { readonly stays: SignedInput };

export function* openInputs(
  signings: readonly InputSigning[],
  session: PsbtSession,
  signer: BatchSigner,
): Task<readonly OpenedInput[]> {
  const spends = signings.map(({ index, input }) => finalSpend(index, input));
  const holding = yield* findHolding(spends, session, signer);
  const opened: OpenedInput[] = [];
  for (const signing of signings) {
    opened.push(openInput(signing, holding.has(signing.index)));
    if (signer.pause && opened.length % FEW === 0) yield signer.pause();
  }
  return opened;
}

/** Number of inputs that are opened between pauses. */
const FEW = 64;

/** Decides whether an input can be signed. `holds`: its final scripts are valid. */
export function openInput(signing: InputSigning, holds: boolean): OpenedInput {
  const { input, isSilent = false } = signing;
  if (holds) return { stays: unsigned(input, undefined, { holds }) };
  const utxo = spentOutput(input);
  if (utxo === undefined) return { stays: unsigned(input, 'MISSING_INPUTS') };

  const isTaproot = solveScript(utxo.scriptPubKey).kind === 'witness_v1_taproot';
  const sighashType = typeOf(signing, isTaproot);
  if (input.sighashType !== undefined && !isSameType(input.sighashType, sighashType, isSilent)) {
    return { stays: unsigned(input, 'SIGHASH_MISMATCH') };
  }
  const isUsual = sighashType === Sighash.DEFAULT || (!isTaproot && sighashType === Sighash.ALL);
  const typed = isUsual ? input : { ...input, sighashType };
  if (!areOfType(typed, sighashType, isSilent)) {
    return { stays: unsigned(typed, 'SIGHASH_MISMATCH') };
  }
  // Core counts invalid final scripts as complete, and keeps them.
  if (isFinalized(typed)) {
    return { stays: unsigned(typed, typed.nonWitnessUtxo ? undefined : 'INCOMPLETE') };
  }
  return { signing, input: typed, utxo, sighashType, known: inputSignatureData(typed) };
}

/** Returns the sighash type of an input. SIGHASH_DEFAULT is for taproot only. */
function typeOf(
  { input, sighashType, storedTypes, isSilent = false }: InputSigning,
  isTaproot: boolean,
): SighashType {
  const usual = usualType(isTaproot, isSilent);
  // BIP375: "must sign using SIGHASH_ALL".
  if (isSilent && isSameType(sighashType, Sighash.ALL, true)) return Sighash.ALL;
  const { sighashType: stored = usual } = input;
  const isType = isTaprootSighashType(stored) && (isTaproot || stored !== Sighash.DEFAULT);
  return sighashType ?? (storedTypes === true && isType ? stored : usual);
}

function unsigned(
  input: PsbtInput,
  error: PsbtFault | undefined,
  { holds } = { holds: false },
): SignedInput {
  return { input, error, holds, missing: nothingMissing };
}

/** Plans, signs and assembles all inputs together, then verifies the solved ones. */
export function* signOpened(
  opened: readonly OpenedInput[],
  session: PsbtSession,
  signer: BatchSigner,
): Task<readonly SignedInput[]> {
  const inputs = opened.flatMap((each) => (each.stays ? [] : toInputToSign(each, session)));
  const assembled = yield* signInputs(inputs, session, signer);
  const solved = assembled.filter((each) => each.solved);
  const holding = yield* findHolding(solved, session, signer, signer.onProgress);
  const byIndex = new Map(assembled.map((each) => [each.index, each]));
  return opened.map((each) => {
    if (each.stays) return each.stays;
    const { index } = each.signing;
    const result = byIndex.get(index);
    invariant(result !== undefined, 'as many come out as go in');
    return closeInput(each, result, holding.has(index));
  });
}

function toInputToSign(
  { signing, sighashType, known }: ToSign,
  { cache, secp256k1 }: PsbtSession,
): InputToSign {
  const { index, provider, musig: source, musigCreator } = signing;
  invariant(musigCreator !== undefined || known.musigParticipants.size === 0, 'MuSig2 is loaded');
  const musig = musigCreator?.({ cache, secp256k1, provider, sighashType, index, source });
  return { index, provider, sighashType, ...(musig && { musig }), known };
}

/** Returns the input with its assembled data. `holds`: its scripts were run and are valid. */
export function closeInput(
  { signing: { finalize, dropsProofs = false }, input, utxo }: ToSign,
  { data }: Produced,
  holds: boolean,
): SignedInput {
  // A witness UTXO proves nothing about a legacy input: only witness signatures commit to it.
  if (input.nonWitnessUtxo === undefined && !data.isWitness) return unsigned(input, 'INCOMPLETE');
  const isFinal = holds && finalize;
  const filled = isFinal ? finalizedInput(input, data) : updatedInput(input, data);
  // A claim that the previous transaction contradicts stays, so that a review still finds it.
  const witnessUtxo = dropsProofs ? utxo : (input.witnessUtxo ?? utxo);
  return {
    input: data.isWitness ? { ...filled, witnessUtxo } : filled,
    error: holds ? undefined : 'INCOMPLETE',
    holds: isFinal,
    missing: data.missing,
  };
}

/** Returns the indexes of the inputs whose scripts are valid. */
export function* findHolding(
  spends: readonly InputToVerify[],
  session: PsbtSession,
  signer: BatchSigner,
  onProgress?: BatchSigner['onProgress'],
): Task<ReadonlySet<number>> {
  const known = spends.filter(({ index }) => session.cache.coins[index] !== undefined);
  const failures = yield* verifyInputs(known, session, signer, onProgress);
  return new Set(known.flatMap(({ index }, i) => (failures[i] ? [] : [index])));
}
