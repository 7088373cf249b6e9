import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import { delimiter, dirname, join, parse, resolve, sep } from 'node:path';

/** Limit of symbolic links, as in Linux. */
const MOST_LINKS = 40;
/** Limit of scripts that interpret scripts, and bytes of a first line, as in Linux. */
const MOST_INTERPRETERS = 5;
const LONGEST_FIRST_LINE = 256;

/**
 * Returns the first place that another user could change or replace, or that is missing: the file,
 * the links to it, and all folders on the way from the root. Returns `undefined` if there is none.
 * Windows reports no modes, so places there are accepted.
 */
export function placeOpenToOthers(path: string): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  try {
    return findOpen(path, user);
  } catch {
    // A part of the path is missing or not readable.
    return path;
  }
}

function findOpen(path: string, user: number): string | undefined {
  const isTrusted = ({ uid }: Stats) => uid === user || uid === 0;
  let [at, rest] = partsOf(resolve(path));
  let links = 0;
  let folder = lstatSync(at);
  if (isOpen(folder) || !isTrusted(folder)) return at;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    // The folder above was checked before.
    const next = name === '..' ? dirname(at) : join(at, name);
    const found = lstatSync(next);
    if (!isTrusted(found)) return next;
    // Others cannot replace a file in a sticky folder, but they can put a link to one there.
    if (!found.isDirectory() && isWritable(folder)) return at;
    if (found.isSymbolicLink()) {
      if (++links > MOST_LINKS) return next;
      const target = readlinkSync(next);
      const isAbsolute = target.startsWith(sep);
      const [from, parts] = isAbsolute ? partsOf(target) : [at, namesOf(target)];
      [at, rest] = [from, [...parts, ...rest]];
      folder = lstatSync(at);
    } else {
      if (isOpen(found)) return next;
      [at, folder] = [next, found];
    }
  }
  return undefined;
}

/**
 * Returns the first place on the way to a command's program, to the interpreter of a script, or to
 * a file among the words of either, that another user could change; `undefined` if there is none.
 */
export function commandOpenToOthers(
  command: string,
  depth = MOST_INTERPRETERS,
): string | undefined {
  const [program = '', ...more] = command.split(/[ \t]+/).filter((word) => word !== '');
  const places = placesOf(program);
  const files = more.flatMap((word) => (existsSync(word) ? [word] : []));
  // env starts the first of its words that is a program.
  const started = /(^|\/)env$/.test(program) ? more.filter((word) => !/^-|=/.test(word)) : [];
  for (const path of [...places, ...files, ...started.slice(0, 1).flatMap(placesOf)]) {
    const open = placeOpenToOthers(path) ?? interpreterOpenToOthers(path, depth);
    if (open !== undefined) return open;
  }
  return undefined;
}

/** Checks the program that a script names in its first line (`#!`). */
function interpreterOpenToOthers(path: string, depth: number): string | undefined {
  const line = lstatSync(path).isDirectory() ? undefined : firstLine(path);
  if (line === undefined || !line.startsWith('#!')) return undefined;
  return depth === 0 ? path : commandOpenToOthers(line.slice(2).trim(), depth - 1);
}

function firstLine(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    const bytes = Buffer.alloc(LONGEST_FIRST_LINE);
    const length = readSync(file, bytes);
    closeSync(file);
    return bytes.toString('latin1', 0, length).split('\n', 1)[0];
  } catch {
    // A program that may be started, but not read, is not a script.
    return undefined;
  }
}

/** Lists the places where the system looks for a program. */
function placesOf(program: string): readonly string[] {
  if (program.includes(sep)) return existsSync(program) ? [program] : [];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const at = folders.findIndex((folder) => existsSync(join(folder, program)));
  if (at === -1) return [];
  const before = folders.slice(0, at).filter((folder) => existsSync(folder));
  return [...before, join(folders[at] ?? '', program)];
}

const partsOf = (path: string): [root: string, parts: string[]] => {
  const { root } = parse(path);
  return [root, namesOf(path.slice(root.length))];
};
const namesOf = (path: string): string[] => path.split(sep).filter((name) => name !== '');

/**
 * Returns true if others can change or replace it. A sticky folder such as /tmp protects files that
 * they do not own.
 */
const isOpen = (found: Stats): boolean =>
  isWritable(found) && !(found.isDirectory() && (found.mode & 0o1000) !== 0);

const isWritable = ({ mode }: Stats): boolean => (mode & 0o022) !== 0;
