import * as checksum from '../descriptor/checksum.ts';
import * as descriptor from '../descriptor/descriptor.ts';
import * as expansion from '../descriptor/expand.ts';
import * as flatProvider from '../descriptor/flat-signing-provider.ts';
import * as format from '../descriptor/format.ts';
import * as infer from '../descriptor/infer.ts';
import * as located from '../descriptor/locate-error.ts';
import * as parse from '../descriptor/parse.ts';
import * as privateKeys from '../descriptor/private-keys.ts';
import { checked } from './checked.ts';

export const addChecksum: typeof checksum.addChecksum = /* @__PURE__ */ checked(
  'addChecksum',
  { payload: 'text' },
  checksum.addChecksum,
);
export const checkChecksum: typeof checksum.checkChecksum = /* @__PURE__ */ checked(
  'checkChecksum',
  { text: 'text', required: 'boolean' },
  checksum.checkChecksum,
);
export const descriptorChecksum: typeof checksum.descriptorChecksum = /* @__PURE__ */ checked(
  'descriptorChecksum',
  { payload: 'text' },
  checksum.descriptorChecksum,
);
export const locateChecksumError: typeof located.locateChecksumError = /* @__PURE__ */ checked(
  'locateChecksumError',
  { text: 'text' },
  located.locateChecksumError,
);
export const isRange: typeof descriptor.isRange = /* @__PURE__ */ checked(
  'isRange',
  { descriptor: 'Descriptor' },
  descriptor.isRange,
);
export const isSolvable: typeof descriptor.isSolvable = /* @__PURE__ */ checked(
  'isSolvable',
  { descriptor: 'Descriptor' },
  descriptor.isSolvable,
);
export const expand: typeof expansion.expand = /* @__PURE__ */ checked(
  'expand',
  { descriptor: 'Descriptor', position: 'integer', source: 'PrivateKeySource' },
  expansion.expand,
);
export const expandMany: typeof expansion.expandMany = /* @__PURE__ */ checked(
  'expandMany',
  { descriptor: 'Descriptor', positions: 'integer[]', source: 'PrivateKeySource' },
  expansion.expandMany,
);
export const expandPrivate: typeof expansion.expandPrivate = /* @__PURE__ */ checked(
  'expandPrivate',
  {
    descriptor: 'Descriptor',
    position: 'integer',
    source: 'PrivateKeySource',
    flatProvider: 'FlatSigningProvider',
  },
  expansion.expandPrivate,
);
export const formatDescriptor: typeof format.formatDescriptor = /* @__PURE__ */ checked(
  'formatDescriptor',
  { descriptor: 'Descriptor', context: 'DescriptorContext', style: 'text?' },
  format.formatDescriptor,
);
export const inferDescriptor: typeof infer.inferDescriptor = /* @__PURE__ */ checked(
  'inferDescriptor',
  { script: 'bytes', provider: 'SigningProvider', curve: 'Secp256k1' },
  infer.inferDescriptor,
);
export const mergeFlatSigningProvider: typeof flatProvider.mergeFlatSigningProvider =
  /* @__PURE__ */ checked(
    'mergeFlatSigningProvider',
    { target: 'FlatSigningProvider', more: 'FlatSigningProvider' },
    flatProvider.mergeFlatSigningProvider,
  );
export const toSigningProvider: typeof flatProvider.toSigningProvider = /* @__PURE__ */ checked(
  'toSigningProvider',
  { flatProvider: 'FlatSigningProvider', getPreimage: 'function?' },
  flatProvider.toSigningProvider,
);
export const parseDescriptor: typeof parse.parseDescriptor = /* @__PURE__ */ checked(
  'parseDescriptor',
  { text: 'text', context: 'DescriptorContext', options: 'object?' },
  parse.parseDescriptor,
);
export const privateKeyLookup: typeof privateKeys.privateKeyLookup = /* @__PURE__ */ checked(
  'privateKeyLookup',
  { privateKeys: 'Map' },
  privateKeys.privateKeyLookup,
);
