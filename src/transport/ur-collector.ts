import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createCborReader } from './cbor.ts';
import type { Collector } from './collector.ts';
import { crc32 } from './crc32.ts';
import { detectBytes, expectKind } from './detect.ts';
import { createFragmentChooser } from './fountain.ts';
import { createFountainDecoder } from './fountain-decoder.ts';
import { type Payload, type Refused, refuse } from './payload.ts';
import { parseUr, type UrPart } from './ur.ts';
import { createUr1Collector, isUr1, type Ur1Collector } from './ur1.ts';

export function createUrCollector(secp256k1: Secp256k1): Collector {
  let parts: PartCollector | undefined;
  let of: { readonly type: string; readonly first: UrPart } | undefined;
  let older: Ur1Collector | undefined;

  function add(text: string): Payload | Refused | undefined {
    if (isUr1(text) !== (older !== undefined) && (older?.received ?? parts?.known() ?? 0) > 0) {
      return refuse('wrong-dialect', 'the frames before were of another version of UR');
    }
    if (isUr1(text)) {
      older ??= createUr1Collector();
      const bytes = older.add(text);
      return bytes === undefined || 'error' in bytes ? bytes : detectBytes(bytes, secp256k1);
    }
    older = undefined;
    const frame = parseUr(text);
    if ('error' in frame) return frame;
    if ('message' in frame) {
      return of === undefined ? open(frame.type, frame.message, secp256k1) : foreign('whole UR');
    }
    const { type, part } = frame;
    of ??= { type, first: part };
    parts ??= createPartCollector(part);
    if (type !== of.type || !isSameMessage(part, of.first))
      return foreign(`UR part ${part.number}`);
    const message = parts.add(part);
    if (message === undefined || !('error' in message)) {
      return message && open(of.type, message, secp256k1);
    }
    if (message.error === 'repeated') {
      return refuse('repeated', `UR part ${part.number} says nothing new`);
    }
    [parts, of] = [undefined, undefined];
    const what = 'the UR parts contradict each other: scan again from the beginning';
    return refuse('damaged', what, { startAgain: true });
  }

  return {
    dialect: 'ur',
    get received() {
      return older?.received ?? parts?.known() ?? 0;
    },
    get total() {
      return older?.total ?? of?.first.count ?? 1;
    },
    missing: () => older?.missing() ?? [],
    add,
  };
}

type PartCollector = {
  known(): number;
  add(part: UrPart): Bytes | { readonly error: 'repeated' | 'contradiction' } | undefined;
};

function createPartCollector({ count, checksum, messageLength, data }: UrPart): PartCollector {
  const choose = createFragmentChooser(count, checksum);
  const decoder = createFountainDecoder(count, data.length);
  return {
    known: () => decoder.known,
    add(part) {
      const isNew = decoder.add(choose(part.number), part.data);
      if (isNew === undefined) return { error: 'contradiction' };
      if (!isNew) return { error: 'repeated' };
      const message = decoder.solve()?.subarray(0, messageLength);
      if (message === undefined) return undefined;
      return crc32(message) === checksum ? message : { error: 'contradiction' };
    },
  };
}

function isSameMessage(a: UrPart, b: UrPart): boolean {
  return (
    a.count === b.count &&
    a.messageLength === b.messageLength &&
    a.checksum === b.checksum &&
    a.data.length === b.data.length
  );
}

const foreign = (what: string) =>
  refuse('another-message', `${what} belongs to another message than the frames before`);

const SECRETS: ReadonlyMap<string, Payload> = new Map<string, Payload>([
  ['seed', { kind: 'seed', form: 'UR' }],
  ['crypto-seed', { kind: 'seed', form: 'UR' }],
  ['crypto-bip39', { kind: 'seed', form: 'UR' }],
  ['sskr', { kind: 'seed', form: 'a share of one in a UR' }],
  ['crypto-sskr', { kind: 'seed', form: 'a share of one in a UR' }],
  ['eckey', { kind: 'private-key' }],
  ['crypto-eckey', { kind: 'private-key' }],
]);

/** Opens a message. PSBTs and `bytes` are one byte string; other types are maps (BCR-2020-006). */
function open(type: string, message: Bytes, secp256k1: Secp256k1): Payload | Refused {
  const secret = SECRETS.get(type);
  if (secret !== undefined) return secret;
  if (/^(crypto-)?hdkey$/.test(type) && isPrivateHdKey(message)) return { kind: 'private-key' };
  if (!/^(crypto-psbt|psbt|bytes)$/.test(type)) return { kind: 'ur', type, cbor: message };
  const reader = createCborReader(message);
  const bytes = reader.bytes();
  if (!reader.done) {
    return refuse('damaged', `this UR of type ${type} holds no byte string`, { startAgain: true });
  }
  const payload = detectBytes(bytes, secp256k1);
  return type === 'bytes' ? payload : expectKind('psbt', payload, `UR of type ${type}`);
}

/**
 * Returns true if an hdkey is private (BCR-2020-007): member 1 marks a master key, which is
 * private; member 2 marks a private key.
 */
function isPrivateHdKey(message: Bytes): boolean {
  const reader = createCborReader(message);
  const pairs = reader.map();
  for (let i = 0; i < pairs && i < 2; i++) {
    if (reader.unsigned() > 2) return false;
    if (reader.boolean()) return true;
  }
  return false;
}
