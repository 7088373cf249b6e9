import type { Network } from '../../encoding/network.ts';
import { escapeUnseen } from '../../encoding/unseen.ts';
import { reviewId } from '../../review/id.ts';
import type { Review } from '../../review/model.ts';
import { type PrintedLine, printLines } from '../../review/print.ts';

const COLOURS: { readonly [T in NonNullable<PrintedLine['tone']>]: string } = {
  heading: '1',
  stop: '1;31',
  warn: '33',
  note: '2',
};

/** Formats a review as text that ends with its id, optionally in colours. */
export function reviewText(
  review: Review,
  network: Network,
  { columns, colours }: { readonly columns: number; readonly colours: boolean },
): string {
  const paint = ({ text, tone }: PrintedLine) => {
    const safe = escapeUnseen(text);
    return colours && tone !== undefined ? `\u001b[${COLOURS[tone]}m${safe}\u001b[0m` : safe;
  };
  const lines = printLines(review, network, columns).map(paint);
  const id = reviewId(review, network).replace(/(.{8})(?=.)/g, '$1 ');
  const words = columns < 80 ? id.replace(/((?:\S+ ){3}\S+) /g, '$1\n  ') : id;
  return [...lines, 'Review id', `  ${words}`, ''].join('\n');
}
