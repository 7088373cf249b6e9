import type { Network } from '../../encoding/network.ts';
import type { Review } from '../../review/model.ts';
import { printReview } from '../../review/print.ts';
import type { Options } from '../options/load.ts';
import type { ProgressLine } from './progress.ts';
import type { Terminal } from './terminal.ts';

/**
 * Shows on a screen what is about to be signed. Where somebody types there, a yes is waited for; `-yes` gives it, and so does
 * standard input when it is read for arguments. Scripts are not asked.
 */
export function createApproval(
  terminal: Terminal,
  progress: ProgressLine,
  network: Network,
  options: Options,
): (review: Review) => Promise<boolean> {
  const isTaken = options.flag('stdin') === true || options.flag('yes') === true;
  return async (review) => {
    if (!terminal.isScreen) return true;
    progress.clear();
    terminal.err(`${printReview(review, network, terminal.columns).join('\n')}\n`);
    if (isTaken || terminal.readLine === undefined) return true;
    const answer = await terminal.readLine('Sign this? Type yes: ');
    return answer?.trim().toLowerCase() === 'yes';
  };
}
