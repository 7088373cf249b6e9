import { asksHelp, type Loaded, loadOptions, type Options } from '../options/load.ts';
import { formatOptions, type OptionSpec, wrapText } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { version, versionText } from '../runtime/version.ts';
import { type SafeTerminal, safeTerminal } from './escape.ts';
import type { Terminal } from './terminal.ts';
import { withOptions } from './typed-arguments.ts';

/** A command with options of its own, such as `coldsign show`. */
export type Command = {
  readonly about: string;
  /** The lines that begin with `Usage:` and `or:`. */
  readonly usage: string;
  readonly options: readonly OptionSpec[];
};

export type CommandCall = Loaded & { readonly terminal: SafeTerminal };

/** Loads the options, answers `-help` and `-version`, or runs. Resolves to the exit status. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  given: Terminal,
  run: (call: CommandCall) => Promise<number | Failure>,
): Promise<number> {
  const terminal = safeTerminal(given, args);
  const loaded = loadCommand(args, command.options);
  const printed = 'error' in loaded ? undefined : answerAbout(command, loaded.options);
  const result = 'error' in loaded ? loaded : await (printed ? 0 : run({ ...loaded, terminal }));
  if (printed !== undefined) terminal.out(`${printed}\n`);
  if (typeof result === 'number') return result;
  terminal.err(`Error: ${withOptions(result.error)}\n`);
  return 1;
}

/** Returns what `-version` or `-help` prints; `undefined` if neither is given. */
export function answerAbout(
  { about, usage, options }: Command,
  given: Options,
): string | undefined {
  if (given.flag('version')) return versionText;
  if (!asksHelp(given)) return undefined;
  return [
    `coldsign v${version}`,
    wrapText(about, 80, ''),
    usage,
    formatOptions(options).trimEnd(),
  ].join('\n\n');
}

/** Reads the options of a command, which may appear anywhere among its words. */
export function loadCommand(
  args: readonly string[],
  specs: readonly OptionSpec[],
): Loaded | Failure {
  const isOption = (arg: string) => arg.startsWith('-');
  const sorted = [...args.filter(isOption), ...args.filter((arg) => !isOption(arg))];
  const loaded = loadOptions(sorted, specs);
  if (!('error' in loaded)) return loaded;
  const error = loaded.error.replace(/^Error parsing command line arguments: /, '');
  const isUnexplained = /^Invalid parameter [^.]*$/.test(error);
  return { error: isUnexplained ? `${error}. -? lists the options of this command` : error };
}
