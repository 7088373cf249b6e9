import { coreKinds, workersMembers } from './kinds.ts';

/** Kinds of arguments that signing needs. */
export const signingKinds = {
  ...coreKinds,
  Coin: { value: 'int64?', scriptPubKey: 'bytes' },
  Miniscript: { decode: 'function', satisfy: 'function' },
  PrivateKey: { reveal: 'function', publicKey: 'function' },
  Signers: { only: { signer: 'function?', workers: 'SigningWorkers?', pause: 'function?' } },
  SigningJob: {
    only: {
      transaction: 'Transaction',
      coins: 'Map<Coin?>',
      provider: 'SigningProvider',
      sighashType: 'uint32',
      onProgress: 'function?',
      secp256k1: 'Curve?',
      maxFeeRate: 'number?',
      maxFee: 'bigint?',
    },
  },
  SigningProvider: {
    getScript: 'function',
    getPublicKey: 'function',
    getPublicKeyByXOnlyHash: 'function',
    canSign: 'function',
    getPrivateKey: 'function',
    getKeyOrigin: 'function',
    getTaprootSpendData: 'function',
    getTaprootTree: 'function',
    getMusigParticipants: 'function',
    getPreimage: 'function',
    pathOf: 'function?',
    miniscript: 'Miniscript?',
  },
  SigningWorkers: workersMembers,
} as const;
