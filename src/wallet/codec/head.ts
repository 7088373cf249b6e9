import { type Digest, type DigestedSection, makeSection } from '../../crypto/section-file.ts';
import { outputTypes } from '../../descriptor/descriptor.ts';
import {
  hexBytes,
  readBoolean,
  readChoice,
  readHash,
  readInteger,
  readMap,
  readText,
  writeBoolean,
  writeChoice,
  writeHash,
  writeInteger,
  writeMany,
  writeText,
} from '../../encoding/fields.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Reader } from '../../encoding/reader.ts';
import type { Writer } from '../../encoding/writer.ts';
import { readOutPoint, writeOutPoint } from '../../transaction/codec.ts';
import { outPointKey, parseOutPointKey } from '../../transaction/transaction.ts';
import type { ActiveDescriptors } from '../keys/wallet-descriptor.ts';
import type { AddressLabel, Wallet } from '../wallet.ts';
import { Kind } from './sections.ts';

export type Head = Pick<
  Wallet,
  'flags' | 'blank' | 'active' | 'locks' | 'lastBlock' | 'pendingScan'
> & {
  /** `Network.name`. */
  readonly networkName: string;
};

/**
 * Writes the data that a wallet has once:
 *
 *     network       length, UTF-8
 *     flags         private keys: here (0), not stored (1), on a device (2); avoids reuse (1),
 *                   blank (1)
 *     last block    present (1): height (8), hash (32)
 *     pending scan  present (1): height, time: present (1), value (8)
 *     active        external, internal: count, and for each: output type (1), id of the
 *                   descriptor (32)
 *     locked coins  locks that outlast a restart: count, and for each: outpoint (36)
 */
export function writeHead(writer: Writer, head: Head): void {
  writeNature(writer, head);
  writeBoolean(writer, head.lastBlock !== undefined);
  if (head.lastBlock !== undefined) {
    writeInteger(writer, head.lastBlock.height);
    writeHash(writer, head.lastBlock.hash);
  }
  writeBoolean(writer, head.pendingScan !== undefined);
  if (head.pendingScan !== undefined) {
    writeOptionalInteger(writer, head.pendingScan.height);
    writeOptionalInteger(writer, head.pendingScan.time);
  }
  writeActive(writer, head.active.external);
  writeActive(writer, head.active.internal);
  const lasting = [...head.locks].filter(([, persistent]) => persistent);
  writeMany(writer, lasting, ([key]) => writeOutPoint(writer, parseOutPointKey(key)));
}

/**
 * Writes the parts of the head that only change while the wallet is unlocked: network, flags,
 * active.
 */
export function writeIdentity(
  writer: Writer,
  head: Pick<Head, 'networkName' | 'flags' | 'blank' | 'active'>,
): void {
  writeNature(writer, head);
  writeActive(writer, head.active.external);
  writeActive(writer, head.active.internal);
}

function writeNature(writer: Writer, head: Pick<Head, 'networkName' | 'flags' | 'blank'>): void {
  writeText(writer, head.networkName);
  writeChoice(writer, keyPlaces, keyPlaceOf(head.flags));
  writeBoolean(writer, head.flags.avoidReuse);
  writeBoolean(writer, head.blank);
}

/** Places for private keys. A program without device support rejects the third. */
const keyPlaces = ['here', 'nowhere', 'device'] as const;

function keyPlaceOf({ disablePrivateKeys, externalSigner }: Head['flags']) {
  if (externalSigner) return 'device';
  return disablePrivateKeys ? 'nowhere' : 'here';
}

export function readHead(reader: Reader): Head {
  const networkName = readText(reader);
  const place = readChoice(reader, keyPlaces);
  const flags = {
    disablePrivateKeys: place !== 'here',
    externalSigner: place === 'device',
    avoidReuse: readBoolean(reader),
  };
  const blank = readBoolean(reader);
  const lastBlock = readBoolean(reader)
    ? { height: readInteger(reader), hash: readHash(reader) }
    : undefined;
  const pendingScan = readBoolean(reader)
    ? { height: readOptionalInteger(reader), time: readOptionalInteger(reader) }
    : undefined;
  const active = { external: readActive(reader), internal: readActive(reader) };
  const locks = readMap(reader, () => [outPointKey(readOutPoint(reader)), true]);
  return { networkName, flags, blank, lastBlock, pendingScan, active, locks };
}

function writeOptionalInteger(writer: Writer, value: number | undefined): void {
  writeBoolean(writer, value !== undefined);
  if (value !== undefined) writeInteger(writer, value);
}

function readOptionalInteger(reader: Reader): number | undefined {
  return readBoolean(reader) ? readInteger(reader) : undefined;
}

type Active = ActiveDescriptors['external'];

function writeActive(writer: Writer, active: Active): void {
  writeMany(writer, active, ([type, id]) => {
    writeChoice(writer, outputTypes, type);
    writer.bytes(hexBytes(id));
  });
}

function readActive(reader: Reader): Active {
  return readMap(reader, () => [readChoice(reader, outputTypes), encodeHex(reader.bytes(32))]);
}

const purposes = [undefined, 'receive', 'send'] as const;

/**
 * Count, and for each: script (length, bytes), purpose (1), whether there is a label (1), label
 * (length, UTF-8).
 */
export function writeLabels(writer: Writer, labels: Wallet['labels']): void {
  writeMany(writer, labels, ([script, { label, purpose }]) => {
    writer.varBytes(hexBytes(script));
    writeChoice(writer, purposes, purpose);
    writeBoolean(writer, label !== undefined);
    if (label !== undefined) writeText(writer, label);
  });
}

/** Count, and for each: BIP329's type and reference with a space between, label (texts). */
export function writeOtherLabels(writer: Writer, labels: Wallet['otherLabels']): void {
  writeMany(writer, labels, ([reference, label]) => {
    writeText(writer, reference);
    writeText(writer, label);
  });
}

export const makeOtherLabels = (labels: Wallet['otherLabels'], digest: Digest): DigestedSection =>
  makeSection(Kind.OTHER_LABELS, (writer) => writeOtherLabels(writer, labels), digest);

export function readOtherLabels(reader: Reader): Wallet['otherLabels'] {
  return readMap(reader, () => [readText(reader), readText(reader)]);
}

export function readLabels(reader: Reader): Wallet['labels'] {
  return readMap(reader, (): [string, AddressLabel] => {
    const script = encodeHex(reader.varBytes());
    const purpose = readChoice(reader, purposes);
    const label = readBoolean(reader) ? readText(reader) : undefined;
    return [script, { label, purpose }];
  });
}
