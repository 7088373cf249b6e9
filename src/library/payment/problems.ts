import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { diagnosePsbt } from '../../psbt/diagnose.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { openSession } from '../../psbt/psbt-session.ts';
import { shapeDiagnosis } from '../../rpc/shape/psbt-details.ts';
import type { InputProblem } from './error.ts';

/** Returns the reasons why inputs are not complete, in their order; empty if all are. */
export function findProblems(psbt: Psbt, secp256k1: Secp256k1): readonly InputProblem[] {
  const session = openSession(psbt, secp256k1);
  return (session ? diagnosePsbt(session) : []).map((found) => {
    const details = shapeDiagnosis(psbt, found);
    return { ...details, cause: causeOf(details, found.hasUtxo) };
  });
}

type Details = ReturnType<typeof shapeDiagnosis>;

function causeOf(details: Details, hasCoin: boolean): InputProblem['cause'] {
  if (!hasCoin) return 'MISSING_COIN';
  if (details.scriptError !== undefined) return 'SCRIPT_FAILED';
  if (details.badSignatures.length > 0) return 'BAD_SIGNATURE';
  const { missingRedeemScript, missingWitnessScript, missingPublicKeys, missingKeys } = details;
  if (missingRedeemScript || missingWitnessScript || missingPublicKeys.length > 0) {
    return 'MISSING_SCRIPT';
  }
  return missingKeys.length > 0 || details.locks.length === 0 ? 'MISSING_SIGNATURE' : 'LOCKED';
}
