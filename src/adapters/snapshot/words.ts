import { type Loaded, loadOptions, type Options } from '../options/load.ts';
import type { OptionSpec } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';

/** The command that does something about this chain's snapshots, ready to be typed into a shell. */
export function commandWords(options: Options, ...words: readonly string[]): string {
  const chain = chainSwitch(options);
  const folder = options.text('datadir') === undefined ? '' : `-datadir=${options.dataDirectory}`;
  const all = ['coldsign', 'snapshot', ...words, chain, folder];
  return all
    .filter((word) => word !== '')
    .map(shellWord)
    .join(' ');
}

/** Empty for the main chain. */
export function chainSwitch({ network: { name } }: Options): string {
  if (name === 'main') return '';
  return name === 'test' ? '-testnet' : `-${name}`;
}

function shellWord(word: string): string {
  return /^[\w\-+=./:,@%]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

/** Reads the options of a command, which may be anywhere among its words. */
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
