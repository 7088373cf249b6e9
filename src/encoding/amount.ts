/** An amount in satoshi: 1 BTC is 100,000,000. */
export type Satoshis = bigint;

export const COIN: Satoshis = 100_000_000n;

/** consensus/amount.h, MAX_MONEY: 21,000,000 BTC in satoshi. */
export const MAX_MONEY: Satoshis = 21_000_000n * COIN;

export function isMoneyRange(amount: Satoshis): boolean {
  return amount >= 0n && amount <= MAX_MONEY;
}

const NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?)0*([0-9]+))?$/;

/** util/strencodings.cpp, UPPER_BOUND: the mantissa keeps at most 18 digits. */
const LARGEST_MANTISSA = 10n ** 18n - 1n;

/**
 * Core's `ParseFixedPoint` (util/strencodings.cpp): the text of a JSON number as an integer in
 * units of 10^-decimals, exactly, or `undefined`. No float is involved. Amounts in BTC have 8
 * decimals.
 *
 * @param text - A JSON number, such as `0.001` or `1e-3`.
 * @param decimals - Number of digits, 0 to 18.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { parseFixedPoint } from 'coldsign/transaction';
 *
 * console.log(parseFixedPoint('0.001', 8), parseFixedPoint('0.000000001', 8)); // 100000n undefined
 */
export function parseFixedPoint(text: string, decimals: number): bigint | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponentSign = '', exponentDigits = '0'] = match;
  if (exponentDigits.length > 18) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant.length > 18) return undefined;
  const trailing = digits.length - significant.length;
  // Zero has no digits to trim: Core does not count the zeros before the point, only those behind
  // it.
  const dropped = digits === '' ? fraction.length : trailing;
  const exponent = Number(exponentSign + exponentDigits) - fraction.length + dropped + decimals;
  if (exponent < 0 || exponent >= 18) return undefined;
  const value = BigInt(significant === '' ? '0' : significant) * 10n ** BigInt(exponent);
  if (value > LARGEST_MANTISSA) return undefined;
  return sign === '-' ? -value : value;
}

/** A loop: the expression /0+$/ takes quadratic time when many zeros stand before another digit. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/**
 * Core's `ValueFromAmount` (core_io): BTC with always eight decimals.
 *
 * @param value - Satoshi; a negative one has a minus.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { formatAmount } from 'coldsign/transaction';
 *
 * console.log(formatAmount(150_000n)); // 0.00150000
 */
export function formatAmount(value: Satoshis): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = (magnitude % COIN).toString().padStart(8, '0');
  return `${value < 0n ? '-' : ''}${magnitude / COIN}.${fraction}`;
}

/**
 * Core's `FormatMoney` (util/moneystr): BTC with at least two decimals and no zeros behind them.
 */
export function formatMoney(amount: Satoshis): string {
  return formatAmount(amount).replace(/0{1,6}$/, '');
}

/**
 * Core's `ParseMoney` (util/moneystr.cpp), for options: BTC with up to eight decimals, no sign, no
 * exponent.
 */
export function parseMoney(text: string): Satoshis | undefined {
  const parts = /^[ \f\n\r\t\v]*([0-9]{0,10})(?:\.([0-9]{0,8}))?[ \f\n\r\t\v]*$/.exec(text);
  if (parts === null || text.trim() === '') return undefined;
  const [, whole = '', fraction = ''] = parts;
  const satoshis = BigInt(whole || '0') * COIN + BigInt(fraction.padEnd(8, '0'));
  return isMoneyRange(satoshis) ? satoshis : undefined;
}
