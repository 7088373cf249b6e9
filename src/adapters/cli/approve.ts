import type { Network } from '../../encoding/network.ts';
import type { Finding, Review } from '../../review/model.ts';
import type { Options } from '../options/load.ts';
import type { SafeTerminal } from './escape.ts';
import type { ProgressLine } from './progress.ts';
import { reviewText } from './show-review.ts';

/**
 * Shows on a screen what is about to be signed. Where somebody types there, a yes is waited for;
 * `-yes` gives it, and so does standard input when it is read for arguments. Scripts are not asked.
 */
export function createApproval(
  terminal: SafeTerminal,
  progress: ProgressLine,
  network: Network,
  options: Options,
): (review: Review, refused: readonly Finding[]) => Promise<boolean> {
  const isTaken = options.flag('stdin') === true || options.flag('yes') === true;
  return async (review, refused) => {
    if (!terminal.isScreen) return true;
    progress.clear();
    terminal.draw(reviewText(review, network, { columns: terminal.columns, colours: true }));
    if (refused.length > 0) return false;
    if (isTaken || terminal.readLine === undefined) return true;
    return isYes(await terminal.readLine('Sign this? Type yes: '));
  };
}

export const isYes = (answer: string | undefined): boolean =>
  answer?.trim().toLowerCase() === 'yes';
