import { signingKinds } from './signing-kinds.ts';

/** Kinds of arguments that several functions have. */
export const argumentKinds = {
  ...signingKinds,
  CoinToProve: { prevout: 'OutPoint', output: 'TxOut', previousTransaction: 'Transaction?' },
  DescriptorContext: { only: { network: 'NetworkName|Network', secp256k1: 'Curve?' } },
  KeyProviderOptions: {
    only: {
      keys: 'PrivateKey[]',
      publicKeys: 'bytes[]?',
      scripts: 'bytes[]?',
      taproot: 'any',
      bip86: 'boolean?',
      secp256k1: 'Curve?',
    },
  },
  MessageJob: {
    only: {
      version: 'uint32?',
      locktime: 'uint32?',
      sequence: 'uint32?',
      message: 'text|bytes',
      scriptPubKey: 'bytes',
      provider: 'SigningProvider',
      format: 'text?',
      coins: 'CoinToProve[]?',
      secp256k1: 'Curve?',
    },
  },
  PrivateKeySource: {
    findPrivateKey: 'function',
    derived: 'any',
    readCache: 'any',
    writeCache: 'any',
    secp256k1: 'Curve?',
  },
  SignedMessage: { only: { message: 'text|bytes', scriptPubKey: 'bytes', signature: 'text' } },
} as const;
