import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { escapeUnseen } from '../../encoding/unseen.ts';
import { type Json, jsonObject } from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { judgeNames } from '../../names/judge-names.ts';
import { screenPolicy } from '../../review/policy.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcError } from '../../rpc/error.ts';
import { findMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import { profileRules } from '../../rpc/profile.ts';
import { redactGiven } from '../../rpc/redact-arguments.ts';
import { isYes } from '../cli/approve.ts';
import { createCliContext } from '../cli/cli-context.ts';
import { cliOptions } from '../cli/cli-options.ts';
import { type SafeTerminal, safeTerminal } from '../cli/escape.ts';
import { createProgressLine } from '../cli/progress.ts';
import { reviewText } from '../cli/show-review.ts';
import { type Terminal, wantsColours } from '../cli/terminal.ts';
import { withWallets } from '../cli/wallets.ts';
import { readRootKeyFile } from '../names/root-keys.ts';
import { loadOptions, type Options } from '../options/load.ts';
import { openState } from '../runtime/open.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { answerNode } from './answers.ts';
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

/** Returns an error as JSON: in a list, if a list of signers was requested. */
function errorAnswer(words: string, isList: boolean): Json {
  const error = jsonObject({ error: escapeUnseen(redactGiven(words)) });
  return isList ? [error] : error;
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
    const show = (text: string) => (person ?? { show: terminal.err }).show(escapeUnseen(text));
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

/** Returns an error if there is no user to confirm and no policy that decides instead. */
function noUserToAsk(options: Options, person: Person | undefined): string | undefined {
  if (!profileRules(options.profile).reviews)
    return 'coldsign signer needs the default profile. Remove -profile=core';
  if (options.text('policy') !== undefined || person !== undefined) return undefined;
  return 'There is no terminal to ask for confirmation. Start the node from one, or put -policy=strict or your own policy before "signer"';
}

/**
 * Returns the context's approval: the policy's decision or, without a policy, that of the user at
 * the terminal.
 */
function consent(options: Options, context: Context, person: Person | undefined): Partial<Context> {
  const { network, policy = screenPolicy } = context;
  return {
    policy,
    approve: async (review, refused) => {
      const text = reviewText(review, network, {
        columns: 80,
        colours: person !== undefined && wantsColours(),
      });
      person?.show(text);
      if (refused.length > 0) return false;
      if (options.text('policy') !== undefined) return true;
      return isYes(person?.ask('A node asks to sign this. Type yes: '));
    },
  };
}

/**
 * The user at the terminal that started the program, even if standard input and output are
 * redirected.
 */
export type Person = {
  show(text: string): void;
  /** Returns a line as typed. */
  ask(prompt: string): string;
};

/** Longer than any valid answer. */
const LONGEST_LINE = 4096;

/**
 * Returns the user, or `undefined` if there is no terminal, as when a node runs in the background.
 */
function personAtTerminal(): Person | undefined {
  let terminal: number;
  try {
    terminal = openSync('/dev/tty', 'r+');
    closeSync(terminal);
  } catch {
    // There is no terminal, or the system does not have this device name.
    return undefined;
  }
  const use = <T>(run: (file: number) => T): T => {
    const file = openSync('/dev/tty', 'r+');
    try {
      return run(file);
    } finally {
      closeSync(file);
    }
  };
  return {
    show: (text) => use((file) => void writeSync(file, text)),
    ask: (prompt) =>
      use((file) => {
        writeSync(file, prompt);
        const line = Buffer.alloc(LONGEST_LINE);
        return line.toString('utf8', 0, readSync(file, line));
      }),
  };
}
