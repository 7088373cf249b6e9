/** Decodes a text that .ci/page.mjs wrote: LZMA, 15 bits a character from U+3000 on. */
export function unpack(text: string): Uint8Array<ArrayBuffer> {
  const begin = text.indexOf(' ');
  const bytes = new Uint8Array(Number(text.slice(0, begin)));
  let [held, count, next] = [0, 0, 0];
  for (let at = begin + 1; at < text.length; at++) {
    held |= (text.charCodeAt(at) - 0x3000) << count;
    count += 15;
    for (; count >= 8 && next < bytes.length; count -= 8) {
      bytes[next++] = held & 255;
      held >>>= 8;
    }
  }
  return decompress(bytes);
}

/** Places of the models of a decision or a symbol, in the table of all models. */
const [MATCH, REP, REP1, REP2, REP3, LONG] = [0, 12, 24, 36, 48, 60];
const [SLOT, SPECIAL, ALIGN, LENGTH, REP_LENGTH, LITERAL] = [72, 328, 443, 459, 733, 1007];
/** Models of a length: two choices, then 8 short, 8 medium and 256 long ones. */
const [SHORT, MEDIUM, LENGTHS] = [2, 10, 18];

/** Models of the bits of a literal after one byte. */
const AFTER_BYTE = 0x300;

/** Bytes of the header: properties, size of the dictionary, and size of the data. */
const HEADER = 13;

/** Decodes the bits of LZMA, whose models learn from each bit. */
function bitsOf(data: Uint8Array, models: Uint16Array) {
  let [range, code, at] = [0xffffffff, 0, HEADER];
  const shift = () => {
    code = ((code << 8) | (data[at++] ?? 0)) >>> 0;
  };
  for (let i = 0; i < 5; i++) shift();
  const widen = () => {
    if (range >= 2 ** 24) return;
    range *= 256;
    shift();
  };
  const bit = (model: number): number => {
    const chance = models[model] ?? 0;
    const bound = (range >>> 11) * chance;
    const isZero = code < bound;
    models[model] = isZero ? chance + ((2048 - chance) >> 5) : chance - (chance >> 5);
    range = isZero ? bound : range - bound;
    if (!isZero) code -= bound;
    widen();
    return isZero ? 0 : 1;
  };
  /** Reads a symbol of so many bits. The models form a tree. */
  const symbol = (models: number, count: number): number => {
    let node = 1;
    for (let i = 0; i < count; i++) node = (node << 1) | bit(models + node);
    return node - (1 << count);
  };
  /** Reads a symbol whose lowest bit comes first. */
  const reversed = (models: number, count: number): number => {
    let [node, value] = [1, 0];
    for (let i = 0; i < count; i++) {
      const next = bit(models + node);
      node = (node << 1) | next;
      value |= next << i;
    }
    return value;
  };
  /** Reads bits without models. */
  const plain = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) {
      range = Math.floor(range / 2);
      const next = code >= range ? 1 : 0;
      code -= next * range;
      value = 2 * value + next;
      widen();
    }
    return value;
  };
  return { bit, symbol, reversed, plain };
}

type Bits = ReturnType<typeof bitsOf>;

const lengthOf = ({ bit, symbol }: Bits, models: number): number => {
  if (bit(models) === 0) return symbol(models + SHORT, 3);
  return bit(models + 1) === 0 ? 8 + symbol(models + MEDIUM, 3) : 16 + symbol(models + LENGTHS, 8);
};

/** Reads the distance of a new match. */
function distanceOf({ symbol, reversed, plain }: Bits, length: number): number {
  const slot = symbol(SLOT + 64 * Math.min(length, 3), 6);
  if (slot < 4) return slot;
  const count = (slot >> 1) - 1;
  const base = (2 | (slot & 1)) * 2 ** count;
  if (slot < 14) return base + reversed(SPECIAL + base - slot, count);
  return base + plain(count - 4) * 16 + reversed(ALIGN, 4);
}

/** Reads a byte. After a match, the byte that the match would have gone on with is a model, too. */
function literalOf({ bit }: Bits, models: number, expected: number | undefined): number {
  let node = 1;
  for (let at = 7; expected !== undefined && at >= 0 && node < 256; at--) {
    const guess = (expected >> at) & 1;
    const next = bit(models + ((1 + guess) << 8) + node);
    node = (node << 1) | next;
    if (next !== guess) break;
  }
  while (node < 256) node = (node << 1) | bit(models + node);
  return node;
}

/** Decompresses LZMA whose symbols do not depend on positions (lp = 0, pb = 0). */
export function decompress(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  // The high half of the size is 0.
  const out = new Uint8Array(view.getUint32(5, true));
  /** Bits of the last byte that a literal depends on. */
  const context = view.getUint8(0);
  const models = new Uint16Array(LITERAL + (AFTER_BYTE << context)).fill(1024);
  const bits = bitsOf(data, models);
  const { bit } = bits;
  let distances: readonly number[] = [0, 0, 0, 0];
  /** Kinds of the last symbols. */
  let state = 0;
  let next = 0;
  const copy = (length: number) => {
    const [distance = 0] = distances;
    for (let i = 0; i < length; i++, next++) out[next] = out[next - distance - 1] ?? 0;
  };
  /** Moves one of the last distances to the front. */
  const repeated = (): boolean => {
    const [a = 0, b = 0, c = 0, d = 0] = distances;
    if (bit(REP1 + state) === 0) return bit(LONG + state) === 0;
    if (bit(REP2 + state) === 0) distances = [b, a, c, d];
    else distances = bit(REP3 + state) === 0 ? [c, a, b, d] : [d, a, b, c];
    return false;
  };
  while (next < out.length) {
    if (bit(MATCH + state) === 0) {
      const last = next > 0 ? (out[next - 1] ?? 0) : 0;
      const expected = state < 7 ? undefined : out[next - (distances[0] ?? 0) - 1];
      const at = LITERAL + AFTER_BYTE * (last >> (8 - context));
      out[next++] = literalOf(bits, at, expected);
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    } else if (bit(REP + state) === 0) {
      const length = lengthOf(bits, LENGTH);
      distances = [distanceOf(bits, length), ...distances.slice(0, 3)];
      state = state < 7 ? 7 : 10;
      copy(length + 2);
    } else if (repeated()) {
      state = state < 7 ? 9 : 11;
      copy(1);
    } else {
      state = state < 7 ? 8 : 11;
      copy(lengthOf(bits, REP_LENGTH) + 2);
    }
  }
  return out;
}
