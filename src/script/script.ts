import { type Bytes, concatBytes, isBytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { MAX_SCRIPT_SIZE } from './limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from './opcodes.ts';
import { encodeScriptNum } from './script-num.ts';

/**
 * A position in a script and the last operation read. Mutable, so that reading allocates no memory.
 */
export type ScriptCursor = {
  readonly script: Bytes;
  position: number;
  opcode: number;
  /** The range of the pushed bytes in `script`; empty for other opcodes. */
  dataStart: number;
  dataEnd: number;
};

export function createCursor(script: Bytes, position = 0): ScriptCursor {
  return { script, position, opcode: Op.INVALIDOPCODE, dataStart: 0, dataEnd: 0 };
}

/**
 * Reads one operation. Returns false at the end, and if a push exceeds the script; `position` is
 * then that of Core's iterator, after the readable part of the push's head. Core: GetScriptOp.
 */
export function readOp(cursor: ScriptCursor): boolean {
  const { script } = cursor;
  cursor.opcode = Op.INVALIDOPCODE;
  cursor.dataStart = cursor.dataEnd = 0;
  if (cursor.position >= script.length) return false;
  const opcode = script[cursor.position++] ?? 0;
  if (opcode <= Op.PUSHDATA4) {
    const size = opcode < Op.PUSHDATA1 ? opcode : readPushSize(cursor, opcode);
    if (size < 0 || size > script.length - cursor.position) return false;
    cursor.dataStart = cursor.position;
    cursor.position = cursor.dataEnd = cursor.position + size;
  }
  cursor.opcode = opcode;
  return true;
}

/** Reads the little-endian length after OP_PUSHDATA1, 2 or 4; -1 if it is truncated. */
function readPushSize(cursor: ScriptCursor, opcode: number): number {
  const length = opcode === Op.PUSHDATA1 ? 1 : opcode === Op.PUSHDATA2 ? 2 : 4;
  const { script, position } = cursor;
  if (length > script.length - position) return -1;
  let size = 0;
  for (let i = length - 1; i >= 0; i--) size = size * 256 + (script[position + i] ?? 0);
  cursor.position += length;
  return size;
}

/** Returns the bytes pushed by the last operation. */
export function pushedBytes({ script, dataStart, dataEnd }: ScriptCursor): Bytes {
  // V8 moves arrays of up to 64 bytes to separate memory when a view is made, so a copy is faster.
  return script.length > 64
    ? script.subarray(dataStart, dataEnd)
    : script.slice(dataStart, dataEnd);
}

/** One operation of a script, with its pushed bytes. */
export type ScriptOp = {
  /** One byte; `Op` and `opcodeName` have the names. 1 to 75 push that many bytes. */
  readonly opcode: number;
  /** Pushed data of opcodes up to OP_PUSHDATA4; empty for others. */
  readonly data: Bytes;
};

/**
 * Returns all operations of a script, or `undefined` if a push exceeds the script.
 *
 * @param script - Any bytes.
 */
export function walkScript(script: Bytes): ScriptOp[] | undefined {
  const cursor = createCursor(script);
  const operations: ScriptOp[] = [];
  while (cursor.position < script.length) {
    if (!readOp(cursor)) return undefined;
    operations.push({ opcode: cursor.opcode, data: pushedBytes(cursor) });
  }
  return operations;
}

/**
 * Encodes the shortest push by length. Empty data become OP_0, but 01 stays a push. Core: CScript
 * << bytes.
 */
export function pushBytes(data: Bytes): Bytes {
  return concatBytes(pushHead(data.length), data);
}

/** Encodes the opcode and the length that come before pushed data of this size in bytes. */
export function pushHead(size: number): Bytes {
  if (size < Op.PUSHDATA1) return Uint8Array.of(size);
  if (size <= 0xff) return Uint8Array.of(Op.PUSHDATA1, size);
  if (size <= 0xffff) return Uint8Array.of(Op.PUSHDATA2, size & 0xff, size >>> 8);
  return Uint8Array.of(
    Op.PUSHDATA4,
    size & 0xff,
    (size >>> 8) & 0xff,
    (size >>> 16) & 0xff,
    size >>> 24,
  );
}

/**
 * Encodes an opcode for -1 to 16, and a push of the ScriptNum for other numbers. Core: CScript <<
 * int64.
 *
 * @param value - A whole number, at most 2^53 - 1 in both directions.
 */
export function pushNumber(value: number): Bytes {
  if (value === 0) return Uint8Array.of(Op.OP_0);
  if (value === -1 || (value >= 1 && value <= 16)) return Uint8Array.of(value + Op.OP_1 - 1);
  return pushBytes(encodeScriptNum(value));
}

/** Encodes a stack item for a scriptSig, as an opcode if there is one. Core: PushAll (sign.cpp). */
export function pushMinimal(data: Bytes): Bytes {
  const [byte] = data;
  if (data.length === 1 && byte !== undefined) {
    if (byte >= 1 && byte <= 16) return Uint8Array.of(Op.OP_1 + byte - 1);
    if (byte === 0x81) return Uint8Array.of(Op.OP_1NEGATE);
  }
  return pushBytes(data);
}

/**
 * Builds a script. Give each opcode as a number and each push as bytes, as separate arguments.
 * Throws `WRONG_ARGUMENT` for anything else, such as a list of them.
 *
 * @param parts - Opcodes from `Op`, 0 to 255, and bytes that are pushed.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for anything else.
 */
export function buildScript(...parts: readonly (number | Bytes)[]): Bytes {
  const pieces = parts.map(checkedPart);
  let length = 0;
  for (const piece of pieces) length += typeof piece === 'number' ? 1 : piece.length;
  const script = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'number') script[at++] = piece;
    else {
      script.set(piece, at);
      at += piece.length;
    }
  }
  return script;
}

