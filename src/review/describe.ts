import { formatBoth } from '../encoding/amount.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { formatUtc } from '../encoding/utc.ts';
import { formatAddress, groupsOfFour } from '../script/address.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { walkScript } from '../script/script.ts';
import { perKvb } from '../transaction/fee-bounds.ts';
import { formatRate } from '../transaction/fee-messages.ts';
import { MAX_BIP125_RBF_SEQUENCE } from '../transaction/transaction.ts';
import type { Severity } from './catalog.ts';
import { describeInputs } from './describe-inputs.ts';
import { claimOf, sum } from './facts.ts';
import { takesMoreInputs } from './fee-proof.ts';
import { placesOf } from './finding-case.ts';
import { howToFix } from './fix.ts';
import type {
  FeeProof,
  Finding,
  OutputRole,
  Review,
  ReviewedInput,
  ReviewedOutput,
  ReviewedSilentPayment,
} from './model.ts';
import { shownNetwork } from './other-network.ts';
import { isPending } from './outputs.ts';
import type { Section } from './section.ts';

/**
 * Describes a review, with the worst findings last: next to the question whether to sign. Labels
 * come from other people and may contain any text.
 */
export function describeReview(review: Review, network: Network): readonly Section[] {
  const findings = [...review.findings].reverse();
  // It says how to read every address that follows.
  const isFirst = ({ id }: Finding) => id === 'keys-of-another-network';
  return [
    ...findings.filter(isFirst).map(describeFinding),
    ...describeFacts(review, network),
    ...findings.filter((each) => !isFirst(each)).map(describeFinding),
  ];
}

/** Lists the facts of a review, those of the outputs first. */
export function describeFacts(review: Review, network: Network): readonly Section[] {
  const shown = shownNetwork(review, network);
  return [
    ...review.outputs.map((output, index) => describeOutput(output, index, review, shown)),
    describeFee(review),
    ...describeInputs(review),
    ...describeBalance(review),
    describeWhole(review),
  ];
}

const ROLES: { readonly [R in OutputRole]: string } = {
  payment: 'pays',
  change: 'change, back to you',
  own: 'pays one of your addresses',
  data: 'data',
  burned: 'DESTROYED, it can never be spent',
  anyone: 'ANYONE can spend it',
  unknown: 'a witness version without rules yet',
};

const CLAIMS = {
  unproven: 'labelled as change, NOT VERIFIED',
  false: 'NOT your change, it goes to others',
} as const;

function describeOutput(
  output: ReviewedOutput,
  index: number,
  review: Review,
  network: Network,
): Section {
  const { value, scriptPubKey, role, label, owner, silentPayment } = output;
  const address = formatAddress(scriptPubKey, network);
  const named = label === undefined || label === '' ? '' : `: ${oneLine(label)}`;
  const claim = claimOf(output, review);
  return {
    heading: `Output ${index}: ${claim === undefined ? ROLES[role] : CLAIMS[claim]}${named}`,
    lines: [
      ...(silentPayment ? [silentText(silentPayment, isPending(output))] : []),
      ...(isPending(output) ? [] : [groupsOfFour(address ?? encodeHex(scriptPubKey))]),
      formatBoth(value),
      ...(role === 'data' ? dataText(output) : []),
      ...(owner ? [`verified yours: ${oneLine(owner.paths.join(', '))}`] : []),
    ],
  };
}

function silentText({ address, isProven }: ReviewedSilentPayment, isUnset: boolean): string {
  const state = isUnset ? 'script not computed yet' : isProven ? 'proven' : 'NOT proven';
  return `silent payment to ${groupsOfFour(address)}, ${state}`;
}

const oneLine = (text: string) => text.replace(/[\n\r\t ]+/g, ' ');

/** Returns the content of a data output, if it is text. */
function dataText({ scriptPubKey }: ReviewedOutput): readonly string[] {
  const [, ...pushes] = walkScript(scriptPubKey) ?? [];
  const texts = pushes.map(({ data }) =>
    [...data].map((byte) => String.fromCharCode(byte)).join(''),
  );
  return texts.flatMap((text) => (/^[\x20-\x7e]+$/.test(text) ? [`as text: ${text}`] : []));
}

const ONLY_CLAIMED = 'Fee, NOT PROVEN: it depends on amounts that are only claimed';

const PROOFS: { readonly [K in FeeProof['kind']]: string } = {
  proven: 'Fee, proven',
  claimed: ONLY_CLAIMED,
  sessions: ONLY_CLAIMED,
  foreign: 'Fee, NOT PROVEN: it depends on amounts that others claim',
  open: 'Fee, NOT PROVEN: others can change it after you have signed',
  unknown: 'Fee, UNKNOWN',
};

