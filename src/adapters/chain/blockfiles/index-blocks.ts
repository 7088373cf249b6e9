import type { BlockHash, BlockHeader } from '../../../chain/block.ts';
import { blockHash, decodeHeader, HEADER_SIZE } from '../../../chain/block-codec.ts';
import type { ConsensusParams } from '../../../chain/consensus.ts';
import { meetsTarget } from '../../../chain/pow.ts';
import type { BlockFiles } from './files.ts';

/** The location of a block. */
export type StoredBlock = {
  readonly hash: BlockHash;
  readonly header: BlockHeader;
  readonly file: number;
  /** Position of its first byte. */
  readonly position: number;
  /** Size in bytes. */
  readonly size: number;
};

/** Length of the data before each block: the network's four bytes, and the block's size. */
export const FRAME_LENGTH = 8;
/** validation.h, MAX_BLOCK_SERIALIZED_SIZE. */
const LARGEST = 4_000_000;
const WINDOW = 1 << 16;
/** Larger than any gap between two blocks of an intact file. */
const LARGE_WINDOW = 1 << 20;

/**
 * Yields all blocks of the files, in the order in which they were written, whether or not they are
 * in the best chain.
 */
export async function indexBlocks(
  files: BlockFiles,
  params: ConsensusParams,
  magic: number,
): Promise<readonly StoredBlock[]> {
  const blocks: StoredBlock[] = [];
  for (let file = 0; file < files.count; file++) {
    for await (const block of blocksOf(files, file, params, magic)) blocks.push(block);
  }
  return blocks;
}

async function* blocksOf(
  files: BlockFiles,
  file: number,
  params: ConsensusParams,
  magic: number,
): AsyncGenerator<StoredBlock> {
  let window = await files.read(file, 0, WINDOW);
  let start = 0;
  let at = 0;
  for (;;) {
    if (at - start + FRAME_LENGTH + HEADER_SIZE > window.length) {
      window = await files.read(file, at, WINDOW);
      start = at;
      if (window.length < FRAME_LENGTH + HEADER_SIZE) return;
    }
    const view = new DataView(window.buffer, window.byteOffset + at - start);
    const size = view.getUint32(4, true);
    const framed = view.getUint32(0, true) === magic && size > HEADER_SIZE && size <= LARGEST;
    const offset = at - start + FRAME_LENGTH;
    const header = framed ? decodeHeader(window.subarray(offset, offset + HEADER_SIZE)) : undefined;
    const hash = header && blockHash(header);
    if (header === undefined || hash === undefined || !meetsTarget(hash, header.bits, params)) {
      if (await files.isBlank(file, at, WINDOW)) return;
      // The data was truncated, but more blocks may follow.
      const next = await findMagic(files, file, at + 1, magic);
      if (next === undefined) return;
      at = next;
      continue;
    }
    yield { hash, header, file, position: at + FRAME_LENGTH, size };
    at += FRAME_LENGTH + size;
  }
}

async function findMagic(
  files: BlockFiles,
  file: number,
  from: number,
  magic: number,
): Promise<number | undefined> {
  for (let at = from; ; ) {
    const bytes = await files.read(file, at, LARGE_WINDOW);
    if (bytes.length < FRAME_LENGTH + HEADER_SIZE) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i + 4 <= bytes.length; i++) {
      if (bytes[i] === (magic & 0xff) && view.getUint32(i, true) === magic) return at + i;
    }
    at += bytes.length - 3;
  }
}
