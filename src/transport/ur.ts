import type { Bytes } from '../encoding/bytes.ts';
import { decodeBytewords } from './bytewords.ts';
import { createCborReader } from './cbor.ts';
import { MAX_FRAGMENTS, MAX_MESSAGE, MAX_WORK } from './limits.ts';
import { type Refused, refuse } from './payload.ts';

/** A part of a message (BCR-2024-001). */
export type UrPart = {
  /** Number from 1; above `count`, the part is a mixture. */
  readonly number: number;
  readonly count: number;
  readonly messageLength: number;
  readonly checksum: number;
  readonly data: Bytes;
};

/** One frame: a complete message in CBOR, or a part of it. */
export type UrFrame = { readonly type: string } & (
  | { readonly message: Bytes }
  | { readonly part: UrPart }
);

const MAX_NUMBER = 0xffffffff;

export const isUr = (text: string): boolean => /^ur:/i.test(text);

/**
 * Parses `ur:<type>/<message>` or `ur:<type>/<number>-<count>/<part>`, in any case (BCR-2020-005).
 */
export function parseUr(text: string): UrFrame | Refused {
  const [, type, number, count, words] =
    /^ur:([a-z0-9-]+)\/(?:(\d{1,10})-(\d{1,10})\/)?([a-z]+)$/.exec(text.toLowerCase()) ?? [];
  if (type === undefined || words === undefined) {
    return refuse('damaged', 'this UR is not like ur:type/letters');
  }
  const bytes = decodeBytewords(words);
  if (bytes === undefined) {
    return refuse('damaged', 'the checksum of this UR frame is wrong. Scan it again');
  }
  if (number === undefined) return { type, message: bytes };
  const part = parsePart(bytes);
  if (part === undefined) return refuse('damaged', 'this UR part is damaged. Scan it again');
  if (part.number !== Number(number) || part.count !== Number(count)) {
    return refuse('damaged', 'this UR part has two different numbers. Scan it again');
  }
  if (isTooLarge(part)) return refuse('too-large', tooLarge(part));
  if (!fits(part)) return refuse('damaged', 'this UR part has wrong lengths. Scan it again');
  return { type, part };
}

function parsePart(bytes: Bytes): UrPart | undefined {
  const reader = createCborReader(bytes);
  if (reader.array() !== 5) return undefined;
  const part = {
    number: reader.unsigned(),
    count: reader.unsigned(),
    messageLength: reader.unsigned(),
    checksum: reader.unsigned(),
    data: reader.bytes(),
  };
  const isPart = part.number > 0 && part.number <= MAX_NUMBER && part.count > 0;
  return reader.done && isPart ? part : undefined;
}

const isTooLarge = ({ count, messageLength }: UrPart): boolean =>
  count > MAX_FRAGMENTS || messageLength > MAX_MESSAGE || count * messageLength > MAX_WORK;

const tooLarge = ({ count, messageLength }: UrPart): string =>
  `this UR claims ${messageLength} bytes in ${count} parts, which is too large`;

/** Checks lengths: fragments are equally long, and only the last one may have padding. */
function fits({ count, messageLength, data }: UrPart): boolean {
  return data.length * (count - 1) < messageLength && messageLength <= data.length * count;
}
