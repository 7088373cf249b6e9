import type { NetworkName } from '../encoding/network.ts';
import { isAnyoneCanPay, isNone, isSingle, isTaprootSighashType } from '../sighash/sighash-type.ts';
import { outPointKey } from '../transaction/transaction.ts';
import { formatBoth } from './amounts.ts';
import type { FindingId } from './catalog.ts';
import { doubledInputs } from './facts.ts';
import { takesMoreInputs, typesOf } from './fee-proof.ts';
import { type Found, gather as gatherOf, type Searched, withMisfits } from './found.ts';
import { isAnnex } from './lock.ts';
import type { ReviewedInput, ReviewFacts } from './model.ts';
import { keepsPayees } from './past.ts';

type Inputs = readonly ReviewedInput[];

/** In satoshi: coins that are sent to link addresses are about as small as nodes allow. */
const TINY = 1000n;

const gather = (
  id: FindingId,
  inputs: Inputs,
  fits: (input: ReviewedInput, index: number) => boolean,
): readonly Found[] => gatherOf(id, 'inputs', inputs, fits);

export function findInInputs(searched: Searched): readonly Found[] {
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
    ...doubledInputs(facts).map((pair): Found => ({ id: 'input-twice', inputs: pair })),
    ...findInLocks(searched),
    ...gather(
      'signature-invalid',
      inputs,
      (input, i) => isBroken(input) && searched.subject.spends[i]?.unmetLock === undefined,
    ),
    ...gather(
      'coin-not-found',
      inputs,
      ({ outPoint }) =>
        evidence.knowsAllCoins === true && !evidence.known?.has(outPointKey(outPoint)),
    ),
    ...findInOwners(facts),
    ...findInAmounts(facts),
    ...findInPaths(searched),
    ...findInPast(searched),
    ...gather('annex', inputs, (_, i) => isAnnex(facts.transaction.inputs[i]?.witness ?? [])),
  ];
}

const findInLocks = ({ subject }: Searched): readonly Found[] =>
  subject.spends.flatMap(({ unmetLock }, index): readonly Found[] =>
    unmetLock === undefined ? [] : [{ id: 'lock-unmet', inputs: [index], detail: unmetLock }],
  );

const isBroken = ({ verdict, signatures }: ReviewedInput) =>
  verdict === 'invalid' || signatures.some(({ isValid }) => !isValid);

/** What is asked for, and what signatures that are there have. */
function findInTypes(facts: ReviewFacts): readonly Found[] {
  const { inputs, outputs, knowsOwners } = facts;
  if (inputs.every((input) => typesOf(input, knowsOwners).length === 0)) return [];
  const some = (id: FindingId, fits: (type: number, index: number) => boolean) =>
    gather(id, inputs, (input, index) =>
      typesOf(input, knowsOwners).some((type) => fits(type, index)),
    );
  const hasOutput = (index: number) => index < outputs.length;
  return [
    ...some('sighash-undefined', (type) => !isTaprootSighashType(type)),
    ...some('sighash-none', isNone),
    ...some('sighash-single', (type, index) => isSingle(type) && hasOutput(index)),
    ...some('sighash-single-without-output', (type, index) => isSingle(type) && !hasOutput(index)),
    ...some('sighash-anyone-can-pay', isAnyoneCanPay).map((found) => withRest(found, facts)),
  ];
}

/** What others can do with such a signature: with ALL, every output stays. */
function withRest(found: Found, { inputs, knowsOwners, fee, isWhole }: ReviewFacts): Found {
  const movable = (found.inputs ?? []).some((index) => {
    const input = inputs[index];
    const types = input ? typesOf(input, knowsOwners) : [];
    return types.some((type) => isAnyoneCanPay(type) && (isNone(type) || isSingle(type)));
  });
  const sentences = [
    ...(movable ? ['They can also spend the coin in another transaction.'] : []),
    ...(isWhole && fee < 0n && takesMoreInputs(inputs, knowsOwners)
      ? [`${formatBoth(-fee)} and the fee are still missing.`]
      : []),
  ];
  return sentences.length > 0 ? { ...found, detail: sentences.join(' ') } : found;
}

