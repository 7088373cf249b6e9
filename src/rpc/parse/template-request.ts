import type { Block } from '../../chain/block.ts';
import { decodeBlock } from '../../chain/block-codec.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { decodeUtf8, encodeUtf8 } from '../../encoding/utf8.ts';
import { getMember, isJsonArray, type Json, type JsonObject } from '../../json/json.ts';
import { deserializationError, invalid, typeError } from '../error.ts';
import { getStr } from '../values.ts';

export type TemplateRequestForm =
  | { readonly mode: 'proposal'; readonly block: Block }
  | { readonly mode: 'template'; readonly rules: ReadonlySet<string>; readonly longpollid: Json };

/** Reads the request of getblocktemplate, with errors in the order of rpc/mining.cpp. */
export function parseTemplateRequest(request: JsonObject): TemplateRequestForm {
  const mode = getMember(request, 'mode');
  if (mode !== null && typeof mode !== 'string') throw invalid('Invalid mode');
  if (mode === 'proposal') return { mode, block: parseBlock(getMember(request, 'data')) };
  const list = getMember(request, 'rules');
  const rules = new Set(isJsonArray(list) ? list.map(getStr) : []);
  if (mode !== null && mode !== 'template') throw invalid('Invalid mode');
  return { mode: 'template', rules, longpollid: getMember(request, 'longpollid') };
}

function parseBlock(data: Json): Block {
  if (typeof data !== 'string') {
    throw typeError('Missing data String key for proposal');
  }
  const bytes = decodeHex(data);
  const block = bytes === undefined ? undefined : decodeBlock(bytes);
  if (block === undefined) throw deserializationError('Block decode failed');
  return block;
}

const HASH_DIGITS = 64;

/**
 * Splits a BIP22 long poll id into the hash of a tip and the counter after it. C++ cuts between
 * bytes, even inside a character.
 */
export function splitLongpollId(id: string): { readonly hash: string; readonly counter: string } {
  const bytes = encodeUtf8(id);
  for (let end = Math.min(HASH_DIGITS, bytes.length), marks = ''; ; end--, marks += '?') {
    const whole = decodeUtf8(bytes.subarray(0, end));
    if (whole !== undefined) return { hash: whole + marks, counter: id.slice(whole.length) };
  }
}

/** Parses as much of a decimal counter as Core reads. */
export function parseUpdateCounter(text: string): number {
  const [, digits] = /^[ \f\n\r\t\v]*\+?(-?[0-9]+)/.exec(text) ?? [];
  if (digits === undefined) return 0;
  const limit = 2n ** 63n;
  const value = BigInt(digits);
  const clamped = value >= limit ? limit - 1n : value < -limit ? -limit : value;
  return Number(BigInt.asUintN(32, clamped));
}
