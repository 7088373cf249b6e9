import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { walkScript } from '../script/script.ts';
import { isFinalized, type Psbt, type PsbtInput } from './psbt.ts';
import { globalShares, inputShares, isScriptPending } from './silent-fields.ts';

/** Counts signatures and partial signatures; a final input counts as more than any number. */
export function signaturesIn({ inputs }: Psbt): number {
  return inputs.reduce((sum, input) => {
    if (isFinalized(input)) return sum + 1000;
    const shared = input.musigPubNonces.length + input.musigPartialSignatures.length;
    const own = input.tapKeySignature === undefined ? 0 : 1;
    return sum + input.partialSignatures.length + input.tapScriptSignatures.length + own + shared;
  }, 0);
}

/**
 * Counts the work for silent payments before signatures: shares, and scripts that are computed.
 */
export function silentWorkIn(psbt: Psbt): number {
  const { inputs, outputs } = psbt;
  const shares = inputs.reduce((sum, input) => sum + inputShares(input).shares.size, 0);
  const scripts = outputs.filter((output) => !isScriptPending(output)).length;
  return globalShares(psbt).shares.size + shares + scripts;
}

/** Returns everything in an input that is, or may contain, a signature. */
export const rawSignatures = (input: PsbtInput): readonly Bytes[] => [
  ...input.partialSignatures.map(({ signature }) => signature),
  ...input.tapScriptSignatures.map(({ signature }) => signature),
  ...(input.tapKeySignature ? [input.tapKeySignature] : []),
  ...input.finalWitness,
  ...(walkScript(input.finalScriptSig) ?? []).map(({ data }) => data),
];

/**
 * The addition of a signer to a PSBT: signatures or parts of them, only nonces (the first of
 * MuSig2's two rounds), only shares for silent payments (the first of two rounds), or nothing.
 */
export type Addition = 'signatures' | 'nonces' | 'shares' | 'nothing';

/** Compares a PSBT before and after a signer had it. */
export function additionTo(before: Psbt, after: Psbt): Addition {
  const had = new Set(signatureTexts(before));
  if (signatureTexts(after).some((each) => !had.has(each))) return 'signatures';
  if (noncesIn(after) > noncesIn(before)) return 'nonces';
  return silentWorkIn(after) > silentWorkIn(before) ? 'shares' : 'nothing';
}

/** Counts the nonces of MuSig2. */
export const noncesIn = ({ inputs }: Psbt): number =>
  inputs.reduce((sum, { musigPubNonces }) => sum + musigPubNonces.length, 0);

const signatureTexts = ({ inputs }: Psbt): readonly string[] =>
  inputs.flatMap((input) =>
    [...rawSignatures(input), ...input.musigPartialSignatures.map(({ value }) => value)].map(
      encodeHex,
    ),
  );
