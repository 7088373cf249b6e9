import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { VerifyFlag } from './flags.ts';
import { Op, opcodeName } from './opcodes.ts';
import { createCursor, isUnspendable, pushedBytes, readOp } from './script.ts';
import { decodeScriptNum } from './script-num.ts';
import { checkSignatureEncoding } from './signature-encoding.ts';

/** Options for writing a script. */
export type AsmOptions = {
  /**
   * True to show the hash type of possible signatures as `[ALL]`, for scripts that may contain
   * signatures.
   */
  readonly decodeSighash: boolean;
};

const sighashNames: ReadonlyMap<number, string> = new Map([
  [0x01, 'ALL'],
  [0x81, 'ALL|ANYONECANPAY'],
  [0x02, 'NONE'],
  [0x82, 'NONE|ANYONECANPAY'],
  [0x03, 'SINGLE'],
  [0x83, 'SINGLE|ANYONECANPAY'],
]);

/** Returns the name of a sighash byte; empty if it has none. Core: SighashToStr. */
export function sighashName(byte: number): string {
  return sighashNames.get(byte) ?? '';
}

/**
 * Formats a script: opcode names, pushes of up to 4 bytes as decimal numbers, longer ones as hex,
 * and `[error]` if a push exceeds the script. Core: ScriptToAsmStr (core_io.cpp).
 *
 * @param script - Any bytes.
 * @param options - `decodeSighash`: names the sighash type of signatures.
 */
export function formatAsm(script: Bytes, options: AsmOptions = { decodeSighash: false }): string {
  const decodeSighash = options.decodeSighash && !isUnspendable(script);
  const cursor = createCursor(script);
  const words: string[] = [];
  while (cursor.position < script.length) {
    if (!readOp(cursor)) {
      words.push('[error]');
      break;
    }
    words.push(
      cursor.opcode > Op.PUSHDATA4
        ? opcodeName(cursor.opcode)
        : formatPush(pushedBytes(cursor), decodeSighash),
    );
  }
  return words.join(' ');
}

function formatPush(data: Bytes, decodeSighash: boolean): string {
  if (data.length <= 4) return `${decodeScriptNum(data, { requireMinimal: false })}`;
  if (decodeSighash && checkSignatureEncoding(data, VerifyFlag.STRICTENC) === undefined) {
    const name = sighashNames.get(data[data.length - 1] ?? 0);
    if (name !== undefined) return `${encodeHex(data.subarray(0, -1))}[${name}]`;
  }
  return encodeHex(data);
}
