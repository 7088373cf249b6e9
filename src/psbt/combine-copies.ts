import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';
import { type AnswerFault, takeSignatures } from './take-signatures.ts';

/** The reason why a copy was not combined, and its place among the copies. */
export type CopyFault = AnswerFault & { readonly copy: number };

/**
 * Adds the signatures of copies of one PSBT to the first copy, in any order. Signers may leave out
 * what they do not need, so coins that the first copy lacks come from the others.
 */
export function combineCopies(
  copies: readonly Psbt[],
  secp256k1: Secp256k1,
): { readonly psbt: Psbt } | CopyFault {
  const [first, ...others] = copies;
  if (first === undefined) return { error: 'other transaction', copy: 0 };
  let known = first;
  for (const [i, psbt] of others.entries()) {
    // A copy of another transaction is refused before anything of it is used.
    const taken = takeSignatures(known, psbt, secp256k1);
    if ('error' in taken) return { ...taken, copy: i + 1 };
    known = withCoins(taken.psbt, psbt);
  }
  if (coinsIn(first) === coinsIn(known)) return { psbt: known };
  // Signatures for coins that were unknown at first can be verified only now.
  for (const [copy, psbt] of copies.entries()) {
    const taken = takeSignatures(known, psbt, secp256k1);
    if ('error' in taken) return { ...taken, copy };
    known = taken.psbt;
  }
  return { psbt: known };
}

const hasCoin = (input: PsbtInput) => spentOutput(input) !== undefined;
const coinsIn = ({ inputs }: Psbt) => inputs.filter(hasCoin).length;

/** Adds coins that a PSBT lacks from a copy, with scripts and key paths, but without signatures. */
function withCoins(psbt: Psbt, { inputs }: Psbt): Psbt {
  const filled = psbt.inputs.map((input, i) => {
    const other = inputs[i];
    if (other === undefined || hasCoin(input) || !hasCoin(other)) return input;
    const { partialSignatures, tapKeySignature, tapScriptSignatures } = input;
    const { musigPubNonces, musigPartialSignatures, finalScriptSig, finalWitness } = input;
    const signatures = { partialSignatures, tapKeySignature, tapScriptSignatures };
    const parts = { musigPubNonces, musigPartialSignatures, finalScriptSig, finalWitness };
    return { ...other, ...signatures, ...parts };
  });
  return { ...psbt, inputs: filled };
}
