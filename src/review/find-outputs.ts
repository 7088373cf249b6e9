import { MAX_MONEY, type Satoshis } from '../encoding/amount.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { appendTo } from '../encoding/list.ts';
import { formatAddress, groupsOfFour } from '../script/address.ts';
import { isPayToAnchor } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { isKeyId, keyId } from './account-ids.ts';
import type { FindingId } from './catalog.ts';
import { sum } from './facts.ts';
import { type FindingCase, gather, placesOf, type Searched, withMisfits } from './finding-case.ts';
import { opensWithoutKey } from './keyless.ts';
import type { ReviewedOutput, ReviewFacts } from './model.ts';
import { shownNetwork } from './other-network.ts';
import type { OwnKeys } from './own-keys.ts';
import { paidTwice, payeeName } from './past.ts';
import { noClaim, type Spend } from './subject.ts';

type Outputs = readonly ReviewedOutput[];

export function findInOutputs(searched: Searched): readonly FindingCase[] {
  const { facts, subject, evidence } = searched;
  const { outputs, knowsOwners } = facts;
  const all = (id: FindingId, fits: (output: ReviewedOutput, index: number) => boolean) =>
    gather(id, 'outputs', outputs, fits);
  const again = paidTwice(facts, evidence.past ?? new Map());
  return [
    ...all(
      knowsOwners ? 'change-not-ours' : 'change-unproven',
      ({ isClaimed, isShared }) => isClaimed && isShared !== true,
    ).map((found) => withReason(found, outputs)),
    ...all('change-unproven', ({ isShared }) => isShared === true),
    ...gather(
      'output-mismatch',
      'outputs',
      subject.claims,
      ({ misfits }) => misfits.length > 0,
    ).map((found) => withMisfits(found, subject.claims, found.outputs)),
    ...all('output-impossible', isImpossible(outputs)),
    ...findNothingBack(facts),
    ...findShortShare(facts),
    ...all('change-far', ({ owner }) => owner?.isFar === true).map((found) => ({
      ...found,
      detail: farPositions(outputs),
    })),
    ...all('change-other-script', losesConditions(searched)),
    ...all('output-unspendable', ({ role }) => role === 'burned'),
    // An anchor with dust or without value exists for a child that pays the fee.
    ...all('output-anyone-can-spend', givesMoneyAway(outputs)),
    ...all(
      'output-without-key',
      ({ role, scriptPubKey }, i) =>
        role === 'payment' && opensWithoutKey(scriptPubKey, subject.claims[i] ?? noClaim),
    ),
    ...findUnrelayed(searched),
    ...all('output-unknown-version', ({ role }) => role === 'unknown'),
    ...findData(outputs),
    ...all('output-bare', ({ role, scriptPubKey }) => role === 'payment' && isBare(scriptPubKey)),
    ...all('output-dust', ({ isDust, role }) => isDust && role !== 'anyone'),
    ...all('output-repeated', isRepeated(outputs)),
    ...(again.length > 0 ? [{ id: 'payee-paid-twice', outputs: again } as const] : []),
    ...all('address-used', ({ isUsed, role }) => isUsed && role !== 'anyone'),
    ...outputs.flatMap(({ resembles }, index): readonly FindingCase[] => {
      const address = resembles && formatAddress(resembles, shownNetwork(facts, evidence.network));
      if (resembles === undefined || address === undefined) return [];
      return [
        {
          id: 'address-look-alike',
          outputs: [index],
          detail: `It resembles ${groupsOfFour(address)}${placeOf(resembles, outputs)}.`,
        },
      ];
    }),
  ];
}

/** Names the output that pays the script, if there is one. */
function placeOf(script: Bytes, outputs: Outputs): string {
  const index = outputs.findIndex(({ scriptPubKey }) => equalBytes(scriptPubKey, script));
  return index < 0 ? '' : `, which output ${index} pays`;
}

/** Total bytes of data in all outputs. More data costs more than ten ordinary outputs. */
const MUCH_DATA = 400;

