import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { solveScript } from '../script/templates.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { isFinalized, type Psbt, type PsbtInput } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';
import { recipientField } from './silent-fields.ts';

/**
 * Returns true if a PSBT pays silent payment addresses. Its signers must use ALL, also for taproot
 * (BIP375). DEFAULT covers the same, so there the two count as one type.
 */
export const paysSilently = ({ version, outputs }: Psbt): boolean =>
  version === 2 && outputs.some((output) => recipientField(output) !== undefined);

const isAll = (type: number | undefined) => type === Sighash.ALL || type === Sighash.DEFAULT;

/**
 * Returns true if a silent payment would be signed by a type that lets others change it. BIP375:
 * "the signer must fail if the sighash type is not SIGHASH_ALL".
 */
export function opensSilentPayment(psbt: Psbt, asked: SighashType | undefined): boolean {
  if (!paysSilently(psbt)) return false;
  const isWhole = asked === undefined || isAll(asked);
  return (
    !isWhole || psbt.inputs.some(({ sighashType: type = Sighash.ALL }) => type !== Sighash.ALL)
  );
}

/** Returns the type for an input that asks for none. */
export const usualType = (isTaproot: boolean, isSilent: boolean): SighashType =>
  isTaproot && !isSilent ? Sighash.DEFAULT : Sighash.ALL;

/**
 * Returns a PSBT whose inputs ask for the type that they will be signed with if `type` is given to
 * sign all of them. An input that already asks for a type keeps it.
 */
export function askForType(psbt: Psbt, type: SighashType | undefined): Psbt {
  if (type === undefined || type === Sighash.DEFAULT) return psbt;
  const inputs = psbt.inputs.map((input): PsbtInput => {
    if (input.sighashType !== undefined || isFinalized(input)) return input;
    const script = spentOutput(input)?.scriptPubKey;
    const isTaproot = script && solveScript(script).kind === 'witness_v1_taproot';
    return type === usualType(isTaproot === true, false) ? input : { ...input, sighashType: type };
  });
  return { ...psbt, inputs };
}

/** Returns true if two types count as one. */
export const isSameType = (
  type: number | undefined,
  other: number | undefined,
  isSilent: boolean,
): boolean => type === other || (isSilent && isAll(type) && isAll(other));

/** Returns the type of a taproot signature. The byte for DEFAULT is never written (BIP341). */
export const typeOfSchnorr = (signature: Bytes): number | undefined =>
  signature.length === 64 ? Sighash.DEFAULT : lastOf(signature) || undefined;

type Signatures = Pick<PsbtInput, 'partialSignatures' | 'tapKeySignature' | 'tapScriptSignatures'>;

/** Returns true if all signatures have a type. Only taproot has DEFAULT. */
export function areOfType(
  { partialSignatures, tapKeySignature, tapScriptSignatures }: Signatures,
  type: number,
  isSilent: boolean,
): boolean {
  const schnorr = tapScriptSignatures.map(({ signature }) => signature);
  if (tapKeySignature) schnorr.push(tapKeySignature);
  return (
    (type === Sighash.DEFAULT ||
      partialSignatures.every(({ signature }) => lastOf(signature) === type)) &&
    schnorr.every((signature) => isSameType(typeOfSchnorr(signature), type, isSilent))
  );
}
