import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { formatAddress } from '../script/address.ts';
import { isPayToAnchor } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { groupsOfFour } from './amounts.ts';
import type { FindingId } from './catalog.ts';
import { type Found, gather, type Searched, withMisfits } from './found.ts';
import type { ReviewedOutput, ReviewFacts } from './model.ts';

type Outputs = readonly ReviewedOutput[];

export function findInOutputs({ facts, subject, evidence }: Searched): readonly Found[] {
  const { outputs, knowsOwners } = facts;
  const all = (id: FindingId, fits: (output: ReviewedOutput) => boolean) =>
    gather(id, 'outputs', outputs, fits);
  return [
    ...all(
      knowsOwners ? 'change-not-ours' : 'change-unproven',
      ({ isClaimed, isShared }) => isClaimed && isShared !== true,
    ).map((found) =>
      outputs.some(({ isForged }) => isForged) ? { ...found, detail: FORGED } : found,
    ),
    ...all('change-unproven', ({ isShared }) => isShared === true),
    ...gather(
      'output-mismatch',
      'outputs',
      subject.claims,
      ({ misfits }) => misfits.length > 0,
    ).map((found) => withMisfits(found, subject.claims, found.outputs)),
    ...findNothingBack(facts),
    ...all('change-far', ({ owner }) => owner?.isFar === true).map((found) => ({
      ...found,
      detail: farPositions(outputs),
    })),
    ...all('output-unspendable', ({ role }) => role === 'burned'),
    // An anchor with dust or nothing is there for a child that pays the fee.
    ...all('output-anyone-can-spend', (output) => output.role === 'anyone' && hasMoney(output)),
    ...all('output-unknown-version', ({ role }) => role === 'unknown'),
    ...findData(outputs),
    ...all('output-bare', ({ role, scriptPubKey }) => role === 'payment' && isBare(scriptPubKey)),
    ...all('output-dust', ({ isDust, role }) => isDust && role !== 'anyone'),
    ...all('output-repeated', isRepeated(outputs)),
    ...all('address-used', ({ isUsed, role }) => isUsed && role !== 'anyone'),
    ...outputs.flatMap(({ resembles }, index): readonly Found[] => {
      const address = resembles && formatAddress(resembles, evidence.network);
      if (address === undefined) return [];
      return [
        {
          id: 'address-look-alike',
          outputs: [index],
          detail: `It resembles ${groupsOfFour(address)}.`,
        },
      ];
    }),
  ];
}

/** In bytes, of all outputs with data together. More costs more than ten ordinary outputs. */
const MUCH_DATA = 400;

/** Data makes a transaction large, and so dear. */
function findData(outputs: Outputs): readonly Found[] {
  const data = outputs.filter(({ role }) => role === 'data');
  const bytes = data.reduce((total, { scriptPubKey }) => total + scriptPubKey.length, 0);
  const isLarge = bytes > MUCH_DATA;
  return gather(isLarge ? 'output-data-large' : 'output-data', 'outputs', outputs, isData).map(
    (found) => (isLarge ? { ...found, detail: `It is ${bytes} bytes.` } : found),
  );
}

const isData = ({ role }: ReviewedOutput) => role === 'data';

/** Keys without a hash and without an address. */
const isBare = (script: Bytes) => ['pubkey', 'multisig'].includes(solveScript(script).kind);

const FORGED = 'The key that it names is not yours: somebody else would get it.';

function farPositions(outputs: Outputs): string {
  const far = outputs.flatMap(({ owner }) => (owner?.isFar ? [owner.index] : []));
  return `Position: ${far.slice(0, 8).join(', ')}.`;
}

/** Change that is missing, or a payment of everything. Change that is passed off is a stop. */
function findNothingBack({
  inputs,
  outputs,
  knowsOwners,
  isWhole,
  fee,
}: ReviewFacts): readonly Found[] {
  if (
    !knowsOwners ||
    !inputs.some(({ owner, claim }) => owner ?? (claim === 'key' || claim === 'shared'))
  )
    return [];
  if (outputs.length === 0 || (isWhole && fee < 0n)) return [];
  const returns = outputs.some(({ owner, isClaimed }) => owner !== undefined || isClaimed);
  return returns ? [] : [{ id: 'nothing-comes-back' }];
}

/** Of an anchor more than the dust limit, 240 satoshi. */
const hasMoney = ({ value, scriptPubKey }: ReviewedOutput) =>
  value > (isPayToAnchor(scriptPubKey) ? 240n : 0n);

/** Data may stand in several outputs. */
function isRepeated(outputs: Outputs): (output: ReviewedOutput) => boolean {
  const counts = new Map<string, number>();
  for (const { scriptPubKey } of outputs) {
    const script = encodeHex(scriptPubKey);
    counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return ({ scriptPubKey, role }) =>
    role !== 'data' && (counts.get(encodeHex(scriptPubKey)) ?? 0) > 1;
}
