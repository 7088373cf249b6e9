import type { Bytes } from '../encoding/bytes.ts';
import { decodeTransaction } from '../transaction/codec.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { HEADER_SIZE } from './block-codec.ts';

/**
 * The scripts and outpoints to look for in blocks. Both functions may return false positives, but
 * never false negatives.
 */
export type BlockWatch = {
  /** Returns true for the scriptPubKey from `start` to `end` if it is watched. */
  seesScript(bytes: Bytes, start: number, end: number): boolean;
  /** Returns true for the outpoint of 36 bytes if it is watched. */
  seesOutPoint(bytes: Bytes, start: number): boolean;
};

/**
 * Calls `visit` for the transactions of a complete block that pay or spend watched scripts, and
 * skips the bytes of others. Scripts and outpoints that `visit` adds to the watch apply to later
 * transactions. Returns false if the bytes are not exactly a block.
 */
export function scanBlock(
  block: Bytes,
  watch: BlockWatch,
  visit: (transaction: Transaction, index: number) => void,
): boolean {
  const at: Cursor = { bytes: block, position: HEADER_SIZE };
  const count = compactSize(at);
  for (let index = 0; index < count; index++) {
    const start = at.position;
    const seen = stepOver(at, watch);
    if (at.position > block.length) return false;
    if (!seen) continue;
    // Copy the bytes, so that the transaction does not keep the block in memory.
    const bytes = new Uint8Array(block.subarray(start, at.position));
    const transaction = decodeTransaction(bytes, { witness: true });
    if (transaction === undefined) return false;
    visit(transaction, index);
  }
  return at.position === block.length;
}

/** A position in bytes. After the end, all bytes read as zero. */
type Cursor = { readonly bytes: Bytes; position: number };

/** Moves to the end of a transaction. Returns true if it contains something watched. */
function stepOver(at: Cursor, watch: BlockWatch): boolean {
  at.position += 4;
  // BIP144: marker and flag in front of the inputs.
  const extended = at.bytes[at.position] === 0 && at.bytes[at.position + 1] === 1;
  if (extended) at.position += 2;
  let seen = false;
  const inputs = compactSize(at);
  for (let i = 0; i < inputs && isInside(at); i++) {
    seen ||= at.position + 36 <= at.bytes.length && watch.seesOutPoint(at.bytes, at.position);
    at.position += 36;
    skipBytes(at);
    at.position += 4;
  }
  const outputs = compactSize(at);
  for (let i = 0; i < outputs && isInside(at); i++) {
    at.position += 8;
    const length = compactSize(at);
    const end = at.position + length;
    seen ||= end <= at.bytes.length && watch.seesScript(at.bytes, at.position, end);
    at.position = end;
  }
  for (let i = 0; extended && i < inputs && isInside(at); i++) {
    const items = compactSize(at);
    for (let item = 0; item < items && isInside(at); item++) skipBytes(at);
  }
  at.position += 4;
  return seen;
}

function isInside({ bytes, position }: Cursor): boolean {
  return position < bytes.length;
}

function skipBytes(at: Cursor): void {
  const length = compactSize(at);
  at.position += length;
}

function compactSize(at: Cursor): number {
  const { bytes, position } = at;
  const first = bytes[position] ?? 0;
  if (first < 0xfd) {
    at.position = position + 1;
    return first;
  }
  const size = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
  at.position = position + 1 + size;
  let value = 0;
  for (let i = size; i > 0; i--) value = value * 256 + (bytes[position + i] ?? 0);
  return value;
}