/** Returns an opcode unchanged, and bytes as a push. */
function checkedPart(part: number | Bytes): number | Bytes {
  if (isBytes(part)) return pushBytes(part);
  if (Number.isInteger(part) && part >= 0 && part <= 0xff) return part;
  throw argumentError(
    'buildScript takes opcodes (0 to 255) and pushes (Uint8Array) one by one, no list: buildScript(...parts)',
    'Opcodes are in Op, numbers are pushed by pushNumber, hexadecimal text becomes bytes by decodeHex.',
  );
}

/**
 * Returns true if `opcode` (up to OP_PUSHDATA4) is the minimal push of these bytes. Core:
 * CheckMinimalPush.
 */
export function isMinimalPush(data: Bytes, opcode: number): boolean {
  const [byte] = data;
  if (byte === undefined) return opcode === Op.OP_0;
  if (data.length === 1 && ((byte >= 1 && byte <= 16) || byte === 0x81)) return false;
  if (data.length <= 75) return opcode === data.length;
  if (data.length <= 255) return opcode === Op.PUSHDATA1;
  if (data.length <= 65535) return opcode === Op.PUSHDATA2;
  return true;
}

/** Returns true for a script of only pushes; OP_RESERVED counts as a push. Core: IsPushOnly. */
export function isPushOnly(script: Bytes, from = 0): boolean {
  const cursor = createCursor(script, from);
  while (cursor.position < script.length) {
    if (!readOp(cursor) || cursor.opcode > Op.OP_16) return false;
  }
  return true;
}

/** Returns true if a script always fails, whatever is on the stack. Core: IsUnspendable. */
export function isUnspendable(script: Bytes): boolean {
  return script[0] === Op.RETURN || script.length > MAX_SCRIPT_SIZE;
}

export function isPayToScriptHash(script: Bytes): boolean {
  return (
    script.length === 23 && script[0] === Op.HASH160 && script[1] === 20 && script[22] === Op.EQUAL
  );
}

/** Returns true for OP_1 and a push of 4e73 (BIP433). */
export function isPayToAnchor(script: Bytes): boolean {
  return (
    script.length === 4 &&
    script[0] === Op.OP_1 &&
    script[1] === 2 &&
    script[2] === 0x4e &&
    script[3] === 0x73
  );
}

export type WitnessProgram = { readonly version: number; readonly program: Bytes };

/**
 * Matches a witness program (BIP141): "A scriptPubKey (or redeemScript as defined in BIP16/P2SH)
 * that consists of a 1-byte push opcode (one of OP_0,OP_1,OP_2,..,OP_16) followed by a direct data
 * push between 2 and 40 bytes".
 */
export function matchWitnessProgram(script: Bytes): WitnessProgram | undefined {
  if (script.length < 4 || script.length > 42) return undefined;
  const [version = 0, size = 0] = script;
  if (version !== Op.OP_0 && !isSmallInteger(version)) return undefined;
  if (size + 2 !== script.length) return undefined;
  return { version: decodeSmallInteger(version), program: script.slice(2) };
}
