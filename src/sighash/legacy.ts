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

/** Size of an input in the preimages of others: its outpoint, no script, its sequence. */
const BLANK_INPUT_SIZE = OUTPOINT_SIZE + 5;
/** A blank output of SIGHASH_SINGLE: the amount -1, no script. */
const BLANK_OUTPUT = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0);

/** Hashes the legacy preimage up to the hash type. */
export type LegacyHasher = (input: number, scriptCode: Bytes, type: SighashType) => Sha256;

/**
 * Creates a hasher of legacy preimages. The digests of two inputs share all bytes before the first
 * of them. So the state after each input is kept and continued, which saves half of the hashing.
 * Core: CTransactionSignatureSerializer.
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

/** Adds the hash type to the state of a preimage, and finishes it. */
export const finishLegacy = (state: Sha256, type: SighashType): Bytes =>
  sha256(state.update(createWriter(4).i32(type).finish()).digest());

/** Returns the version and the number of inputs. */
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
  /** Returns the state after the previous inputs, which must not be written to. */
  before(input: number): Sha256;
  behind(input: number): Bytes;
};

/** Interval of inputs at which the state is kept, for requests of earlier inputs. */
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

/** Returns outputs and lock time. For SINGLE, the input must have an output. */
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
 * Writes a script without OP_CODESEPARATOR. If a push exceeds the script, the length still counts
 * the unreadable bytes, but they are omitted. Core: SerializeScriptCode.
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
