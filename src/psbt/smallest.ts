import { checkArguments } from '../arguments/check-arguments.ts';
import { refuseMore } from '../arguments/count-arguments.ts';
import { ColdsignError } from '../encoding/coldsign-error.ts';
import { isPayToScriptHash, matchWitnessProgram } from '../script/script.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { psbtKinds } from './psbt-kinds.ts';
import { contradictions, spentOutput } from './psbt-session.ts';

/** A PSBT with fewer previous transactions, and the number of dropped ones. */
type SmallerPsbt = {
  /** The PSBT for a device; keep the original to combine with its answer. */
  readonly psbt: Psbt;
  /**
   * Number of segwit v0 inputs whose previous transaction was left out. Their signatures commit
   * only to the amount of their own coin, so the fee is not proven.
   */
  readonly withoutProof: number;
  /** Number of taproot inputs, whose signatures commit to all amounts (BIP341). */
  readonly taproot: number;
};

/**
 * Drops previous transactions that signers do not need: those of taproot inputs, and with `segwit`
 * also those of segwit v0. The spent output replaces them. Legacy inputs keep theirs: only they
 * prove the amount.
 *
 * @param psbt - It is not changed.
 * @param options - `segwit`: also drop those of segwit v0, whose signers then trust the amounts.
 * @throws `ColdsignError`: `INVALID_AMOUNT` if a previous transaction contradicts its input, which
 *   a smaller PSBT would hide; `WRONG_ARGUMENT`.
 */
export function smallestPsbt(psbt: Psbt, options: { readonly segwit: boolean }): SmallerPsbt {
  refuseMore('smallestPsbt', arguments, 2, 'Write smallestPsbt(psbt, { segwit }).');
  checkArguments(
    'smallestPsbt',
    { psbt: [psbt, 'Psbt'], options: [options, 'SmallestPsbtOptions'] },
    { ...psbtKinds, SmallestPsbtOptions: { only: { segwit: 'boolean' } } },
  );
  let [withoutProof, taproot] = [0, 0];
  const [contradicted] = contradictions(psbt);
  if (contradicted !== undefined) throw contradiction(contradicted);
  const inputs = psbt.inputs.map((input) => {
    const version = witnessVersion(input);
    if (input.nonWitnessUtxo === undefined || version === undefined) return input;
    if (version === 0 && !options.segwit) return input;
    if (version === 0) withoutProof += 1;
    else taproot += 1;
    return { ...input, witnessUtxo: spentOutput(input), nonWitnessUtxo: undefined };
  });
  return { psbt: { ...psbt, inputs }, withoutProof, taproot };
}

const contradiction = (index: number): ColdsignError =>
  new ColdsignError(
    'INVALID_AMOUNT',
    `Input ${index} claims another coin than the previous transaction in this PSBT has`,
    {
      hint: 'Do not sign. A smaller PSBT would hide this from the signer. Let the wallet that made the PSBT export it again.',
    },
  );

/** Returns the witness version of an input; `undefined` if it is legacy or unknown. */
function witnessVersion(input: PsbtInput): number | undefined {
  const output = spentOutput(input);
  if (output === undefined) return undefined;
  const { scriptPubKey } = output;
  const isNested = isPayToScriptHash(scriptPubKey);
  return matchWitnessProgram(isNested ? input.redeemScript : scriptPubKey)?.version;
}
