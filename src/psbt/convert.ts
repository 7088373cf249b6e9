import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter } from '../encoding/writer.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { SEQUENCE_FINAL } from '../transaction/transaction.ts';
import { globalFields, inputFields } from './fields.ts';
import type { Psbt, PsbtInput, RawField } from './psbt.ts';
import { hasSilentFields } from './silent-fields.ts';
import { lockTime } from './unsigned-transaction.ts';

/**
 * Identifier of proprietary fields that keep version 2's fields in version 0. The subtype is
 * version 2's field type; an empty value means that the field was absent.
 */
const IDENTIFIER = encodeUtf8('coldsign');

const [FALLBACK] = globalFields.fallbackLocktime;
const [MODIFIABLE] = globalFields.txModifiable;
const [SEQUENCE] = inputFields.sequence;
const [TIME] = inputFields.timeLocktime;
const [HEIGHT] = inputFields.heightLocktime;
const [PROPRIETARY] = inputFields.proprietary;

/**
 * Converts a PSBT to the other version without loss: converting back restores it. Returns
 * `undefined` if the inputs' lock times exclude each other. Also returns `undefined` for silent
 * payments in version 0, which BIP375 does not allow.
 *
 * @param psbt - A PSBT of either version.
 * @param version - 0: BIP174; 2: BIP370.
 */
export function convertPsbt(psbt: Psbt, version: 0 | 2): Psbt | undefined {
  if (psbt.version === version) return psbt;
  return version === 2 ? toVersionTwo(psbt) : toVersionZero(psbt);
}

function toVersionZero(psbt: Psbt): Psbt | undefined {
  const locktime = lockTime(psbt);
  if (locktime === undefined || hasSilentFields(psbt)) return undefined;
  const { fallbackLocktime, txModifiable } = psbt;
  return {
    ...psbt,
    version: 0,
    fallbackLocktime: locktime,
    txModifiable: undefined,
    inputs: psbt.inputs.map(inputToVersionZero),
    proprietary: [
      ...psbt.proprietary,
      ...(fallbackLocktime === locktime ? [] : [keptU32(FALLBACK, fallbackLocktime)]),
      ...(txModifiable === undefined ? [] : [kept(MODIFIABLE, Uint8Array.of(txModifiable))]),
    ],
  };
}

function inputToVersionZero(input: PsbtInput): PsbtInput {
  const { sequence, timeLocktime, heightLocktime } = input;
  return {
    ...input,
    sequence: sequence ?? SEQUENCE_FINAL,
    timeLocktime: undefined,
    heightLocktime: undefined,
    proprietary: [
      ...input.proprietary,
      ...(sequence === undefined ? [keptU32(SEQUENCE, undefined)] : []),
      ...(timeLocktime === undefined ? [] : [keptU32(TIME, timeLocktime)]),
      ...(heightLocktime === undefined ? [] : [keptU32(HEIGHT, heightLocktime)]),
    ],
  };
}

function toVersionTwo(psbt: Psbt): Psbt {
  const { fields, rest } = takeKept(psbt.proprietary);
  const modifiable = fields.get(MODIFIABLE);
  const restored: Psbt = {
    ...psbt,
    version: 2,
    fallbackLocktime: restoreU32(fields.get(FALLBACK), psbt.fallbackLocktime),
    txModifiable: modifiable?.length === 1 ? modifiable[0] : undefined,
    inputs: psbt.inputs.map(inputToVersionTwo),
    proprietary: rest,
  };
  // Others may have changed the kept fields, so check that they still give the same transaction.
  return lockTime(restored) === lockTime(psbt) ? restored : { ...psbt, version: 2 };
}

function inputToVersionTwo(input: PsbtInput): PsbtInput {
  const { fields, rest } = takeKept(input.proprietary);
  const time = restoreU32(fields.get(TIME), undefined);
  const height = restoreU32(fields.get(HEIGHT), undefined);
  const isFinal = input.sequence === SEQUENCE_FINAL;
  return {
    ...input,
    sequence: isFinal && fields.get(SEQUENCE)?.length === 0 ? undefined : input.sequence,
    timeLocktime: (time ?? 0) >= LOCKTIME_THRESHOLD ? time : undefined,
    heightLocktime: height !== 0 && (height ?? 0) < LOCKTIME_THRESHOLD ? height : undefined,
    proprietary: rest,
  };
}

function kept(type: number, value: Bytes): RawField {
  const key = createWriter().u8(PROPRIETARY).varBytes(IDENTIFIER).compactSize(type).finish();
  return { key, value };
}

function keptU32(type: number, value: number | undefined): RawField {
  return kept(type, value === undefined ? new Uint8Array(0) : createWriter().u32(value).finish());
}

/** Splits proprietary fields into ours, by type, and all others. */
function takeKept(proprietary: readonly RawField[]): {
  readonly fields: ReadonlyMap<number, Bytes>;
  readonly rest: readonly RawField[];
} {
  const fields = new Map<number, Bytes>();
  const rest: RawField[] = [];
  for (const field of proprietary) {
    const reader = createReader(field.key);
    reader.u8();
    const isOurs = encodeHex(reader.varBytes()) === encodeHex(IDENTIFIER);
    const type = reader.compactSize();
    if (isOurs && reader.done) fields.set(type, field.value);
    else rest.push(field);
  }
  return { fields, rest };
}

/** Reads a kept number. An empty value means that the field was absent; ignores any other size. */
function restoreU32(value: Bytes | undefined, otherwise: number | undefined): number | undefined {
  if (value?.length === 4) return createReader(value).u32();
  return value?.length === 0 ? undefined : otherwise;
}
