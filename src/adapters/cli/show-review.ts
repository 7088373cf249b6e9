import type { Network } from '../../encoding/network.ts';
import { escapeUnseen } from '../../encoding/unseen.ts';
import { reviewId } from '../../review/id.ts';
import type { Review } from '../../review/model.ts';
import { type PrintedLine, printLines, wrap } from '../../review/print.ts';

const COLOURS: { readonly [T in NonNullable<PrintedLine['tone']>]: string } = {
  heading: '1',
  stop: '1;31',
  warn: '33',
  note: '2',
};

/** Number of lines that a small screen shows at once. */
const ONE_SCREEN = 20;

/** Returns the worst finding in short, for a review whose findings are off the first screen. */
function worstFirst(
  { findings }: Review,
  [first, ...others]: readonly PrintedLine[],
  columns: number,
): readonly PrintedLine[] {
  const [worst] = findings;
  if (worst === undefined || worst.severity === 'note' || others.length < ONE_SCREEN) return [];
  // A finding about the network is printed first already.
  if (first?.tone === worst.severity) return [];
  const [what = ''] = worst.text.split(/[.:](?: |$)/);
  const word = worst.severity === 'stop' ? 'STOP' : 'WARNING';
  const more = findings.filter(({ severity }) => severity !== 'note').length - 1;
  const rest = more > 0 ? `, and ${more} more` : '';
  const text = `${word}: ${what}${rest}. See the end.`;
  return wrap(text, columns, '').map((row) => ({
    text: row,
    tone: worst.severity,
  }));
}

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
  const printed = printLines(review, network, columns);
  const lines = [...worstFirst(review, printed, columns), ...printed].map(paint);
  const id = reviewId(review, network).replace(/(.{8})(?=.)/g, '$1 ');
  const words = columns < 80 ? id.replace(/((?:\S+ ){3}\S+) /g, '$1\n  ') : id;
  return [...lines, 'Review id', `  ${words}`, ''].join('\n');
}
