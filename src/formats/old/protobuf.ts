import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';

/** One field of a message: a number, or bytes. */
export type ProtobufField = {
  readonly id: number;
  readonly number: number;
  readonly bytes: Bytes;
};

/** Reads the fields of a message (Protocol Buffers); `undefined` if it is cut off or no message. */
export function readProtobuf(message: Bytes): readonly ProtobufField[] | undefined {
  const fields: ProtobufField[] = [];
  let at = 0;
  /** Reads a number of 7 bits a byte, low bits first. Bits above 53 are not exact. */
  const varint = (): number | undefined => {
    let number = 0;
    for (let i = 0; i < 10; i++) {
      const byte = message[at++];
      if (byte === undefined) return undefined;
      number += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return number;
    }
    return undefined;
  };
  while (at < message.length) {
    const tag = varint();
    if (tag === undefined) return undefined;
    const [id, type] = [Math.floor(tag / 8), tag % 8];
    const first = type === 0 || type === 2 ? varint() : undefined;
    const length = type === 2 ? first : { 0: 0, 1: 8, 5: 4 }[type];
    if (length === undefined || at + length > message.length) return undefined;
    if (type === 0 && first === undefined) return undefined;
    const bytes = length === 0 ? emptyBytes : message.subarray(at, at + length);
    at += length;
    fields.push({ id, number: type === 0 ? (first ?? 0) : 0, bytes });
  }
  return fields;
}

/** Returns the numbers of a repeated field, one by one or packed. */
export function numbersIn(fields: readonly ProtobufField[], id: number): readonly number[] {
  return fields
    .filter((field) => field.id === id)
    .flatMap(({ number, bytes }) => (bytes.length === 0 ? [number] : unpacked(bytes)));
}

function unpacked(bytes: Bytes): readonly number[] {
  const numbers: number[] = [];
  let [number, scale] = [0, 1];
  for (const byte of bytes) {
    number += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    numbers.push(number);
    [number, scale] = [0, 1];
  }
  return numbers;
}
