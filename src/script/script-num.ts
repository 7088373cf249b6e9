import type { Bytes } from '../encoding/bytes.ts';

export type ScriptNumRules = {
  /** Refuse encodings that could be shorter. */
  readonly requireMinimal: boolean;
  /** Maximum size in bytes. Default: 4; lock times have 5. */
  readonly maxSize?: number;
};

/**
 * Decodes a little-endian number with the sign in the highest bit; no bytes are 0. Returns
 * `undefined` where Core throws scriptnum_error (ScriptError SCRIPTNUM). Core: CScriptNum.
 */
export function decodeScriptNum(
  bytes: Bytes,
  { requireMinimal, maxSize = 4 }: ScriptNumRules,
): number | undefined {
  const { length } = bytes;
  if (length > maxSize) return undefined;
  if (length === 0) return 0;
  const last = bytes[length - 1] ?? 0;
  if (requireMinimal && (last & 0x7f) === 0 && ((bytes[length - 2] ?? 0) & 0x80) === 0) {
    return undefined;
  }
  let magnitude = last & 0x7f;
  for (let i = length - 2; i >= 0; i--) magnitude = magnitude * 256 + (bytes[i] ?? 0);
  return (last & 0x80) !== 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** Encodes an integer below 2^53 in magnitude in its shortest form. */
export function encodeScriptNum(value: number): Bytes {
  const bytes: number[] = [];
  let magnitude = Math.abs(value);
  while (magnitude > 0) {
    bytes.push(magnitude % 256);
    magnitude = Math.floor(magnitude / 256);
  }
  const last = bytes[bytes.length - 1];
  if (last === undefined) return new Uint8Array(0);
  const sign = value < 0 ? 0x80 : 0;
  if (last >= 0x80) bytes.push(sign);
  else bytes[bytes.length - 1] = last | sign;
  return Uint8Array.from(bytes);
}
