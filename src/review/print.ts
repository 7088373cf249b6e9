import type { Satoshis } from '../encoding/amount.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { formatAddress } from '../script/address.ts';
import { formatBoth, formatRate } from './amounts.ts';
import { feeFacts, type OutputRole, type Review, type ReviewedOutput } from './review.ts';

const ROLES: { readonly [R in OutputRole]: string } = {
  payment: 'Pays',
  change: 'Change, back to this wallet',
  own: 'Pays an address of this wallet',
  data: 'Data',
  burned: 'BURNS, nobody can ever spend it',
};

const INDENT = '  ';

/**
 * A review as lines of at most so many columns, as far as their words allow: addresses whole, in groups of four. Labels are of others:
 * whoever writes to a terminal escapes what it would obey.
 */
export function printReview(review: Review, network: Network, columns: number): readonly string[] {
  const lines = [
    ...review.outputs.flatMap((output) => describeOutput(output, network)),
    ...describeFee(review),
  ];
  return lines.flatMap((line) => wrap(line, columns));
}

function describeOutput(
  { value, scriptPubKey, role, label }: ReviewedOutput,
  network: Network,
): string[] {
  const address = formatAddress(scriptPubKey, network);
  const named = label === undefined || label === '' ? '' : `: ${label.replace(/\s+/g, ' ')}`;
  return [
    `${ROLES[role]}${named}`,
    `${INDENT}${groupsOfFour(address ?? encodeHex(scriptPubKey))}`,
    `${INDENT}${formatBoth(value)}`,
  ];
}

function describeFee(review: Review): string[] {
  const { fee, vsize, paid } = feeFacts(review);
  if (!review.isWhole) {
    const least = fee > 0n ? `: at least ${formatBoth(fee)}` : '';
    return [`Fee not known, an amount that is spent is missing${least}`];
  }
  const claimed = review.inputs.some(({ certainty }) => certainty === 'claimed');
  return [
    claimed ? 'Fee, if the amounts that are claimed are true' : 'Fee',
    `${INDENT}${formatBoth(fee)}`,
    `${INDENT}about ${formatRate(vsize > 0 ? (fee * 1000n) / BigInt(vsize) : 0n)}${shareOf(fee, paid)}`,
  ];
}

function shareOf(fee: Satoshis, paid: Satoshis): string {
  if (paid === 0n || fee < 0n) return '';
  const hundredths = (fee * 10_000n) / paid;
  const fraction = String(hundredths % 100n).padStart(2, '0');
  return `, ${hundredths / 100n}.${fraction} % of what it pays`;
}

function groupsOfFour(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

/** At spaces; what follows stands as far in as the line does. */
function wrap(line: string, columns: number): readonly string[] {
  const indent = line.startsWith(INDENT) ? INDENT : '';
  const wrapped: string[] = [];
  let row = indent;
  for (const word of line.trim().split(' ')) {
    const next = row.trim() === '' ? `${indent}${word}` : `${row} ${word}`;
    if (next.length > columns && row.trim() !== '') {
      wrapped.push(row);
      row = `${indent}${word}`;
    } else row = next;
  }
  return [...wrapped, row];
}
