import { type Kinds, kindsOf, type MembersOf } from '../arguments/basic-kinds.ts';
import type { RingContext } from '../keys/key-ring.ts';
import { ringMembers } from '../keys/ring-members.ts';
import type { NamedOutput } from '../names/judge-names.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import type { AntiExfil } from '../review/anti-exfil.ts';
import type { CheckOptions } from '../review/check-model.ts';
import type { Evidence } from '../review/evidence.ts';
import type { OwnDescriptor } from '../review/own-descriptors.ts';
import { policyKinds } from '../review/policy-kinds.ts';
import type { TransactionEvidence } from '../review/raw-spends.ts';
import { shownKinds } from '../review/shown-kinds.ts';
import { argumentKinds } from './argument-kinds.ts';
import { descriptorKinds } from './descriptor-kinds.ts';

const curve = { secp256k1: 'Curve?' } as const;

const reviewKinds = {
  AntiExfil: {
    input: 'integer',
    publicKey: 'bytes',
    hostCommitment: 'bytes',
    signerCommitment: 'bytes',
    hostEntropy: 'bytes',
  },
  Evidence: {
    only: {
      network: 'NetworkName|Network',
      findOwners: 'function?',
      known: 'Map<Coin>?',
      ages: 'CoinAges?',
      knowsAllCoins: 'boolean?',
      knownScripts: 'bytes[]?',
      now: 'Now?',
      fee: 'bigint?',
      names: 'NamedOutput[]?',
      fees: 'FeeTiers?',
      expectedFeeRate: 'number?',
      lifted: 'integer?',
      past: 'Map<PastCoin>?',
      spent: 'Map<PastCoin[]>?',
    },
  },
  CoinAges: { only: { tip: 'integer', heights: 'Map<integer>' } },
  NamedOutput: { index: 'integer', name: 'text', problem: 'any', validUntil: 'integer?' },
  TransactionTold: {
    only: {
      coins: 'Map<Coin?>',
      previous: 'Transaction[]?',
      provider: 'SigningProvider',
      sighashType: 'integer?',
      secp256k1: 'Curve?',
    },
  },
  CheckOptions: {
    only: {
      ...curve,
      provider: 'SigningProvider?',
      seen: 'Map<text>?',
      transcript: 'AntiExfil[]?',
      network: 'NetworkName|Network?',
    },
  },
  RingContext: { only: { network: 'NetworkName|Network', ...curve } },
  OwnDescriptor: {
    descriptor: 'Descriptor',
    isChange: 'boolean',
    range: 'integer?',
    next: 'integer?',
    used: 'integer?',
  },
} as const satisfies Kinds & {
  readonly AntiExfil: MembersOf<AntiExfil>;
  readonly Evidence: { readonly only: MembersOf<Evidence> };
  readonly NamedOutput: MembersOf<NamedOutput>;
  readonly TransactionTold: { readonly only: MembersOf<TransactionEvidence> };
  readonly CheckOptions: { readonly only: MembersOf<CheckOptions> };
  readonly RingContext: { readonly only: MembersOf<RingContext> };
  readonly OwnDescriptor: MembersOf<OwnDescriptor>;
};

/** Kinds of arguments of reviews. */
export const reviewArguments = /* @__PURE__ */ kindsOf({
  ...argumentKinds,
  ...psbtKinds,
  ...descriptorKinds,
  ...policyKinds,
  ...reviewKinds,
  ...shownKinds,
  KeyRing: ringMembers,
});