function findInOwners({ inputs, knowsOwners }: ReviewFacts): readonly Found[] {
  if (!knowsOwners || inputs.length === 0) return [];
  const foreign = gather('inputs-of-others', inputs, isForeign);
  return [
    ...gather('input-foreign-script', inputs, ({ claim }) => claim === 'key'),
    ...gather('input-not-ours', inputs, ({ claim }) => claim === 'name'),
    ...(foreign[0]?.inputs?.length === inputs.length
      ? [{ id: 'no-input-ours' } as const]
      : foreign),
  ];
}

/** An input without its script can be of the user too. */
const isForeign = ({ owner, claim, scriptPubKey }: ReviewedInput) =>
  owner === undefined && claim === undefined && scriptPubKey !== undefined;

/** Coins that bring less than their part of the fee, and those that may have been sent as bait. */
function findInAmounts({ inputs, fee, vsize, isWhole }: ReviewFacts): readonly Found[] {
  if (!isWhole || inputs.length < 2) return [];
  const isTiny = ({ amount = 0n }: ReviewedInput) => amount <= TINY;
  const isBait = inputs.some((input) => !isTiny(input));
  // An input of the usual size takes 68 virtual bytes at least, by the key path of taproot 57.
  const cost = vsize > 0 && fee > 0n ? (fee * 57n) / BigInt(vsize) : 0n;
  return [
    ...gather('input-uneconomic', inputs, ({ amount = 0n }) => amount < cost),
    ...(isBait ? gather('input-dust', inputs, isTiny) : []),
  ];
}

/** BIP44: "coin_type" 0h of main, 1h of all test networks. */
const HARDENED = 0x80000000;
const PURPOSES = [44, 48, 49, 84, 86, 87].map((purpose) => purpose + HARDENED);
const coinType = (network: NetworkName): number => HARDENED + (network === 'main' ? 0 : 1);

function findInPaths({ facts, subject, evidence }: Searched): readonly Found[] {
  const right = coinType(evidence.network.name);
  const isForeign = ([purpose = 0, coin = right]: readonly number[]) =>
    PURPOSES.includes(purpose) && coin !== right;
  return gather(
    'keys-of-another-network',
    facts.inputs,
    (_, i) => subject.spends[i]?.named.some(({ origin }) => isForeign(origin.path)) ?? false,
  );
}

function findInPast({ facts, evidence }: Searched): readonly Found[] {
  const { past, spent } = evidence;
  const before = ({ outPoint }: ReviewedInput) => past?.get(outPointKey(outPoint));
  /** Signatures for a coin that are there already. One that is kept or taken back is enough. */
  const signedBefore = (input: ReviewedInput) => {
    const known = before(input);
    const others = spent?.get(outPointKey(input.outPoint)) ?? [];
    return known?.isSigned === true ? [known, ...others] : others;
  };
  const hasChanged = (input: ReviewedInput) => {
    const amount = before(input)?.amount;
    return amount !== undefined && input.amount !== undefined && amount !== input.amount;
  };
  return [
    ...gather('coin-amount-changed', facts.inputs, hasChanged).map((found): Found => {
      const first = facts.inputs[found.inputs?.[0] ?? 0];
      const was = first && before(first)?.amount;
      return was === undefined || first?.amount === undefined
        ? found
        : { ...found, detail: `Then ${formatBoth(was)}, now ${formatBoth(first.amount)}.` };
    }),
    ...gather('coin-paid-elsewhere', facts.inputs, (input) => {
      const earlier = signedBefore(input);
      return earlier.length > 0 && !earlier.some((each) => keepsPayees(each, facts));
    }),
  ];
}
