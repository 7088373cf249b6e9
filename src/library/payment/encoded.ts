import { adviceOn } from '../../arguments/advice.ts';
import { refuseMore } from '../../arguments/count-arguments.ts';
import type { Curve, Secp256k1 } from '../../crypto/secp256k1.ts';
import { smallSecp256k1 } from '../../crypto/small-curve.ts';
import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import { decodeText } from '../../encoding/text-bytes.ts';
import { unwrapText } from '../../encoding/unwrap-text.ts';
import { readAnswerTransaction } from '../../psbt/answer-transaction.ts';
import { convertPsbt } from '../../psbt/convert.ts';
import { decodePsbtTask as decode } from '../../psbt/decode.ts';
import { beginsAsPsbt, explainPsbt, explainText } from '../../psbt/explain-psbt.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { hasSilentFields } from '../../psbt/silent-fields.ts';
import { type Pause, runNow, type Task } from '../../signing/task.ts';
import {
  CUT_TRANSACTION,
  isCutTransaction,
  isWholeTransaction,
} from '../../transaction/cut-transaction.ts';
import type { FeeLimits } from '../../transaction/fee-bounds.ts';
import { encodeReadableTask } from '../readable-psbt.ts';
import { startingCurve } from '../signing-curve.ts';
import { checkArgument } from './arguments.ts';
import { checkOtherParts, checkPsbt, lockTimes, partOf } from './checked-psbt.ts';
import { withLimits } from './fee.ts';

/**
 * Form of an encoded PSBT: base64 as in most programs, hexadecimal, or the bytes of a .psbt file.
 */
export type PsbtForm = 'base64' | 'hex' | 'bytes';

/** Options of `encodePsbt`. */
export type EncodeOptions = {
  /** Version of the PSBT format. Default: that of the PSBT. */
  readonly version?: 0 | 2 | undefined;
};

/**
 * Encodes a PSBT for a file, a QR code or a device. Every result can be read again: if a part of
 * the PSBT could not be, such as a key that is not on the curve, the error names it.
 *
 * @param form - Default: `base64`.
 * @param options - `version` 0 (BIP174) or 2 (BIP370). Default: that of the PSBT.
 * @throws `ColdsignError`: `LOCK_TIMES` if no lock time suits all inputs; `SILENT_PAYMENT` if
 *   version 0 is asked for; `WRONG_ARGUMENT`.
 */
export function encodePsbt(psbt: Psbt, form?: 'base64' | 'hex', options?: EncodeOptions): string;
export function encodePsbt(psbt: Psbt, form: 'bytes', options?: EncodeOptions): Bytes;
export function encodePsbt(
  psbt: Psbt,
  form: PsbtForm = 'base64',
  options: EncodeOptions = {},
): string | Bytes {
  refuseMore('formatPsbt', arguments, 3, "Write formatPsbt(psbt, 'base64', { version }).");
  return runNow(encodePsbtTask(psbt, form, options));
}

/** Encodes a PSBT as `encodePsbt` does, and lets other work run. */
export function* encodePsbtTask(
  psbt: Psbt,
  form: PsbtForm,
  options: EncodeOptions,
  pause?: Pause,
): Task<string | Bytes> {
  const asked = checkArgument('options', options, 'EncodeOptions');
  checkPsbt(pause ? partOf(psbt) : psbt);
  if (pause) yield* checkOtherParts(psbt, pause);
  const { version = psbt.version } = asked;
  if (version !== 0 && version !== 2) {
    throw argumentError('version must be 0 or 2', 'Leave it out for the version of the PSBT.');
  }
  if (!['base64', 'hex', 'bytes'].includes(form)) {
    throw argumentError("form must be 'base64', 'hex' or 'bytes'", 'Leave it out for base64.');
  }
  const converted = convertPsbt(psbt, version);
  const bytes =
    converted && (yield* encodeReadableTask('formatPsbt', converted, smallSecp256k1, pause));
  if (bytes === undefined) throw unwritable(psbt);
  if (form === 'bytes') return bytes;
  return form === 'hex' ? encodeHex(bytes) : encodeBase64(bytes);
}

/** Options of `decodePsbt`. */
export type DecodeOptions = FeeLimits & {
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Curve | undefined;
};

/**
 * Decodes a PSBT of either version, from base64, hexadecimal or bytes. Throws `ColdsignError`.
 *
 * @param given - Base64 or hexadecimal, also with line breaks, in quotes, or in the JSON of a node,
 *   or the bytes of a file with one of these or with the binary PSBT.
 * @param options - `maxFeeRate` in sat/vB and `maxFee` in satoshi apply to every later call with
 *   this PSBT.
 * @throws `ColdsignError`: `INVALID_PSBT`, `WRONG_ARGUMENT`. The limits are checked by later calls.
 */
export function decodePsbt(given: string | Bytes | ArrayBuffer, options: DecodeOptions = {}): Psbt {
  refuseMore('parsePsbt', arguments, 2, 'Write parsePsbt(text, { maxFee }).');
  return runNow(decodePsbtTask(given, options));
}

