/**
 * Data that a signature commits to (interpreter.h, SIGHASH_*). The lower 5 bits select the outputs.
 */
export const Sighash = {
  DEFAULT: 0x00,
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  ANYONECANPAY: 0x80,
} as const;

/**
 * The byte after a signature. Signing uses the seven defined types. ECDSA
 * signatures of others may have any byte, and digests accept all 32 bits.
 */
export type SighashType = number;

const types: ReadonlyMap<string, SighashType> = new Map([
  ['DEFAULT', 0x00],
  ['ALL', 0x01],
  ['ALL|ANYONECANPAY', 0x81],
  ['NONE', 0x02],
  ['NONE|ANYONECANPAY', 0x82],
  ['SINGLE', 0x03],
  ['SINGLE|ANYONECANPAY', 0x83],
]);

/**
 * Parses a sighash type by its name in the RPC (core_io.cpp, SighashFromStr).
 */
export function parseSighashType(text: string): SighashType | undefined {
  return types.get(text);
}

export const isSingle = (type: SighashType): boolean => (type & 0x1f) === Sighash.SINGLE;
export const isNone = (type: SighashType): boolean => (type & 0x1f) === Sighash.NONE;
export const isAnyoneCanPay = (type: SighashType): boolean => (type & Sighash.ANYONECANPAY) !== 0;

/** Returns true for "0x00, 0x01, 0x02, 0x03, 0x81, 0x82, or 0x83" (BIP341). */
export function isTaprootSighashType(type: SighashType): boolean {
  return (type >= 0 && type <= 0x03) || (type >= 0x81 && type <= 0x83);
}
