import { curveOf } from '../crypto/complete-curve.ts';
import type { Curve, Secp256k1 } from '../crypto/secp256k1.ts';
import { smallSecp256k1 } from '../crypto/small-curve.ts';
import { loadPart } from '../encoding/load-part.ts';

/** Number of inputs up to which signing one by one takes about as long as a list. */
const FEW = 8;

/** Returns the backend of an app's curve, or one for single operations and short lists. */
export const startingCurve = (curve?: Curve): Secp256k1 =>
  curve === undefined ? smallSecp256k1 : curveOf(curve);

/**
 * Returns a backend with the same signatures that is fast for so many inputs. Loads the code for
 * lists only for a list, so that apps start without it.
 */
export async function curveForInputs(curve: Secp256k1, inputs: number): Promise<Secp256k1> {
  if (curve !== smallSecp256k1 || inputs <= FEW) return curve;
  return loadPart(async () => (await import('../crypto/app-curve.ts')).appSecp256k1);
}
