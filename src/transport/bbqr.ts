import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { decodeBase32 } from '../encoding/base64.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import type { Collector } from './collector.ts';
import { inflate } from './deflate.ts';
import { detectBytes, expectKind } from './detect.ts';
import { MAX_MESSAGE } from './limits.ts';
import { type Payload, type Refused, refuse } from './payload.ts';

type BbqrFrame = {
  readonly encoding: string;
  readonly type: string;
  readonly total: number;
  /** Index of the frame, from 0. */
  readonly index: number;
  readonly data: Bytes;
};

const RESERVED = 'this BBQr is of a reserved kind';
const PROGRAM = 'a BBQr of type X is a program, not a PSBT. Show the PSBT instead';

export const isBbqr = (text: string): boolean => /^b\$/i.test(text);

/** Reads two digits of base 36. */
const readNumber = (digits: string): number => Number.parseInt(digits, 36);

function parseBbqr(text: string): BbqrFrame | Refused {
  const [, encoding, type, total, index, body] =
    /^B\$([0-9A-Z])([0-9A-Z])([0-9A-Z]{2})([0-9A-Z]{2})([0-9A-Z]+)$/.exec(text.toUpperCase()) ?? [];
  if (encoding === undefined || type === undefined || body === undefined) {
    return refuse('damaged', 'this BBQr frame is cut off or damaged');
  }
  if (!'H2Z'.includes(encoding) || !'PTJUCBX'.includes(type))
    return refuse('unsupported', RESERVED);
  if (type === 'X') return refuse('unsupported', PROGRAM);
  const data = encoding === 'H' ? decodeHex(body) : decodeBase32(body);
  const frame = { encoding, type, total: readNumber(total ?? ''), index: readNumber(index ?? '') };
  if (data === undefined) {
    return refuse('damaged', `BBQr frame ${frame.index + 1} ${whyNoBytes(encoding, body)}`);
  }
  if (frame.index >= frame.total) {
    return refuse('damaged', `this BBQr frame is number ${frame.index + 1} of ${frame.total}`);
  }
  return { ...frame, data };
}

/** Explains why a text is not bytes. The base32 of RFC 4648 omits digits that look like letters. */
function whyNoBytes(encoding: string, body: string): string {
  const [name, foreign] =
    encoding === 'H'
      ? (['hexadecimal', body.match(/[^0-9A-F]/g)] as const)
      : (['base32', body.match(/[0189]/g)] as const);
  return foreign === null
    ? 'is cut in the middle of a byte'
    : `is not ${name}: ${[...new Set(foreign)].sort().join(', ')} cannot be in it`;
}

export function createBbqrCollector(secp256k1: Secp256k1): Collector {
  let first: BbqrFrame | undefined;
  const parts = new Map<number, Bytes>();

  function add(text: string): Payload | Refused | undefined {
    const frame = parseBbqr(text);
    if ('error' in frame) return frame;
    const name = `BBQr frame ${frame.index + 1}`;
    const known = parts.get(frame.index);
    if (known !== undefined && first !== undefined && isSameMessage(frame, first)) {
      return equalBytes(known, frame.data)
        ? refuse('repeated', `${name} was seen before`)
        : refuse(
            'another-message',
            `${name} belongs to another message: it was seen with another content`,
          );
    }
    if (first !== undefined && !(isSameMessage(frame, first) && fitsAmong(frame, parts))) {
      return refuse('another-message', `${name} belongs to another message than the frames before`);
    }
    first ??= frame;
    parts.set(frame.index, frame.data);
    return parts.size < frame.total
      ? undefined
      : open(frame, concatBytes(...inOrder(parts)), secp256k1);
  }

  return {
    dialect: 'bbqr',
    get received() {
      return parts.size;
    },
    get total() {
      return first?.total ?? 1;
    },
    missing: () => missingOf(parts, first?.total ?? 0),
    add,
  };
}

/** Lists the missing frame numbers, from 1. */
export function missingOf(parts: ReadonlyMap<number, unknown>, total: number): number[] {
  const numbers = Array.from({ length: total }, (_, i) => i + 1);
  return numbers.filter((number) => !parts.has(number - 1));
}

/** Returns the parts in order of their numbers. */
export const inOrder = <T>(parts: ReadonlyMap<number, T>): T[] =>
  [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);

function isSameMessage(a: BbqrFrame, b: BbqrFrame): boolean {
  return a.encoding === b.encoding && a.type === b.type && a.total === b.total;
}

/** Checks a length: all parts have the same, except the last, which may be shorter. */
function fitsAmong({ index, total, data }: BbqrFrame, parts: ReadonlyMap<number, Bytes>): boolean {
  for (const [other, { length }] of parts) {
    if (index === total - 1 ? data.length > length : other === total - 1 && data.length < length) {
      return false;
    }
    if (index !== total - 1 && other !== total - 1 && data.length !== length) return false;
  }
  return true;
}

function open(
  { encoding, type }: BbqrFrame,
  joined: Bytes,
  secp256k1: Secp256k1,
): Payload | Refused {
  const bytes = encoding === 'Z' ? inflate(joined, MAX_MESSAGE) : joined;
  if (bytes === 'too-large') {
    const message = `this BBQr inflates to more than ${MAX_MESSAGE} bytes`;
    return refuse('too-large', message, { startAgain: true });
  }
  if (bytes === 'damaged') {
    const message = 'the compressed data of this BBQr is damaged: scan again from the beginning';
    return refuse('damaged', message, { startAgain: true });
  }
  const payload = detectBytes(bytes, secp256k1);
  switch (type) {
    case 'P':
      return expectKind('psbt', payload, 'BBQr of type P');
    case 'T':
      return expectKind('transaction', payload, 'BBQr of type T');
    case 'C':
      return { kind: 'cbor', bytes };
    default:
      return payload;
  }
}
