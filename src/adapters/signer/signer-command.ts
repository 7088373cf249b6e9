import type { Json } from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { judgeNames } from '../../names/judge-names.ts';
import { RpcError } from '../../rpc/error.ts';
import { findMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import { createCliContext } from '../cli/cli-context.ts';
import { cliOptions } from '../cli/cli-options.ts';
import { type SafeTerminal, safeTerminal } from '../cli/escape.ts';
import { createProgressLine } from '../cli/progress.ts';
import { reviewText } from '../cli/show-review.ts';
import type { Terminal } from '../cli/terminal.ts';
import { withWallets } from '../cli/wallets.ts';
import { readRootKeyFile } from '../names/root-keys.ts';
import { loadOptions, type Options } from '../options/load.ts';
import { openState } from '../runtime/open.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { answerNode, errorAnswer } from './answers.ts';
import { consent, noUserToAsk } from './consent.ts';
import { type Person, personAtTerminal } from './person.ts';
import { readRequest, type SignerRequest } from './request.ts';

/**
 * Runs `coldsign [options] signer ...`, which a node started with -signer calls. Answers and errors
 * are JSON on standard output, since the node's caller sees them.
 */
export async function runSigner(
  args: readonly string[],
  given: Terminal,
  program: ThreadEntry,
  person: Person | null = personAtTerminal() ?? null,
): Promise<number> {
  const terminal = safeTerminal(given);
  const at = args.indexOf('signer');
  const words = args.slice(at + 1);
  const isPiped = words.includes('--stdin');
  const piped = isPiped ? (await terminal.readInput()).split(/\s+/).filter((word) => word) : [];
  const request = readRequest([...words.filter((word) => word !== '--stdin'), ...piped]);
  const loaded = loadOptions(args.slice(0, at), cliOptions);
  const failed = 'error' in request ? request : 'error' in loaded ? loaded : undefined;
  const isList = words.includes('enumerate') || piped.includes('enumerate');
  const answer =
    'error' in request || 'error' in loaded
      ? errorAnswer(failed?.error ?? '', isList)
      : await answered(request, loaded.options, terminal, program, person ?? undefined);
  terminal.out(`${printJson(answer)}\n`);
  return 0;
}

async function answered(
  request: SignerRequest,
  options: Options,
  terminal: SafeTerminal,
  program: ThreadEntry,
  person: Person | undefined,
): Promise<Json> {
  const isList = request.call.name === 'enumerate';
  const opened = await createCliContext(options, createProgressLine(terminal), terminal, program, {
    openState,
    printReview: reviewText,
    loadNames: async () => ({ judgeNames, readRootKeyFile }),
  });
  if ('error' in opened) return errorAnswer(opened.error, isList);
  const { context, state } = opened;
  try {
    const method = findMethod(methods, 'walletprocesspsbt');
    const call = state.wallets && (await withWallets(context, state.wallets, options, method));
    const show = (text: string) => (person ?? { show: terminal.err }).show(text);
    const consenting = { ...(call ?? context), ...consent(options, context, person) };
    const unasked = request.call.name === 'signtx' ? noUserToAsk(options, person) : undefined;
    if (unasked !== undefined) return errorAnswer(unasked, false);
    return await answerNode(request, { context: consenting, show });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { message, hint } = error;
    return errorAnswer(hint === undefined ? message : `${message}. ${hint}`, isList);
  } finally {
    await state.close();
  }
}
