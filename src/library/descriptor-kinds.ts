/** Kinds of the parts of a descriptor, for `checkedWith`. */
export const descriptorKinds = {
  Descriptor: {
    variants: {
      addr: { scriptPubKey: 'bytes' },
      raw: { scriptPubKey: 'bytes' },
      pk: { key: 'object' },
      pkh: { key: 'object' },
      wpkh: { key: 'object' },
      combo: { key: 'object' },
      rawtr: { key: 'object' },
      unused: { key: 'object' },
      multi: { threshold: 'integer', keys: 'object[]' },
      multi_a: { threshold: 'integer', keys: 'object[]' },
      sh: { script: 'Descriptor' },
      wsh: { script: 'Descriptor' },
      tr: { key: 'object', leaves: 'TreeLeaf[]' },
      miniscript: { keys: 'object[]', node: 'object' },
    },
  },
  TreeLeaf: { depth: 'integer', script: 'Descriptor' },
} as const;
