import { isFinalized } from './encode.ts';
import type { Psbt } from './psbt.ts';

/** Counts signatures and partial signatures; a final input counts as more than any number. */
export function signaturesIn({ inputs }: Psbt): number {
  return inputs.reduce((sum, input) => {
    if (isFinalized(input)) return sum + 1000;
    const shared = input.musigPubNonces.length + input.musigPartialSignatures.length;
    const own = input.tapKeySignature === undefined ? 0 : 1;
    return sum + input.partialSignatures.length + input.tapScriptSignatures.length + own + shared;
  }, 0);
}
