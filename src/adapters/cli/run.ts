import { escapeUnseen } from '../../encoding/unseen.ts';
import {
  getMember,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { RpcCode, RpcError, walletError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { rawMethods } from '../../rpc/methods/raw.ts';
import { profileRules } from '../../rpc/profile.ts';
import { redactGiven } from '../../rpc/redact-arguments.ts';
import { asksHelp, type Options } from '../options/load.ts';
import { versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { type CliContext, createCliContext } from './cli-context.ts';
import { type SafeTerminal, safeTerminal } from './escape.ts';
import { isTextError, namesFile } from './file-text.ts';
import { collectInput } from './input.ts';
import { isHelp, loadCommandLine, ownCommands } from './load-command-line.ts';
import { type LazyCommands, loadLazyCommands, needsLazyCommands } from './load-lazy-commands.ts';
import { createProgressLine } from './progress.ts';
import type { Terminal } from './terminal.ts';
import {
  type NotJson,
  readNamedArguments,
  readPositionalArguments,
  satoshiWarning,
  typedSecret,
} from './typed-arguments.ts';
import { shortHelp, usageText } from './usage.ts';

/**
 * Runs a command line without the program's name, and returns bitcoin-cli's exit code. Worker
 * threads run `program`.
 */
export async function run(
  args: readonly string[],
  given: Terminal,
  program: ThreadEntry,
): Promise<number> {
  const terminal = safeTerminal(given);
  const loaded = loadCommandLine(args, terminal);
  if ('error' in loaded) {
    if (loaded.name !== undefined) {
      const { methods, unknownCommand } = await loadLazyCommands();
      const isKnown = methods.some(({ name }) => name === loaded.name);
      if (!isKnown) return notFound(unknownCommand(loaded.name, args, terminal), args, terminal);
    }
    const isCore = args.some((each) => /^--?profile=core$/.test(each));
    const text = isCore
      ? loaded.error
      : (await loadLazyCommands()).explainOption(loaded.error, args);
    return fail(terminal, startError(text), args);
  }
  const { options, words } = loaded;
  const [name, ...rest] = words;
  if (options.flag('version')) return succeed(terminal, versionText);
  const isHelpAsked = asksHelp(options);
  if (isHelpAsked && name === undefined) return succeed(terminal, usageText());
  const { reviews } = profileRules(options.profile);
  if (args.length === 0 || (reviews && name === undefined && options.flag('stdin') !== true)) {
    terminal.out(`${shortHelp()}\n`);
    const text = 'Error: too few parameters. “coldsign help” lists every command';
    return fail(terminal, text, []);
  }
  if (name !== undefined && reviews) {
    const isAsked = isHelpAsked || (rest.length === 1 && isHelp(rest[0] ?? ''));
    const about = name === 'help' ? rest.find((word) => !isHelp(word)) : name;
    if (isAsked || name === 'help') {
      return (await loadLazyCommands()).showHelp(about, { args, terminal, program: () => program });
    }
  }
  return callMethod(options, { args, words }, terminal, program);
}

/** Adds `Error: ` unless the text begins with it, as bitcoin-cli does. */
function startError(text: string): string {
  return text.startsWith('Error ') ? text : `Error: ${text}`;
}

function succeed(terminal: Terminal, text: string): number {
  terminal.out(`${text}\n`);
  return 0;
}

/** `given`: words that the text may repeat. */
function fail(terminal: Terminal, text: string, given: readonly string[]): number {
  terminal.err(`${redactGiven(text, given)}\n`);
  return 1;
}

/** `args`: all words including options, whose values errors may repeat. */
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
  const [name = '', ...typed] = saveMemoryFor(input.words);
  const rest = needsLazyCommands(name, options) ? await loadLazyCommands() : undefined;
  const declared = (rest?.methods ?? rawMethods).find((method) => method.name === name);
  const { hints } = profileRules(options.profile);
  if (hints && rest !== undefined && declared === undefined && !ownCommands.has(name)) {
    const text = rest.unknownCommand(name, input.origins.size === 0 ? args : given, terminal);
    return notFound(text, given, terminal);
  }
  const inFiles = hints && ownCommands.has(name) && rest?.slipInFiles(typed, terminal);
  const slip = inFiles || (hints && declared && slipBefore(declared, typed, options, args));
  if (slip) return fail(terminal, `error: ${slip}`, given);
  const words = readArguments(declared, typed, options);
  if ('error' in words) {
    const failed = { error: words, name, declared, typed, given };
    return failToParse(failed, input.origins, hints, terminal);
  }
  if (hints) warnBefore({ declared, params: words.params, typedWords }, options, terminal);
  const progress = createProgressLine(terminal);
  const opened = await createCliContext(options, progress, terminal, program, {
    ...(rest && { openState: rest.openState }),
    loadNames: loadLazyCommands,
    printReview: async (...shown) => (await loadLazyCommands()).reviewText(...shown),
  });
  if ('error' in opened) return fail(terminal, startError(opened.error), args);
  const { state } = opened;
  const wrongChain = await state.checkChain();
  if (wrongChain !== undefined) return fail(terminal, startError(wrongChain), args);
  try {
    const { passphrase } = input;
    const result = await (rest === undefined
      ? runMethod(findMethod(rawMethods, name), words.params, opened.context)
      : answer({ name, params: words.params, passphrase }, opened, options, terminal, rest));
    progress.clear();
    const code = report(result, options, terminal);
    if (hints && (isRefusal(result) || HINTED.includes(name))) {
      const note = (await loadLazyCommands()).resultHint(name, result, words.params, options);
      if (note !== undefined) terminal.err(`Hint: ${note}\n`);
    }
    for (const file of opened.waiting) rest?.tellWaiting(file, terminal);
    return code;
  } catch (error) {
    progress.clear();
    if (!(error instanceof RpcError) || isTextError(error)) throw error;
    const failed = { error, name, declared, params: words.params, files: typed };
    const explain = hints ? (await loadLazyCommands()).explain : () => error;
    return reportError(explain(failed, options, terminal), given, options, terminal);
  } finally {
    await state.close();
  }
}

/** Warns about arguments that are valid, but perhaps not meant. */
function warnBefore(
  { declared, params, typedWords }: BeforeCall,
  options: Options,
  terminal: Terminal,
): void {
  const isNamed = options.flag('named') === true;
  const secret = typedSecret(declared, typedWords.slice(1), isNamed);
  for (const each of [satoshiWarning(declared, params), secret]) {
    if (each !== undefined) terminal.err(`Warning: ${each}\n`);
  }
}

type BeforeCall = {
  readonly declared: RpcMethod | undefined;
  readonly params: JsonArray | JsonObject;
  readonly typedWords: readonly string[];
};

/** Saves memory for long words, unless they are so long that this would take much time. */
function saveMemoryFor(words: readonly string[]): readonly string[] {
  const length = words.reduce((sum, word) => sum + word.length, 0);
  if (length > LONG && length < HUGE) saveMemory();
  return words;
}

/** Reads what was typed after a method, by names or by positions. */
function readArguments(method: RpcMethod | undefined, typed: readonly string[], options: Options) {
  const read = options.flag('named') ? readNamedArguments : readPositionalArguments;
  return read(method, typed);
}

/** Reports a command that is not known, with the exit code of bitcoin-cli. */
function notFound(text: string, given: readonly string[], terminal: SafeTerminal): number {
  terminal.err(`${redactGiven(text, given)}\n`);
  return Math.abs(RpcCode.METHOD_NOT_FOUND) % 256;
}

type NotParsed = {
  readonly error: NotJson;
  readonly name: string;
  readonly declared: RpcMethod | undefined;
  readonly typed: readonly string[];
  readonly given: readonly string[];
};

/** Reports an argument that should have been JSON. A secret is not repeated. */
async function failToParse(
  { error, name, declared, typed, given }: NotParsed,
  origins: ReadonlyMap<string, string>,
  hints: boolean,
  terminal: SafeTerminal,
): Promise<number> {
  const isSecret = declared?.params.some(({ secret }) => secret === true) === true;
  const origin = origins.get(error.error) ?? (isSecret ? '[redacted]' : undefined);
  const text = `error: Error parsing JSON: ${origin ?? error.error}`;
  if (!hints) return fail(terminal, text, given);
  const { jsonHint } = await loadLazyCommands();
  const isFile = (path: string) => namesFile(path, terminal);
  const hint = jsonHint(error, { isSeen: origin === undefined, name, declared, typed, isFile });
  return fail(terminal, `${text}\nHint: ${hint}`, given);
}

/** Returns what is wrong with words that Core would take for something else. */
function slipBefore(
  { name, params }: RpcMethod,
  typed: readonly string[],
  options: Options,
  args: readonly string[],
): string | undefined {
  const usesKeys = ownCommands.has(name) || name === 'signmessage';
  if (!usesKeys && args.some((arg) => /^--?keys=/.test(arg))) {
    const others = [...ownCommands, 'signmessage'].join(', ');
    return `-keys works for ${others} and keys. ${name} uses a wallet: -rpcwallet=NAME`;
  }
  const isNamed = options.flag('named') === true;
  const skipped = params.find(
    ({ name: own, type, optional }, i) =>
      optional === true &&
      (type === 'string' || type === 'hex') &&
      (isNamed
        ? own.split('|').some((each) => typed.includes(`${each}=null`))
        : typed[i] === 'null'),
  );
  if (skipped !== undefined) {
    const [own = ''] = skipped.name.split('|');
    return isNamed
      ? `${own} is a text, so null would be these four letters. Leave ${own}=null out`
      : `${own} is a text, so null would be these four letters. To leave it out, name the others: coldsign -named ${name} NAME=VALUE ...`;
  }
  if (isNamed) return undefined;
  const names = params.flatMap((param) => param.name.split('|'));
  const written = typed.find((word, i) => {
    const [head = '', ...value] = word.split('=');
    const { name: own = '', freeText }: Partial<(typeof params)[number]> = params[i] ?? {};
    // A free text may contain any name but its own.
    const isFree = freeText === true && !own.split('|').includes(head);
    return value.length > 0 && !isFree && names.includes(head);
  });
  const head = written?.split('=')[0];
  return head === undefined
    ? undefined
    : `To write arguments as name=value, put -named before the command: coldsign -named ${name} ${head}=...`;
}

/** Length in characters above which garbage collection matters. Shorter calls end before it. */
const LONG = 100_000;
/** Length above which frequent collections take longer than the call. */
const HUGE = 10_000_000;

/** Limits memory to 300 MB when thousands of inputs are signed, by collecting garbage early. */
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
  {
    methods,
    withWallets,
    unlock,
    signPayload,
    checkPayload,
    combinePayloads,
    ...more
  }: LazyCommands,
): Promise<Json> {
  // A command uses the same wallet as its method or, with keys, none.
  const alike =
    { sign: 'walletprocesspsbt', check: 'review', combine: 'review', sweep: 'review' }[name] ??
    name;
  const isGiven = options.text('keys') !== undefined && profileRules(options.profile).reviews;
  const signsText = name === 'signmessage' && isGiven;
  const hasKeys = ownCommands.has(name) && options.text('keys') !== undefined;
  const done = hasKeys ? 'descriptorprocesspsbt' : alike;
  const method = findMethod(methods, done);
  if (name === 'walletpassphrase') throw cannotStayUnlocked();
  if (signsText) return more.signTextByKeys(method, params, { context, options, terminal });
  const call =
    state.wallets && (await withWallets(context, state.wallets, options, method, params));
  if (call !== undefined && passphrase !== undefined) await unlock(call, passphrase);
  const carrying = { context: call ?? context, options, terminal };
  const words = isJsonObject(params) ? [] : params;
  if (name === 'sign') return wrapped(await signPayload(params, carrying), terminal);
  if (name === 'check') return checkPayload(words, carrying);
  if (name === 'combine') return wrapped(await combinePayloads(words, carrying), terminal);
  if (name === 'review') return more.reviewPayload(params, carrying);
  if (name === 'sweep') return wrapped(await more.sweepPayload(words, carrying), terminal);
  return runMethod(method, params, call ?? context);
}

/** Methods whose results may have a hint. */
const HINTED = ['createwallet', 'importdescriptors'];

const isRefusal = (result: Json): boolean =>
  result === false || (isJsonObject(result) && getMember(result, 'isvalid') === false);

/**
 * Prints text unchanged, null as empty output, and everything else as JSON with an indent of two.
 */
function report(result: Json, { profile }: Options, terminal: Terminal): number {
  if (result === null || result === '') return 0;
  const text = typeof result === 'string' ? result : printJson(result, 2);
  return succeed(terminal, profileRules(profile).escapesUnseen ? escapeUnseen(text) : text);
}

const WALLET_HINT =
  ' Or for the CLI, specify the "-rpcwallet=<walletname>" option before the command' +
  ' (run "coldsign -h" for help or "coldsign listwallets" to see which wallets are currently loaded).';

/** A wallet is unlocked for one command only, because no program would keep its keys. */
const UNLOCK_HINT = ' Or for the CLI, give the passphrase with "-stdinwalletpassphrase".';

/** Returns an error, because a success without an effect would mislead the user. */
function cannotStayUnlocked(): RpcError {
  return walletError(
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
  // A hint says the same, for this command.
  const isExplained = code === RpcCode.WALLET_UNLOCK_NEEDED && hint !== undefined;
  const more = isExplained ? '' : (hints.get(code) ?? '');
  const lines = [`error code: ${code}`, 'error message:', `${message}${more}`];
  const all = hint === undefined ? lines : [...lines, `Hint: ${hint}`];
  const text = all.join('\n');
  const { redactsSecrets } = profileRules(profile);
  terminal.err(`${redactsSecrets ? wrapped(redactGiven(text, given), terminal) : text}\n`);
  return Math.abs(code) % 256;
}

/** Wraps text for a screen between words; longer words stay intact for copying. */
function wrapped(text: string, { isScreen, columns }: Terminal): string {
  if (!isScreen) return text;
  const row = new RegExp(`(?!.{1,${columns}}$)(.{1,${columns}}) `, 'gm');
  return text.replace(row, '$1\n');
}
