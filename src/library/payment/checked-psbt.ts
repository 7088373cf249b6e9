import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { Pause, Task } from '../../signing/task.ts';
import { checkPsbtArgument } from './psbt-arguments.ts';

export function silentFault(): ColdsignError {
  return new ColdsignError('SILENT_PAYMENT', 'A silent payment is not what its address asks for', {
    hint: 'Nothing was signed or sent. Create the PSBT again.',
  });
}

export function silentSighash(): ColdsignError {
  return new ColdsignError('SILENT_PAYMENT', 'A silent payment is signed with SIGHASH_ALL only', {
    hint: 'Nothing was signed. Any other type lets others change the transaction, and the payee would not find the money. Leave sighashType out; if an input of the PSBT asks for the type, create the PSBT again.',
  });
}

export function lockTimes(): ColdsignError {
  return new ColdsignError('LOCK_TIMES', 'The lock times that inputs ask for exclude each other', {
    hint: 'One input asks for a height and another for a time: spend them in two transactions.',
  });
}

/** Checks a PSBT that is signed or finalized: one without inputs would count as complete. */
export function checkSpending(psbt: Psbt): Psbt {
  if (checkPsbt(psbt).inputs.length > 0) return psbt;
  throw argumentError('psbt has no inputs, so there is nothing to sign', 'fund adds them.');
}

/** Checks the PSBT of callers without types. */
export function checkPsbt(psbt: Psbt): Psbt {
  const usage = Array.isArray(psbt)
    ? 'Pass each PSBT as an argument of its own, as in combine(first, second).'
    : USAGE;
  return checkPsbtArgument('psbt', psbt, 'Psbt', usage);
}

const USAGE = 'Text and bytes become a PSBT by parsePsbt.';

/** Number of inputs and outputs that are checked or compared between pauses. */
export const FEW = 64;

/** Returns a PSBT with a few of its inputs and outputs. Another value is returned as it is. */
export function partOf(psbt: Psbt, from = 0): Psbt {
  const { inputs, outputs }: Partial<Psbt> = Object(psbt);
  if (!Array.isArray(inputs) || !Array.isArray(outputs)) return psbt;
  const to = from + FEW;
  return { ...psbt, inputs: inputs.slice(from, to), outputs: outputs.slice(from, to) };
}

/** Returns the number of parts. */
export const partsOf = ({ inputs, outputs }: Psbt): number =>
  Math.max(1, Math.ceil(Math.max(inputs.length, outputs.length) / FEW));

/** Checks the inputs and outputs that are not in the first part, and lets other work run. */
export function* checkOtherParts(psbt: Psbt, pause: Pause): Task<void> {
  for (let i = FEW; i < Math.max(psbt.inputs.length, psbt.outputs.length); i++) {
    if (i % FEW === 0) yield pause();
    if (i < psbt.inputs.length) {
      checkPsbtArgument(`psbt.inputs[${i}]`, psbt.inputs[i], 'PsbtInput', USAGE);
    }
    if (i < psbt.outputs.length) {
      checkPsbtArgument(`psbt.outputs[${i}]`, psbt.outputs[i], 'PsbtOutput', USAGE);
    }
  }
}
