import { formatBoth } from '../../encoding/amount.ts';
import { type Cost, doubledInputs, feeFacts } from '../../review/facts.ts';
import { proveAmounts, takesMoreInputs } from '../../review/fee-proof.ts';
import { rawCost } from '../../review/raw-cost.ts';
import type { TransactionEvidence } from '../../review/raw-spends.ts';
import { type FeeFault, findFeeFault, perKvb } from '../../transaction/fee-bounds.ts';
import { describeFee, describeLimit, formatRateInBtc } from '../../transaction/fee-messages.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { verifyError } from '../error.ts';
import type { SigningLimits } from './fee-limits.ts';

/** A raw transaction that is about to be signed. */
type JudgedSigning = Omit<TransactionEvidence, 'secp256k1'> & {
  readonly transaction: Transaction;
  /** Coins of the chain. */
  readonly known: Coins;
  /** True if there are keys. */
  readonly signs: boolean;
};

/**
 * Returns the warnings about what a raw transaction costs. `approved`: its review. Without one, a
 * cost above the limits is refused here.
 */
export function judgeCost(
  signing: JudgedSigning,
  limits: SigningLimits,
  { secp256k1 }: Pick<Context, 'secp256k1'>,
  approved?: Cost,
): readonly string[] {
  const { transaction, coins, known, signs } = signing;
  const cost = approved ?? rawCost(transaction, { ...signing, secp256k1 }, known);
  if (signs && approved === undefined) checkFee(cost, limits);
  return [...contradictions(transaction, coins, known), ...doubts(cost)];
}

type Coins = ReadonlyMap<string, Coin>;

/** Lists inputs whose amount in `prevtxs` differs from the known one. */
function contradictions({ inputs }: Transaction, coins: Coins, known: Coins): readonly string[] {
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

/**
 * Throws if a signature would give away more than the limits allow. The message begins with Core's.
 */
export function checkFee(cost: Cost, { fees, maxBurn, expectedFeeRate }: SigningLimits): void {
  const { tooHigh: bounds } = fees;
  const burned = cost.outputs.findIndex(({ role, value }) => role === 'burned' && value > maxBurn);
  const output = cost.outputs[burned];
  if (output !== undefined) {
    throw verifyError(
      `Unspendable output exceeds maximum configured by user (maxburnamount): output ${burned} holds ${formatBoth(output.value)}, which could never be spent. Nothing was signed. To burn it on purpose, set maxburnamount.`,
    );
  }
  const fault = findFeeFault({ ...feeFacts(cost), expectedFeeRate }, bounds);
  if (fault === undefined) return;
  throw verifyError(
    `${describeExcess(fault)} Nothing was signed. If it is meant, ${cureOf(fault)}.`,
  );
}

function cureOf({ exceeded }: FeeFault): string {
  return exceeded === 'maxFee'
    ? 'raise -maxtxfee, or give maxfeerate 0 where no wallet signs'
    : 'give maxfeerate, in BTC/kvB (0: no limit)';
}

/** Describes a fee that is too high, after Core's sentence and with the option of the limit. */
export function describeExcess(fault: FeeFault): string {
  const limit = describeLimit(fault);
  const { exceeded, bounds } = fault;
  const named =
    exceeded === 'maxFeeRate'
      ? `the highest fee rate of ${limit} (${formatRateInBtc(perKvb(bounds.maxFeeRate))})`
      : exceeded === 'maxFee'
        ? `-maxtxfee, ${limit}`
        : limit;
  return `Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate): the fee of ${describeFee(fault.facts)}, is more than ${named}.`;
}
