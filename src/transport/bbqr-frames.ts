import { encodeBase32 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { deflate } from './deflate.ts';
import { chunks, type Frames, type FramesFailure, inCircle, tooShort } from './frames.ts';

const BBQR_HEADER = 8;
const BBQR_MOST = 1295;
const BASE32_GROUP = { characters: 8, bytes: 5 };

/** Compressed where that is shorter; frames of one length, of whole bytes. */
export function bbqrFrames(type: string, bytes: Bytes, maxLength: number): Frames | FramesFailure {
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
