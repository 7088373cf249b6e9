import type { Bytes } from '../encoding/bytes.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { type CborReader, createCborReader } from './cbor.ts';

/** A CBOR item with its contents. */
export type CborValue =
  | number
  | boolean
  | string
  | Bytes
  | readonly CborValue[]
  | CborMap
  | { readonly tag: number; readonly value: CborValue };

/** A map with numeric keys; other keys are skipped. */
type CborMap = { readonly pairs: ReadonlyMap<number, CborValue> };

const MAX_DEPTH = 32;
const MAX_ITEMS = 20_000;

/**
 * Decodes a single item in deterministic encoding. Returns `undefined` for other bytes, and for
 * kinds that wallets do not use.
 */
export function decodeCbor(bytes: Bytes): CborValue | undefined {
  const reader = createCborReader(bytes);
  const budget = { items: MAX_ITEMS };
  const value = readValue(reader, budget, 0);
  return reader.done ? value : undefined;
}

type Budget = { items: number };

function readValue(reader: CborReader, budget: Budget, depth: number): CborValue | undefined {
  budget.items -= 1;
  if (budget.items < 0 || depth > MAX_DEPTH) return undefined;
  switch (reader.peek()) {
    case 'unsigned':
      return reader.unsigned();
    case 'bytes':
      return reader.bytes().slice();
    case 'text':
      return decodeUtf8(reader.text());
    case 'simple':
      return reader.boolean();
    case 'array':
      return readItems(reader, reader.array(), budget, depth);
    case 'map':
      return readPairs(reader, reader.map(), budget, depth);
    case 'tag': {
      const tag = reader.tag();
      const value = readValue(reader, budget, depth + 1);
      return value === undefined ? undefined : { tag, value };
    }
    default:
      return undefined;
  }
}

function readItems(
  reader: CborReader,
  count: number,
  budget: Budget,
  depth: number,
): CborValue[] | undefined {
  const items: CborValue[] = [];
  for (let i = 0; i < count; i++) {
    const item = readValue(reader, budget, depth + 1);
    if (item === undefined || reader.failed) return undefined;
    items.push(item);
  }
  return items;
}

function readPairs(
  reader: CborReader,
  count: number,
  budget: Budget,
  depth: number,
): CborMap | undefined {
  const items = count > budget.items ? undefined : readItems(reader, 2 * count, budget, depth);
  if (items === undefined) return undefined;
  const pairs = new Map<number, CborValue>();
  for (let i = 0; i < items.length; i += 2) {
    const [key, value] = items.slice(i, i + 2);
    if (typeof key !== 'number' || value === undefined) continue;
    if (pairs.has(key)) return undefined;
    pairs.set(key, value);
  }
  return { pairs };
}
