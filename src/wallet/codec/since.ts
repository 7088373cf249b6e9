import { hexBytes, integer, readMap, writeMany } from '../../encoding/fields.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Reader } from '../../encoding/reader.ts';
import type { Writer } from '../../encoding/writer.ts';
import type { WalletDescriptor } from '../keys/wallet-descriptor.ts';
import type { AddressLabel, Proof, Wallet } from '../wallet.ts';
import { storedLabels, storedOtherLabels } from './head.ts';
import {
  areWithin,
  fillRange,
  readPositions,
  readReceipts,
  writePositions,
  writeReceipts,
} from './stored-descriptor.ts';

/** Parts of a locked wallet that its proof does not cover. */
export type Since = Pick<Wallet, 'labels' | 'otherLabels' | 'descriptors'>;

/** Labels that are not in the proof, or differ from it. */
export function labelsSince(
  labels: Wallet['labels'],
  { labels: { value: proven } }: Pick<Proof, 'labels'>,
): Wallet['labels'] {
  if (labels === proven) return new Map();
  return new Map([...labels].filter(([script, label]) => !isSame(label, proven.get(script))));
}

/** Labels of transactions, coins and keys that changed since the proof; deleted ones are empty. */
export function otherLabelsSince(
  labels: Wallet['otherLabels'],
  { otherLabels: { value: proven } }: Pick<Proof, 'otherLabels'>,
): Wallet['otherLabels'] {
  if (labels === proven) return new Map();
  const gone = [...proven.keys()].filter((reference) => !labels.has(reference));
  const changed = [...labels].filter(([reference, label]) => proven.get(reference) !== label);
  return new Map([...changed, ...gone.map((reference): [string, string] => [reference, ''])]);
}

function isSame(a: AddressLabel, b: AddressLabel | undefined): boolean {
  return b !== undefined && a.label === b.label && a.purpose === b.purpose;
}

/**
 * Writes the changes of a locked wallet since it was proven:
 *
 *     labels        new or changed ones, as in their section
 *     descriptors   grown ones: count, and for each: id (32); end of the range, next position, end of what is filled (8 each);
 *                   scripts and public keys after the end of the proven range, as in a descriptor's section
 *                   of sp() also: labels and payments after the proven ones, as in a descriptor's section
 *     other labels  new or changed ones, as in their section; empty: deleted
 */
export function writeSince(
  writer: Writer,
  { labels, otherLabels, descriptors }: Since,
  proof: Proof,
): void {
  storedLabels.write(writer, labelsSince(labels, proof));
  const grown = [...descriptors.values()].flatMap((owner) => {
    const proven = proof.descriptors.get(owner.id)?.value;
    return proven === undefined || proven === owner ? [] : [{ owner, from: proven.rangeEnd }];
  });
  writeMany(writer, grown, ({ owner, from }) => {
    const isNew = (position: number) => position >= from && position < owner.rangeEnd;
    writer.bytes(hexBytes(owner.id));
    for (const position of [owner.rangeEnd, owner.nextIndex, owner.filledTo]) {
      integer.write(writer, position);
    }
    writePositions(writer, owner.scripts, isNew);
    writePositions(writer, owner.publicKeys, isNew);
    if (owner.silent !== undefined) writeReceipts(writer, owner.silent, from);
  });
  storedOtherLabels.write(writer, otherLabelsSince(otherLabels, proof));
}

/** Rebuilds the wallet's current labels and descriptors from those of the proof. */
export function readSince(reader: Reader, { labels, otherLabels, descriptors }: Proof): Since {
  const changed = storedLabels.read(reader);
  const grown = readMap(reader, (): [string, WalletDescriptor | undefined] => {
    const id = encodeHex(reader.bytes(32));
    return [id, readGrown(reader, descriptors.get(id)?.value)];
  });
  const others = storedOtherLabels.read(reader);
  return {
    otherLabels: others.size === 0 ? otherLabels.value : withOthers(otherLabels.value, others),
    labels: changed.size === 0 ? labels.value : new Map([...labels.value, ...changed]),
    descriptors: new Map([...descriptors].map(([id, { value }]) => [id, grown.get(id) ?? value])),
  };
}

function withOthers(
  proven: Wallet['otherLabels'],
  changed: Wallet['otherLabels'],
): Wallet['otherLabels'] {
  const all = new Map([...proven, ...changed]);
  for (const [reference, label] of changed) if (label === '') all.delete(reference);
  return all;
}

/**
 * Fails the reader and returns `undefined` if the descriptor cannot have grown from the proven one.
 */
function readGrown(
  reader: Reader,
  proven: WalletDescriptor | undefined,
): WalletDescriptor | undefined {
  const [rangeEnd = 0, nextIndex = 0, filledTo = 0] = [1, 2, 3].map(() => integer.read(reader));
  const scripts = readPositions(reader);
  const publicKeys = readPositions(reader);
  if (proven?.silent !== undefined) {
    const { labels, receipts } = readReceipts(reader);
    const all = [...proven.silent.receipts, ...receipts];
    if (rangeEnd !== all.length || nextIndex > rangeEnd || labels < proven.silent.labels) {
      reader.fail();
    }
    const silent = { ...proven.silent, labels, receipts: all };
    const found = new Map([...proven.scripts, ...scripts]);
    return { ...proven, rangeEnd, nextIndex, filledTo, scripts: found, silent };
  }
  if (
    proven === undefined ||
    rangeEnd < proven.rangeEnd ||
    nextIndex < proven.nextIndex ||
    nextIndex > rangeEnd ||
    filledTo > rangeEnd ||
    !fillRange(proven.descriptor, scripts, proven.rangeEnd, rangeEnd) ||
    !areWithin(publicKeys, proven.rangeEnd, rangeEnd) ||
    !areNew(scripts, proven.scripts, proven) ||
    !areNew(publicKeys, proven.publicKeys, proven)
  ) {
    reader.fail();
    return undefined;
  }
  const all = new Map([...proven.scripts, ...scripts]);
  const allKeys = new Map([...proven.publicKeys, ...publicKeys]);
  return { ...proven, rangeEnd, nextIndex, filledTo, scripts: all, publicKeys: allKeys };
}

type Positions = ReadonlyMap<string, number>;

/** Ignores positions of the proven value after its range, which do not count. */
function areNew(
  added: Positions,
  proven: Positions,
  { rangeEnd }: Pick<WalletDescriptor, 'rangeEnd'>,
): boolean {
  return [...added.keys()].every((hex) => (proven.get(hex) ?? rangeEnd) >= rangeEnd);
}