/** Decodes a PSBT as `decodePsbt` does, and lets other work run. */
export function* decodePsbtTask(
  given: string | Bytes | ArrayBuffer,
  options: DecodeOptions,
  pause?: Pause,
): Task<Psbt> {
  const { secp256k1, ...limits } = checkArgument('options', options, 'LimitsOptions');
  return withLimits(yield* decodeRead(readGiven(given), startingCurve(secp256k1), pause), limits);
}

/**
 * Decodes the answer of a signer: a PSBT as `decodePsbt` does, or a signed transaction in
 * hexadecimal or bytes.
 */
export function* decodeAnswerTask(
  given: string | Bytes,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<Psbt> {
  const bytes = readGiven(given);
  const transaction = beginsAsPsbt(bytes) ? undefined : readAnswerTransaction(bytes);
  return transaction ?? (yield* decodeRead(bytes, secp256k1, pause));
}

const readGiven = (given: string | Bytes | ArrayBuffer): Bytes =>
  typeof given === 'string' ? readText(given) : readBytes(given);

function* decodeRead(bytes: Bytes, secp256k1: Secp256k1, pause?: Pause): Task<Psbt> {
  const psbt = yield* decode(bytes, secp256k1, {}, pause);
  if (!('error' in psbt)) return psbt;
  if (beginsAsPsbt(bytes)) {
    throw invalid(psbt.error, `It ${explainPsbt(bytes, psbt.error, secp256k1)}.`);
  }
  if (isCutTransaction(bytes)) throw invalid(`It ${CUT_TRANSACTION}`);
  throw isWholeTransaction(bytes)
    ? invalid('It is a transaction', IS_TRANSACTION)
    : invalid(psbt.error);
}

/**
 * Decodes a PSBT as `parsePsbt` does, and returns an error as a value.
 *
 * @param given - As of `parsePsbt`.
 * @param options - As of `parsePsbt`.
 * @throws Never: `error` is the `ColdsignError` that `parsePsbt` throws.
 */
export function tryParsePsbt(
  given: string | Bytes | ArrayBuffer,
  options: DecodeOptions = {},
): Psbt | { readonly error: ColdsignError } {
  const [, , ...more] = arguments;
  return tried(() => {
    refuseMore(
      'tryParsePsbt',
      [given, options, ...more],
      2,
      'Write tryParsePsbt(text, { maxFee }).',
    );
    return decodePsbt(given, options);
  });
}

/** Runs a function, and returns a `ColdsignError` that it throws as a value. */
export function tried<T>(run: () => T): T | { readonly error: ColdsignError } {
  try {
    return run();
  } catch (error) {
    if (error instanceof ColdsignError) return { error };
    throw error;
  }
}

function readText(text: string): Bytes {
  const inner = unwrapText(text);
  const compact = inner.replace(/\s/g, '');
  const bytes = decodeHex(compact) ?? decodeBase64(compact);
  if (bytes !== undefined && beginsAsPsbt(bytes)) return bytes;
  const known = explainText(inner);
  if (known !== undefined) throw invalid(`It ${known}`);
  if (bytes !== undefined) return bytes;
  const isCut = /^(cHNidP|70736274ff)/i.test(compact);
  const hint = isCut ? 'It is cut off or damaged. Export or copy it again.' : undefined;
  throw invalid('The text is neither base64 nor hexadecimal', hint);
}

/** Reads the bytes of a file, which may have the text of a PSBT. The caller may reuse them. */
function readBytes(given: Bytes | ArrayBuffer): Bytes {
  const isBuffer = Object.prototype.toString.call(given) === '[object ArrayBuffer]';
  if (!isBuffer && !isBytes(given)) {
    throw invalid(
      'It is neither a text nor bytes',
      adviceOn('an object of type Psbt', given) ?? giveOf(given),
    );
  }
  const bytes = new Uint8Array(given);
  if (beginsAsPsbt(bytes)) return bytes;
  const text = decodeText(bytes);
  const inner = typeof text === 'string' ? unwrapText(text) : '';
  const isText =
    /^(cHNidP|70736274ff|0[1-3]000000)/i.test(inner) || explainText(inner) !== undefined;
  return isText ? readText(inner) : bytes;
}

function invalid(error: string, hint = NO_PSBT): ColdsignError {
  return new ColdsignError('INVALID_PSBT', `This is not a PSBT: ${error}`, { hint });
}

const giveOf = (given: unknown): string => {
  const { inputs, outputs }: Partial<Psbt> = Object(given);
  return Array.isArray(inputs) && Array.isArray(outputs)
    ? 'It is a value already, not a text: pass it on as it is.'
    : GIVE_PSBT;
};

const GIVE_PSBT = 'Give base64 or hexadecimal as a text, or the bytes of a file as a Uint8Array.';

const IS_TRANSACTION =
  'Give the PSBT that it was made from: combine(psbt, transaction) takes its signatures. createPsbt of coldsign/psbt makes one of a transaction without signatures.';

const NO_PSBT =
  'A PSBT begins with cHNidP in base64 and with 70736274ff in hexadecimal. Check whether it was cut off, or is a signed transaction.';

function unwritable(psbt: Psbt): ColdsignError {
  if (psbt.version === 0 || !hasSilentFields(psbt)) return lockTimes();
  return new ColdsignError('SILENT_PAYMENT', 'A PSBT of version 0 cannot have a silent payment', {
    hint: 'Leave version out, or give 2: silent payments need version 2 (BIP375).',
  });
}