/** Data makes a transaction large and expensive. */
function findData(outputs: Outputs): readonly FindingCase[] {
  const data = outputs.filter(({ role }) => role === 'data');
  const bytes = data.reduce((total, { scriptPubKey }) => total + scriptPubKey.length, 0);
  const isLarge = bytes > MUCH_DATA;
  return gather(isLarge ? 'output-data-large' : 'output-data', 'outputs', outputs, isData).map(
    (found) => (isLarge ? { ...found, detail: `It is ${bytes} bytes.` } : found),
  );
}

const isData = ({ role }: ReviewedOutput) => role === 'data';

/** Bare scripts contain keys without a hash and have no address. */
const isBare = (script: Bytes) => ['pubkey', 'multisig'].includes(solveScript(script).kind);

function withReason(found: FindingCase, outputs: Outputs): FindingCase {
  if (outputs.some(({ isForged }) => isForged)) return { ...found, detail: FORGED };
  return outputs.some(({ isStrange }) => isStrange) ? { ...found, detail: STRANGE } : found;
}

const STRANGE = 'Its cosigners or its script are not those of the coins that are spent.';

const FORGED = 'The key that it names is not yours, so someone else would get the money.';

function farPositions(outputs: Outputs): string {
  const far = outputs.flatMap(({ owner }) => (owner?.isFar ? [owner.index] : []));
  return `Position: ${far.slice(0, 8).join(', ')}.`;
}

/** Adds ids of the account to those of a key that a descriptor contains without its account. */
const withAccountOf = (ids: readonly string[], keys: OwnKeys | undefined) => [
  ...ids,
  ...ids.flatMap((id) => {
    const publicKey = isKeyId(id) ? decodeHex(id) : undefined;
    return (publicKey && keys?.accountIdsOf?.(publicKey)) ?? [];
  }),
];

/** Returns a coin of the user whose script has more than one key, as far as it is known. */
function conditionsOf(
  { owner, claim }: ReviewFacts['inputs'][number],
  { named, items }: Pick<Spend, 'named' | 'items'>,
  keys: OwnKeys | undefined,
) {
  if (owner !== undefined) {
    const { form = 'key', accounts = [] } = owner;
    if (form === 'key') return undefined;
    return { form, accounts: accounts.map((ids) => withAccountOf(ids, keys)), isSure: true };
  }
  if (claim !== 'shared' && claim !== 'key') return undefined;
  const inScript = items.filter(({ length }) => length === 32 || length === 33);
  const ours = [...named.map(({ publicKey }) => publicKey), ...inScript].filter(
    (publicKey) => keys?.holds(publicKey) === true,
  );
  const accounts = ours.map((publicKey) => [
    keyId(publicKey),
    ...(keys?.accountIdsOf?.(publicKey) ?? []),
  ]);
  return { form: '', accounts, isSure: claim === 'shared' };
}

/**
 * Finds outputs of the user with a key of a coin, but without the other keys or conditions of the
 * coin's script. A coin with a single key has none.
 */
function losesConditions({ facts, subject, evidence }: Searched) {
  const coins = new Map(
    facts.inputs.flatMap((input, i) => {
      const spend = subject.spends[i] ?? { named: [], items: [] };
      const coin = conditionsOf(input, spend, evidence.findOwners?.keys);
      return coin ? [[Object.values(coin).join(), coin] as const] : [];
    }),
  );
  return ({ owner }: ReviewedOutput): boolean => {
    if (coins.size === 0 || owner?.form === undefined) return false;
    const own = new Set(owner.accounts?.flat());
    const isOwn = (ids: readonly string[]) => ids.some((id) => own.has(id));
    return [...coins.values()].some(
      ({ form, accounts, isSure }) =>
        accounts.some(isOwn) &&
        (form !== owner.form || !accounts.every(isOwn)) &&
        (isSure || owner.role === 'own'),
    );
  };
}

/**
 * Finds missing change, a payment of everything, or change so small that it hides either. Falsely
 * labelled change is a separate stop.
 */
function findNothingBack(facts: ReviewFacts): readonly FindingCase[] {
  const { inputs, outputs, knowsOwners, isWhole, fee } = facts;
  const isOurs = ({ owner, claim }: ReviewFacts['inputs'][number]) =>
    owner !== undefined || claim === 'key' || claim === 'shared';
  if (!knowsOwners || !inputs.some(isOurs)) return [];
  if (outputs.length === 0 || (isWhole && fee < 0n)) return [];
  const returns = outputs.some(({ owner, isClaimed }) => owner !== undefined || isClaimed);
  if (!returns) return [{ id: 'nothing-comes-back' }];
  return isLittle(facts) ? [{ id: 'little-comes-back' }] : [];
}

