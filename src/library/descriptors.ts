import { checkArguments } from '../arguments/check-arguments.ts';
import * as checksum from '../descriptor/checksum.ts';
import * as descriptors from '../descriptor/descriptor.ts';
import * as provider from '../descriptor/flat-signing-provider.ts';
import * as paths from '../descriptor/spending-paths.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { descriptorKinds } from './descriptor-kinds.ts';

// The engine calls these functions for each descriptor or coin of a wallet, so only callers of the
// package are checked.

export const addChecksum: typeof checksum.addChecksum = (payload) => {
  checkArguments('addChecksum', { payload: [payload, 'text'] });
  if (payload.includes('#')) {
    throw argumentError(
      'addChecksum: payload must be a descriptor without a checksum',
      "Cut it at its #: text.split('#')[0]. parseDescriptor checks the checksum that it has.",
    );
  }
  return checksum.addChecksum(payload);
};

export const isRange: typeof descriptors.isRange = (descriptor) => {
  checkArguments('isRange', { descriptor: [descriptor, 'Descriptor'] }, descriptorKinds);
  return descriptors.isRange(descriptor);
};

export const spendingPaths: typeof paths.spendingPaths = (descriptor) => {
  checkArguments('spendingPaths', { descriptor: [descriptor, 'Descriptor'] }, descriptorKinds);
  return paths.spendingPaths(descriptor);
};

export const toSigningProvider: typeof provider.toSigningProvider = (flatProvider, getPreimage) => {
  checkArguments(
    'toSigningProvider',
    {
      flatProvider: [flatProvider, 'FlatSigningProvider'],
      getPreimage: [getPreimage, 'function?'],
    },
    {
      FlatSigningProvider: {
        scripts: 'ReadonlyMap',
        publicKeys: 'ReadonlyMap',
        origins: 'ReadonlyMap',
        privateKeys: 'ReadonlyMap',
        aggregates: 'ReadonlyMap',
        taproot: 'ReadonlyMap',
      },
      ReadonlyMap: {
        is: (value: unknown) =>
          ['get', 'entries'].every((name) => typeof Object(value)[name] === 'function'),
        words: 'a Map',
      },
    },
  );
  return provider.toSigningProvider(flatProvider, getPreimage);
};
