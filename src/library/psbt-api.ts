import { kindsOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { refuseMore } from '../arguments/count-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as analyze from '../psbt/analyze.ts';
import * as decode from '../psbt/decode.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import { argumentKinds } from './argument-kinds.ts';
import { encodeReadable } from './readable-psbt.ts';

const kinds = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...psbtKinds,
});

/**
 * Returns the next role of each input, what is missing, and the cost of the transaction. Each unit
 * of signature operation cost counts as `bytesPerSigop` weight units (20). Core: AnalyzePSBT
 * (node/psbt.cpp).
 *
 * @param psbt - Its inputs should contain the outputs that they spend.
 * @param secp256k1 - Default: the curve in pure JavaScript.
 * @param bytesPerSigop - Weight units of each unit of signature operation cost. Default: 20.
 */
export function analyzePsbt(
  psbt: Psbt,
  secp256k1: Curve = nobleSecp256k1,
  bytesPerSigop?: number,
): analyze.PsbtAnalysis {
  refuseMore('analyzePsbt', arguments, 3, 'Write analyzePsbt(psbt).');
  checkArguments(
    'analyzePsbt',
    {
      psbt: [psbt, 'Psbt'],
      secp256k1: [secp256k1, 'Curve'],
      bytesPerSigop: [bytesPerSigop, 'integer?'],
    },
    kinds,
  );
  return analyze.analyzePsbt(psbt, curveOf(secp256k1), bytesPerSigop);
}
/**
 * Decodes a PSBT, or returns the error in Core's words (psbt.cpp, DecodeRawPSBT).
 *
 * @param bytes - The bytes of a .psbt file, version 0 (BIP174) or 2 (BIP370).
 * @param secp256k1 - Checks public keys. Default: the curve in pure JavaScript.
 */
export function decodePsbt(
  bytes: Bytes,
  secp256k1: Curve = nobleSecp256k1,
): Psbt | { readonly error: string } {
  refuseMore('decodePsbt', arguments, 2, 'Write decodePsbt(bytes).');
  checkArguments('decodePsbt', { bytes: [bytes, 'bytes'], secp256k1: [secp256k1, 'Curve'] }, kinds);
  return decode.decodePsbt(new Uint8Array(bytes), curveOf(secp256k1));
}
/**
 * Encodes a PSBT as bytes, in the order of Core's psbt.h, and reads the bytes again. Returns
 * `undefined` for version 0 if the inputs' lock times exclude each other.
 *
 * @param psbt - Of either version.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` names a part that no program could read, such as a key
 *   that is not on the curve.
 */
export function encodePsbt(psbt: Psbt): Bytes | undefined {
  refuseMore('encodePsbt', arguments, 1, 'Write encodePsbt(psbt), which returns bytes.');
  checkArguments('encodePsbt', { psbt: [psbt, 'Psbt'] }, kinds);
  return encodeReadable('encodePsbt', psbt, nobleSecp256k1);
}
