import type { Descriptor } from '../../descriptor/descriptor.ts';
import { formatKey } from '../../descriptor/format-key.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { type SpendingPath, spendingPaths } from '../../descriptor/spending-paths.ts';
import type { Context } from '../context.ts';
import { shape } from '../declare-shape.ts';
import { shapeDescriptorInfo } from '../explain/descriptor-json.ts';
import { bool, hex, list, num, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';

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
const spendingPath = shape<SpendingPath, DescriptorContext>([
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

const showPaths = (descriptor: Descriptor, context: Context) =>
  spendingPaths(descriptor)?.map((path) => spendingPath.show(path, context));

export const getdescriptorinfo = defineMethod({
  name: 'getdescriptorinfo',
  category: 'Util',
  summary: 'Check a descriptor and describe it.',
  params: [
    str('descriptor', 'The descriptor, with its checksum or without'),
    bool('paths', '(not with -profile=core) List all ways to spend its outputs', {
      beyondCore: true,
      default: false,
    }),
  ],
  result: record([
    str(
      'descriptor',
      'The descriptor without private keys; the first one of a multipath descriptor',
    ),
    list.optional('multipath_expansion', 'All ways to read it', [str()]),
    str('checksum', 'The checksum of the text that was given'),
    bool('isrange', 'True if the descriptor is ranged'),
    bool(
      'issolvable',
      'True if the descriptor is solvable: it contains what signing needs except keys',
    ),
    bool('hasprivatekeys', 'True if the text contains a private key'),
    str.optional('silent_payment', 'The address (BIP352) of a silent payment descriptor (BIP392)'),
    rows.optional(
      'paths',
      'Every way to spend it, the smallest first. The position in the list, from 0, is the option "path" of send and walletcreatefundedpsbt. Absent if they are unknown or more than 500',
      spendingPath.fields,
      { beyondCore: true },
    ),
  ]),
  examples: [
    'getdescriptorinfo "wpkh([d34db33f/84h/0h/0h]0279be667ef9dcbbac55a06295Ce870b07029Bfcdb2dce28d959f2815b16f81798)"',
  ],
  run({ descriptor, paths = false }, context) {
    return shapeDescriptorInfo(descriptor, context, paths ? showPaths : undefined);
  },
});
