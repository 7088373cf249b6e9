import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Longer files are data, not examples. */
const MAX_FILE = 4e6;
const MAX_TEXT = 40_000;

/** Yields every text file of a folder, or of the newest commit of a git directory. */
export function* readTexts(folder: string): Generator<string> {
  if (existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'))) {
    yield* readCommit(folder);
    return;
  }
  const list = execFileSync('find', [folder, '-type', 'f', '-size', '-4000k', '-print0']);
  for (const path of list.toString('utf8').split('\0')) {
    if (path !== '') yield readFileSync(path, 'latin1');
  }
}

function* readCommit(folder: string): Generator<string> {
  const git = (...args: readonly string[]) =>
    execFileSync('git', [`--git-dir=${folder}`, ...args], { maxBuffer: 1e9 });
  for (const line of git('ls-tree', '-r', '-l', 'HEAD').toString('utf8').split('\n')) {
    const [, kind, hash, size] = line.split(/\s+/);
    if (kind !== 'blob' || hash === undefined || !(Number(size) <= MAX_FILE)) continue;
    yield git('cat-file', 'blob', hash).toString('latin1');
  }
}

/** Parts of a text that may be arguments of a method. */
export type Harvest = {
  readonly psbts: ReadonlySet<string>;
  readonly hexes: ReadonlySet<string>;
  readonly descriptors: ReadonlySet<string>;
  readonly miniscripts: ReadonlySet<string>;
  readonly addresses: ReadonlySet<string>;
};

const patterns: { readonly [kind in keyof Harvest]: RegExp } = {
  psbts: /cHNidP[A-Za-z0-9+/]+=*/g,
  hexes: /\b(?:[0-9a-fA-F]{2}){2,}\b/g,
  descriptors:
    /\b(?:pk|pkh|wpkh|sh|wsh|tr|rawtr|combo|multi|sortedmulti|raw|addr)\([^\s"'`]*\)(?:#[0-9a-z]{8})?/g,
  miniscripts:
    /\b(?:[asctdvjnlu]+:)?(?:pk_k|pk_h|pk|pkh|older|after|sha256|hash256|ripemd160|hash160|and_v|and_b|and_n|or_b|or_c|or_d|or_i|andor|thresh|multi|multi_a)\([^\s"'`]*\)/g,
  addresses:
    /\b(?:(?:bc|tb|bcrt|BC|TB|BCRT)1[A-Za-z0-9]{6,100}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})\b/g,
};

export function harvest(texts: Iterable<string>): Harvest {
  const found: { readonly [kind in keyof Harvest]: Set<string> } = {
    psbts: new Set(),
    hexes: new Set(),
    descriptors: new Set(),
    miniscripts: new Set(),
    addresses: new Set(),
  };
  for (const text of texts) {
    for (const kind of Object.keys(patterns) as (keyof Harvest)[]) {
      for (const [match] of text.matchAll(patterns[kind])) {
        if (match.length <= MAX_TEXT) found[kind].add(match);
      }
    }
  }
  for (const hex of found.hexes) {
    if (hex.toLowerCase().startsWith('70736274ff')) {
      found.psbts.add(Buffer.from(hex, 'hex').toString('base64'));
    }
  }
  return found;
}