/** Finds scripts that nodes do not relay. Outputs that cannot be spent are another finding. */
function findUnrelayed({ facts, subject }: Searched): readonly FindingCase[] {
  const inputs = placesOf(subject.spends, (spend) => spend.isUnrelayed === true);
  const outputs = placesOf(
    facts.outputs,
    ({ role }, i) => role !== 'burned' && subject.claims[i]?.isUnrelayed === true,
  );
  const isFound = inputs.length + outputs.length > 0;
  return isFound ? [{ id: 'script-not-relayed', inputs, outputs }] : [];
}

/** Finds amounts that no transaction may have. */
function isImpossible(outputs: Outputs): (output: ReviewedOutput) => boolean {
  const isWrong = ({ value: amount }: ReviewedOutput) => amount < 0n || amount > MAX_MONEY;
  const isTooMuch = sum(outputs.map(({ value }) => value)) > MAX_MONEY;
  return isTooMuch && !outputs.some(isWrong) ? () => true : isWrong;
}

/**
 * Finds a coinjoin in which the user's share is missing: others pay for equal amounts, and the user
 * loses at least one such amount.
 */
function findShortShare({ inputs, outputs }: ReviewFacts): readonly FindingCase[] {
  const isOurs = ({ owner, claim }: ReviewFacts['inputs'][number]) =>
    owner !== undefined || claim === 'shared';
  const held = sum(inputs.map((each) => (isOurs(each) ? (each.value ?? 0n) : 0n)));
  const brought = sum(inputs.map((each) => (isOurs(each) ? 0n : (each.value ?? 0n))));
  const isBack = ({ owner, isClaimed }: ReviewedOutput) => owner !== undefined || isClaimed;
  const lost = held - sum(outputs.map((each) => (isBack(each) ? each.value : 0n)));
  const shares = new Map<Satoshis, number[]>();
  outputs.forEach((each, i) => {
    if (!isBack(each) && each.role === 'payment') appendTo(shares, each.value, i);
  });
  const missing = [...shares].find(
    ([amount, places]) =>
      amount > 0n &&
      places.length > 1 &&
      lost >= amount &&
      brought >= amount * BigInt(places.length - 1),
  );
  return missing ? [{ id: 'coinjoin-short', outputs: missing[1] }] : [];
}

/** Divisor: change below 1/100 of the user's coins is small. */
const LITTLE = 100n;

/**
 * Returns whether change is suspiciously small. With one payee, small change is an ordinary
 * remainder, because the payee's amount is visible.
 */
function isLittle({ inputs, outputs }: ReviewFacts): boolean {
  const payees = outputs.filter(({ owner, role }) => owner === undefined && role === 'payment');
  if (payees.length < 2 || payees.some(({ isClaimed }) => isClaimed)) return false;
  const held = sum(inputs.map(({ owner, value: amount = 0n }) => (owner ? amount : 0n)));
  const returned = sum(outputs.map(({ owner, value }) => (owner ? value : 0n)));
  return returned * LITTLE < held;
}

/** The dust limit of one anchor. */
const ANCHOR_DUST = 240n;

/**
 * Finds money that anyone can take. One anchor may hold dust; several that hold more give it away.
 */
function givesMoneyAway(outputs: Outputs): (output: ReviewedOutput) => boolean {
  const anchors = outputs.filter(({ scriptPubKey }) => isPayToAnchor(scriptPubKey));
  const held = sum(anchors.map(({ value }) => value));
  return ({ role, value, scriptPubKey }) =>
    role === 'anyone' && value > 0n && (!isPayToAnchor(scriptPubKey) || held > ANCHOR_DUST);
}

/** Finds addresses that are paid more than once. Several outputs may contain the same data. */
function isRepeated(outputs: Outputs): (output: ReviewedOutput) => boolean {
  const counts = new Map<string, number>();
  for (const output of outputs) {
    const name = payeeName(output);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (output) => output.role !== 'data' && (counts.get(payeeName(output)) ?? 0) > 1;
}
