import { checkChecksum } from '../../descriptor/checksum.ts';
import { isRange, isSolvable } from '../../descriptor/descriptor.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { jsonObject } from '../../json/json.ts';
import { defineMethod } from '../method.ts';
import { parseDescriptorArgument } from '../parse/descriptor.ts';
import { spendingPathsResult } from '../results/spending-paths.ts';
import { shapeSpendingPaths } from '../shape/spending-paths.ts';

export const getdescriptorinfo = defineMethod({
  name: 'getdescriptorinfo',
  category: 'Util',
  summary: 'Check a descriptor and say what it is.',
  params: [
    {
      name: 'descriptor',
      type: 'string',
      required: true,
      help: 'The descriptor, with its checksum or without',
    },
    {
      name: 'paths',
      type: 'bool',
      beyondCore: true,
      required: false,
      default: false,
      help: '(not with -profile=core) List all ways to spend what it stands for',
    },
  ],
  result: {
    type: 'object',
    help: '',
    fields: [
      {
        name: 'descriptor',
        type: 'string',
        help: 'The descriptor without private keys; of several ways to read it the first',
      },
      {
        name: 'multipath_expansion',
        type: 'array',
        optional: true,
        help: 'All ways to read it',
        fields: [{ type: 'string', help: '' }],
      },
      { name: 'checksum', type: 'string', help: 'The checksum of the text that was given' },
      { name: 'isrange', type: 'bool', help: 'Whether it stands for many scripts' },
      { name: 'issolvable', type: 'bool', help: 'Whether it says enough to sign' },
      { name: 'hasprivatekeys', type: 'bool', help: 'Whether the text has a private key' },
      spendingPathsResult,
    ],
  },
  examples: [
    'getdescriptorinfo "wpkh([d34db33f/84h/0h/0h]0279be667ef9dcbbac55a06295Ce870b07029Bfcdb2dce28d959f2815b16f81798)"',
  ],
  run({ descriptor, paths = false }, context) {
    const { descriptors, privateKeys } = parseDescriptorArgument(descriptor, context);
    const [first] = descriptors;
    const texts = descriptors.map((each) => formatDescriptor(each, context));
    const checked = checkChecksum(descriptor, false);
    return jsonObject({
      descriptor: texts[0],
      multipath_expansion: texts.length > 1 ? texts : undefined,
      checksum: 'checksum' in checked ? checked.checksum : '',
      isrange: isRange(first),
      issolvable: isSolvable(first),
      hasprivatekeys: privateKeys.size > 0,
      paths: paths ? shapeSpendingPaths(first, context) : undefined,
    });
  },
});
