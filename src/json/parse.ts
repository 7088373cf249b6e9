import type { Bytes } from '../encoding/bytes.ts';
import { byteText, codePointText, encodeUtf8 } from '../encoding/utf8.ts';
import type { Json, JsonMember } from './json.ts';

/** Maximum nesting of arrays and objects (univalue_read.cpp). */
export const MAX_JSON_DEPTH = 512;
/** The largest body in bytes that Core's HTTP server accepts (serialize.h, MAX_SIZE). */
export const MAX_JSON_LENGTH = 0x02000000;

/** Finds non-ASCII characters several times as fast as a loop. */
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Parses a text that is one JSON value by UniValue's grammar; otherwise returns `undefined`. */
export function parseJson(text: string): Json | undefined {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  return BEYOND_ASCII.test(text) ? parseJsonBytes(encodeUtf8(text)) : parseByteText(text);
}

/** Parses a JSON text in UTF-8; `undefined` if it is not JSON, or too long. */
export function parseJsonBytes(bytes: Bytes): Json | undefined {
  return bytes.length > MAX_JSON_LENGTH ? undefined : parseByteText(byteText(bytes));
}

/** Parses a text with one character per byte, so that positions are those of the bytes. */
function parseByteText(text: string): Json | undefined {
  const source = { text, at: 0 };
  const value = readValue(source, 0);
  skipSpace(source);
  return value !== undefined && source.at === text.length ? value : undefined;
}

type Source = { readonly text: string; at: number };

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

function skipSpace(source: Source): void {
  for (;;) {
    const code = source.text.charCodeAt(source.at);
    if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return;
    source.at++;
  }
}

/** Moves past `token` if it is next after white space. */
function take(source: Source, token: string): boolean {
  skipSpace(source);
  if (!source.text.startsWith(token, source.at)) return false;
  source.at += token.length;
  return true;
}

/** Reads a value inside of `depth` containers. */
function readValue(source: Source, depth: number): Json | undefined {
  skipSpace(source);
  switch (source.text[source.at]) {
    case '{':
      return depth < MAX_JSON_DEPTH ? readObject(source, depth + 1) : undefined;
    case '[':
      return depth < MAX_JSON_DEPTH ? readArray(source, depth + 1) : undefined;
    case '"':
      return readString(source);
    case 'n':
      return take(source, 'null') ? null : undefined;
    case 't':
      return take(source, 'true') ? true : undefined;
    case 'f':
      return take(source, 'false') ? false : undefined;
    default:
      return readNumber(source);
  }
}

function readArray(source: Source, depth: number): Json | undefined {
  source.at++;
  const items: Json[] = [];
  if (take(source, ']')) return items;
  do {
    const item = readValue(source, depth);
    if (item === undefined) return undefined;
    items.push(item);
  } while (take(source, ','));
  return take(source, ']') ? items : undefined;
}

function readObject(source: Source, depth: number): Json | undefined {
  source.at++;
  const members: JsonMember[] = [];
  if (take(source, '}')) return { members };
  do {
    skipSpace(source);
    const key = readString(source);
    if (key === undefined || !take(source, ':')) return undefined;
    const value = readValue(source, depth);
    if (value === undefined) return undefined;
    members.push([key, value]);
  } while (take(source, ','));
  return take(source, '}') ? { members } : undefined;
}

function readDigits(source: Source): boolean {
  const start = source.at;
  while (isDigit(source.text.charCodeAt(source.at))) source.at++;
  return source.at > start;
}

function readNumber(source: Source): Json | undefined {
  const { text } = source;
  const start = source.at;
  if (text.charCodeAt(source.at) === MINUS) source.at++;
  // UniValue accepts a lone minus as a number at the end of the text.
  if (source.at > start && source.at === text.length) return { number: '-' };
  const leadingZero = text.charCodeAt(source.at) === ZERO;
  const whole = source.at;
  if (!readDigits(source) || (leadingZero && source.at > whole + 1)) return undefined;
  if (text[source.at] === '.') {
    source.at++;
    if (!readDigits(source)) return undefined;
  }
  if (text[source.at] === 'e' || text[source.at] === 'E') {
    source.at++;
    if (text[source.at] === '+' || text[source.at] === '-') source.at++;
    if (!readDigits(source)) return undefined;
  }
  return { number: text.slice(start, source.at) };
}

