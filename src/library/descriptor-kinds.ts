import type { MembersOf } from '../arguments/basic-kinds.ts';
import type { MiniscriptDescriptor, TreeLeaf } from '../descriptor/descriptor.ts';
import type { ExtendedPublicKey } from '../descriptor/extended-key.ts';
import type { KeyOrigin } from '../signing/provider.ts';

const oneKey = { key: 'KeyExpression' } as const;
const manyKeys = { threshold: 'integer', keys: 'KeyExpression[]', sorted: 'boolean' } as const;

/** Kinds for the parts of a descriptor, for `checkedWith`. */
export const descriptorKinds = {
  Descriptor: {
    isExact: true,
    variants: {
      addr: { scriptPubKey: 'bytes' },
      raw: { scriptPubKey: 'bytes' },
      pk: { ...oneKey, xOnly: 'boolean' },
      pkh: oneKey,
      wpkh: oneKey,
      combo: oneKey,
      rawtr: oneKey,
      unused: oneKey,
      multi: manyKeys,
      multi_a: manyKeys,
      sh: { script: 'Descriptor' },
      wsh: { script: 'Descriptor' },
      tr: { ...oneKey, leaves: 'TreeLeaf[]' },
      miniscript: { keys: 'KeyExpression[]', node: 'MiniscriptNode' },
    },
  },
  TreeLeaf: { only: { depth: 'integer', script: 'Descriptor' } },
  KeyExpression: {
    isExact: true,
    variants: {
      constant: { index: 'integer', publicKey: 'bytes', xOnly: 'boolean' },
      extended: {
        index: 'integer',
        root: 'ExtendedPublicKey',
        path: 'uint32[]',
        wildcard: 'text',
        apostrophe: 'boolean',
      },
      origin: {
        index: 'integer',
        origin: 'DescriptorOrigin',
        apostrophe: 'boolean',
        key: 'KeyExpression',
      },
      musig: {
        index: 'integer',
        participants: 'KeyExpression[]',
        path: 'uint32[]',
        wildcard: 'text',
      },
    },
  },
  ExtendedPublicKey: {
    only: {
      publicKey: 'bytes',
      chainCode: 'bytes',
      depth: 'integer',
      parentFingerprint: 'bytes',
      childNumber: 'uint32',
    },
  },
  DescriptorOrigin: { only: { fingerprint: 'bytes', path: 'uint32[]' } },
  MiniscriptNode: {
    only: {
      fragment: 'text',
      context: 'text',
      k: 'integer',
      keys: 'integer[]',
      data: 'bytes',
      subs: 'MiniscriptNode[]',
      type: 'integer',
      scriptSize: 'integer',
      bounds: 'object',
    },
  },
} as const satisfies {
  readonly Descriptor: unknown;
  readonly TreeLeaf: { readonly only: MembersOf<TreeLeaf> };
  readonly KeyExpression: unknown;
  readonly ExtendedPublicKey: { readonly only: MembersOf<ExtendedPublicKey> };
  readonly DescriptorOrigin: { readonly only: MembersOf<KeyOrigin> };
  readonly MiniscriptNode: { readonly only: MembersOf<MiniscriptDescriptor['node']> };
};

/** Returns true for an integer from 0 to `most`. */
const isUnsigned = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** The checks of extended keys and of numbers of accounts. */
export const extendedKeyKinds = {
  position: {
    is: (value: unknown) => isUnsigned(value, 0x7fffffff),
    words: 'a whole number from 0 to 2147483647',
  },
  ExtendedPrivateKey: {
    privateKey: 'PrivateKey',
    chainCode: 'bytes',
    depth: 'integer',
    parentFingerprint: 'bytes',
    childNumber: 'integer',
  },
} as const;
