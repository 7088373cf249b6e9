import { checkArguments } from '../arguments/check-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import { networkOf } from '../encoding/network.ts';
import * as rings from '../keys/key-owners.ts';
import type { KeyRing, RingContext } from '../keys/key-ring.ts';
import type { Psbt } from '../psbt/psbt.ts';
import * as check from '../review/check.ts';
import type { Check, CheckOptions } from '../review/check-model.ts';
import { type Evidence, type FindOwners, requireOneNetwork } from '../review/evidence.ts';
import type { Review } from '../review/model.ts';
import { psbtSubject } from '../review/psbt-subject.ts';
import type { TransactionEvidence } from '../review/raw-spends.ts';
import { reviewSubject } from '../review/review.ts';
import { transactionSubject } from '../review/transaction-subject.ts';
import { checkExpected } from '../transaction/fee-messages.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type CurveOption, type NetworkArguments, withCurve } from './curve-option.ts';
import { reviewArguments } from './review-kinds.ts';

/** Completes what a caller knows, and refuses owners of another network. */
function onNetwork(name: string, evidence: NetworkArguments<Evidence>): Evidence {
  const known = { ...evidence, network: networkOf(evidence.network) };
  requireOneNetwork(name, known);
  checkExpected(`${name}: evidence`, known);
  return known;
}

/**
 * Reviews a PSBT: its effect once it is signed, and warnings about it. Returns `undefined` if the
 * lock times that its inputs ask for exclude each other. Without `findOwners` the owners of outputs
 * are unknown.
 *
 * @param psbt - Signed, unsigned or partly signed, of either version.
 * @param evidence - What you know yourself: owners, coins, past payments, heights and seconds
 *   since 1970.
 * @param secp256k1 - Verifies signatures. Default: the curve in pure JavaScript.
 */
export function reviewPsbt(
  psbt: Psbt,
  evidence: NetworkArguments<Evidence>,
  secp256k1: Curve = nobleSecp256k1,
): Review | undefined {
  checkArguments(
    'reviewPsbt',
    { psbt: [psbt, 'Psbt'], evidence: [evidence, 'Evidence'], secp256k1: [secp256k1, 'Curve'] },
    reviewArguments,
  );

  const proven = onNetwork('reviewPsbt', evidence);
  const subject = psbtSubject(psbt, curveOf(secp256k1));
  return subject && reviewSubject(subject, proven);
}
/**
 * Finds owners by the keys and wallets that `readKeys` of `coldsign/seed` returned: the standard
 * accounts of a seed, registered wallets, and every key of the PSBT whose path leads to it. Wipes
 * the keys that it derives; the ring stays as it is.
 *
 * @param ring - As `readKeys` returns it.
 * @param psbt - Names the positions that are tried first.
 * @param context - `network` of the keys.
 */
export function keyOwners(
  ring: KeyRing,
  psbt: Psbt,
  context: CurveOption<RingContext>,
): FindOwners {
  checkArguments(
    'keyOwners',
    { ring: [ring, 'KeyRing'], psbt: [psbt, 'Psbt'], context: [context, 'RingContext'] },
    reviewArguments,
  );
  return rings.keyOwners(ring, psbt, withCurve(context));
}
/**
 * Reviews a raw transaction, signed or not: its effect, and warnings about it.
 *
 * @param transaction - Signed or not.
 * @param known - The coins that it spends, with values in satoshi, and the keys of the signer.
 * @param evidence - What you know yourself: owners, coins, past payments.
 */
export function reviewTransaction(
  transaction: Transaction,
  known: CurveOption<TransactionEvidence>,
  evidence: NetworkArguments<Evidence>,
): Review {
  checkArguments(
    'reviewTransaction',
    {
      transaction: [transaction, 'Transaction'],
      known: [known, 'TransactionTold'],
      evidence: [evidence, 'Evidence'],
    },
    reviewArguments,
  );
  const proven = onNetwork('reviewTransaction', evidence);
  return reviewSubject(transactionSubject(transaction, withCurve(known)), proven);
}

/**
 * Reports the changes that another signer made to a PSBT: what it added, changed or removed, which
 * keys made its signatures, if they are valid, and how its nonces look. `before` is the PSBT that
 * the signer received, `after` the PSBT it returned, or the finished transaction. All options are
 * optional.
 *
 * @param before - The PSBT that was sent to the signer.
 * @param after - What came back, in either version, or the finished transaction.
 * @param options - `provider` for deterministic nonces (RFC 6979), `transcript` for anti-exfil.
 */
export function checkSigned(
  before: Psbt,
  after: Psbt | Transaction,
  options: CurveOption<CheckOptions> = {},
): Check {
  checkArguments(
    'checkSigned',
    {
      before: [before, 'Psbt'],
      after: [after, 'Psbt|Transaction'],
      options: [options, 'CheckOptions'],
    },
    reviewArguments,
  );
  return check.checkSigned(before, after, withCurve(options));
}
