import { formatAmount, formatBoth } from '../../../encoding/amount.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import type { NetworkName } from '../../../encoding/network.ts';
import { visible } from '../../../encoding/unseen.ts';
import { catalogEntry, findingIds } from '../../../review/catalog.ts';
import { describeCost, describeFacts } from '../../../review/describe.ts';
import { claimOf, sum } from '../../../review/facts.ts';
import { howToFix, problemOf } from '../../../review/fix.ts';
import { reviewId } from '../../../review/id.ts';
import type { Cosigners, Finding, OutputRole, Review } from '../../../review/model.ts';
import { shownNetwork } from '../../../review/other-network.ts';
import { type PictureNode, reviewPicture } from '../../../review/picture.ts';
import { canConfirm, refusedBy, screenPolicy } from '../../../review/policy.ts';
import type { Section } from '../../../review/section.ts';
import { isSignable } from '../../../review/turn.ts';
import { formatAddress } from '../../../script/address.ts';
import { matchWitnessProgram } from '../../../script/script.ts';
import { transactionId } from '../../../transaction/txid.ts';
import type { Session } from './session.ts';

export type FindingView = Pick<Finding, 'id' | 'severity' | 'text' | 'advice'> & {
  /** End of the text that not each finding of this id has, or empty. */
  readonly detail: string;
  /** The first inputs and outputs of the finding, counted from 0. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** Number of its inputs and outputs that are not listed. */
  readonly others: number;
  /** True if it forbids signing. */
  readonly isStop: boolean;
  /** Instructions to fix it in other programs, one line each. */
  readonly fix: readonly string[];
  /** Key of these instructions in the tables of other languages. */
  readonly problem: string | undefined;
  /** A person may confirm it, so that it no longer forbids signing. */
  readonly canConfirm: boolean;
};

/** A destination of money. */
export type OutputView = {
  readonly role: OutputRole;
  /** Address, or script in hexadecimal; the address of a silent payment. */
  readonly to: string;
  /** Amount in BTC. */
  readonly amount: string;
  /** Path of its key, if the output is ours. */
  readonly path: string | undefined;
  /**
   * `unproven` if the PSBT labels it as change, and no open key or wallet can verify it; `false` if
   * the PSBT does, and the output is not ours.
   */
  readonly claim: 'unproven' | 'false' | undefined;
  /** More about the output: data as text, a silent payment. */
  readonly lines: readonly string[];
};

/** The keys of a multisig script, with their names in the wallet's file. */
export type CosignersView = Omit<Cosigners, 'keys'> & {
  readonly keys: readonly (Cosigners['keys'][number] & { readonly name: string | undefined })[];
};

/** A review as the page shows it. */
export type ReviewView = {
  readonly id: string;
  readonly kind: 'psbt' | 'transaction';
  /** Transaction ID. Absent while signatures can still change it. */
  readonly txid: string | undefined;
  /** The worst first. */
  readonly findings: readonly FindingView[];
  /** Number of checks without a finding. */
  readonly passed: number;
  /** Money that leaves the wallet: to others and as fee. */
  readonly summary: {
    readonly pays: string;
    /** `pays`, plus the outputs that are labelled as change but not verified. */
    readonly paysAtMost: string;
    readonly fee: string | undefined;
    /** Labelled as change, but goes to others. `undefined` if nothing does. */
    readonly stolen: string | undefined;
    /** Rate and share of the fee. */
    readonly cost: string | undefined;
    /** Every valid transaction with these signatures pays this fee. */
    readonly isProven: boolean;
  };
  /** Wide and narrow. */
  readonly pictures: readonly PictureNode[];
  readonly outputs: readonly OutputView[];
  readonly facts: readonly Section[];
  /** Keys of a multisig script, once for each set. */
  readonly cosigners: readonly CosignersView[];
  /** Everything is signed. */
  readonly isFinal: boolean;
  /** An open key can add a signature. */
  readonly canSign: boolean;
  /** No coin belongs to the open keys. */
  readonly isForeign: boolean;
  /** A wallet is open, but it is not the wallet of the coins that the open keys can sign. */
  readonly isOtherWallet: boolean;
  /** All signatures are there, so that no key is needed for the complete transaction. */
  readonly canFinish: boolean;
  /** The test network whose addresses are shown. `undefined`: the main network. */
  readonly shownNetwork: Exclude<NetworkName, 'main'> | undefined;
  /** Signatures are there that can be passed on. */
  readonly canSave: boolean;
};