function describeFee(review: Review): Section {
  const { fee, feeProof, isWhole, knowsOwners, inputs } = review;
  if (!isWhole) {
    const least = fee > 0n ? ` It is at least ${formatBoth(fee)}, ${describeCost(review)}.` : '';
    return { heading: PROOFS.unknown, lines: [`The amount of an input is missing.${least}`] };
  }
  if (fee < 0n && takesMoreInputs(inputs, knowsOwners)) {
    const lines = [`The outputs are worth ${formatBoth(-fee)} more than the inputs.`];
    return { heading: 'Fee, UNKNOWN: others still have to add inputs', lines };
  }
  const most = feeProof.atMost;
  return {
    heading: PROOFS[feeProof.kind],
    lines: [
      formatBoth(fee),
      describeCost(review),
      ...(most === undefined ? [] : [`It could be up to ${formatBoth(most)}.`]),
    ],
  };
}

/** Returns rate and share, which every screen shows beside the fee. */
export function describeCost({
  feeRate,
  feeShare,
  isFinal,
}: Pick<Review, 'feeRate' | 'feeShare' | 'isFinal'>): string {
  const rate = `${isFinal ? '' : 'about '}${formatRate(perKvb(feeRate))}`;
  if (feeShare === undefined) return rate;
  const fraction = String(feeShare % 100).padStart(2, '0');
  const share = feeShare === 0 ? 'under 0.01' : `${Math.trunc(feeShare / 100)}.${fraction}`;
  return `${rate}, ${share} % of the payment`;
}

/** Describes the change to the user's balance. */
function describeBalance({ inputs, outputs, knowsOwners }: Review): readonly Section[] {
  if (!knowsOwners) return [];
  const isUnclear = ({ owner, claim, value: amount, scriptPubKey }: ReviewedInput) =>
    owner
      ? amount === undefined
      : claim === 'key' || claim === 'shared' || scriptPubKey === undefined;
  const unclear = placesOf(inputs, isUnclear);
  if (unclear.length > 0) {
    const lines = [`unknown, because it depends on ${places('input', unclear).join()}`];
    return [{ heading: 'Your balance', lines }];
  }
  const own = inputs.filter(({ owner }) => owner !== undefined);
  const brings = sum(own.map(({ value: amount }) => amount ?? 0n));
  const returns = sum(outputs.filter(({ owner }) => owner !== undefined).map(({ value }) => value));
  const lines = [
    brings === returns
      ? 'does not change'
      : brings > returns
        ? `goes down by ${formatBoth(brings - returns)}, fee included`
        : `goes up by ${formatBoth(returns - brings)}`,
  ];
  return [{ heading: 'Your balance', lines }];
}

function describeWhole(review: Review): Section {
  const { transaction, vsize, isFinal } = review;
  const { version, inputs, locktime } = transaction;
  const isReplaceable =
    version === 3 || inputs.some(({ sequence }) => sequence <= MAX_BIP125_RBF_SEQUENCE);
  return {
    heading: 'Transaction',
    lines: [
      `version ${version}, ${isFinal ? '' : 'about '}${vsize} virtual bytes`,
      isReplaceable ? 'replaceable (RBF)' : 'replace-by-fee is off',
      describeLocktime(locktime),
    ],
  };
}

function describeLocktime(locktime: number): string {
  if (locktime === 0) return 'no time lock';
  return locktime < LOCKTIME_THRESHOLD
    ? `time-locked until after block ${locktime}`
    : `time-locked until after ${formatUtc(locktime)} UTC`;
}

const TONES: { readonly [S in Severity]: string } = { stop: 'STOP', warn: 'WARNING', note: 'Note' };

function describeFinding({ id, severity, text, advice, inputs, outputs }: Finding): Section {
  const about = [...places('input', inputs), ...places('output', outputs)];
  return {
    heading: `${TONES[severity]}: ${text}`,
    lines: [advice, ...howToFix(id), `(${[id, ...about].join(', ')})`],
    tone: severity,
  };
}

/** Most inputs or outputs that a finding lists. */
const MOST_LISTED = 8;

function places(name: string, list: readonly number[]): readonly string[] {
  if (list.length === 0) return [];
  const more = list.length - MOST_LISTED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return [`${name}${list.length > 1 ? 's' : ''} ${list.slice(0, MOST_LISTED).join(' ')}${rest}`];
}
