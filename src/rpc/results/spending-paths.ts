import type { Descriptor } from '../../descriptor/descriptor.ts';
import { formatKey } from '../../descriptor/format-key.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { type SpendingPath, spendingPaths } from '../../descriptor/spending-paths.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { hex, list, num, rows, str } from '../fields.ts';

/** Lists every way to spend a descriptor's outputs. */
export const spendingPathsResult = rows.optional(
  'paths',
  'Every way to spend it, the smallest first. The position in the list, from 0, is the option "path" of send and walletcreatefundedpsbt. Absent if they are unknown or more than 500',
  [
    str(
      'by',
      'The way to spend: by the key of a taproot output, by one of its leaves, or by the script',
      {
        values: ['key', 'leaf', 'script'],
      },
    ),
    num.optional('leaf', 'The number of the leaf, from the left and from 0'),
    rows('signers', 'The groups of keys, each of which must sign', [
      num('threshold', 'The number of keys that must sign'),
      list('keys', 'The keys as in the descriptor, without private keys', [str()]),
    ]),
    num.optional('older', 'The minimum sequence of the input (BIP68)'),
    num.optional('after', 'The minimum lock time: a height, or seconds since 1970'),
    rows('hashes', 'Hashes whose preimages are required', [
      str('kind', 'Named as in descriptors'),
      hex('digest', 'The hash, in the order of the script'),
    ]),
    num('weight', 'The maximum weight of the input'),
  ],
  { beyondCore: true },
);

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
