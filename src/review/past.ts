import { taggedHash } from '../crypto/hash.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { appendTo } from '../encoding/list.ts';
import { createWriter } from '../encoding/writer.ts';
import { outPointKey } from '../transaction/transaction.ts';
import type { ReviewedOutput, ReviewFacts } from './model.ts';

/** A coin that was reviewed or signed before. */
export type PastCoin = {
  /** Amount in satoshi as stated then; `undefined` if it was not stated. */
  readonly value: Satoshis | undefined;
  /** Digest (hex) of the payments to others then (`payeesDigest`). */
  readonly payees: string;
  /** True if signatures were made for it. */
  readonly isSigned: boolean;
  /**
   * Payments to others at that time, one entry per output; `undefined` if only their digest is
   * known. They let a review recognize a replacement that keeps these payments.
   */
  readonly payments?: readonly Payee[] | undefined;
  /**
   * True if the chain has spent the coin, so the earlier transaction has confirmed or never will.
   */
  readonly isSettled?: boolean | undefined;
};

/** An output that pays someone else. */
export type Payee = {
  /** Amount in satoshi. */
  readonly value: Satoshis;
  /** Locking script. */
  readonly scriptPubKey: Bytes;
  /** Silent payment address, if it is known. A replacement may pay it by another script. */
  readonly silentAddress?: string | undefined;
};

type Payment = Pick<ReviewedOutput, 'value' | 'scriptPubKey' | 'owner' | 'silentPayment'>;

/**
 * Returns what an app stores about a reviewed transaction and passes to later reviews as
 * `Evidence.past`, indexed by `outPointKey`. Contains only the user's coins. `isSigned`: signatures
 * were made for them.
 *
 * @param review - Only its inputs and outputs are read.
 * @param isSigned - `false`: the payment was only shown.
 */
export function pastCoins(
  { inputs, outputs }: Pick<ReviewFacts, 'inputs' | 'outputs'>,
  isSigned: boolean,
): ReadonlyMap<string, PastCoin> {
  const payees = payeesDigest(outputs);
  const payments = isSigned ? payeesOf(outputs) : undefined;
  const coins = new Map<string, PastCoin>();
  for (const { owner, outPoint, value } of inputs) {
    const coin = { value, payees, isSigned, payments };
    if (owner !== undefined) coins.set(outPointKey(outPoint), coin);
  }
  return coins;
}

function payeesOf(outputs: readonly Payment[]): readonly Payee[] {
  return outputs
    .filter(({ owner }) => owner === undefined)
    .map((output) => {
      const { value, scriptPubKey } = output;
      return { value, scriptPubKey, silentAddress: silentAddressOf(output) };
    });
}

/** Returns the silent payment address that an output pays, or will pay. */
function silentAddressOf({ scriptPubKey, silentPayment }: Paid): string | undefined {
  const isSilent = silentPayment?.isProven === true || scriptPubKey.length === 0;
  return isSilent ? silentPayment?.address : undefined;
}

type Paid = Pick<ReviewedOutput, 'scriptPubKey' | 'silentPayment'>;

/**
 * Returns one text for all outputs that pay one payee. Each payment to a silent payment address has
 * another script, and none before it is computed.
 */
export const payeeName = (output: Paid): string =>
  silentAddressOf(output) ?? encodeHex(output.scriptPubKey);

/**
 * Returns whether a transaction can replace an earlier signed one without loss to its payees. It
 * can if it pays the same payees, pays no one else, or pays every earlier payee at least as much.
 * Additional money for payees has to come from inputs of others, as in a payjoin. If there are such
 * inputs, so does the money of additional payees.
 */
export function keepsPayees(
  { payees, payments }: PastCoin,
  { inputs, outputs }: Pick<ReviewFacts, 'inputs' | 'outputs'>,
): boolean {
  const now = payeesOf(outputs);
  if (payees === payeesDigest(outputs) || now.every(({ value }) => value === 0n)) return true;
  if (payments === undefined || payments.length === 0) return false;
  const gains = gainsOf(payments, now);
  const gain = gains.reduce((sum, each) => sum + each, 0n);
  const others = sumOfOthers(inputs);
  // The user may add a payee, but others may not pay one with the user's coins.
  const added = others === 0n ? 0n : totalOf(now) - totalOf(payments);
  return gains.every((each) => each >= 0n) && gain <= others && added <= others;
}

