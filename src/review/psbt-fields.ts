import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import type { Psbt, RawField } from '../psbt/psbt.ts';
import { isSilentField, type Place } from '../psbt/silent-fields.ts';

/**
 * The fields of applications, by the name that they give themselves, and those that are not known
 * here, by their type.
 */
export function fieldNames(psbt: Psbt): readonly string[] {
  const names = new Set<string>();
  const take = (place: Place, { proprietary, unknown }: Fields) => {
    for (const { key } of proprietary) names.add(`${proprietaryName(key)} (${place})`);
    for (const field of unknown) {
      if (isSilentField(field, place)) continue;
      names.add(`type 0x${encodeHex(field.key.subarray(0, 1))} (${place})`);
    }
  };
  take('global', psbt);
  for (const input of psbt.inputs) take('input', input);
  for (const output of psbt.outputs) take('output', output);
  return [...names];
}

type Fields = {
  readonly proprietary: readonly RawField[];
  readonly unknown: readonly RawField[];
};

/**
 * BIP174: "<compact size uint identifier length> <bytes identifier> <compact size uint subtype>
 * <bytes subkeydata>".
 */
function proprietaryName(key: Bytes): string {
  const reader = createReader(key.subarray(1));
  const identifier = reader.varBytes();
  const subtype = reader.compactSize();
  return `proprietary ${printable(identifier)} ${subtype}`;
}

/** As letters where it is some, else as hex: others choose it. */
function printable(bytes: Bytes): string {
  const isText = bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
  return isText ? String.fromCharCode(...bytes.subarray(0, 40)) : encodeHex(bytes.subarray(0, 20));
}
