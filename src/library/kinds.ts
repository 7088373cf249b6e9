import { basicKinds, type Kinds, type MembersOf } from '../arguments/basic-kinds.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { backendMembers } from '../crypto/secp256k1.ts';
import type { Network } from '../encoding/network.ts';
import type { SigningWorkers } from '../signing/batch-signer.ts';
import { transactionKinds } from '../transaction/transaction.ts';

/** The members of a network. A misspelt one of a network of your own would be absent. */
export const networkMembers = {
  name: 'any',
  hrp: 'any',
  pubKeyHash: 'any',
  scriptHash: 'any',
  wif: 'any',
  xpub: 'any',
  xprv: 'any',
  rpcPort: 'any',
  folder: 'any',
} as const satisfies MembersOf<Network>;

/** The members of threads that sign. */
export const workersMembers = {
  signEcdsaMany: 'function',
  signSchnorrMany: 'function',
  verifyAll: 'function',
  beginEcdsa: 'function?',
  beginSchnorr: 'function?',
  publicKeyMany: 'function?',
  legacyDigests: 'function?',
} as const satisfies MembersOf<SigningWorkers>;

/** Kinds that payments also need. */
export const coreKinds = {
  ...basicKinds,
  ...transactionKinds,
  // Nothing but a backend is a curve, so all of its members are checked.
  Curve: backendMembers,
} as const satisfies Kinds & {
  readonly Curve: MembersOf<Secp256k1>;
};
