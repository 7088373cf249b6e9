import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import type { Psbt, RawField } from '../psbt/psbt.ts';
import { isSilentField, type Place } from '../psbt/silent-fields.ts';

/** Returns the names of application fields and the types of unknown fields. */
export function fieldNames(psbt: Psbt): readonly string[] {
  const names = new Set<string>();
  const take = (place: Place, { proprietary, unknown }: Fields) => {
    for (const { key } of proprietary) names.add(`${proprietaryName(key)} (${place})`);
    for (const field of unknown) {
      if (isSilentField(field, place) || isNameProof(field, place)) continue;
      names.add(`type 0x${encodeHex(field.key.subarray(0, 1))} (${place})`);
    }
  };
  take('global', psbt);
  for (const input of psbt.inputs) take('input', input);
  for (const output of psbt.outputs) take('output', output);
  return [...names];
}

/** Matches proofs of names (BIP353), which `judgeNames` verifies. */
const isNameProof = ({ key }: RawField, place: Place): boolean =>
  place === 'output' && key.length === 1 && key[0] === 0x35;

type Fields = {
  readonly proprietary: readonly RawField[];
  readonly unknown: readonly RawField[];
};

/**
 * Names an application field. BIP174: "<compact size uint identifier length> <bytes identifier>
 * <compact size uint subtype> <bytes subkeydata>".
 */
function proprietaryName(key: Bytes): string {
  const reader = createReader(key.subarray(1));
  const identifier = reader.varBytes();
  const subtype = reader.compactSize();
  return `proprietary ${printable(identifier)} ${subtype}`;
}

/** Returns bytes as text if they are printable, otherwise as hex. Other programs choose them. */
function printable(bytes: Bytes): string {
  const isText = bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
  return isText ? String.fromCharCode(...bytes.subarray(0, 40)) : encodeHex(bytes.subarray(0, 20));
}
