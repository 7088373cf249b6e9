import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Json } from '../../json/json.ts';
import { decodePsbtTask, type KnownKeys } from '../../psbt/decode.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { runTask } from '../../signing/task.ts';
import type { Context } from '../context.ts';
import { deserializationError, invalid, RpcError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { getStr, getUint32 } from '../values.ts';

/**
 * Parses a PSBT in base64, and lets other work run if the context has a pause. `known` is shared by
 * several PSBTs. Core: DecodeBase64PSBT (psbt.cpp).
 */
export async function parsePsbt(
  value: Json,
  { secp256k1, profile, pause }: Pick<Context, 'secp256k1' | 'profile' | 'pause'>,
  known?: KnownKeys,
): Promise<Psbt> {
  const bytes = decodeBase64(getStr(value));
  const needsScript = !profileRules(profile).readsSilentPayments;
  const psbt = bytes
    ? await runTask(decodePsbtTask(bytes, secp256k1, { known, needsScript }, pause))
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
export async function tryParsePsbt(value: Json, context: Context): Promise<Psbt | undefined> {
  try {
    return await parsePsbt(value, context);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
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
