import { type Sha256, type StartSha256, sha256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { Op } from '../script/opcodes.ts';
import { createCursor, readOp } from '../script/script.ts';
import {
  OUTPOINT_SIZE,
  outputBytes,
  prevoutBytes,
  type SharedParts,
  sequenceOf,
} from './shared.ts';
import { isAnyoneCanPay, isNone, isSingle, Sighash, type SighashType } from './sighash-type.ts';

/** An input as the others see it: its outpoint, no script, its sequence. */
const BLANK_INPUT_SIZE = OUTPOINT_SIZE + 5;
/** An output as SIGHASH_SINGLE blanks it: the amount -1, no script. */
const BLANK_OUTPUT = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0);

/** The legacy preimage up to the hash type, hashed. */
export type LegacyHasher = (input: number, scriptCode: Bytes, type: SighashType) => Sha256;

/**
 * Core's `CTransactionSignatureSerializer`. The digests of two inputs share all bytes in front of
 * the first of them, so the state behind each input is kept and continued: over n inputs half of
 * the bytes are hashed.
 */
export function createLegacyHasher(shared: SharedParts, start: StartSha256): LegacyHasher {
  const fixed = blankInputs(shared, start, (sequence) => sequence);
  const free = blankInputs(shared, start, () => 0);
  return (input, scriptCode, type) => {
    if (isAnyoneCanPay(type)) {
      const state = start().update(head(shared, 1));
      state.update(ownInput(shared, input, scriptCode));
      return state.update(tail(shared, input, type));
    }
    const blank = isSingle(type) || isNone(type) ? free : fixed;
    const state = blank.before(input).clone();
    state.update(ownInput(shared, input, scriptCode));
    return state.update(blank.behind(input)).update(tail(shared, input, type));
  };
}

/** Adds the hash type to the state of a preimage, and ends it. */
export const finishLegacy = (state: Sha256, type: SighashType): Bytes =>
  sha256(state.update(createWriter(4).i32(type).finish()).digest());

/** Version and number of inputs. */
function head({ transaction }: SharedParts, inputs: number): Bytes {
  return createWriter(16).u32(transaction.version).compactSize(inputs).finish();
}

function ownInput(shared: SharedParts, input: number, scriptCode: Bytes): Bytes {
  const writer = createWriter(OUTPOINT_SIZE + scriptCode.length + 13);
  writer.bytes(prevoutBytes(shared, input));
  writeScriptCode(writer, scriptCode);
  return writer.u32(sequenceOf(shared, input)).finish();
}

type BlankInputs = {
  /** The state when the inputs in front of this one have been hashed; not to be written to. */
  before(input: number): Sha256;
  behind(input: number): Bytes;
};

/** The state is kept at every so many inputs, for those who go back. */
const STRIDE = 32;

function blankInputs(
  shared: SharedParts,
  start: StartSha256,
  sequenceAs: (sequence: number) => number,
): BlankInputs {
  const { inputs } = shared.transaction;
  const marks: Sha256[] = [];
  let at = 0;
  let state: Sha256 | undefined;
  let encoded: Bytes | undefined;
  const bytes = (from: number, to = inputs.length) => {
    encoded ??= encodeBlankInputs(shared, sequenceAs);
    return encoded.subarray(from * BLANK_INPUT_SIZE, to * BLANK_INPUT_SIZE);
  };
  return {
    before(input) {
      if (state === undefined || input < at) {
        at = STRIDE * Math.floor(input / STRIDE);
        const mark = marks[at / STRIDE];
        if (mark === undefined) at = 0;
        state = mark?.clone() ?? start().update(head(shared, inputs.length));
      }
      while (at < input) {
        if (at % STRIDE === 0) marks[at / STRIDE] ??= state.clone();
        const next = Math.min(input, STRIDE * (Math.floor(at / STRIDE) + 1));
        state.update(bytes(at, next));
        at = next;
      }
      return state;
    },
    behind: (input) => bytes(input + 1),
  };
}

function encodeBlankInputs(shared: SharedParts, sequenceAs: (sequence: number) => number): Bytes {
  const { inputs } = shared.transaction;
  const writer = createWriter(inputs.length * BLANK_INPUT_SIZE);
  for (const [index, { sequence }] of inputs.entries()) {
    writer.bytes(prevoutBytes(shared, index)).u8(0).u32(sequenceAs(sequence));
  }
  return writer.finish();
}

/**
 * Returns the text that SIGHASH_ALL hashes: common to all inputs, with a separate piece for each.
 */
export function splicedText(shared: SharedParts) {
  const { inputs } = shared.transaction;
  const front = head(shared, inputs.length);
  const blank = encodeBlankInputs(shared, (sequence) => sequence);
  const end = createWriter(4).i32(Sighash.ALL).finish();
  return {
    bytes: concatBytes(front, blank, tail(shared, 0, Sighash.ALL), end),
    cut: BLANK_INPUT_SIZE,
    placeOf: (input: number) => front.length + input * BLANK_INPUT_SIZE,
    pieceOf: (input: number, scriptCode: Bytes) => ownInput(shared, input, scriptCode),
  };
}

/** Outputs and lock time. For SINGLE the caller knows that the input's output exists. */
function tail(shared: SharedParts, input: number, type: SighashType): Bytes {
  const { outputs, locktime } = shared.transaction;
  const writer = createWriter(64);
  if (isNone(type)) writer.u8(0);
  else if (isSingle(type)) {
    writer.compactSize(input + 1);
    for (let i = 0; i < input; i++) writer.bytes(BLANK_OUTPUT);
    writer.bytes(outputBytes(shared.outputs(), input));
  } else writer.compactSize(outputs.length).bytes(shared.outputs().bytes);
  return writer.u32(locktime).finish();
}

/**
 * Core's `SerializeScriptCode`: without OP_CODESEPARATOR. Where a push runs over the end, the
 * length still counts the bytes that could not be read, but they are left out.
 */
function writeScriptCode(writer: Writer, scriptCode: Bytes): void {
  const cursor = createCursor(scriptCode);
  const pieces: Bytes[] = [];
  let start = 0;
  while (readOp(cursor)) {
    if (cursor.opcode !== Op.CODESEPARATOR) continue;
    pieces.push(scriptCode.subarray(start, cursor.position - 1));
    start = cursor.position;
  }
  pieces.push(scriptCode.subarray(start, cursor.position));
  writer.compactSize(scriptCode.length - (pieces.length - 1));
  for (const piece of pieces) writer.bytes(piece);
}
