import { codePointText } from '../encoding/utf8.ts';

/** Collects the content of a JSON string from UTF-8 bytes and escaped UTF-16 units. */
export type StringFilter = {
  /** A byte that stood in the text as it is. */
  byte(value: number): void;
  /** A code point or surrogate, as after `\u`. */
  codePoint(value: number): void;
  /** `undefined` when a sequence was broken or left open. */
  finish(): string | undefined;
};

/**
 * UniValue's `JSONUTF8StringFilter` (univalue_utffilter.h), with its leniency: overlong forms and
 * code points beyond Unicode pass, and a surrogate pair is joined by OR, so that an escaped pair
 * above U+1FFFF loses a bit.
 */
export function createStringFilter(): StringFilter {
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
      // Follows UniValue: a plain ASCII byte does not ask whether a surrogate is open; the end
      // does.
      else if (value < 0x80) text += String.fromCharCode(value);
      else startSequence(value);
    },
    codePoint,
    finish: () => (valid && missingBits === 0 && high === 0 ? text : undefined),
  };
}
