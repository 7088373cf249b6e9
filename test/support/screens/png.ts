import { constants, deflateSync } from 'node:zlib';

const { Z_FULL_FLUSH } = constants;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Makes a chunk with a checksum of zeros, which is not checked. */
export function chunk(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

export type PngForm = {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
};

/** Makes a PNG with these chunks, of any content, between its header and its end. */
export function pngOf(
  { width, height, depth = 8, colour = 0, interlace = 0 }: PngForm,
  ...chunks: readonly Uint8Array[]
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Compresses this many megabytes of zeros, with the right checksum: a kilobyte each. */
export function zeros(megabytes: number): Buffer {
  const piece = deflateSync(Buffer.alloc(2 ** 20), { level: 9, finishFlush: Z_FULL_FLUSH });
  const end = Buffer.from('030000000001', 'hex');
  end.writeUInt16BE((megabytes * 2 ** 20) % 65521, 2);
  const pieces = Array.from({ length: megabytes }, () => piece.subarray(2));
  return Buffer.concat([piece.subarray(0, 2), ...pieces, end]);
}
