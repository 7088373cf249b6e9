import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import type { KeyRing, RingContext } from '../keys/key-ring.ts';
import * as rings from '../keys/open-ring.ts';
import type { Psbt } from '../psbt/psbt.ts';
import * as catalog from '../review/catalog.ts';
import type { Evidence, FindOwners } from '../review/evidence.ts';
import * as id from '../review/id.ts';
import type { Review } from '../review/model.ts';
import * as owners from '../review/own-descriptors.ts';
import * as past from '../review/past.ts';
import * as policy from '../review/policy.ts';
import { psbtSubject } from '../review/psbt-subject.ts';
import { reviewSubject } from '../review/review.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { checked } from './review-kinds.ts';

/**
 * Reviews a PSBT: its effect once it is signed, and warnings about it. Returns `undefined` if the
 * lock times that its inputs ask for exclude each other. Without `findOwners` the owners of outputs
 * are unknown. The curve may be left out.
 */
export const reviewPsbt: (
  psbt: Psbt,
  evidence: Evidence,
  secp256k1?: Secp256k1,
) => Review | undefined = /* @__PURE__ */ checked(
  'reviewPsbt',
  { psbt: 'Psbt', evidence: 'Evidence', secp256k1: 'Secp256k1?' },
  (psbt: Psbt, evidence: Evidence, secp256k1: Secp256k1 = nobleSecp256k1) => {
    const subject = psbtSubject(psbt, secp256k1);
    return subject && reviewSubject(subject, evidence);
  },
);
/**
 * Finds the scripts of these descriptors. Positions that a PSBT names are tried first, then the
 * complete range. A match is always derived here, not taken from the PSBT.
 */
export const descriptorOwners: (
  descriptors: readonly owners.OwnDescriptor[],
  source: CurveOption<PrivateKeySource>,
) => FindOwners = /* @__PURE__ */ checked(
  'descriptorOwners',
  { descriptors: 'OwnDescriptor[]', source: 'PrivateKeySource' },
  (descriptors, source) => owners.descriptorOwners(descriptors, withCurve(source)),
);
/**
 * Finds owners by the keys and wallets that `readKeys` of `coldsign/seed` returned: the standard
 * accounts of a seed, registered wallets, and every key of the PSBT whose path leads to it. Wipes
 * the keys that it derives; the ring stays as it is. The curve may be left out.
 */
export const keyOwners: (
  ring: KeyRing,
  psbt: Psbt,
  context: CurveOption<RingContext>,
) => FindOwners = /* @__PURE__ */ checked(
  'keyOwners',
  { ring: 'KeyRing', psbt: 'Psbt', context: 'RingContext' },
  (ring, psbt, context) => rings.keyOwners(ring, psbt, withCurve(context)),
);
export const payeesDigest: typeof past.payeesDigest = /* @__PURE__ */ checked(
  'payeesDigest',
  { outputs: 'ReviewedOutput[]' },
  past.payeesDigest,
);
export const pastCoins: typeof past.pastCoins = /* @__PURE__ */ checked(
  'pastCoins',
  { review: 'Review', isSigned: 'boolean' },
  past.pastCoins,
);
export const reviewId: typeof id.reviewId = /* @__PURE__ */ checked(
  'reviewId',
  { review: 'Review', network: 'Network' },
  id.reviewId,
);
export const reviewIdFacts: typeof id.reviewIdFacts = /* @__PURE__ */ checked(
  'reviewIdFacts',
  { review: 'Review', network: 'Network' },
  id.reviewIdFacts,
);
export const refusedBy: typeof policy.refusedBy = /* @__PURE__ */ checked(
  'refusedBy',
  { policy: 'Policy', review: 'Review', id: 'text?' },
  policy.refusedBy,
);
export const overriddenIn: typeof policy.overriddenIn = /* @__PURE__ */ checked(
  'overriddenIn',
  { review: 'Review' },
  policy.overriddenIn,
);
export const canConfirm: typeof policy.canConfirm = /* @__PURE__ */ checked(
  'canConfirm',
  { id: 'text' },
  policy.canConfirm,
);
export const catalogEntry: typeof catalog.catalogEntry = /* @__PURE__ */ checked(
  'catalogEntry',
  { id: 'text' },
  catalog.catalogEntry,
);
