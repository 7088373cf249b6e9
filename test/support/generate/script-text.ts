import { concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import { NO_VERIFY_FLAGS, VerifyFlag, type VerifyFlags } from '../../../src/script/flags.ts';
import { MAX_OPCODE, Op, opcodeName } from '../../../src/script/opcodes.ts';
import { pushBytes, pushNumber } from '../../../src/script/script.ts';

const opcodes = new Map<string, number>();
for (let opcode: number = Op.NOP; opcode <= MAX_OPCODE; opcode++) addName(opcode);
for (const opcode of [Op.RESERVED, Op.CHECKSIGADD]) addName(opcode);

function addName(opcode: number): void {
  const name = opcodeName(opcode);
  if (name === 'OP_UNKNOWN') return;
  opcodes.set(name, opcode);
  opcodes.set(name.replace(/^OP_/, ''), opcode);
}

/** Decodes hex that a test has written itself. */
export function hex(text: string): Uint8Array {
  const bytes = decodeHex(text);
  if (bytes === undefined) throw new Error(`not hex: ${text}`);
  return bytes;
}

/** Parses the notation of Core's test data (core_io.cpp, ParseScript). */
export function parseScript(text: string): Uint8Array {
  const words = text.split(/[ \t\n]+/).filter((word) => word !== '');
  return concatBytes(...words.map(parseWord));
}

function parseWord(word: string): Uint8Array {
  if (/^-?[0-9]+$/.test(word)) return pushNumber(Number(word));
  if (word.startsWith('0x')) return hex(word.slice(2));
  if (word.startsWith("'")) return pushBytes(new TextEncoder().encode(word.slice(1, -1)));
  const opcode = opcodes.get(word);
  if (opcode === undefined) throw new Error(`no opcode: ${word}`);
  return Uint8Array.of(opcode);
}

/** Parses names separated by commas; `NONE` or an empty text means none. */
export function parseFlags(text: string): VerifyFlags {
  if (text === '' || text === 'NONE') return NO_VERIFY_FLAGS;
  const byName = new Map<string, number>(Object.entries(VerifyFlag));
  return text.split(',').reduce((flags, name) => {
    const flag = byName.get(name);
    if (flag === undefined) throw new Error(`no flag: ${name}`);
    return flags | flag;
  }, NO_VERIFY_FLAGS);
}

export const allFlags: readonly VerifyFlags[] = Object.values(VerifyFlag);

/** Removes flags that require others: WITNESS without P2SH, CLEANSTACK without WITNESS. */
export function trimFlags(flags: VerifyFlags): VerifyFlags {
  const trimmed = (flags & VerifyFlag.P2SH) === 0 ? flags & ~VerifyFlag.WITNESS : flags;
  return (trimmed & VerifyFlag.WITNESS) === 0 ? trimmed & ~VerifyFlag.CLEANSTACK : trimmed;
}

/** Adds flags that others require. */
export function fillFlags(flags: VerifyFlags): VerifyFlags {
  const filled = (flags & VerifyFlag.CLEANSTACK) !== 0 ? flags | VerifyFlag.WITNESS : flags;
  return (filled & VerifyFlag.WITNESS) !== 0 ? filled | VerifyFlag.P2SH : filled;
}
