import { taggedHash } from '../crypto/hash.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createWriter } from '../encoding/writer.ts';
import { outPointKey } from '../transaction/transaction.ts';
import type { ReviewedOutput, ReviewFacts } from './model.ts';

/** What is remembered of a coin that was reviewed or signed before. */
export type PastCoin = {
  /** In satoshi, as it was told then; `undefined`: nobody told it. */
  readonly amount: Satoshis | undefined;
  /** A digest of what was paid to others then (`payeesDigest`), as hex. */
  readonly payees: string;
  /** Signatures were made for it. */
  readonly isSigned: boolean;
  /**
   * What was paid to others then, one entry for each output; `undefined`: only its digest is known.
   * With it a review recognizes a replacement that keeps these payments.
   */
  readonly payments?: readonly Payee[] | undefined;
};

/** An output that pays somebody else. */
export type Payee = {
  /** In satoshi. */
  readonly value: Satoshis;
  /** What locks it. */
  readonly scriptPubKey: Bytes;
};

type Payment = Pick<ReviewedOutput, 'value' | 'scriptPubKey' | 'owner'>;

/**
 * What an app keeps of a reviewed transaction, by `outPointKey`, to hand it to later reviews as
 * `Evidence.past`. Only coins that are ours are in it. `isSigned`: signatures were made for them.
 */
export function pastCoins(
  { inputs, outputs }: Pick<ReviewFacts, 'inputs' | 'outputs'>,
  isSigned: boolean,
): ReadonlyMap<string, PastCoin> {
  const payees = payeesDigest(outputs);
  const payments = isSigned ? payeesOf(outputs) : undefined;
  const coins = new Map<string, PastCoin>();
  for (const { owner, outPoint, amount } of inputs) {
    const coin = { amount, payees, isSigned, payments };
    if (owner !== undefined) coins.set(outPointKey(outPoint), coin);
  }
  return coins;
}

function payeesOf(outputs: readonly Payment[]): readonly Payee[] {
  return outputs
    .filter(({ owner }) => owner === undefined)
    .map(({ value, scriptPubKey }) => ({ value, scriptPubKey }));
}

/**
 * Whether a transaction can take the place of what was signed for a coin before without taking
 * anything from its payees. It can if it pays the same; if it pays nobody else; or if every earlier
 * payee gets at least as much. What a payee gets more has to come from inputs of others, as in a
 * payjoin.
 */
export function keepsPayees(
  { payees, payments }: PastCoin,
  { inputs, outputs }: Pick<ReviewFacts, 'inputs' | 'outputs'>,
): boolean {
  const now = payeesOf(outputs);
  if (payees === payeesDigest(outputs) || now.every(({ value }) => value === 0n)) return true;
  if (payments === undefined || payments.length === 0) return false;
  const [before, after] = [sumByScript(payments), sumByScript(now)];
  const gains = [...before].map(([script, value]) => (after.get(script) ?? -1n) - value);
  const gain = gains.reduce((sum, each) => sum + each, 0n);
  return gains.every((each) => each >= 0n) && gain <= sumOfOthers(inputs);
}

function sumByScript(payees: readonly Payee[]): ReadonlyMap<string, Satoshis> {
  const sums = new Map<string, Satoshis>();
  for (const { value, scriptPubKey } of payees) {
    const script = encodeHex(scriptPubKey);
    sums.set(script, (sums.get(script) ?? 0n) + value);
  }
  return sums;
}

/** What inputs of others are worth, as far as it is known. */
function sumOfOthers(inputs: ReviewFacts['inputs']): Satoshis {
  return inputs.reduce(
    (sum, { owner, amount }) => (owner === undefined ? sum + (amount ?? 0n) : sum),
    0n,
  );
}

const hashPayees = taggedHash('coldsign/payees');

/** What goes to others, whatever the order and whatever comes back as change. */
export function payeesDigest(outputs: readonly Payment[]): string {
  const payments = payeesOf(outputs).map(({ value, scriptPubKey }) =>
    createWriter(40).i64(value).varBytes(scriptPubKey).finish(),
  );
  return encodeHex(hashPayees(concatBytes(...payments.sort(compareBytes))));
}
