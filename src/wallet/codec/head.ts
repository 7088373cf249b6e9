import { type Digest, type DigestedSection, makeSection } from '../../crypto/section-file.ts';
import { outputTypes } from '../../descriptor/descriptor.ts';
import * as field from '../../encoding/fields.ts';
import type { Reader } from '../../encoding/reader.ts';
import type { Writer } from '../../encoding/writer.ts';
import { readOutPoint, writeOutPoint } from '../../transaction/codec.ts';
import { outPointKey, parseOutPointKey } from '../../transaction/transaction.ts';
import type { Wallet } from '../wallet.ts';
import { Kind } from './sections.ts';

export type Head = Pick<
  Wallet,
  'flags' | 'blank' | 'active' | 'locks' | 'lastBlock' | 'pendingScan'
> & {
  /** `Network.name`. */
  readonly networkName: string;
};

const nature = field.record({
  networkName: field.text,
  // Places for private keys. A program without device support rejects the third.
  keyPlace: field.choice(['here', 'nowhere', 'device']),
  avoidReuse: field.boolean,
  blank: field.boolean,
});

const sync = field.record({
  lastBlock: field.optional(field.record({ height: field.integer, hash: field.hash })),
  pendingScan: field.optional(
    field.record({ height: field.optional(field.integer), time: field.optional(field.integer) }),
  ),
});

const ids = field.map(field.choice(outputTypes), field.hex(32));
const active = field.record({ external: ids, internal: ids });

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
  sync.write(writer, head);
  active.write(writer, head.active);
  const lasting = [...head.locks].filter(([, persistent]) => persistent);
  field.writeMany(writer, lasting, ([key]) => writeOutPoint(writer, parseOutPointKey(key)));
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
  active.write(writer, head.active);
}

function writeNature(writer: Writer, head: Pick<Head, 'networkName' | 'flags' | 'blank'>): void {
  const { avoidReuse } = head.flags;
  nature.write(writer, { ...head, keyPlace: keyPlaceOf(head.flags), avoidReuse });
}

function keyPlaceOf({ disablePrivateKeys, externalSigner }: Head['flags']) {
  if (externalSigner) return 'device';
  return disablePrivateKeys ? 'nowhere' : 'here';
}

export function readHead(reader: Reader): Head {
  const { networkName, keyPlace, avoidReuse, blank } = nature.read(reader);
  const disablePrivateKeys = keyPlace !== 'here';
  return {
    networkName,
    flags: { disablePrivateKeys, externalSigner: keyPlace === 'device', avoidReuse },
    blank,
    ...sync.read(reader),
    active: active.read(reader),
    locks: field.readMap(reader, () => [outPointKey(readOutPoint(reader)), true]),
  };
}

/**
 * Count, and for each: script (length, bytes), purpose (1), whether there is a label (1), label
 * (length, UTF-8).
 */
export const storedLabels: field.Field<Wallet['labels']> = field.map(
  field.varHex,
  field.record({
    purpose: field.choice([undefined, 'receive', 'send']),
    label: field.optional(field.text),
  }),
);

/** Count, and for each: BIP329's type and reference with a space between, label (texts). */
export const storedOtherLabels: field.Field<Wallet['otherLabels']> = field.map(
  field.text,
  field.text,
);

export const makeOtherLabels = (labels: Wallet['otherLabels'], digest: Digest): DigestedSection =>
  makeSection(Kind.OTHER_LABELS, (writer) => storedOtherLabels.write(writer, labels), digest);
