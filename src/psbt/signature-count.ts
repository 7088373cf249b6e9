import { isFinalized } from './encode.ts';
import type { Psbt } from './psbt.ts';
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
