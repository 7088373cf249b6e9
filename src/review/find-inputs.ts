import { formatBoth } from '../encoding/amount.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isPayToAnchor } from '../script/script.ts';
import { annexOf } from '../script/taproot.ts';
import { outPointKey } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import { doubledInputs } from './facts.ts';
import { findInTypes } from './find-types.ts';
import {
  type FindingCase,
  gather as gatherOf,
  placesOf,
  type Searched,
  withMisfits,
} from './finding-case.ts';
import type { ReviewedInput, ReviewFacts } from './model.ts';
import { isOnOtherPath } from './other-network.ts';
import { MOST_IN_LIST } from './own-keys.ts';
import { addedPayees, keepsPayees } from './past.ts';
import type { Spend } from './subject.ts';

type Inputs = readonly ReviewedInput[];

/** Amount in satoshi: coins that are sent to link addresses are about as small as nodes allow. */
const TINY = 1000n;

const gather = (
  id: FindingId,
  inputs: Inputs,
  fits: (input: ReviewedInput, index: number) => boolean,
): readonly FindingCase[] => gatherOf(id, 'inputs', inputs, fits);

export function findInInputs(searched: Searched): readonly FindingCase[] {
  const { facts, evidence } = searched;
  const { inputs } = facts;
  const problems = new Set(inputs.flatMap((input) => input.problems));
  return [
    ...[...problems].flatMap((id) =>
      gather(id, inputs, (input) => input.problems.includes(id)).map((found) =>
        id === 'script-mismatch'
          ? withMisfits(found, searched.subject.spends, found.inputs)
          : found,
      ),
    ),
    ...findInTypes(facts),
    ...gather('input-null', inputs, ({ outPoint }) => /^0+$/.test(outPoint.txid)),
    ...doubledInputs(facts).map((pair): FindingCase => ({ id: 'input-twice', inputs: pair })),
    ...findInLocks(searched),
    ...gather(
      'signature-invalid',
      inputs,
      (input, i) => isBroken(input) && searched.subject.spends[i]?.unmetLock === undefined,
    ).map((found) => withFaults(found, inputs)),
    ...gather(
      'coin-not-found',
      inputs,
      ({ outPoint }) =>
        evidence.knowsAllCoins === true && !evidence.known?.has(outPointKey(outPoint)),
    ),
    ...findInOwners(searched),
    ...findInAmounts(facts),
    ...findInPaths(searched),
    ...findInPast(searched),
    ...gather(
      'annex',
      inputs,
      (_, i) => annexOf(facts.transaction.inputs[i]?.witness ?? []) !== undefined,
    ),
  ];
}

const findInLocks = ({ subject, evidence }: Searched): readonly FindingCase[] =>
  subject.spends.flatMap(({ unmetLock, lockOf, named }, index): readonly FindingCase[] => {
    const canSign = evidence.findOwners?.keys?.canSign;
    const isOpen = unmetLock === undefined && lockOf !== undefined;
    const asked = isOpen && canSign ? named.slice(0, MOST_IN_LIST).filter(canSign) : [];
    const held = asked.map(({ publicKey }) => publicKey);
    const detail = unmetLock ?? (held.length > 0 ? lockOf?.(held) : undefined);
    return detail === undefined ? [] : [{ id: 'lock-unmet', inputs: [index], detail }];
  });

const isBroken = ({ verdict, signatures }: ReviewedInput) =>
  verdict === 'invalid' || signatures.some(({ isValid }) => !isValid);

function withFaults(found: FindingCase, inputs: Inputs): FindingCase {
  const faults = (found.inputs ?? []).flatMap(
    (index) => inputs[index]?.signatures.flatMap(({ fault }) => fault ?? []) ?? [],
  );
  return faults.length > 0 ? { ...found, detail: [...new Set(faults)].join(' ') } : found;
}

function findInOwners({ facts, subject, evidence }: Searched): readonly FindingCase[] {
  const { inputs, knowsOwners } = facts;
  if (!knowsOwners || inputs.length === 0) return [];
  // Anchors belong to no one, and take no signature.
  const foreign = gather(
    'inputs-of-others',
    inputs,
    (input) => isForeign(input) && !isAnchor(input),
  );
  return [
    ...gather('input-foreign-script', inputs, ({ claim }) => claim === 'key'),
    ...gather('wallet-unregistered', inputs, ({ claim }) => claim === 'shared'),
    ...gather('wallet-proven', inputs, ({ isProven }) => isProven === true),
    ...gather('input-not-ours', inputs, ({ claim }) => claim === 'name'),
    ...gather('input-other-account', inputs, ({ owner }) => owner?.isOtherAccount === true),
    ...(inputs.every(isForeign)
      ? [{ id: 'no-input-ours', detail: wrongWallet(subject, evidence) } as const]
      : foreign.map((found) => ({ ...found, detail: ownMasterIn(found, subject, evidence) }))),
  ];
}

const MOST_MASTERS = 5;

/** Names the wallet that the transaction is for and the open one, if it names other master keys. */
function wrongWallet(
  { spends }: Searched['subject'],
  { findOwners }: Searched['evidence'],
): string | undefined {
  const opened = findOwners?.keys?.fingerprints ?? new Set();
  const wanted = new Set(
    spends.flatMap(({ named }) => named.map(({ origin }) => encodeHex(origin.fingerprint))),
  );
  // Some wallets write zeros for a master key that they do not know.
  wanted.delete('00000000');
  const isNamed = [...wanted].some((each) => opened.has(each));
  if (wanted.size === 0 || isNamed) return undefined;
  const listed = [...wanted].slice(0, MOST_MASTERS).join(', ');
  const own = [...opened].slice(0, MOST_MASTERS).join(', ');
  return `This transaction is for ${listed}.${own === '' ? '' : ` You opened ${own}.`}`;
}

