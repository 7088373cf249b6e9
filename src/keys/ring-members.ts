/** The checks of the members of a key ring. */
export const ringMembers = {
  masters: 'object[]',
  descriptors: 'object[]',
  canSign: 'any',
  hasWallet: 'any',
  notes: 'any',
  facts: 'any',
  network: 'any',
} as const;