/** ASCII characters that need no decoding. */
const PLAIN = /[ !#-[\]-\x7f]*/y;

/**
 * Reads a string. Plain ASCII is copied as a slice; a backslash or a higher byte needs the filter.
 */
function readString(source: Source): string | undefined {
  const { text, at } = source;
  if (text.charCodeAt(at) !== QUOTE) return undefined;
  PLAIN.lastIndex = at + 1;
  PLAIN.test(text);
  const end = PLAIN.lastIndex;
  source.at = at + 1;
  if (text.charCodeAt(end) !== QUOTE) return readFilteredString(source);
  source.at = end + 1;
  return text.slice(at + 1, end);
}

function readFilteredString(source: Source): string | undefined {
  const filter = createStringFilter();
  while (source.at < source.text.length) {
    const code = source.text.charCodeAt(source.at++);
    if (code === QUOTE) return filter.finish();
    if (code < SPACE) return undefined;
    if (code !== BACKSLASH) {
      filter.byte(code);
      continue;
    }
    const letter = source.text[source.at++] ?? '';
    if (letter === 'u') {
      const unit = readUnit(source);
      if (unit === undefined) return undefined;
      filter.codePoint(unit);
    } else {
      const meaning = ESCAPES.get(letter);
      if (meaning === undefined) return undefined;
      filter.byte(meaning);
    }
  }
  return undefined;
}

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ['"', QUOTE],
  ['\\', BACKSLASH],
  ['/', 0x2f],
  ['b', 0x08],
  ['f', 0x0c],
  ['n', LINE_FEED],
  ['r', CARRIAGE_RETURN],
  ['t', TAB],
]);

/** Reads the four hexadecimal digits after `\u`. */
function readUnit(source: Source): number | undefined {
  const digits = source.text.slice(source.at, source.at + 4);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) return undefined;
  source.at += 4;
  return Number.parseInt(digits, 16);
}

/** Collects the content of a JSON string from UTF-8 bytes and escaped UTF-16 units. */
type StringFilter = {
  /** Adds a byte of the text. */
  byte(value: number): void;
  /** Adds a code point or surrogate, as after `\u`. */
  codePoint(value: number): void;
  /** Returns the string; `undefined` if a sequence is invalid or incomplete. */
  finish(): string | undefined;
};

/**
 * Creates a filter as lenient as UniValue's `JSONUTF8StringFilter` (univalue_utffilter.h). It
 * accepts overlong forms and code points beyond Unicode. It joins a surrogate pair by OR, so that
 * an escaped pair above U+1FFFF loses a bit.
 */
function createStringFilter(): StringFilter {
  let text = '';
  let valid = true;
  let pending = 0;
  let missingBits = 0;
  let high = 0;

  function codePoint(value: number): void {
    const isHigh = value >= 0xd800 && value <= 0xdbff;
    const isLow = value >= 0xdc00 && value <= 0xdfff;
    if (missingBits !== 0 || isLow !== (high !== 0)) {
      valid = false;
    } else if (isHigh) {
      high = value;
    } else if (isLow) {
      text += codePointText(0x10000 | ((high - 0xd800) << 10) | (value - 0xdc00));
      high = 0;
    } else {
      text += codePointText(value);
    }
  }

  function startSequence(lead: number): void {
    if (lead < 0xc0 || lead >= 0xf8) {
      valid = false;
      return;
    }
    missingBits = lead < 0xe0 ? 6 : lead < 0xf0 ? 12 : 18;
    const mask = lead < 0xe0 ? 0x1f : lead < 0xf0 ? 0x0f : 0x07;
    pending = (lead & mask) << missingBits;
  }

  function continueSequence(value: number): void {
    if ((value & 0xc0) !== 0x80) valid = false;
    missingBits -= 6;
    pending |= (value & 0x3f) << missingBits;
    if (missingBits === 0) codePoint(pending);
  }

  return {
    byte(value) {
      if (missingBits !== 0) continueSequence(value);
      // Like UniValue, a plain ASCII byte does not check for an open surrogate; the end does.
      else if (value < 0x80) text += String.fromCharCode(value);
      else startSequence(value);
    },
    codePoint,
    finish: () => (valid && missingBits === 0 && high === 0 ? text : undefined),
  };
}
