import type { Network } from '../../encoding/network.ts';
import type { Finding, Review } from '../../review/model.ts';
import type { Options } from '../options/load.ts';
import type { SafeTerminal } from './escape.ts';
import type { ProgressLine } from './progress.ts';
import type { reviewText } from './show-review.ts';

/** `reviewText`, or what loads it first. */
export type PrintReview = (...told: Parameters<typeof reviewText>) => string | Promise<string>;

/**
 * Shows on a screen what is about to be signed. Where somebody types there, a yes is waited for;
 * `-yes` gives it, and so does standard input when it is read for arguments. Scripts are not asked.
 */
export function createApproval(
  terminal: SafeTerminal,
  progress: ProgressLine,
  network: Network,
  options: Options,
  print: PrintReview,
): (review: Review, refused: readonly Finding[]) => Promise<boolean> {
  const isTaken = options.flag('stdin') === true || options.flag('yes') === true;
  return async (review, refused) => {
    if (!terminal.isScreen) return true;
    const text = await print(review, network, { columns: terminal.columns, colours: true });
    progress.clear();
    terminal.draw(text);
    if (refused.length > 0) return false;
    if (isTaken || terminal.readLine === undefined) return true;
    return isYes(await terminal.readLine('Sign this? Type yes: '));
  };
}

export const isYes = (answer: string | undefined): boolean =>
  answer?.trim().toLowerCase() === 'yes';
