import type { Network } from '../../encoding/network.ts';
import type { Finding } from '../../review/model.ts';
import { canConfirm } from '../../review/policy.ts';
import type { Context } from '../../rpc/context.ts';
import type { Approval } from '../../rpc/signing-context.ts';
import type { Options } from '../options/load.ts';
import type { SafeTerminal } from './escape.ts';
import type { ProgressLine } from './progress.ts';
import type { reviewText } from './show-review.ts';

/** `reviewText`, or a function that loads it first. */
export type PrintReview = (...args: Parameters<typeof reviewText>) => string | Promise<string>;

/**
 * Shows a review before signing. In an interactive terminal, waits for confirmation; `-yes`
 * confirms, and so does reading arguments from standard input. Scripts are not asked.
 */
export function createApproval(
  terminal: SafeTerminal,
  progress: ProgressLine,
  network: Network,
  options: Options,
  print: PrintReview,
): NonNullable<Context['approve']> {
  const isTaken = options.flag('stdin') === true || options.flag('yes') === true;
  return async (review, refused) => {
    if (!terminal.isScreen) return true;
    const colours = terminal.paints?.err === true;
    const text = await print(review, network, { columns: terminal.columns, colours });
    progress.clear();
    terminal.draw(text);
    if (isTaken || terminal.readLine === undefined) return refused.length === 0;
    return askToSign(refused, terminal);
  };
}

/**
 * Asks the user for each refused finding that can be confirmed, by its id, and then for the
 * transaction. Declines without asking if a finding cannot be confirmed.
 */
export async function askToSign(
  refused: readonly Finding[],
  { readLine }: Pick<SafeTerminal, 'readLine'>,
): Promise<Approval> {
  if (!refused.every(({ id }) => canConfirm(id))) return false;
  for (const { id, text } of refused) {
    const answer = await readLine?.(`STOP: ${text}\nTo sign anyway, type ${id}: `);
    if (answer?.trim() !== id) return false;
  }
  if (
    !isYes(await readLine?.('Sign this transaction? Type “yes” to sign, anything else to cancel: '))
  )
    return false;
  return { confirmed: refused.map(({ id }) => id) };
}

export const isYes = (answer: string | undefined): boolean =>
  answer?.trim().toLowerCase() === 'yes';
