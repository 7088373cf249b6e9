import type { DescriptorCache } from '../../descriptor/cache.ts';
import { addChecksum } from '../../descriptor/checksum.ts';
import { type Descriptor, hasScripts } from '../../descriptor/descriptor.ts';
import type { ExtendedPublicKey } from '../../descriptor/extended-key.ts';
import { descriptorId, formatDescriptor } from '../../descriptor/format.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { isSilentDescriptor, parseSilentDescriptor } from '../../descriptor/silent-descriptor.ts';
import * as field from '../../encoding/fields.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Reader } from '../../encoding/reader.ts';
import { isSameMap } from '../../encoding/same-value.ts';
import type { Writer } from '../../encoding/writer.ts';
import { readList } from '../../transaction/codec.ts';
import { silentWalletDescriptor } from '../keys/silent-owner.ts';
import { MOST_LABELS, type SilentOwner } from '../keys/silent-receipts.ts';
import {
  filledWhenLoaded,
  noteFirstKeys,
  type WalletDescriptor,
} from '../keys/wallet-descriptor.ts';

/**
 * Writes a descriptor, without private keys:
 *
 *     text          length, UTF-8, with its checksum
 *     numbers       creation time, first position, end of the range, next position, end of the
 *                   filled range: 8 each
 *     cache         keys before the wildcard, keys after the last hardened step: count, index (4),
 *                   extended key (74);
 *                   keys behind hardened wildcards: count, index (4), and for each: count, position
 *                   (4), extended key (74)
 *     scripts       count, and for each: position (4), length, script
 *     public keys   count, and for each: position (4), length, key
 *     of sp(): labels (8); payments: count, and for each: tweak (32), whether it has a label (1),
 *                   label (4)
 *
 * Scripts and keys are stored because deriving them takes a hundred times longer than reading.
 */
export function writeDescriptor(
  writer: Writer,
  owner: WalletDescriptor,
  context: DescriptorContext,
): void {
  const { descriptor, cache, filledTo, silent } = owner;
  const stays = isStored(owner);
  field.text.write(
    writer,
    silent ? addChecksum(silent.text) : formatDescriptor(descriptor, context),
  );
  writer.i64(owner.creationTime);
  for (const position of [owner.rangeStart, owner.rangeEnd, owner.nextIndex, filledTo]) {
    field.integer.write(writer, position);
  }
  storedCache.write(writer, cache);
  writePositions(writer, owner.scripts, stays);
  writePositions(writer, owner.publicKeys, stays);
  if (silent !== undefined) writeReceipts(writer, silent, 0);
}

/** Writes the labels of sp() and its payments from one position on. */
export function writeReceipts(
  writer: Writer,
  { labels, receipts }: Pick<SilentOwner, 'labels' | 'receipts'>,
  from: number,
): void {
  field.integer.write(writer, labels);
  field.writeMany(writer, receipts.slice(from), ({ tweak, label }) => {
    writer.bytes(tweak);
    field.boolean.write(writer, label !== undefined);
    writer.u32(label ?? 0);
  });
}

export function readReceipts(reader: Reader): Pick<SilentOwner, 'labels' | 'receipts'> {
  const labels = field.integer.read(reader);
  if (labels > MOST_LABELS) reader.fail();
  const receipts = readList(reader, () => {
    const tweak = reader.bytes(32);
    const isLabelled = field.boolean.read(reader);
    const label = reader.u32();
    return { tweak, label: isLabelled ? label : undefined };
  });
  return { labels, receipts };
}

/** Returns a check whether a position is stored. Positions in the range are. */
export function isStored({ rangeStart, rangeEnd }: Range): (position: number) => boolean {
  return (position) => position >= rangeStart && position < rangeEnd;
}

type Range = Pick<WalletDescriptor, 'rangeStart' | 'rangeEnd'>;

/** `filledTo` of the descriptor once it is loaded from a file. */
export function storedFilledTo(owner: Range & Pick<WalletDescriptor, 'filledTo'>): number {
  return Math.min(owner.filledTo, filledWhenLoaded(owner));
}

