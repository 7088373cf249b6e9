import { findCommand } from './commands.ts';

/** Words that are more likely a seed phrase than a command and its arguments. */
const FEWEST_WORDS = 11;

/**
 * Returns the error for seed words that were typed as a command or among its arguments, or
 * `undefined`. Several names of commands are such words. The words are not repeated.
 */
export function typedPhrase(args: readonly string[]): string | undefined {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const [first = ''] = words;
  // The command seed has a warning of its own, and so has the option -keys.
  if (first === 'seed') return undefined;
  if (isQuoted(first) || isPhrase(words)) return `Unknown command. ${SEED_WORDS}`;
  const isInside = words.some((_, i) => isPhrase(words.slice(i, i + FEWEST_WORDS)));
  // An argument of a method may be a message.
  const isFile = findCommand(first) !== undefined && words.some(isQuoted);
  const isValue = args.some((arg) => isQuoted(/^--?(?!keys=)\w+=(.*)/.exec(arg)?.[1] ?? ''));
  return isInside || isFile || isValue ? SEED_WORDS : undefined;
}

const isPhrase = (words: readonly string[]): boolean =>
  words.length >= FEWEST_WORDS && words.every(isLetters);
const isQuoted = (text: string): boolean => isPhrase(text.trim().split(/\s+/));

const SEED_WORDS =
  'These look like seed words, which the shell now keeps in its history. Delete them there now. To use them, save them in a file for -keys=FILE, or type them when -keys=- asks';

/** Returns true for a word of letters only, which may be a word of a seed or passphrase. */
export const isLetters = (word: string): boolean => /^[\p{L}\p{M}]{1,20}$/u.test(word);

/** Ends a sentence about words that may be secret. */
export const TYPED_SECRET =
  'If you typed seed words or a passphrase, the shell keeps them in its history: delete them there now';

/** A private key in WIF, encrypted (BIP38) or extended, also in a descriptor or in JSON. */
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const PRIVATE_KEY = new RegExp(
  `(?:^|[(),=\\]"'\\s])(?:(?:[5KLc9]${BASE58}{50,51}|6P${BASE58}{56})(?=$|[),"'\\s#])|[a-zA-Z]prv${BASE58}{100})`,
);

/** Returns the warning for a private key that was typed as an argument, or `undefined`. */
export function typedKey(args: readonly string[]): string | undefined {
  // This method has a warning of its own, and so has the option -keys.
  if (args.includes('signmessagewithprivkey')) return undefined;
  return args.some((arg) => !/^--?keys=/.test(arg) && PRIVATE_KEY.test(arg))
    ? 'You typed a private key, which the shell now keeps in its history. Delete it there. Next time, use -keys=FILE, write @FILE for the argument, or use -stdin, which reads arguments from standard input, one per line'
    : undefined;
}
