import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { encodeBase43, leastBase43Length, MAX_BASE43 } from '../encoding/base43.ts';
import { encodeBase32, encodeBase64 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { beginsAsPsbt } from '../psbt/explain-psbt.ts';
import { encodeByteString } from './cbor.ts';
import { deflate } from './deflate.ts';
import { chunks, type Frames, type FramesFailure, inCircle, tooShort } from './frames.ts';
import { MAX_FRAGMENTS, MAX_MESSAGE } from './limits.ts';
import { urFrames } from './ur-frames.ts';

/** Content that can be shown. */
export type Sent =
  | {
      readonly kind: 'psbt' | 'transaction';
      /** Bytes in the wire format. */
      readonly bytes: Bytes;
    }
  | {
      readonly kind: 'text';
      /** Text of at most 4,000,000 bytes in UTF-8. */
      readonly text: string;
    }
  | {
      /** Content that can only be shown as a UR. */
      readonly kind: 'ur';
      /** Type such as `crypto-output`. */
      readonly type: string;
      /** The UR's content. */
      readonly cbor: Bytes;
    };

/** Dialect and length of frames. */
export type FrameOptions = {
  /** The dialect; `base43` and `text` have only one frame. */
  readonly as: 'ur' | 'bbqr' | 'specter' | 'base43' | 'text';
  /** Characters per frame. Default: 800, which fit in a QR code of 101 x 101 modules. */
  readonly maxLength?: number | undefined;
  /** The UR type of a PSBT: `crypto-psbt`, which all devices support, or its new name. */
  readonly urType?: 'crypto-psbt' | 'psbt' | undefined;
};

const frameKinds = {
  FrameOptions: { only: { as: 'Dialect', maxLength: 'integer?', urType: 'UrType?' } },
  Dialect: {
    is: (value: unknown) => ['ur', 'bbqr', 'specter', 'base43', 'text'].includes(String(value)),
    words: "'ur', 'bbqr', 'specter', 'base43' or 'text'",
  },
  UrType: {
    is: (value: unknown) => value === 'crypto-psbt' || value === 'psbt',
    words: "'crypto-psbt' or 'psbt'",
  },
  nameOfUr: {
    is: (value: unknown) => typeof value === 'string' && /^[a-z0-9-]+$/.test(value),
    words: 'a UR type in lower case, such as crypto-output',
  },
  Sent: {
    variants: {
      psbt: { bytes: 'bytes' },
      transaction: { bytes: 'bytes' },
      text: { text: 'text' },
      ur: { type: 'nameOfUr', cbor: 'bytes' },
    },
  },
} as const satisfies Kinds & { readonly FrameOptions: { readonly only: MembersOf<FrameOptions> } };

const DEFAULT_LENGTH = 800;

/**
 * Encodes a PSBT, a transaction or a text as texts for QR codes, in one frame if it fits. `specter`
 * is pMofN of the base64 (for a transaction, the hex). `base43` is Electrum's. `text` is the base64
 * or hex. A transaction in a UR has the type `bytes`.
 *
 * @param value - A PSBT or transaction as bytes, a text, or a UR.
 * @param options - `as`: the device's dialect; `maxLength`: maximum characters per frame.
 */
export function encodeFrames(
  value: Sent,
  options: FrameOptions,
): Frames | { readonly error: string } {
  checkArguments(
    'encodeFrames',
    { value: [value, 'Sent'], options: [options, 'FrameOptions'] },
    frameKinds,
  );
  const made = makeFrames(value, options);
  if ('error' in made) return made;
  return {
    ...made,
    at(step) {
      checkArguments('at', { step: [step, 'uint32'] });
      return made.at(step);
    },
  };
}

function makeFrames(
  value: Sent,
  { as, maxLength = DEFAULT_LENGTH, urType = 'crypto-psbt' }: FrameOptions,
): Frames | FramesFailure {
  if (value.kind === 'ur') {
    if (as !== 'ur') return { error: `a UR of type ${value.type} is shown as UR alone` };
    return urFrames(value.type, value.cbor, maxLength);
  }
  const bytes = value.kind === 'text' ? encodeUtf8(value.text) : value.bytes;
  if (bytes.length === 0) return { error: 'there is nothing to show' };
  if (bytes.length > MAX_MESSAGE) {
    return { error: `${bytes.length} bytes are too many for frames: at most ${MAX_MESSAGE}` };
  }
  if (value.kind === 'psbt' && !beginsAsPsbt(bytes)) {
    return { error: 'these bytes are not a PSBT: formatPsbt and encodePsbt return its bytes' };
  }
  switch (as) {
    case 'ur':
      return urFrames(value.kind === 'psbt' ? urType : 'bytes', encodeByteString(bytes), maxLength);
    case 'bbqr':
      return bbqrFrames({ psbt: 'P', transaction: 'T', text: 'U' }[value.kind], bytes, maxLength);
    case 'specter':
      return specterFrames(textOf(value), maxLength);
    case 'base43':
      return base43Frame(value.kind, bytes, Math.min(maxLength, MAX_BASE43));
    case 'text':
      return oneFrame(textOf(value), maxLength);
  }
}

/** Returns a PSBT in base64, or a transaction in hex. */
function textOf(value: Exclude<Sent, { kind: 'ur' }>): string {
  if (value.kind === 'text') return value.text;
  return value.kind === 'psbt' ? encodeBase64(value.bytes) : encodeHex(value.bytes);
}

/** Makes a base43 frame. Electrum only reads a PSBT or transaction in base43. */
function base43Frame(
  kind: 'psbt' | 'transaction' | 'text',
  bytes: Bytes,
  maxLength: number,
): Frames | FramesFailure {
  if (kind === 'text') {
    return { error: 'base43 is for PSBTs and transactions: show a text as text, UR or BBQr' };
  }
  const least = leastBase43Length(bytes);
  return least > maxLength ? tooLong(least, maxLength) : oneFrame(encodeBase43(bytes), maxLength);
}

const oneFrame = (text: string, maxLength: number): Frames | FramesFailure =>
  text.length <= maxLength ? inCircle([text]) : tooLong(text.length, maxLength);

const tooLong = (length: number, maxLength: number): FramesFailure => ({
  error: `the text has ${length} characters, and a frame ${maxLength}: show it as UR or BBQr`,
});

/** Splits a text into `p2of3 ` frames; a text that fits in one frame has no prefix. */
function specterFrames(text: string, maxLength: number): Frames | FramesFailure {
  if (text.length <= maxLength) return inCircle([text]);
  if (/\s/.test(text)) return { error: 'frames of pMofN cannot hold spaces' };
  const most = maxLength - `p${MAX_FRAGMENTS}of${MAX_FRAGMENTS} `.length;
  const count = Math.ceil(text.length / most);
  if (most < 1 || count > MAX_FRAGMENTS) return tooShort(maxLength);
  const pieces = chunks(text.length, Math.ceil(text.length / count));
  return inCircle(
    pieces.map(([from, to], i) => `p${i + 1}of${pieces.length} ${text.slice(from, to)}`),
  );
}

const BBQR_HEADER = 8;
const BBQR_MOST = 1295;
const BASE32_GROUP = { characters: 8, bytes: 5 };

/** Makes frames of equal length in complete bytes, compressed if that is shorter. */
function bbqrFrames(type: string, bytes: Bytes, maxLength: number): Frames | FramesFailure {
  const compressed = deflate(bytes);
  const isShorter = compressed.length < bytes.length;
  const data = isShorter ? compressed : bytes;
  const most = Math.floor((maxLength - BBQR_HEADER) / BASE32_GROUP.characters) * BASE32_GROUP.bytes;
  const least = Math.ceil(data.length / most);
  if (most < BASE32_GROUP.bytes || least > BBQR_MOST) return tooShort(maxLength);
  const groups = Math.ceil(data.length / least / BASE32_GROUP.bytes);
  const pieces = chunks(data.length, groups * BASE32_GROUP.bytes);
  const header = `B$${isShorter ? 'Z' : '2'}${type}${base36(pieces.length)}`;
  return inCircle(
    pieces.map(([from, to], i) => header + base36(i) + encodeBase32(data.subarray(from, to))),
  );
}

const base36 = (value: number): string => value.toString(36).toUpperCase().padStart(2, '0');
