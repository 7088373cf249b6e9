import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { detectKeyText } from '../../keys/key-text.ts';
import { isFolder } from '../files/regular-file.ts';
import { nearestName } from '../options/nearest.ts';
import { namesFile } from './file-text.ts';
import type { Terminal } from './terminal.ts';

type Files = Pick<Terminal, 'readFile'>;

/** Returns what is wrong with several names of files. */
export function findFileSlip(words: readonly string[], terminal: Files): string | undefined {
  const [first = '', ...others] = words;
  const joined = namesFile(first, terminal) ? [] : others.map((_, i) => words.slice(0, i + 2));
  const named = joined.map((each) => each.join(' ')).find((name) => namesFile(name, terminal));
  if (named !== undefined) return `A name with spaces needs quotes: "${named}"`;
  const keys = others.find((word) => holdsKeys(word, terminal));
  return keys === undefined
    ? undefined
    : `“${keys}” contains seed words or keys. Write -keys=${keys}`;
}

/** Returns how to write an option that begins with the dash of a word processor. */
export function dashFault(word: string): string {
  const meant = word.replace(/^[–—−]+/, '-').split('=')[0];
  return `“${word[0]}” is not the hyphen that begins an option. Type it again: ${meant}`;
}

/** Length of a text that may be keys; a PSBT may be longer. */
const MOST_KEYS = 5000;
const HOLDS_KEYS = ['words', 'seed-qr', 'wif', 'extended-private-key', 'private-text'];

function holdsKeys(path: string, terminal: Files): boolean {
  const text = terminal.readFile(path)?.slice(0, MOST_KEYS) ?? '';
  if (/^\s*(cHNidP|[0-9a-f]+\s*$)/i.test(text)) return false;
  return HOLDS_KEYS.includes(detectKeyText(text)?.kind ?? '');
}

const QUOTES = /^[“”„‘’‚«»]+|[“”„‘’‚«»]+$/g;

/** Returns why there is no file of that name, and what to type; `undefined` if it is not known. */
export function missingFile(word: string, terminal: Files): string | undefined {
  const plain = word.replace(QUOTES, '');
  if (plain !== word && namesFile(plain, terminal)) {
    return `“${word[0]}” is a quote of a word processor. Leave it out: ${plain}`;
  }
  if (/^~\//.test(word)) {
    return `The shell replaces “~” only at the beginning of a word. Write $HOME${word.slice(1)}`;
  }
  if (/[*?]/.test(word))
    return 'The shell found no file that matches. Name one file, without * or ?';
  if (isFolder(word)) return folderHint(word);
  const near = nearest(word);
  return near === undefined ? undefined : `Did you mean “${near}”?`;
}

/** Files that a folder has, and that a command can read. */
const PAYLOADS = /\.(psbt|txn)$/i;
const MOST_SHOWN = 3;

function folderHint(path: string): string | undefined {
  const found = namesIn(path).filter((name) => PAYLOADS.test(name));
  if (found.length === 0) return 'Name a file';
  const shown = found.slice(0, MOST_SHOWN).map((name) => join(path, name));
  return `Name a file in it: ${shown.join(', ')}${found.length > MOST_SHOWN ? ' ...' : ''}`;
}

/** Returns the file next to the named one whose name is most like it. */
function nearest(word: string): string | undefined {
  const name = basename(word).trim();
  const names = namesIn(dirname(word));
  const near = names.includes(name) ? name : nearestName(name, names);
  return near === undefined ? undefined : word.slice(0, word.lastIndexOf(basename(word))) + near;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // The folder does not exist, or may not be listed.
    return [];
  }
}
