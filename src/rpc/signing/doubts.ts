import { formatBoth } from '../../encoding/amount.ts';
import { type Cost, doubledInputs } from '../../review/facts.ts';
import { proveAmounts, takesMoreInputs } from '../../review/fee-proof.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';

type Coins = ReadonlyMap<string, Coin>;

/** Lists inputs whose amount in `prevtxs` differs from the known one. */
export function contradictions(
  { inputs }: Transaction,
  coins: Coins,
  known: Coins,
): readonly string[] {
  return inputs.flatMap(({ prevout }, index) => {
    const said = coins.get(outPointKey(prevout))?.value;
    const is = known.get(outPointKey(prevout))?.value;
    if (said === undefined || is === undefined || said === is) return [];
    return `prevtxs gives input ${index} ${formatBoth(said)}, but its coin holds ${formatBoth(is)}: what is not an output is paid as fee`;
  });
}

const UNPROVEN = {
  claimed: 'to which a legacy signature does not commit',
  foreign: 'to which your signatures do not commit',
  sessions: 'and a segwit v0 signature commits to that of its own input only',
} as const;

/** Lists uncertainties about the fee, and reasons why the transaction cannot be valid. */
export function doubts(cost: Cost): readonly string[] {
  const { inputs, fee, isWhole, knowsOwners } = cost;
  const found: string[] = doubledInputs(cost).map(
    ([first, again]) =>
      `Inputs ${first} and ${again} spend the same coin: no node takes such a transaction`,
  );
  const places = (wanted: (input: (typeof inputs)[number]) => boolean) =>
    inputs.flatMap((input, index) => (wanted(input) ? [index] : []));
  const unknown = places(
    ({ value: amount, scriptPubKey }) => amount === undefined && scriptPubKey !== undefined,
  );
  if (unknown.length > 0) {
    found.push(
      `The fee is unknown, because the amount of ${listInputs(unknown)} is. Look it up in the transaction that created the coin`,
    );
  }
  const { kind, unproven } = proveAmounts(inputs, knowsOwners);
  if (kind !== 'proven' && isWhole) {
    found.push(
      `The fee of ${formatBoth(fee)} is not proven: it rests on the amount that is claimed for ${listInputs(unproven)}, ${UNPROVEN[kind]}. Compare it with the transaction that made the coin`,
    );
  }
  if (isWhole && inputs.length > 0 && fee < 0n && !takesMoreInputs(inputs, knowsOwners)) {
    found.push(`The outputs are worth ${formatBoth(-fee)} more than the inputs: no node takes it`);
  }
  return found;
}

/** Most inputs that a warning lists. */
const MOST_LISTED = 5;

function listInputs(places: readonly number[]): string {
  const listed = places.slice(0, MOST_LISTED).join(', ');
  const more = places.length - MOST_LISTED;
  return `${places.length === 1 ? 'input' : 'inputs'} ${listed}${more > 0 ? ` and ${more} more` : ''}`;
}
