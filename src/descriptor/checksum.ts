import { utf8Length } from '../encoding/utf8.ts';

/**
 * The characters of descriptors. The low five bits of an index are one symbol; the groups of three
 * characters form another symbol.
 */
export const PAYLOAD_CHARACTERS =
  "0123456789()[],'/*abcdefgh@:$%{}" +
  'IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~' +
  'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
export const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
export const CHECKSUM_LENGTH = 8;

/** Eight symbols of five bits, as two halves. */
export type Residue = readonly [upper: number, lower: number];

/** BIP380's generator, multiplied by 1, 2, 4, 8, 16. */
const GENERATOR: readonly Residue[] = [
  [0xf5dee, 0x51989],
  [0xa9fdc, 0xa3312],
  [0x1bab1, 0x0e32d],
  [0x3706b, 0x1677a],
  [0x644d6, 0x26ffd],
];

export const addResidues = (a: Residue, b: Residue): Residue => [a[0] ^ b[0], a[1] ^ b[1]];

/** The generator multiplied by each symbol. */
const MULTIPLES: readonly Residue[] = /* @__PURE__ */ Array.from({ length: 32 }, (_, symbol) =>
  GENERATOR.filter((_, bit) => (symbol >> bit) & 1).reduce(addResidues, [0, 0]),
);

/** Multiplies by x modulo the generator and adds `symbol`. */
export function shiftResidue([upper, lower]: Residue, symbol: number): Residue {
  const [high, low] = MULTIPLES[upper >>> 15] ?? [0, 0];
  return [
    (((upper << 5) & 0xfffff) | (lower >>> 15)) ^ high,
    ((lower << 5) & 0xfffff) ^ symbol ^ low,
  ];
}

/** Positions in `PAYLOAD_CHARACTERS` by character code; -1 for other characters. */
const PLACES: Int8Array = /* @__PURE__ */ Int8Array.from({ length: 128 }, (_, code) =>
  PAYLOAD_CHARACTERS.indexOf(String.fromCharCode(code)),
);

/**
 * Returns the symbols of a payload, or `undefined` if it has a character that no descriptor has.
 */
export function payloadSymbols(payload: string): number[] | undefined {
  const symbols: number[] = [];
  let groups = 0;
  for (let i = 0; i < payload.length; i++) {
    const value = PLACES[payload.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    symbols.push(value & 31);
    groups = groups * 3 + (value >> 5);
    if (i % 3 < 2 && i + 1 < payload.length) continue;
    symbols.push(groups);
    groups = 0;
  }
  return symbols;
}

/**
 * Returns BIP380's checksum, eight characters. Returns `undefined` if the payload has a character
 * that no descriptor has.
 */
export function descriptorChecksum(payload: string): string | undefined {
  const symbols = payloadSymbols(payload);
  if (symbols === undefined) return undefined;
  // This is `shiftResidue` without an array for each symbol.
  let [upper, lower] = [0, 1];
  for (let i = 0; i < symbols.length + CHECKSUM_LENGTH; i++) {
    const [high, low] = MULTIPLES[upper >>> 15] ?? [0, 0];
    upper = (((upper << 5) & 0xfffff) | (lower >>> 15)) ^ high;
    lower = ((lower << 5) & 0xfffff) ^ (symbols[i] ?? 0) ^ low;
  }
  return formatResidue([upper, lower ^ 1]);
}

function formatResidue([upper, lower]: Residue): string {
  let text = '';
  for (const half of [upper, lower])
    for (const shift of [15, 10, 5, 0]) text += CHECKSUM_CHARACTERS[(half >>> shift) & 31];
  return text;
}

/**
 * Returns the payload with `#` and its checksum.
 *
 * @param payload - A descriptor without `#`. If it has an invalid character, it gets no checksum.
 */
export function addChecksum(payload: string): string {
  return `${payload}#${descriptorChecksum(payload) ?? ''}`;
}

/** The text before `#` and its checksum, or the error in Core's words. */
export type CheckedText =
  | {
      /** The descriptor without `#` and checksum. */
      readonly payload: string;
      /** Eight characters: the given checksum, or the correct one. */
      readonly checksum: string;
    }
  | {
      /** The reason for refusal, in Core's words. */
      readonly error: string;
    };

/**
 * Checks the checksum of a descriptor. A text without a checksum is valid unless `required`. Core:
 * CheckChecksum.
 */
export function checkChecksum(text: string, required: boolean): CheckedText {
  const [payload = '', given, ...more] = text.split('#');
  if (more.length > 0) return { error: "Multiple '#' symbols" };
  if (given === undefined && required) return { error: 'Missing checksum' };
  // Core counts bytes.
  const length = utf8Length(given ?? '');
  if (given !== undefined && length !== CHECKSUM_LENGTH) {
    return { error: `Expected 8 character checksum, not ${length} characters` };
  }
  const checksum = descriptorChecksum(payload);
  if (checksum === undefined) return { error: 'Invalid characters in payload' };
  if (given !== undefined && given !== checksum) {
    return {
      error: `Provided checksum '${given}' does not match computed checksum '${checksum}'`,
    };
  }
  return { payload, checksum };
}
