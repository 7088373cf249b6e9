import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/paths.ts';

// Files that know too much, and functions that do too much.

const MOST_IMPORTS = 25;
const MOST_ROOMS = 8;
const MOST_LINES = 60;

/** Lists of public names and of methods, which only import. */
const isList = (name: string): boolean =>
  ['src/index.ts', 'src/rpc/methods/index.ts'].includes(name) || name.startsWith('src/public/');

/**
 * Tables and unrolled arithmetic, which stay: the products of limbs of a field element, and the
 * rounds of SHA-256. A loop would be shorter, but several times as slow.
 */
const UNROLLED: readonly string[] = [
  'src/crypto/curve/limbs.ts multiply',
  'src/crypto/sha256-block.ts compress',
];

const sources = execFileSync('git', ['ls-files', '-z', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('src/crypto/kernel'));

const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Returns the room of a file: its folder below `src`, or the part of `adapters`. */
function roomOf(name: string): string {
  const [, room = '', part = ''] = name.split('/');
  return room === 'adapters' ? `${room}/${part}` : room;
}

function isTangled(name: string): boolean {
  const imports = [...read(name).matchAll(/^(?:import|export) [^;]*?from '([^']+)'/gm)];
  const files = imports.flatMap(([, path = '']) =>
    path.startsWith('.') ? [posix.join(dirname(name), path)] : [],
  );
  const rooms = new Set(files.filter((file) => file.split('/').length > 2).map(roomOf));
  rooms.delete(roomOf(name));
  return imports.length > MOST_IMPORTS || rooms.size > MOST_ROOMS;
}

const BEGINS =
  /^( *)(?:export )?(?:default )?(?:(?:async )?function\*? ?(\w*)|const (\w+) = (?:async )?\(|(?:async )?\*?(\w+)\()/;

/** Returns the names of functions that have too many lines, without those of functions inside. */
function longFunctions(name: string): readonly string[] {
  const found: string[] = [];
  const open: { readonly indent: string; readonly name: string; lines: number }[] = [];
  const lines = read(name).split('\n');
  for (const [i, line] of lines.entries()) {
    const current = open.at(-1);
    if (current !== undefined) current.lines++;
    if (current !== undefined && line.startsWith(`${current.indent}}`)) {
      open.pop();
      if (current.lines > MOST_LINES) found.push(`${name} ${current.name}`);
      continue;
    }
    const [, indent = '', ...names] = BEGINS.exec(line) ?? [];
    if (names.length === 0 || /\b(if|for|while|switch|return)\b \(/.test(line)) continue;
    const end = lines.slice(i).find((each) => /[{};]$/.test(each));
    if (!end?.endsWith('{') || (end !== line && !end.startsWith(`${indent})`))) continue;
    open.push({
      indent,
      name: names.find((each) => each !== undefined && each !== '') ?? '',
      lines: 1,
    });
  }
  return found;
}

test('no file imports too many files or rooms', () => {
  const found = sources.filter((name) => !isList(name) && isTangled(name));
  expect(found).toEqual([]);
});

test('no function has too many lines of its own, except unrolled arithmetic', () => {
  expect(sources.flatMap(longFunctions)).toEqual(UNROLLED);
});
