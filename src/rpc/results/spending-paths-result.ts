import { formatKey } from '../../descriptor/format-key.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import type { SpendingPath } from '../../descriptor/spending-paths.ts';
import { shape } from '../declare-shape.ts';
import { hex, list, num, rows, str } from '../fields.ts';

const signers = shape<SpendingPath['signers'][number], DescriptorContext>([
  num('threshold', 'The number of keys that must sign', (s) => s.threshold),
  list('keys', 'The keys as in the descriptor, without private keys', [str()], (s, context) =>
    s.keys.map((key) => formatKey(key, context)),
  ),
]);

const hash = shape<SpendingPath['hashes'][number]>([
  str('kind', 'Named as in descriptors', (h) => h.kind),
  hex('digest', 'The hash, in the order of the script', (h) => h.digest),
]);

/** A way to spend a descriptor's outputs. */
export const spendingPath = shape<SpendingPath, DescriptorContext>([
  str(
    'by',
    'The way to spend: by the key of a taproot output, by one of its leaves, or by the script',
    (p) => p.by,
    { values: ['key', 'leaf', 'script'] },
  ),
  num.optional('leaf', 'The number of the leaf, from the left and from 0', (p) => p.leaf),
  rows('signers', 'The groups of keys, each of which must sign', signers, (p) => p.signers),
  num.optional('older', 'The minimum sequence of the input (BIP68)', (p) => p.older),
  num.optional('after', 'The minimum lock time: a height, or seconds since 1970', (p) => p.after),
  rows('hashes', 'Hashes whose preimages are required', hash, (p) => p.hashes),
  num('weight', 'The maximum weight of the input', (p) => p.weight),
]);
