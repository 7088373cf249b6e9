import type { Descriptor } from '../../descriptor/descriptor.ts';
import { formatKey } from '../../descriptor/format-key.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { type SpendingPath, spendingPaths } from '../../descriptor/spending-paths.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';

/** `undefined`: they are not known, or too many. */
export function shapeSpendingPaths(
  descriptor: Descriptor,
  context: DescriptorContext,
): Json | undefined {
  return spendingPaths(descriptor)?.map((path) => shapePath(path, context));
}

function shapePath(path: SpendingPath, context: DescriptorContext): Json {
  const { by, leaf, signers, older, after, hashes, weight } = path;
  const number = (value: number | undefined) =>
    value === undefined ? undefined : jsonNumber(value);
  return jsonObject({
    by,
    leaf: number(leaf),
    signers: signers.map(({ threshold, keys }) =>
      jsonObject({
        threshold: jsonNumber(threshold),
        keys: keys.map((key) => formatKey(key, context)),
      }),
    ),
    older: number(older),
    after: number(after),
    hashes: hashes.map(({ kind, digest }) => jsonObject({ kind, digest: encodeHex(digest) })),
    weight: jsonNumber(weight),
  });
}
