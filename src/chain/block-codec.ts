import { hash256 } from '../crypto/hash.ts';
import { type Bytes, reverseBytes } from '../encoding/bytes.ts';
import { readHash } from '../encoding/fields.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { compactSizeLength, createWriter } from '../encoding/writer.ts';
import { readList, readTransaction } from '../transaction/codec.ts';
import { strippedSize, transactionWeight, WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import type { Block, BlockHash, BlockHeader } from './block.ts';

export const HEADER_SIZE = 80;

/** Converts 64 hex digits in display order to 32 bytes in wire order. */
export function hashBytes(hash: string): Bytes {
  const bytes = decodeHex(hash);
  invariant(bytes?.length === 32, 'a hash is 64 hex digits');
  return reverseBytes(bytes);
}

function readHeader(reader: Reader): BlockHeader {
  return {
    version: reader.i32(),
    previousBlockHash: readHash(reader),
    merkleRoot: readHash(reader),
    time: reader.u32(),
    bits: reader.u32(),
    nonce: reader.u32(),
  };
}

export function encodeHeader(header: BlockHeader): Bytes {
  return createWriter(HEADER_SIZE)
    .i32(header.version)
    .bytes(hashBytes(header.previousBlockHash))
    .bytes(hashBytes(header.merkleRoot))
    .u32(header.time)
    .u32(header.bits)
    .u32(header.nonce)
    .finish();
}

export function decodeHeader(bytes: Bytes): BlockHeader | undefined {
  const reader = createReader(bytes);
  const header = readHeader(reader);
  return reader.done ? header : undefined;
}

/** Returns SHA256d of the 80 bytes, in display order. */
export function blockHash(header: BlockHeader): BlockHash {
  return encodeHex(reverseBytes(hash256(encodeHeader(header))));
}

/**
 * Decodes the block at the start of `bytes`. Ignores trailing bytes, as Core's DecodeHexBlk does.
 */
export function decodeBlock(bytes: Bytes): Block | undefined {
  const reader = createReader(bytes);
  const header = readHeader(reader);
  const transactions = readList(reader, (from) => readTransaction(from, { witness: true }));
  return reader.failed ? undefined : { header, transactions };
}

/** Returns the size in bytes without witnesses. */
export function strippedBlockSize({ transactions }: Block): number {
  let size = HEADER_SIZE + compactSizeLength(transactions.length);
  for (const transaction of transactions) size += strippedSize(transaction);
  return size;
}

/** Returns the weight (BIP141). */
export function blockWeight({ transactions }: Block): number {
  let weight = (HEADER_SIZE + compactSizeLength(transactions.length)) * WITNESS_SCALE_FACTOR;
  for (const transaction of transactions) weight += transactionWeight(transaction);
  return weight;
}