/** Fails the reader and returns `undefined` if the text is no descriptor of this network. */
export function readDescriptor(
  reader: Reader,
  context: DescriptorContext,
): WalletDescriptor | undefined {
  const text = field.text.read(reader);
  const isSilent = isSilentDescriptor(text);
  const parsed = isSilent
    ? parseSilentDescriptor(text, context, { requireChecksum: true })
    : parseDescriptor(text, context, { requireChecksum: true });
  const creationTime = reader.i64();
  const [rangeStart = 0, rangeEnd = 0, nextIndex = 0, filledTo = 0] = [1, 2, 3, 4].map(() =>
    field.integer.read(reader),
  );
  const cache = storedCache.read(reader);
  const scripts = readPositions(reader);
  const publicKeys = readPositions(reader);
  if ('watching' in parsed) {
    const made = silentWalletDescriptor(
      parsed,
      creationTime,
      readReceipts(reader),
      context.secp256k1,
    );
    const isWhole = isSameMap(made.scripts, scripts, Object.is) && nextIndex <= made.rangeEnd;
    if (isWhole && rangeEnd === made.rangeEnd) return { ...made, nextIndex };
    reader.fail();
    return undefined;
  }
  if (
    'error' in parsed ||
    parsed.descriptors.length > 1 ||
    parsed.privateKeys.size > 0 ||
    rangeStart > rangeEnd ||
    nextIndex > rangeEnd ||
    rangeEnd > POSITIONS ||
    !fillRange(parsed.descriptors[0], scripts, rangeStart, rangeEnd) ||
    !areWithin(publicKeys, rangeStart, rangeEnd)
  ) {
    reader.fail();
    return undefined;
  }
  const [descriptor] = parsed.descriptors;
  const id = encodeHex(descriptorId(descriptor, context));
  const range = { rangeStart, rangeEnd, nextIndex };
  const filled = { filledTo: storedFilledTo({ ...range, filledTo }) };
  const owner = { id, descriptor, creationTime, ...range, ...filled, cache, scripts, publicKeys };
  noteFirstKeys(owner, context.secp256k1);
  return owner;
}

/** BIP32: the number of unhardened children of a key. */
const POSITIONS = 2 ** 31;

type Positions = ReadonlyMap<string, number>;

/**
 * Checks that each position of a range has scripts and that there are no others. Scripts outside
 * would be trusted once the range grows over them. Positions without a script would be derived when
 * the file is opened. Only unused() has none.
 */
export function fillRange(
  descriptor: Descriptor,
  scripts: Positions,
  start: number,
  end: number,
): boolean {
  if (!hasScripts(descriptor)) return scripts.size === 0;
  return scripts.size >= end - start && areWithin(scripts, start, end);
}

export function areWithin(positions: Positions, start: number, end: number): boolean {
  for (const position of positions.values()) if (position < start || position >= end) return false;
  return true;
}

/**
 * Writes the positions. Positions that other values of the descriptor added after the range, and
 * those before it, are skipped.
 */
export function writePositions(
  writer: Writer,
  positions: Positions,
  stays: (position: number) => boolean,
): void {
  const filled = [...positions].filter(([, position]) => stays(position));
  field.writeMany(writer, filled, ([hex, position]) => {
    writer.u32(position).varBytes(field.hexBytes(hex));
  });
}

export function readPositions(reader: Reader): Map<string, number> {
  return field.readMap(reader, () => {
    const position = reader.u32();
    return [encodeHex(reader.varBytes()), position];
  });
}

const keys: field.Field<ReadonlyMap<number, ExtendedPublicKey>> = field.map(
  field.uint32,
  field.record({
    depth: field.uint8,
    parentFingerprint: field.bytes(4),
    childNumber: field.uint32,
    chainCode: field.bytes(32),
    publicKey: field.bytes(33),
  }),
);

const storedCache: field.Field<DescriptorCache> = field.record({
  parents: keys,
  lastHardened: keys,
  derived: field.map(field.uint32, keys),
});
