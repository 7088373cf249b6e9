/** Kinds for the parts of a descriptor, for `checkedWith`. */
export const descriptorKinds = {
  Descriptor: {
    variants: {
      addr: { scriptPubKey: 'bytes' },
      raw: { scriptPubKey: 'bytes' },
      pk: { key: 'object', xOnly: 'boolean' },
      pkh: { key: 'object' },
      wpkh: { key: 'object' },
      combo: { key: 'object' },
      rawtr: { key: 'object' },
      unused: { key: 'object' },
      multi: { threshold: 'integer', keys: 'object[]', sorted: 'boolean' },
      multi_a: { threshold: 'integer', keys: 'object[]', sorted: 'boolean' },
      sh: { script: 'Descriptor' },
      wsh: { script: 'Descriptor' },
      tr: { key: 'object', leaves: 'TreeLeaf[]' },
      miniscript: { keys: 'object[]', node: 'object' },
    },
  },
  TreeLeaf: { depth: 'integer', script: 'Descriptor' },
} as const;

/** Returns true for an integer from 0 to `most`. */
export const isUnsigned = (value: unknown, most: number): boolean =>
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
