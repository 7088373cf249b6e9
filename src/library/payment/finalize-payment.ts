import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import type { Curve, Secp256k1 } from '../../crypto/secp256k1.ts';
import { finalizePsbt } from '../../psbt/finalize.ts';
import type { NeedMessage } from '../../psbt/outcome-messages.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { type PsbtInputDetails, psbtNeeds } from '../../rpc/explain/psbt-details.ts';
import { type Pause, runNow, type Task } from '../../signing/task.ts';
import { checkArgument } from './arguments.ts';
import { checkSpending, silentFault } from './checked-psbt.ts';
import { limitsOf, withLimits } from './fee.ts';

/**
 * Reason why an input is not complete: the cause for programs, the fix for people, and the parts of
 * the input that both refer to.
 */
export type InputProblem = PsbtInputDetails & {
  /** The first problem that keeps the input from being complete. */
  readonly cause:
    | 'MISSING_COIN'
    | 'SCRIPT_FAILED'
    | 'BAD_SIGNATURE'
    | 'MISSING_SCRIPT'
    | 'MISSING_SIGNATURE'
    | 'LOCKED';
};

/** A PSBT after signing or finalizing. A plain value. */
export type Finalized = {
  /** The PSBT with every complete input final. */
  readonly psbt: Psbt;
  /** True if every input is final, and its scripts succeed. */
  readonly complete: boolean;
  /** Cause and fix for each input that is not complete; empty when `complete`. */
  readonly problems: readonly InputProblem[];
};

/**
 * Makes complete inputs final: BIP174's Finalizer. `sign` and `extract` call it themselves.
 * Runs in one piece, some milliseconds for each input (docs/guide/threads.md).
 *
 * @param psbt - A PSBT with signatures of any number of signers.
 * @param options - `secp256k1`: another curve.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`, `SILENT_PAYMENT`. Missing signatures are listed in
 *   `problems`.
 */
export function finalize(
  psbt: Psbt,
  options: { readonly secp256k1?: Curve | undefined } = {},
): Finalized {
  refuseMore('finalize', arguments, 2, 'Write finalize(psbt).');
  const secp256k1 = appCurve(checkArgument('options', options, 'CurveOption').secp256k1);
  const { error, ...done } = finalizePsbt(checkSpending(psbt), secp256k1);
  if (error !== undefined) throw silentFault();
  const problems = done.complete ? [] : findProblems(done.psbt, secp256k1);
  return { ...done, psbt: withLimits(done.psbt, limitsOf(psbt)), problems };
}

/** Returns the reasons why inputs are not complete, in their order; empty if all are. */
export const findProblems = (psbt: Psbt, secp256k1: Secp256k1): readonly InputProblem[] =>
  runNow(findProblemsTask(psbt, secp256k1));

/** Returns the reasons as `findProblems` does, and lets other work run after every few inputs. */
export function* findProblemsTask(
  psbt: Psbt,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<readonly InputProblem[]> {
  const found = yield* psbtNeeds(psbt, secp256k1, pause);
  return found.map(({ details, needs: [first] }) => ({ ...details, cause: causeOf(first) }));
}

/** Returns the cause that the first need of an input names. */
const causeOf = (need: NeedMessage | undefined): InputProblem['cause'] =>
  CAUSES[need?.id ?? 'no-way'] ?? 'MISSING_SIGNATURE';

const CAUSES: { readonly [N in NeedMessage['id']]?: InputProblem['cause'] } = {
  coin: 'MISSING_COIN',
  failure: 'SCRIPT_FAILED',
  remove: 'BAD_SIGNATURE',
  redeem: 'MISSING_SCRIPT',
  witness: 'MISSING_SCRIPT',
  'public-key': 'MISSING_SCRIPT',
  'lock-older': 'LOCKED',
  'lock-after': 'LOCKED',
};