/**
 * Explains inputs that name a master key of the user. Only the private key could tell another
 * account of the user from a false claim.
 */
function ownMasterIn(
  { inputs = [] }: FindingCase,
  { spends }: Searched['subject'],
  { findOwners }: Searched['evidence'],
): string | undefined {
  const named = inputs.flatMap((index) => spends[index]?.named ?? []);
  const isOurs = named.some(({ origin }) =>
    findOwners?.keys?.fingerprints.has(encodeHex(origin.fingerprint)),
  );
  return isOurs
    ? 'For them, the PSBT names a master key of your descriptors with a path that the descriptors do not have.'
    : undefined;
}

/** An input without a script may belong to the user. */
const isForeign = ({ owner, claim, scriptPubKey }: ReviewedInput) =>
  owner === undefined && claim === undefined && scriptPubKey !== undefined;

const isAnchor = ({ scriptPubKey }: ReviewedInput) =>
  scriptPubKey !== undefined && isPayToAnchor(scriptPubKey);

/**
 * Finds coins that are worth less than their part of the fee, and coins that may be bait. Coins of
 * others and anchors are neither: they link no addresses, and have another purpose.
 */
function findInAmounts({
  inputs,
  knowsOwners,
  fee,
  vsize,
  isWhole,
}: ReviewFacts): readonly FindingCase[] {
  if (!isWhole || inputs.length < 2) return [];
  const isTiny = ({ value: amount = 0n }: ReviewedInput) => amount <= TINY;
  const mayBeOurs = (input: ReviewedInput) => (knowsOwners ? !isForeign(input) : !isAnchor(input));
  const isBait = inputs.some((input) => mayBeOurs(input) && !isTiny(input));
  // An input of the usual size has at least 68 virtual bytes; a taproot key path has 57.
  const cost = vsize > 0 && fee > 0n ? (fee * 57n) / BigInt(vsize) : 0n;
  const gatherOurs = (id: FindingId, fits: (input: ReviewedInput) => boolean) =>
    gather(id, inputs, (input) => mayBeOurs(input) && fits(input));
  return [
    ...gatherOurs('input-uneconomic', ({ value: amount = 0n }) => amount < cost),
    ...(isBait ? gatherOurs('input-dust', isTiny) : []),
  ];
}

function findInPaths({ facts, subject, evidence }: Searched): readonly FindingCase[] {
  const placesIn = (list: readonly Pick<Spend, 'named'>[]) =>
    placesOf(list, ({ named }) => named.some((each) => isOnOtherPath(each, evidence.network)));
  const [inputs, outputs] = [placesIn(subject.spends), placesIn(subject.claims)];
  const { otherNetwork } = facts;
  if (otherNetwork === 'main') {
    return [{ id: 'network-mismatch', inputs, outputs, detail: SHOWN.main }];
  }
  // Test coins that were taken for real ones can be spent without loss.
  const detail = otherNetwork && SHOWN.test;
  const isFound = otherNetwork !== undefined || inputs.length + outputs.length > 0;
  return isFound ? [{ id: 'keys-of-another-network', inputs, outputs, detail }] : [];
}

const SHOWN = {
  main: 'Its keys are those of real bitcoin. The addresses are shown as on the main network.',
  test: 'Its keys are those of test coins. The addresses are shown as on testnet.',
} as const;

function findInPast({ facts, evidence }: Searched): readonly FindingCase[] {
  const { past, spent } = evidence;
  const before = ({ outPoint }: ReviewedInput) => past?.get(outPointKey(outPoint));
  /**
   * Returns earlier signed transactions of a coin. To keep or cancel the payments of one is enough.
   */
  const signedBefore = (input: ReviewedInput) => {
    const known = before(input);
    const others = spent?.get(outPointKey(input.outPoint)) ?? [];
    return known?.isSigned === true ? [known, ...others] : others;
  };
  const hasChanged = (input: ReviewedInput) => {
    const amount = before(input)?.value;
    return amount !== undefined && input.value !== undefined && amount !== input.value;
  };
  const kept = facts.inputs.map((input) =>
    signedBefore(input).filter((each) => keepsPayees(each, facts)),
  );
  const added = kept.map((earlier) => {
    const lists = earlier.map((each) => addedPayees(each, facts));
    // A payee is not new if one of the earlier transactions paid it, and was signed as well.
    return lists.reduce(
      (least, each) => (each.length < least.length ? each : least),
      lists[0] ?? [],
    );
  });
  const newPayees = [...new Set(added.flat())];
  return [
    ...(newPayees.length > 0
      ? [
          {
            id: 'payee-added',
            inputs: placesOf(added, (outputs) => outputs.length > 0),
            outputs: newPayees,
          } as const,
        ]
      : []),
    ...gather('coin-amount-changed', facts.inputs, hasChanged).map((found): FindingCase => {
      const first = facts.inputs[found.inputs?.[0] ?? 0];
      const was = first && before(first)?.value;
      return was === undefined || first?.value === undefined
        ? found
        : { ...found, detail: `Then ${formatBoth(was)}, now ${formatBoth(first.value)}.` };
    }),
    ...gather(
      'coin-paid-elsewhere',
      facts.inputs,
      (input, i) => signedBefore(input).length > 0 && kept[i]?.length === 0,
    ),
  ];
}
