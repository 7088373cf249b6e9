import { sha256 } from '../crypto/hash.ts';
import { charsetValue, convertBits, residue } from '../encoding/bech32.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { inOrder, missingOf } from './bbqr.ts';
import { createCborReader } from './cbor.ts';
import { MAX_FRAGMENTS } from './limits.ts';
import { type Refused, refuse } from './payload.ts';

/**
 * Maximum letters of all parts together, five bits each: 625 kB, more than any device of 2019
 * shows.
 */
const MOST_LETTERS = 1_000_000;

/** A frame of a UR of version 1 (2019), whose only type was `bytes`. */
type Ur1Frame = {
  /** Number from 1. */
  readonly number: number;
  readonly count: number;
  /** Digest of the complete message; absent for a single frame. */
  readonly digest: string | undefined;
  readonly text: string;
};

const FRAME =
  /^ur:([a-z0-9-]+)\/(?:(\d{1,4})of(\d{1,4})\/)?(?:([02-9ac-hj-np-z]{58})\/)?([02-9ac-hj-np-z]+)$/;

/**
 * Detects version 1. Version 2 has no digits. A single part without a digest may have none either;
 * then the checksum decides.
 */
export const isUr1 = (text: string): boolean => {
  const [, type, number, , digest, data = ''] = FRAME.exec(text.toLowerCase()) ?? [];
  if (type === undefined) return false;
  if (number !== undefined || digest !== undefined) return true;
  return type === 'bytes' && (/\d/.test(data) || decodeBc32(data) !== undefined);
};

function parseUr1(text: string): Ur1Frame | Refused {
  const [, type, number = '1', count = '1', digest, data = ''] =
    FRAME.exec(text.toLowerCase()) ?? [];
  if (type !== 'bytes') {
    return refuse('unsupported', 'this UR of version 1 (2019) is not of the type bytes');
  }
  if (count !== '1' && digest === undefined) {
    return refuse(
      'unsupported',
      'this part of a UR of version 1 (2019) has no digest, so parts of another message could be mixed in. Show it as UR of version 2, or as a file',
    );
  }
  const frame = { number: Number(number), count: Number(count), digest, text: data };
  if (frame.count > MAX_FRAGMENTS) {
    return refuse('too-large', `this UR claims ${count} parts, which is too many`);
  }
  const isPart = frame.number >= 1 && frame.number <= frame.count;
  return isPart ? frame : refuse('damaged', `this UR says that it is part ${number} of ${count}`);
}

/** A collector of the parts of one message. */
export type Ur1Collector = {
  readonly received: number;
  readonly total: number;
  missing(): number[];
  /** Adds a part. Returns the message's byte string; `undefined` while parts are needed. */
  add(text: string): Bytes | Refused | undefined;
};

export function createUr1Collector(): Ur1Collector {
  const parts = new Map<number, string>();
  let first: Ur1Frame | undefined;
  let letters = 0;

  function add(text: string): Bytes | Refused | undefined {
    const frame = parseUr1(text);
    if ('error' in frame) return frame;
    first ??= frame;
    const { number, count, digest } = frame;
    const known = parts.get(number - 1);
    if (count !== first.count || digest !== first.digest) {
      return refuse(
        'another-message',
        `UR part ${number} belongs to another message than the frames before`,
      );
    }
    if (known === frame.text) return refuse('repeated', `UR part ${number} was there already`);
    if (known !== undefined) return startAgain('two UR parts of one number differ');
    letters += frame.text.length;
    if (letters > MOST_LETTERS) return tooLarge();
    parts.set(number - 1, frame.text);
    if (parts.size < count) return undefined;
    return (
      openUr1(inOrder(parts).join(''), digest) ?? startAgain('the checksum of this UR is wrong')
    );
  }

  function tooLarge(): Refused {
    startAgain('');
    const message = `this UR has more than ${MOST_LETTERS} letters, which is too large`;
    return refuse('too-large', message, { startAgain: true });
  }

  function startAgain(what: string): Refused {
    parts.clear();
    first = undefined;
    letters = 0;
    return refuse('damaged', `${what}: scan again from the beginning`, { startAgain: true });
  }

  return {
    get received() {
      return parts.size;
    },
    get total() {
      return first?.count ?? 1;
    },
    missing: () => missingOf(parts, first?.count ?? 0),
    add,
  };
}

/**
 * Opens a message of version 1: "digest = SHA256Hash[cborPayload]", "bc32Digest =
 * BC32Encode[digest]" (BCR-2020-005).
 */
function openUr1(text: string, digest: string | undefined): Bytes | undefined {
  const cbor = decodeBc32(text);
  if (cbor === undefined) return undefined;
  const expected = digest === undefined ? undefined : decodeBc32(digest);
  const isRight = digest === undefined || (expected && equalBytes(sha256(cbor), expected));
  if (!isRight) return undefined;
  // The specification has 0x60 where CBOR has 0x5a, and programs followed it.
  if (cbor[0] === 0x60) cbor[0] = 0x5a;
  const reader = createCborReader(cbor);
  const bytes = reader.bytes();
  return reader.done ? bytes : undefined;
}

/** Decodes bech32 without a human-readable part, with another constant (BCR-2020-004). */
function decodeBc32(text: string): Bytes | undefined {
  const values = Array.from(text, charsetValue);
  if (values.includes(-1) || values.length < CHECKSUM) return undefined;
  if (residue('', values) !== 0x3fffffff) return undefined;
  return convertBits(values.slice(0, -CHECKSUM), 5, 8, false);
}

const CHECKSUM = 6;