/** Returns a review as the page shows it. */
export function viewReview(
  review: Review,
  session: Session,
): Omit<ReviewView, 'canFinish' | 'canSave'> {
  const { network, subject } = session;
  const isOtherWallet = holdsOtherCoins(review);
  const judged = isOtherWallet ? judgedByPsbt(review) : review;
  const sections = describeFacts(review, network).map(safeSection);
  const count = review.outputs.length;
  const refused = refusedBy(screenPolicy, review);
  const others = review.outputs.filter(({ owner }) => owner === undefined);
  const foreign = others.filter((output) => claimOf(output, judged) !== 'unproven');
  const stolen = judged.outputs.filter((output) => claimOf(output, judged) === 'false');
  const findings = review.findings.filter(
    ({ id }) =>
      !(id === 'nothing-comes-back' && isSentAll(review, session)) &&
      !(id === 'change-not-ours' && isOtherWallet && stolen.length === 0),
  );
  const shown = shownNetwork(review, network).name;
  const sets = review.inputs.flatMap(({ cosigners }) => cosigners ?? []);
  return {
    id: reviewId(review, network),
    kind: subject?.kind ?? 'psbt',
    txid: hasFixedId(review) ? transactionId(review.transaction) : undefined,
    findings: findings.map((each) => viewFinding(each, refused.includes(each))),
    passed: findingIds.length - review.findings.length,
    summary: {
      pays: formatBoth(sum(foreign.map(({ value }) => value))),
      paysAtMost: formatBoth(sum(others.map(({ value }) => value))),
      stolen: stolen.length === 0 ? undefined : formatBoth(sum(stolen.map(({ value }) => value))),
      fee: review.isWhole ? formatBoth(review.fee) : undefined,
      cost: review.isWhole && review.fee >= 0n ? describeCost(review) : undefined,
      isProven: review.feeProof.kind === 'proven',
    },
    pictures: [false, true].map((narrow) => reviewPicture(judged, network, { narrow })),
    outputs: judged.outputs.map((output, i) => viewOutput(output, sections[i], judged, session)),
    facts: sections.slice(count).filter(({ tone }) => tone === undefined),
    cosigners: differentSets(sets).map((set) => namedSet(set, session)),
    isFinal: review.isFinal,
    canSign: review.inputs.some(isSignable),
    isForeign: review.findings.some(({ id }) => id === 'no-input-ours'),
    isOtherWallet,
    shownNetwork: shown === 'main' ? undefined : shown,
  };
}

/** Returns true if a wallet is open, but not that of the coins that the open keys can sign. */
const holdsOtherCoins = ({ findings, inputs }: Review): boolean =>
  findings.some(({ id }) => id === 'input-foreign-script') &&
  inputs.every(({ owner }) => owner === undefined);

/**
 * Returns a review without the verdict of the open wallet, which is not that of the coins. Change
 * that the PSBT itself contradicts is still a theft.
 */
const judgedByPsbt = (review: Review): Review => ({
  ...review,
  knowsOwners: false,
  outputs: review.outputs.map((output) => ({
    ...output,
    isForged: output.isForged === true || output.isStrange === true,
  })),
});

/** Returns true for a payment made here that sends all its coins to one address, less the fee. */
function isSentAll({ transaction, outputs, fee, isWhole }: Review, { sentAll }: Session): boolean {
  const [only, ...more] = outputs;
  if (sentAll === undefined || only === undefined || more.length > 0 || !isWhole) return false;
  return only.value + fee === sentAll.amount && transactionId(transaction) === sentAll.txid;
}

/** Returns true if no signature changes the id: each is in a witness, or all are there. */
const hasFixedId = ({ isFinal, inputs }: Review): boolean =>
  isFinal || inputs.every(({ scriptPubKey }) => scriptPubKey && matchWitnessProgram(scriptPubKey));

/** Returns each set of cosigners once. Scripts of one wallet have them in different orders. */
function differentSets(sets: readonly Cosigners[]): readonly Cosigners[] {
  const inOrder = ({ required, keys }: Cosigners) =>
    JSON.stringify([required, ...keys.map((key) => JSON.stringify(key)).sort()]);
  return [...new Map([...sets].reverse().map((set) => [inOrder(set), set])).values()].reverse();
}

const namedSet = ({ keys, ...set }: Cosigners, { keyNames }: Session): CosignersView => ({
  ...set,
  keys: keys.map((key) => ({ ...key, name: keyNames.get(key.fingerprint ?? '') })),
});

function viewOutput(
  output: Review['outputs'][number],
  section: Section | undefined,
  review: Review,
  { network }: Session,
): OutputView {
  const { role, scriptPubKey, value, owner, silentPayment } = output;
  const address = formatAddress(scriptPubKey, shownNetwork(review, network));
  return {
    role,
    to: silentPayment?.address ?? address ?? encodeHex(scriptPubKey),
    amount: formatAmount(value),
    path: owner?.paths.join(', '),
    claim: claimOf(output, review),
    lines: (section?.lines ?? []).filter((line) => /^(as text|silent payment)/.test(line)),
  };
}

/** Makes labels and data, which come from others, safe to show. */
const safeSection = ({ heading, lines, ...rest }: Section): Section => ({
  heading: visible(heading),
  lines: lines.map(visible),
  ...rest,
});

const MOST_PLACES = 8;

function viewFinding(
  { id, severity, text, advice, inputs, outputs }: Finding,
  isStop: boolean,
): FindingView {
  const listed = inputs.slice(0, MOST_PLACES);
  const rest = outputs.slice(0, MOST_PLACES - listed.length);
  return {
    id,
    severity,
    text,
    advice,
    isStop,
    detail: text.slice(catalogEntry(id).text.length).trim(),
    canConfirm: canConfirm(id),
    fix: howToFix(id),
    problem: problemOf(id),
    inputs: listed,
    outputs: rest,
    others: inputs.length + outputs.length - listed.length - rest.length,
  };
}
