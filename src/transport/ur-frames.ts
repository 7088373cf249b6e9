import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { encodeBytewords } from './bytewords.ts';
import { encodeArrayHead, encodeByteString, encodeUnsigned } from './cbor.ts';
import { crc32 } from './crc32.ts';
import { createFragmentChooser, splitIntoFragments } from './fountain.ts';
import { type Frames, type FramesFailure, inCircle, tooShort } from './frames.ts';
import { MAX_FRAGMENTS, MAX_WORK } from './limits.ts';

/** Step at which a UR starts again, because frame numbers have two bytes. */
const UR_PERIOD = 0xffff;
const CHECKSUM_LENGTH = 4;
const LEAST_FRAGMENT = 10;

/** Formats a UR as one frame in upper case (BCR-2020-005). `message` is CBOR. */
export const wholeUr = (type: string, message: Bytes): string =>
  `ur:${type}/${encodeBytewords(message)}`.toUpperCase();

/** Makes frames in upper case (BCR-2020-005, BCR-2024-001). `message` is CBOR. */
export function urFrames(type: string, message: Bytes, maxLength: number): Frames | FramesFailure {
  const whole = wholeUr(type, message);
  if (whole.length <= maxLength) return inCircle([whole]);
  const widest = partBytes(UR_PERIOD, MAX_FRAGMENTS, message, 0xffffffff, new Uint8Array(0));
  const around = `ur:${type}/${UR_PERIOD}-${MAX_FRAGMENTS}/`.length;
  // Two more bytes are for the head of up to 64 kB of data.
  const room = Math.floor((maxLength - around) / 2) - widest.length - 2 - CHECKSUM_LENGTH;
  const count = Math.ceil(message.length / room);
  const isTooMuch = count > MAX_FRAGMENTS || count * message.length > MAX_WORK;
  if (room < LEAST_FRAGMENT || isTooMuch) return tooShort(maxLength);
  const fragments = splitIntoFragments(message, Math.ceil(message.length / count));
  const checksum = crc32(message);
  const choose = createFragmentChooser(fragments.length, checksum);
  return {
    count: fragments.length,
    at(step) {
      const number = (step % UR_PERIOD) + 1;
      const mixed = choose(number).map((i) => fragments[i] ?? new Uint8Array(0));
      const part = partBytes(number, fragments.length, message, checksum, mix(mixed));
      return `ur:${type}/${number}-${fragments.length}/${encodeBytewords(part)}`.toUpperCase();
    },
  };
}

function mix(fragments: readonly Bytes[]): Bytes {
  const mixed = new Uint8Array(fragments[0]?.length ?? 0);
  for (const fragment of fragments) {
    for (let i = 0; i < mixed.length; i++) mixed[i] = (mixed[i] ?? 0) ^ (fragment[i] ?? 0);
  }
  return mixed;
}

function partBytes(
  number: number,
  count: number,
  message: Bytes,
  checksum: number,
  data: Bytes,
): Bytes {
  return concatBytes(
    encodeArrayHead(5),
    ...[number, count, message.length, checksum].map(encodeUnsigned),
    encodeByteString(data),
  );
}
