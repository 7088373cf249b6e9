import { existsSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { delimiter, dirname, join, parse, resolve, sep } from 'node:path';

/** Limit of symbolic links, as in Linux. */
const MOST_LINKS = 40;

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
  const root = lstatSync(at);
  if (isOpen(root) || !isTrusted(root)) return at;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    // The folder above was checked before.
    const next = name === '..' ? dirname(at) : join(at, name);
    const found = lstatSync(next);
    if (!isTrusted(found)) return next;
    if (found.isSymbolicLink()) {
      if (++links > MOST_LINKS) return next;
      const target = readlinkSync(next);
      const isAbsolute = target.startsWith(sep);
      const [from, parts] = isAbsolute ? partsOf(target) : [at, namesOf(target)];
      [at, rest] = [from, [...parts, ...rest]];
    } else {
      if (isOpen(found)) return next;
      at = next;
    }
  }
  return undefined;
}

/**
 * Returns the first place on the way to a command's program, or to a file among its words, that
 * another user could change; `undefined` if there is none.
 */
export function commandOpenToOthers(command: string): string | undefined {
  const [program = '', ...more] = command.split(/[ \t]/);
  const files = more.filter((word) => word !== '' && existsSync(word));
  for (const path of [...placesOf(program), ...files]) {
    const open = placeOpenToOthers(path);
    if (open !== undefined) return open;
  }
  return undefined;
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
  (found.mode & 0o022) !== 0 && !(found.isDirectory() && (found.mode & 0o1000) !== 0);
