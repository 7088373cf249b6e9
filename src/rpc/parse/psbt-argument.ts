import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Json } from '../../json/json.ts';
import { decodePsbt, type KnownKeys } from '../../psbt/decode.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { Context } from '../context.ts';
import { deserializationError, invalid } from '../error.ts';
import { profileRules } from '../profile.ts';
import { getStr, getUint32 } from '../values.ts';

/**
 * Parses a PSBT in base64. `known` is shared by several PSBTs. Core: DecodeBase64PSBT (psbt.cpp).
 */
export function parsePsbt(
  value: Json,
  { secp256k1, profile }: Pick<Context, 'secp256k1' | 'profile'>,
  known?: KnownKeys,
): Psbt {
  const bytes = decodeBase64(getStr(value));
  const needsScript = !profileRules(profile).readsSilentPayments;
  const psbt = bytes
    ? decodePsbt(bytes, secp256k1, { known, needsScript })
    : { error: 'invalid base64' };
  if ('error' in psbt) {
    throw deserializationError(`TX decode failed ${psbt.error}`);
  }
  return psbt;
}

/**
 * Returns the PSBT, or `undefined` if it is not valid. For calls that report errors of other
 * arguments first, as Core does, and then call `parsePsbt`.
 */
export function tryParsePsbt(value: Json, context: Context): Psbt | undefined {
  try {
    return parsePsbt(value, context);
  } catch {
    // It is not valid, and parsePsbt says why.
    return undefined;
  }
}

export function formatPsbt(psbt: Psbt): string {
  const bytes = encodePsbt(psbt);
  invariant(
    bytes !== undefined,
    'in version 0 there is one lock time, and version 2 is written without it',
  );
  return encodeBase64(bytes);
}

/** The argument `psbt_version`. */
export function parsePsbtVersion(value: Json | undefined): 0 | 2 {
  const version = value === undefined ? 2 : getUint32(value);
  if (version !== 0 && version !== 2) {
    throw invalid('The PSBT version can only be 2 or 0');
  }
  return version;
}
