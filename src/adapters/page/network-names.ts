/** Names of the networks, also in errors of the worker. */
export const networkNames = {
  main: 'Bitcoin',
  test: 'Testnet 3',
  testnet4: 'Testnet 4',
  signet: 'Signet',
  regtest: 'Regtest',
} as const;
