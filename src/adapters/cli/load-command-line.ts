import { profileRules } from '../../rpc/profile.ts';
import { type Loaded, loadOptions } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { cliOptions } from './cli-options.ts';
import { namesFile } from './file-text.ts';
import type { Terminal } from './terminal.ts';
import { passphraseValue } from './typed-arguments.ts';

/** Commands that are not methods. */
export const ownCommands: ReadonlySet<string> = new Set([
  'review',
  'sign',
  'check',
  'combine',
  'sweep',
]);

/** Loads options, which may follow coldsign's own commands, because their other words are files. */
export function loadCommandLine(
  args: readonly string[],
  terminal: Terminal,
): Loaded | (Failure & { readonly name?: string }) {
  const loaded = loadOptions(args, cliOptions);
  if ('error' in loaded || !profileRules(loaded.options.profile).reviews) return loaded;
  const [name = '', ...rest] = loaded.words;
  const behind = rest.filter((word) => /^--?[a-z?]/i.test(word));
  if (behind.length === 0) return loaded;
  if (!ownCommands.has(name)) {
    const option = behind.find(isKnownOption);
    if (option === undefined || isHelp(option)) return loaded;
    // The words of a method may be other people's text, which must not become an option.
    const fixed = `coldsign ${option} ${name}`;
    return {
      error: `${option} is an option. Options go before a method: ${fixed}. For an argument that looks like an option, use @FILE or -stdin`,
      name,
    };
  }
  const bare = rest.findIndex((word, i) => needsValue(word) && isValue(rest[i + 1]));
  if (bare >= 0) {
    const option = rest[bare]?.replace(/^-+/, '-');
    return {
      error: `${option} needs its value behind “=”, without a space: ${option}=${rest[bare + 1]}`,
    };
  }
  const isFile = (word: string) =>
    namesFile(word, terminal) || /^(-$|cHNidP|[0-9a-f]{40}|[[{@])/i.test(word);
  const passphrase = passphraseValue(rest, isFile);
  if (passphrase !== undefined) return { error: passphrase };
  const starting = behind.find((word) => specOf(word)?.startsProgram === true);
  if (starting !== undefined)
    return { error: `${starting} starts a program. Write it before ${name}` };
  const first = args.slice(0, args.length - loaded.words.length);
  const others = rest.filter((word) => !behind.includes(word));
  return loadOptions([...first, ...behind, name, ...others], cliOptions);
}

const specOf = (word: string) => {
  const name = word.replace(/^--?/, '').split('=')[0] ?? '';
  return cliOptions.find((spec) => spec.name === name || `no${spec.name}` === name);
};
/** Returns true for an option that takes a value and is written without one. */
const needsValue = (word: string): boolean => {
  const spec = word.startsWith('-') && !word.includes('=') ? specOf(word) : undefined;
  return spec?.argument !== undefined && spec.name === word.replace(/^--?/, '');
};
const isValue = (word: string | undefined): boolean => word !== undefined && !/^-./.test(word);
const isKnownOption = (word: string): boolean => specOf(word) !== undefined;
/** Checks if a word asks for help. */
export const isHelp = (word: string): boolean => /^(-\?|-h|--?help)$/.test(word);
