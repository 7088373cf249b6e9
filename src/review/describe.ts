import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { formatUtc } from '../encoding/utc.ts';
import { formatAddress } from '../script/address.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { walkScript } from '../script/script.ts';
import { MAX_BIP125_RBF_SEQUENCE } from '../transaction/transaction.ts';
import { formatBoth, formatRate, groupsOfFour } from './amounts.ts';
import type { Severity } from './catalog.ts';
import { describeInputs } from './describe-inputs.ts';
import { sum } from './facts.ts';
import { takesMoreInputs } from './fee-proof.ts';
import { placesOf } from './found.ts';
import type {
  FeeProof,
  Finding,
  OutputRole,
  Review,
  ReviewedInput,
  ReviewedOutput,
  SilentPayment,
} from './model.ts';
import type { Section } from './section.ts';

/**
 * A review in words, the worst last: nearest to the question whether to sign. Labels are of others,
 * and may hold anything.
 */
export function describeReview(review: Review, network: Network): readonly Section[] {
  const findings = [...review.findings].reverse();
  return [
    ...review.outputs.map((output, index) => describeOutput(output, index, network)),
    describeFee(review),
    ...describeInputs(review),
    ...describeBalance(review),
    describeWhole(review),
    ...findings.map(describeFinding),
  ];
}

const ROLES: { readonly [R in OutputRole]: string } = {
  payment: 'pays',
  change: 'change, back to you',
  own: 'pays an address of yours',
  data: 'data',
  burned: 'BURNS, nobody can ever spend it',
  anyone: 'ANYBODY can spend it',
  unknown: 'of a version without rules yet',
};

function describeOutput(output: ReviewedOutput, index: number, network: Network): Section {
  const { value, scriptPubKey, role, label, owner, silentPayment } = output;
  const address = formatAddress(scriptPubKey, network);
  const named = label === undefined || label === '' ? '' : `: ${oneLine(label)}`;
  return {
    heading: `Output ${index}: ${ROLES[role]}${named}`,
    lines: [
      ...(silentPayment ? [silentText(silentPayment)] : []),
      groupsOfFour(address ?? encodeHex(scriptPubKey)),
      formatBoth(value),
      ...(role === 'data' ? dataText(output) : []),
      ...(owner ? [`derived anew: ${oneLine(owner.paths.join(', '))}`] : []),
    ],
  };
}

const silentText = ({ address, isProven }: SilentPayment) =>
  `silent payment to ${groupsOfFour(address)}, ${isProven ? 'proven' : 'NOT proven'}`;

const oneLine = (text: string) => text.replace(/[\n\r\t ]+/g, ' ');

/** What an output with data says, where it is text. */
function dataText({ scriptPubKey }: ReviewedOutput): readonly string[] {
  const [, ...pushes] = walkScript(scriptPubKey) ?? [];
  const texts = pushes.map(({ data }) =>
    [...data].map((byte) => String.fromCharCode(byte)).join(''),
  );
  return texts.flatMap((text) => (/^[\x20-\x7e]+$/.test(text) ? [`as text: ${text}`] : []));
}

const PROOFS: { readonly [K in FeeProof['kind']]: string } = {
  proven: 'Fee, proven',
  claimed: 'Fee, NOT PROVEN: if the amounts that are claimed are true',
  sessions: 'Fee, NOT PROVEN: if the amounts that are claimed are true',
  foreign: 'Fee, NOT PROVEN: if the amounts that others claim are true',
  open: 'Fee, NOT PROVEN: others can change it after you have signed',
  unknown: 'Fee, NOT KNOWN',
};

function describeFee(review: Review): Section {
  const { fee, feeProof, isWhole, knowsOwners, inputs } = review;
  if (!isWhole) {
    const least = fee > 0n ? ` It is at least ${formatBoth(fee)}, ${describeCost(review)}.` : '';
    return { heading: PROOFS.unknown, lines: [`The amount of an input is missing.${least}`] };
  }
  if (fee < 0n && takesMoreInputs(inputs, knowsOwners)) {
    const lines = [`The outputs are worth ${formatBoth(-fee)} more than the inputs.`];
    return { heading: 'Fee, NOT KNOWN: others still have to add inputs', lines };
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
  const rate = `${isFinal ? '' : 'about '}${formatRate(feeRate)}`;
  if (feeShare === undefined) return rate;
  const fraction = String(feeShare % 100).padStart(2, '0');
  return `${rate}, ${Math.trunc(feeShare / 100)}.${fraction} % of what it pays`;
}

/** What it costs whoever the descriptors belong to. */
function describeBalance({ inputs, outputs, knowsOwners }: Review): readonly Section[] {
  if (!knowsOwners) return [];
  const isUnclear = ({ owner, claim, amount, scriptPubKey }: ReviewedInput) =>
    owner
      ? amount === undefined
      : claim === 'key' || claim === 'shared' || scriptPubKey === undefined;
  const unclear = placesOf(inputs, isUnclear);
  if (unclear.length > 0) {
    const lines = [`not known: it rests on ${places('input', unclear).join()}`];
    return [{ heading: 'What you own changes by', lines }];
  }
  const own = inputs.filter(({ owner }) => owner !== undefined);
  const brings = sum(own.map(({ amount }) => amount ?? 0n));
  const returns = sum(outputs.filter(({ owner }) => owner !== undefined).map(({ value }) => value));
  const lines = [
    brings >= returns
      ? `${formatBoth(brings - returns)} less, fee included`
      : `${formatBoth(returns - brings)} more`,
  ];
  return [{ heading: 'What you own changes by', lines }];
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
      isReplaceable ? 'may be replaced by one that pays more' : 'does not ask to be replaceable',
      describeLocktime(locktime),
    ],
  };
}

function describeLocktime(locktime: number): string {
  if (locktime === 0) return 'no lock time';
  return locktime < LOCKTIME_THRESHOLD
    ? `lock time: behind block ${locktime}`
    : `lock time: after ${formatUtc(locktime)} UTC`;
}

const TONES: { readonly [S in Severity]: string } = { stop: 'STOP', warn: 'WARNING', note: 'Note' };

function describeFinding({ id, severity, text, advice, inputs, outputs }: Finding): Section {
  const about = [...places('input', inputs), ...places('output', outputs)];
  return {
    heading: `${TONES[severity]}: ${text}`,
    lines: [advice, `(${[id, ...about].join(', ')})`],
    tone: severity,
  };
}

/** Enough to find them by. */
const MOST_LISTED = 8;

function places(name: string, list: readonly number[]): readonly string[] {
  if (list.length === 0) return [];
  const more = list.length - MOST_LISTED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return [`${name}${list.length > 1 ? 's' : ''} ${list.slice(0, MOST_LISTED).join(' ')}${rest}`];
}
