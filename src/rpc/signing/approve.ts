import { formatBoth } from '../../review/amounts.ts';
import {
  type Certainty,
  doubledInputs,
  type Evidence,
  type Review,
  reviewTransaction,
} from '../../review/review.ts';
import { isPayToScriptHash, matchWitnessProgram } from '../../script/script.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { estimateSignedSize } from '../../signing/stand-ins.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { checkFee, type FeeLimits } from './fee-limits.ts';

type Coins = ReadonlyMap<string, Coin>;

/** A raw transaction that is about to be signed. */
export type RawSigning = {
  readonly transaction: Transaction;
  /** What it is signed by: `prevtxs` over what is known. */
  readonly coins: Coins;
  /** What the chain or the wallet knows. */
  readonly known: Coins;
  readonly provider: SigningProvider;
  readonly ownOutput: Evidence['ownOutput'];
  /** Somebody has keys. Else there is nothing to be asked about. */
  readonly signs: boolean;
};

/**
 * Looks at what the signatures would do before any is made. Throws where it is too much, or where somebody is asked and says
 * no; answers what should be said beside the result.
 */
export async function approveRaw(
  signing: RawSigning,
  limits: FeeLimits | undefined,
  context: Context,
): Promise<readonly string[]> {
  if (limits === undefined) return [];
  const { transaction, coins, known, provider, ownOutput, signs } = signing;
  const trusted = new Map(coins);
  for (const [key, coin] of known) if (coin.amount !== undefined) trusted.set(key, coin);
  const review = reviewTransaction(transaction, {
    coins: trusted,
    certaintyOf: ({ txid, vout }, { scriptPubKey }): Certainty => {
      if (known.get(outPointKey({ txid, vout }))?.amount !== undefined) return 'known';
      return isSegwit(scriptPubKey, provider) ? 'committed' : 'claimed';
    },
    ownOutput,
    vsize: estimateSignedSize(transaction, coins, provider),
  });
  if (signs) await approve(review, limits, context);
  return [...contradictions(transaction, coins, known), ...doubts(review, coins)];
}

/** Throws where the limits forbid it, or whoever is asked does. */
async function approve(
  review: Review,
  limits: FeeLimits | undefined,
  context: Context,
): Promise<void> {
  if (limits === undefined) return;
  checkFee(review, limits);
  await askFor(review, context);
}

/** Throws when whoever is asked does not want it signed. */
export async function askFor(review: Review, { approve: ask }: Context): Promise<void> {
  if (ask === undefined || (await ask(review))) return;
  throw new RpcError(RpcCode.MISC_ERROR, 'Nothing was signed: the transaction was not approved');
}

function isSegwit(script: Coin['scriptPubKey'], provider: SigningProvider): boolean {
  if (matchWitnessProgram(script) !== undefined) return true;
  if (!isPayToScriptHash(script)) return false;
  const redeemScript = provider.getScript(script.subarray(2, 22));
  return redeemScript !== undefined && matchWitnessProgram(redeemScript) !== undefined;
}

/** Amounts in `prevtxs` that are other than those that are known. */
function contradictions({ inputs }: Transaction, coins: Coins, known: Coins): readonly string[] {
  return inputs.flatMap(({ prevout }, index) => {
    const said = coins.get(outPointKey(prevout))?.amount;
    const is = known.get(outPointKey(prevout))?.amount;
    if (said === undefined || is === undefined || said === is) return [];
    return `prevtxs gives input ${index} ${formatBoth(said)}, but its coin holds ${formatBoth(is)}: what is not an output is paid as fee`;
  });
}

/** What is not certain about the fee, and what cannot be valid. */
function doubts(review: Review, coins: Coins): readonly string[] {
  const { inputs, fee, isWhole } = review;
  const told: string[] = doubledInputs(review).map(
    ([first, again]) =>
      `Inputs ${first} and ${again} spend the same coin: no node takes such a transaction`,
  );
  const places = (wanted: (input: (typeof inputs)[number]) => boolean) =>
    inputs.flatMap((input, index) => (wanted(input) ? [index] : []));
  const unknown = places(
    ({ outPoint, amount }) => amount === undefined && coins.has(outPointKey(outPoint)),
  );
  if (unknown.length > 0) {
    told.push(
      `The fee is not known: nobody tells the amount of ${listInputs(unknown)}. Look it up in the transaction that made the coin`,
    );
  }
  const claimed = places(
    ({ certainty, amount }) => certainty === 'claimed' && amount !== undefined,
  );
  if (claimed.length > 0 && isWhole) {
    told.push(
      `The fee of ${formatBoth(fee)} is not proven: it rests on the amount that is claimed for ${listInputs(claimed)}, to which a legacy signature does not commit. Compare it with the transaction that made the coin`,
    );
  }
  if (isWhole && inputs.length > 0 && fee < 0n) {
    told.push(`The outputs are worth ${formatBoth(-fee)} more than the inputs: no node takes it`);
  }
  return told;
}

/** Enough to find them by. */
const MOST_LISTED = 5;

function listInputs(places: readonly number[]): string {
  const listed = places.slice(0, MOST_LISTED).join(', ');
  const more = places.length - MOST_LISTED;
  return `${places.length === 1 ? 'input' : 'inputs'} ${listed}${more > 0 ? ` and ${more} more` : ''}`;
}
