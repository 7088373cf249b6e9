/** An amount in satoshi; 1 BTC is 100,000,000. */
export type Satoshis = bigint;

export const COIN: Satoshis = 100_000_000n;

/** 21,000,000 BTC in satoshi (consensus/amount.h, MAX_MONEY). */
export const MAX_MONEY: Satoshis = 21_000_000n * COIN;

export function isMoneyRange(amount: Satoshis): boolean {
  return amount >= 0n && amount <= MAX_MONEY;
}

/** The largest mantissa, with 18 digits (util/strencodings.cpp, UPPER_BOUND). */
const LARGEST_MANTISSA = 10n ** 18n - 1n;

/**
 * Parses the text of a JSON number exactly, as an integer in units of 10^-decimals, or returns
 * `undefined`. It uses no floating point. Amounts in BTC have 8 decimals. Core: ParseFixedPoint
 * (util/strencodings.cpp).
 *
 * @param text - A JSON number, such as `0.001` or `1e-3`.
 * @param decimals - Number of digits, 0 to 18.
 */
export function parseFixedPoint(text: string, decimals: number): bigint | undefined {
  const parts = splitNumber(text);
  if (parts === undefined) return undefined;
  const { sign, whole, fraction, exponentSign } = parts;
  const exponentDigits = withoutLeadingZeros(parts.exponentDigits) || '0';
  if (exponentDigits.length > 18) return undefined;
  const digits = withoutLeadingZeros(whole + fraction);
  const significant = withoutTrailingZeros(digits);
  if (significant.length > 18) return undefined;
  const trailing = digits.length - significant.length;
  // For zero there are no digits to trim: Core counts only zeros after the point.
  const dropped = digits === '' ? fraction.length : trailing;
  const exponent = Number(exponentSign + exponentDigits) - fraction.length + dropped + decimals;
  if (exponent < 0 || exponent >= 18) return undefined;
  const value = BigInt(significant === '' ? '0' : significant) * 10n ** BigInt(exponent);
  if (value > LARGEST_MANTISSA) return undefined;
  return sign === '-' ? -value : value;
}

const DIGITS = '0123456789';

/**
 * Splits the text of a JSON number, or returns `undefined` for any other text. It uses a loop,
 * because a regular expression may need more stack than there is for millions of digits.
 */
function splitNumber(text: string) {
  let at = 0;
  const take = (accepted: string): string => {
    const start = at;
    while (at < text.length && accepted.includes(text.charAt(at))) at++;
    return text.slice(start, at);
  };
  const sign = take('-');
  const whole = take(DIGITS);
  const point = take('.');
  const fraction = take(DIGITS);
  const letter = take('eE');
  const exponentSign = take('+-');
  const exponentDigits = take(DIGITS);
  const isNumber =
    at === text.length &&
    (whole === '0' || /^[1-9]/.test(whole)) &&
    [sign, point, letter, exponentSign].every((mark) => mark.length < 2) &&
    (point === '') === (fraction === '') &&
    (letter === '' ? exponentSign === '' : exponentDigits !== '');
  return isNumber ? { sign, whole, fraction, exponentSign, exponentDigits } : undefined;
}

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (digits[start] === '0') start++;
  return digits.slice(start);
}

/** Removes trailing zeros with a loop, because the expression /0+$/ takes quadratic time. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/**
 * Formats an amount in BTC, always with eight decimals. Core: ValueFromAmount (core_io).
 *
 * @param value - Satoshi; a negative amount gets a minus.
 */
export function formatAmount(value: Satoshis): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = (magnitude % COIN).toString().padStart(8, '0');
  return `${value < 0n ? '-' : ''}${magnitude / COIN}.${fraction}`;
}

/**
 * Formats BTC with at least two decimals and no further trailing zeros. Core: FormatMoney
 * (util/moneystr).
 */
export function formatMoney(amount: Satoshis): string {
  return formatAmount(amount).replace(/0{1,6}$/, '');
}

/** Formats as `99,950,000`. */
export function groupDigits(number: bigint): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats as `0.99950000 BTC (99,950,000 sat)`. */
export function formatBoth(amount: Satoshis): string {
  return `${formatAmount(amount)} BTC (${groupDigits(amount)} sat)`;
}

/**
 * Parses BTC in options: up to eight decimals, no sign, no exponent. Core: ParseMoney
 * (util/moneystr.cpp).
 */
export function parseMoney(text: string): Satoshis | undefined {
  const parts = /^[ \f\n\r\t\v]*(?=[0-9.])([0-9]{0,10})(?:\.([0-9]{0,8}))?[ \f\n\r\t\v]*$/.exec(
    text,
  );
  if (parts === null) return undefined;
  const [, whole = '', fraction = ''] = parts;
  const satoshis = BigInt(whole || '0') * COIN + BigInt(fraction.padEnd(8, '0'));
  return isMoneyRange(satoshis) ? satoshis : undefined;
}
