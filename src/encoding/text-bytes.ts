import type { Bytes } from './bytes.ts';
import { byteText, decodeUtf8 } from './utf8.ts';

/** The reason why bytes are not text. */
export type TextFault = {
  /** The end of a sentence, which repeats no byte, because it may be secret. */
  readonly fault: string;
  /** True for bytes of a program, false for text in another encoding. */
  readonly isBinary: boolean;
};

/**
 * Decodes a text that a person saved or piped: UTF-8, or UTF-16 with a byte order mark, which is
 * removed. Rejects everything else, because a replaced character would be another passphrase.
 */
export function decodeText(bytes: Bytes): string | TextFault {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2), 0);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), 1);
  if (looksUtf16(bytes)) return UTF16;
  const text = bytes.every((byte) => byte < 0x80) ? byteText(bytes) : decodeUtf8(bytes);
  if (text === undefined || LONE_SURROGATE.test(text)) return notUtf8(bytes);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const LONE_SURROGATE = /[\ud800-\udfff]/u;

const UTF16: TextFault = {
  fault: 'is UTF-16 without a byte order mark. Save it as UTF-8, then try again',
  isBinary: false,
};

/** Finds the first line that is not UTF-8, unless the bytes are those of a program. */
function notUtf8(bytes: Bytes): TextFault {
  const isControl = (byte: number) => byte < 0x20 && byte !== 0x1b && (byte < 0x09 || byte > 0x0d);
  if (bytes.some(isControl)) {
    return { fault: 'contains binary data. Check that it is the right file', isBinary: true };
  }
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from);
    const part = bytes.subarray(from, end < 0 ? bytes.length : end);
    if (decodeUtf8(part) === undefined || end < 0) break;
    from = end + 1;
  }
  return {
    fault: `has a character that is not UTF-8, in line ${line}. Save it as UTF-8, then try again`,
    isBinary: false,
  };
}

/** `high`: position of the high byte in each pair. */
function decodeUtf16(bytes: Bytes, high: 0 | 1): string | TextFault {
  if (bytes.length % 2 !== 0) return CUT_OFF;
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const [low = 0, top = 0] = high === 0 ? [bytes[at], bytes[at + 1]] : [bytes[at + 1], bytes[at]];
    text += String.fromCharCode(low | (top << 8));
  }
  return LONE_SURROGATE.test(text) ? CUT_OFF : text;
}

const CUT_OFF: TextFault = {
  fault: 'begins as UTF-16 and is damaged. Save it as UTF-8, then try again',
  isBinary: false,
};

/** Returns true if nearly every second byte is zero and no other: UTF-16 of Latin letters. */
function looksUtf16(bytes: Bytes): boolean {
  if (bytes.length < 4 || !bytes.includes(0)) return false;
  const zeros = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  return Math.min(even, odd) === 0 && even + odd >= Math.floor(bytes.length / 2) * 0.9;
}
