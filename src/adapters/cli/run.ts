import { escapeUnseen } from '../../encoding/unseen.ts';
import { isJsonObject, type Json, type JsonArray, type JsonObject } from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { rawMethods } from '../../rpc/methods/raw.ts';
import { profileRules } from '../../rpc/profile.ts';
import { redactGiven } from '../../rpc/redact.ts';
import { loadOptions, type Options } from '../options/load.ts';
import { versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { type CliContext, createCliContext } from './context.ts';
import { type SafeTerminal, safeTerminal } from './escape.ts';
import { collectInput } from './input.ts';
import { loadRest, needsRest, type Rest } from './load-rest.ts';
import { createProgressLine } from './progress.ts';
import { cliOptions } from './specs.ts';
import type { Terminal } from './terminal.ts';
import { usageText } from './usage.ts';
import { readNamedWords, readPositionalWords } from './words.ts';

/**
 * The command line without the program's name; answers the exit code, as bitcoin-cli does.
 * `program`: what worker threads run.
 */
export async function run(
  args: readonly string[],
  given: Terminal,
  program: ThreadEntry,
): Promise<number> {
  const terminal = safeTerminal(given);
  const loaded = loadOptions(args, cliOptions);
  if ('error' in loaded) return fail(terminal, startError(loaded.error), args);
  const { options, words } = loaded;
  if (options.flag('version')) return succeed(terminal, versionText);
  if (['help', 'h', '?'].some((name) => options.flag(name))) return succeed(terminal, usageText());
  if (args.length === 0) {
    terminal.out(`${usageText()}\n`);
    return fail(terminal, 'Error: too few parameters', []);
  }
  return callMethod(options, { args, words }, terminal, program);
}

/** bitcoin-cli puts `Error: ` before those that do not begin so. */
function startError(text: string): string {
  return text.startsWith('Error ') ? text : `Error: ${text}`;
}

function succeed(terminal: Terminal, text: string): number {
  terminal.out(`${text}\n`);
  return 0;
}

/** `given`: what the words may repeat. */
function fail(terminal: Terminal, text: string, given: readonly string[]): number {
  terminal.err(`${redactGiven(text, given)}\n`);
  return 1;
}

/** What the usage explains: no method has a help of that. */
const ownCommands: ReadonlySet<string> = new Set(['review', 'sign', 'check', 'combine']);

/** `args`: with the options, whose values errors may repeat. */
type Typed = { readonly args: readonly string[]; readonly words: readonly string[] };

async function callMethod(
  options: Options,
  { args, words: typedWords }: Typed,
  terminal: SafeTerminal,
  program: ThreadEntry,
): Promise<number> {
  const input = await collectInput(options, typedWords, terminal);
  if ('error' in input) return fail(terminal, `error: ${input.error}`, args);
  const given = [...args, ...input.words];
  const [name = '', ...typed] = input.words;
  if (ownCommands.has(name) && typed.some((word) => /^(-\?|-h|--?help)$/.test(word))) {
    return succeed(terminal, usageText());
  }
  const rest = needsRest(name, options) ? await loadRest() : undefined;
  if (rest !== undefined || isLong(input.words)) saveMemory();
  const declared = (rest?.methods ?? rawMethods).find((method) => method.name === name);
  const read = options.flag('named') ? readNamedWords : readPositionalWords;
  const words = read(declared, typed);
  if ('error' in words) {
    const isSecret = declared?.params.some(({ secret }) => secret === true) === true;
    const bad = input.origins.get(words.error) ?? (isSecret ? '[redacted]' : words.error);
    return fail(terminal, `error: Error parsing JSON: ${bad}`, given);
  }
  const progress = createProgressLine(terminal);
  const opened = await createCliContext(options, progress, terminal, program, {
    ...(rest && { openState: rest.openState }),
    printReview: async (...told) => (await loadRest()).reviewText(...told),
  });
  if ('error' in opened) return fail(terminal, startError(opened.error), args);
  const { state } = opened;
  const wrongChain = await state.checkChain();
  if (wrongChain !== undefined) return fail(terminal, startError(wrongChain), args);
  try {
    const { passphrase } = input;
    const call = { name, params: words.params, passphrase };
    const result = await (rest === undefined
      ? runMethod(findMethod(rawMethods, name), words.params, opened.context)
      : answer(call, opened, options, terminal, rest));
    progress.clear();
    const code = report(result, options, terminal);
    for (const file of opened.waiting) rest?.tellWaiting(file, terminal);
    return code;
  } catch (error) {
    progress.clear();
    if (error instanceof RpcError) return reportError(error, given, options, terminal);
    throw error;
  } finally {
    await state.close();
  }
}

/** In characters; calls that are shorter are over before anything has to be collected. */
const LONG = 100_000;

const isLong = (words: readonly string[]): boolean =>
  words.reduce((sum, { length }) => sum + length, 0) > LONG;

/**
 * A signing of thousands of inputs leaves much behind: collected in time, it stays within 300 MB.
 */
const saveMemory = () =>
  process.getBuiltinModule('node:v8').setFlagsFromString('--optimize-for-size');

type CliCall = {
  readonly name: string;
  readonly params: JsonArray | JsonObject;
  readonly passphrase: string | undefined;
};

async function answer(
  { name, params, passphrase }: CliCall,
  { context, state }: CliContext,
  options: Options,
  terminal: SafeTerminal,
  { methods, withWallets, unlock, signCarried, checkCarried, combineCarried, reviewCarried }: Rest,
): Promise<Json> {
  // The commands go with the wallet that these methods go with, or with keys and without one.
  const alike = { sign: 'walletprocesspsbt', check: 'review', combine: 'review' }[name] ?? name;
  const hasKeys = ownCommands.has(name) && options.text('keys') !== undefined;
  const done = hasKeys ? 'descriptorprocesspsbt' : alike;
  const method = findMethod(methods, done);
  if (name === 'walletpassphrase') throw cannotStayUnlocked();
  const call = state.wallets && (await withWallets(context, state.wallets, options, method));
  if (call !== undefined && passphrase !== undefined) await unlock(call, passphrase);
  const carrying = { context: call ?? context, options, terminal };
  if (name === 'sign') return wrapped(await signCarried(params, carrying), terminal);
  if (name === 'check') return checkCarried(isJsonObject(params) ? [] : params, carrying);
  if (name === 'combine') {
    return wrapped(await combineCarried(isJsonObject(params) ? [] : params, carrying), terminal);
  }
  if (name === 'review') return reviewCarried(params, carrying);
  return runMethod(method, params, call ?? context);
}

/** Text as it is, nothing for null, everything else as JSON with an indent of two. */
function report(result: Json, { profile }: Options, terminal: Terminal): number {
  if (result === null || result === '') return 0;
  const text = typeof result === 'string' ? result : printJson(result, 2);
  return succeed(terminal, profileRules(profile).escapesUnseen ? escapeUnseen(text) : text);
}

const WALLET_HINT =
  ' Or for the CLI, specify the "-rpcwallet=<walletname>" option before the command' +
  ' (run "coldsign -h" for help or "coldsign listwallets" to see which wallets are currently loaded).';

/** A wallet is unlocked for one command only: there is no program that would keep its keys. */
const UNLOCK_HINT = ' Or for the CLI, give the passphrase with "-stdinwalletpassphrase".';

/** Success without an effect would be believed. */
function cannotStayUnlocked(): RpcError {
  return new RpcError(
    RpcCode.WALLET_ERROR,
    'Error: On the command line a wallet is unlocked for one command only, because no program stays that would keep its keys. ' +
      'Put -stdinwalletpassphrase before the command that needs it, or unlock the wallet of a running "coldsign serve"',
  );
}

const hints = new Map<number, string>([
  [RpcCode.WALLET_NOT_SPECIFIED, WALLET_HINT],
  [RpcCode.WALLET_UNLOCK_NEEDED, UNLOCK_HINT],
]);

function reportError(
  { code, message, hint }: RpcError,
  given: readonly string[],
  { profile }: Options,
  terminal: Terminal,
): number {
  const lines = [`error code: ${code}`, 'error message:', `${message}${hints.get(code) ?? ''}`];
  const told = hint === undefined ? lines : [...lines, `Hint: ${hint}`];
  const text = told.join('\n');
  const { redactsSecrets } = profileRules(profile);
  terminal.err(`${redactsSecrets ? wrapped(redactGiven(text, given), terminal) : text}\n`);
  return Math.abs(code) % 256;
}

/** For a screen, broken between words; words that are longer than a line stay whole for copying. */
function wrapped(text: string, { isScreen, columns }: Terminal): string {
  if (!isScreen) return text;
  const row = new RegExp(`(?!.{1,${columns}}$)(.{1,${columns}}) `, 'gm');
  return text.replace(row, '$1\n');
}
