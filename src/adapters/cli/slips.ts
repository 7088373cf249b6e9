import type { Param, RpcMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { nearestName } from '../options/nearest.ts';
import { suggestOption } from '../options/parse.ts';
import { commands } from './commands.ts';
import { cliOptions } from './specs.ts';
import type { Terminal } from './terminal.ts';
import type { NotJson } from './words.ts';

/** Commands inside of others. */
const inner = ['check', 'descriptors', 'dice', 'last-word', 'child', 'qr']
  .map((name) => `seed ${name}`)
  .concat(['list', 'find', 'export'].map((name) => `keys ${name}`));

const names = [...commands, ...methods].map(({ name }) => name).concat('help');

/** Returns what is wrong with a word that is no command, and what was probably meant. */
export function unknownCommand(
  word: string,
  args: readonly string[],
  terminal: Pick<Terminal, 'readFile'>,
): string {
  // Many words are more likely a seed phrase than a command.
  if (args.length > 10) return 'error: Unknown command. “coldsign help” lists every command';
  const before = args[args.indexOf(word) - 1] ?? '';
  const option = cliOptions.find(
    ({ name, argument }) => argument && /^--?/.test(before) && name === before.replace(/^--?/, ''),
  );
  if (option !== undefined) {
    return `error: -${option.name} needs its value behind “=”, without a space: -${option.name}=${word}`;
  }
  if (/^[–—−]/.test(word)) {
    const meant = word.replace(/^[–—−]+/, '-').split('=')[0];
    return `error: “${word[0]}” is not the hyphen that begins an option. Type it again: ${meant}`;
  }
  if (cliOptions.some(({ name, argument }) => name === word && argument === undefined)) {
    return `error: “${word}” is an option and needs a hyphen: -${word}`;
  }
  if (terminal.readFile(word) !== undefined) {
    return `error: “${word}” is a file, not a command. To see what a transaction does: coldsign review ${word}`;
  }
  return `error: ${unknownWord(word)}`;
}

/** Returns `Unknown command “sing”. Did you mean “sign”?`. */
export function unknownWord(word: string): string {
  const meant =
    inner.find((each) => each.endsWith(` ${word.toLowerCase()}`)) ?? nearestName(word, names);
  return meant === undefined
    ? `Unknown command “${word}”. “coldsign help” lists every command`
    : `Unknown command “${word}”. Did you mean “${meant}”?`;
}

/** Returns what to do about a word that is no JSON. `isSeen`: the word may be repeated. */
export function jsonHint(
  { error: word, param }: NotJson,
  call: {
    readonly isSeen: boolean;
    readonly name: string;
    readonly declared: RpcMethod | undefined;
    readonly typed: readonly string[];
  },
): string {
  const syntax = syntaxHint(word);
  if (syntax !== undefined) return syntax;
  const name = word.split('=')[0] ?? '';
  const isName = call.declared?.params.some((each) => each.name.split('|').includes(name));
  if (isName && word.includes('=')) {
    return `To write arguments as name=value, put -named before the command: coldsign -named ${call.name} ${name}=...`;
  }
  if (call.isSeen && word.startsWith('-') && /^-+[a-z]/i.test(word)) {
    return `Options go before a method${suggestOption(name.replace(/^-+/, ''), cliOptions)}`;
  }
  return `${call.isSeen ? `“${word}”` : 'The argument'} ${typeFault(param)}. “coldsign help ${call.name}” explains the arguments`;
}

function typeFault(param: Param | undefined): string {
  const name = param?.name.split('|')[0];
  switch (param?.type) {
    case 'bool':
      return `is not true or false, which “${name}” needs`;
    case 'number':
    case 'amount':
      return `is not a number, which “${name}” needs`;
    default:
      return `is not JSON, which “${name}” needs`;
  }
}

/** Returns the usual causes of broken JSON, repeating digits only. */
function syntaxHint(word: string): string | undefined {
  if (/^-?\d{1,9},\d{1,9}$/.test(word)) {
    return `“${word}” is not a number. Write a dot: ${word.replace(',', '.')}`;
  }
  if (!/^\s*[[{]/.test(word)) return undefined;
  if (/[“”„‘’]/.test(word)) return 'Use straight quotes (") instead of typographic ones (“ ”)';
  const comma = /:\s*(-?\d{1,9},\d{1,9})\s*[}\]]/.exec(word)?.[1];
  if (comma !== undefined)
    return `“${comma}” is not a number. Write a dot: ${comma.replace(',', '.')}`;
  if (!word.includes('"') && word.includes("'")) {
    return `JSON needs double quotes inside. Put single quotes around the argument: ${EXAMPLE}`;
  }
  if (!word.includes('"') && /[a-z]/i.test(word)) {
    return `The shell removed the double quotes of the JSON. Put single quotes around the argument: ${EXAMPLE} (in Windows: "{\\"ADDRESS\\": 0.1}")`;
  }
  if (/,\s*[\]}]/.test(word)) return 'Remove the comma before the closing bracket';
  const open = (word.match(/[[{]/g) ?? []).length - (word.match(/[\]}]/g) ?? []).length;
  if (open > 0)
    return 'A closing bracket is missing. If the JSON has spaces, put single quotes around it';
  return undefined;
}

const EXAMPLE = `'{"ADDRESS": 0.1}'`;
