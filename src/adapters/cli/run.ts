import type { Json } from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import { loadOptions, type Options } from '../options/load.ts';
import { createCliContext } from './context.ts';
import { createProgressLine } from './progress.ts';
import { redactKeys } from './redact.ts';
import { cliOptions } from './specs.ts';
import type { Terminal } from './terminal.ts';
import { usageText, versionText } from './usage.ts';
import { readNamedWords, readPositionalWords } from './words.ts';

/** What could not be done before any method ran: `error: ` and these words, exit code 1. */
type Refusal = { readonly refusal: string };

/**
 * The command line without the program's name; answers the exit code, as bitcoin-cli does. `program`: the file that worker
 * threads run.
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  program: URL,
): Promise<number> {
  const loaded = loadOptions(args, cliOptions);
  if ('error' in loaded) return fail(terminal, startError(loaded.error));
  const { options, words } = loaded;
  if (options.flag('version')) return succeed(terminal, versionText);
  if (['help', 'h', '?'].some((name) => options.flag(name))) return succeed(terminal, usageText());
  if (args.length === 0) {
    terminal.out(`${usageText()}\n`);
    return fail(terminal, 'Error: too few parameters');
  }
  return callMethod(options, words, terminal, program);
}

/** bitcoin-cli puts `Error: ` before those that do not begin so. */
function startError(text: string): string {
  return text.startsWith('Error ') ? text : `Error: ${text}`;
}

function succeed(terminal: Terminal, text: string): number {
  terminal.out(`${text}\n`);
  return 0;
}

function fail(terminal: Terminal, text: string): number {
  terminal.err(`${redactKeys(text)}\n`);
  return 1;
}

async function callMethod(
  options: Options,
  given: readonly string[],
  terminal: Terminal,
  program: URL,
): Promise<number> {
  const words = await collectWords(options, given, terminal);
  if ('refusal' in words) return fail(terminal, `error: ${words.refusal}`);
  const [name = '', ...rest] = words;
  const declared = methods.find((method) => method.name === name);
  const read = options.flag('named') ? readNamedWords : readPositionalWords;
  const call = read(declared, rest);
  if ('badJson' in call) return fail(terminal, `error: Error parsing JSON: ${call.badJson}`);
  const progress = createProgressLine(terminal);
  try {
    const context = await createCliContext(options, progress, terminal, program);
    const result = await runMethod(findMethod(methods, name), call.params, context);
    progress.clear();
    return report(result, terminal);
  } catch (error) {
    progress.clear();
    if (error instanceof RpcError) return reportError(error, terminal);
    throw error;
  }
}

/** The method and its arguments: files in place of @FILE, then the lines of standard input. */
async function collectWords(
  options: Options,
  given: readonly string[],
  terminal: Terminal,
): Promise<readonly string[] | Refusal> {
  const words: string[] = [];
  for (const word of given) {
    const text = readFileWord(word, options, terminal);
    if (text === undefined) return { refusal: `Could not read the file of the argument ${word}` };
    words.push(text);
  }
  if (options.flag('stdin')) words.push(...(await readLines(terminal)));
  if (words.length === 0) return { refusal: 'too few parameters (need at least command)' };
  return words;
}

/** `@path`, with -named also behind `name=`; a newline at the file's end does not count. */
function readFileWord(word: string, options: Options, terminal: Terminal): string | undefined {
  const at = options.flag('named') && !word.startsWith('@') ? word.indexOf('=') + 1 : 0;
  const [head, value] = [word.slice(0, at), word.slice(at)];
  if (value.startsWith('@@')) return head + value.slice(1);
  if (!value.startsWith('@')) return word;
  const text = terminal.readFile(value.slice(1));
  return text === undefined ? undefined : head + text.replace(/\r?\n$/, '');
}

async function readLines(terminal: Terminal): Promise<string[]> {
  const lines = (await terminal.readInput()).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Text as it is, nothing for null, everything else as JSON with an indent of two. */
function report(result: Json, terminal: Terminal): number {
  if (result === null || result === '') return 0;
  return succeed(terminal, typeof result === 'string' ? result : printJson(result, 2));
}

const WALLET_HINT =
  ' Or for the CLI, specify the "-rpcwallet=<walletname>" option before the command' +
  ' (run "coldsign -h" for help or "coldsign listwallets" to see which wallets are currently loaded).';

function reportError({ code, message }: RpcError, terminal: Terminal): number {
  const hint = code === RpcCode.WALLET_NOT_SPECIFIED ? WALLET_HINT : '';
  terminal.err(`error code: ${code}\nerror message:\n${redactKeys(message)}${hint}\n`);
  return Math.abs(code) % 256;
}
