import { isIP } from 'node:net';

/**
 * Parses a numeric address as systems do (inet_aton): the last of fewer than four parts fills the
 * rest, and a part may be hexadecimal or octal. Returns `undefined` for any other text.
 */
export function numericHost(text: string): string | undefined {
  if (isIP(text) !== 0) return text;
  const parts = text.split('.').map(readPart);
  const last = parts.pop();
  if (last === undefined || parts.length > 3) return undefined;
  if (parts.some((part) => !(part <= 255)) || !(last < 256 ** (4 - parts.length))) return undefined;
  while (parts.length < 4) parts.push(Math.floor(last / 256 ** (3 - parts.length)) % 256);
  return parts.join('.');
}

/** Parses a part; NaN if it is not a number. */
function readPart(text: string): number {
  if (/^0x[\da-f]+$/i.test(text)) return Number(text);
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8);
  return /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
}

/** Converts an IPv4 address in IPv6 notation to IPv4. */
export const withoutMapping = (address: string): string =>
  address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** Returns the eight groups of an IPv6 address, in which zeros may be omitted once. */
export function groupsOf(address: string): readonly string[] {
  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail];
}