/**
 * Returns outputs that pay new payees, which an earlier signed transaction did not pay. Returns
 * none if inputs of others pay for them, as in a payjoin.
 */
export function addedPayees(
  { payments }: PastCoin,
  { inputs, outputs }: Pick<ReviewFacts, 'inputs' | 'outputs'>,
): readonly number[] {
  if (payments === undefined || sumOfOthers(inputs) > 0n) return [];
  const before = new Set(payments.flatMap((each) => [encodeHex(each.scriptPubKey), nameOf(each)]));
  return outputs.flatMap((output, index) => {
    const [payee] = payeesOf([output]);
    if (payee === undefined || payee.value === 0n) return [];
    const isKnown = before.has(encodeHex(payee.scriptPubKey)) || before.has(nameOf(payee));
    return isKnown ? [] : [index];
  });
}

const totalOf = (payees: readonly Payee[]): Satoshis =>
  payees.reduce((sum, { value }) => sum + value, 0n);

/**
 * Returns outputs that pay an address about as much as an earlier transaction that was signed,
 * spends none of these coins and may still confirm. "About" means within 10 percent, so that
 * another invoice of the same payee does not count.
 */
export function paidTwice(
  { inputs, outputs }: Pick<ReviewFacts, 'inputs' | 'outputs'>,
  past: ReadonlyMap<string, PastCoin>,
): readonly number[] {
  const spent = new Set(inputs.map(({ outPoint }) => outPointKey(outPoint)));
  // Only a signed transaction can be replaced: reviewing this one first changes nothing.
  const signed = [...spent]
    .flatMap((key) => past.get(key) ?? [])
    .filter(({ isSigned }) => isSigned);
  const replaced = new Set(signed.map(({ payees }) => payees));
  const payments = new Map<string, Satoshis[]>();
  for (const [key, { isSigned, isSettled, payees, payments: paid = [] }] of past) {
    if (!isSigned || isSettled === true || spent.has(key) || replaced.has(payees)) continue;
    for (const { value, scriptPubKey } of paid) appendTo(payments, encodeHex(scriptPubKey), value);
  }
  return outputs.flatMap(({ value, scriptPubKey, owner, role }, index) => {
    const before = payments.get(encodeHex(scriptPubKey)) ?? [];
    const isPayment = owner === undefined && role !== 'data' && role !== 'anyone';
    return isPayment && before.some((each) => isAboutEqual(each, value)) ? [index] : [];
  });
}

function isAboutEqual(a: Satoshis, b: Satoshis): boolean {
  const [less, more] = a < b ? [a, b] : [b, a];
  return (more - less) * 10n <= more;
}

/**
 * Returns how much more each earlier payee gets now; negative: less, or nothing. A silent payment
 * address is one payee, whose scripts change with the inputs.
 */
function gainsOf(before: readonly Payee[], now: readonly Payee[]): readonly Satoshis[] {
  const payeeOf = new Map(before.map((each) => [encodeHex(each.scriptPubKey), nameOf(each)]));
  const sums = sumBy(before, nameOf);
  const after = sumBy(now, (each) => payeeOf.get(encodeHex(each.scriptPubKey)) ?? nameOf(each));
  return [...sums].map(([name, value]) => (after.get(name) ?? -1n) - value);
}

const nameOf = ({ scriptPubKey, silentAddress }: Payee): string =>
  silentAddress ?? encodeHex(scriptPubKey);

function sumBy(
  payees: readonly Payee[],
  name: (payee: Payee) => string,
): ReadonlyMap<string, Satoshis> {
  const sums = new Map<string, Satoshis>();
  for (const payee of payees) {
    const key = name(payee);
    sums.set(key, (sums.get(key) ?? 0n) + payee.value);
  }
  return sums;
}

/** Sums the known amounts of inputs of others. */
function sumOfOthers(inputs: ReviewFacts['inputs']): Satoshis {
  return inputs.reduce(
    (sum, { owner, value: amount }) => (owner === undefined ? sum + (amount ?? 0n) : sum),
    0n,
  );
}

const hashPayees = taggedHash('coldsign/payees');

/**
 * Returns a digest of the payments to others, regardless of their order and of change.
 */
export function payeesDigest(outputs: readonly Payment[]): string {
  const payments = payeesOf(outputs).map(({ value, scriptPubKey }) =>
    createWriter(40).i64(value).varBytes(scriptPubKey).finish(),
  );
  return encodeHex(hashPayees(concatBytes(...payments.sort(compareBytes))));
}
