import { checkArguments } from '../arguments/check-arguments.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';
import { visible } from '../encoding/unseen.ts';
import type { Severity } from './catalog.ts';
import { describeReview } from './describe.ts';
import type { Review } from './model.ts';
import { readingReview, shownKinds } from './shown-kinds.ts';

/** A line for a screen. */
export type PrintedLine = {
  /** Text without newlines or characters that control a terminal. */
  readonly text: string;
  /** A heading, or the severity of a finding's heading. Absent for a plain fact. */
  readonly tone?: Severity | 'heading';
};

const INDENT = '  ';
/** Addresses in groups of four need these. */
const LEAST_COLUMNS = 20;

/**
 * Prints a review as lines of at most `columns` columns, if its words fit. Addresses are complete,
 * in groups of four.
 */
export function printLines(
  review: Review,
  network: Network,
  columns: number,
): readonly PrintedLine[] {
  return describeReview(review, network).flatMap(({ heading, lines, tone }) => [
    ...wrap(heading, columns, '').map((text) => ({ text, tone: tone ?? ('heading' as const) })),
    ...lines.flatMap((line) => wrap(line, columns, INDENT)).map((text) => ({ text })),
  ]);
}

/**
 * Prints a review as lines of text of at most `columns` columns, if its words fit. Characters that
 * control a terminal are removed. Addresses are complete, in groups of four.
 *
 * @param columns - At least 20; terminals have 80.
 * @param network - Its name, or the network. It decides how addresses are written.
 */
export function printReview(
  review: Review,
  network: NetworkName | Network,
  columns: number,
): readonly string[] {
  checkArguments(
    'printReview',
    {
      review: [review, 'Review'],
      network: [network, 'NetworkName|Network'],
      columns: [columns, 'Columns'],
    },
    { ...shownKinds, Columns },
  );
  return readingReview(() =>
    printLines(review, networkOf(network), columns).map(({ text }) => text),
  );
}

const Columns = {
  is: (value: unknown) => Number.isInteger(value) && Number(value) >= LEAST_COLUMNS,
  words: 'a whole number of at least 20',
};

/** Splits at spaces, and where a word is longer than a line. */
function wordsOf(line: string, longest: number): readonly string[] {
  return line
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      const parts: string[] = [];
      for (let at = 0; at < Math.max(word.length, 1); at += longest) {
        parts.push(word.slice(at, at + longest));
      }
      return parts;
    });
}

/** Wraps at spaces and indents all rows after the first. A row has 20 to 80 columns. */
export function wrap(line: string, columns: number, indent: string): readonly string[] {
  const width = Math.max(Math.min(columns, 80), LEAST_COLUMNS);
  const wrapped: string[] = [];
  let row = indent;
  for (const word of wordsOf(visible(line), width - INDENT.length)) {
    const next = row.trim() === '' ? `${row}${word}` : `${row} ${word}`;
    if (next.length > width && row.trim() !== '') {
      wrapped.push(row);
      row = `${indent || INDENT}${word}`;
    } else row = next;
  }
  return [...wrapped, row];
}
