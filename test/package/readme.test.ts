import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, installPackage, packedFiles } from '../support/build/installed.ts';
import { root } from '../support/paths.ts';
import { type Ran, run } from '../support/run.ts';

type Example = {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The `text` block after it: its output. */
  readonly prints: string | undefined;
};

const packed = packedFiles().map(({ path }) => path);
const languages = ['js', 'cjs', 'sh'];
/** Pages in the order in which they run, because later ones use the results of earlier ones. */
const pages = [
  'README.md',
  ...[
    'guide',
    'library',
    'library-wallets',
    'library-psbts',
    'wallets',
    'signing',
    'watching',
    'signing-with-others',
    'server',
  ].map((name) => `docs/${name}.md`),
];
const examples = pages.flatMap(examplesOf);
const inPackage = examples.filter(({ language }) => language !== 'sh');

/** Returns the code blocks of a page, except those after `<!-- not run: why -->`. */
function examplesOf(page: string): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  const block =
    /(<!-- not run: [^>]+ -->\n)?```(\w+)\n([\s\S]*?)\n```\n(?:\n```text\n([\s\S]*?)\n```\n)?/g;
  return [...text.matchAll(block)]
    .filter(([, without, language]) => !without && languages.includes(language ?? ''))
    .map((match) => ({
      page,
      line: text.slice(0, match.index).split('\n').length,
      language: match[2] ?? '',
      code: match[3] ?? '',
      prints: match[4],
    }));
}

let installed: Installed;

beforeAll(() => {
  installed = installPackage({ dependencies: true });
  const command = join(installed.folder, 'coldsign');
  writeFileSync(
    command,
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/coldsign.mjs')}' "$@"\n`,
  );
  chmodSync(command, 0o755);
  // Only files of the package, so that a program that needs more fails.
  for (const path of packed.filter((each) => each.startsWith('vectors/'))) {
    cpSync(join(root, path), join(installed.folder, path));
  }
  mkdirSync(join(installed.folder, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(installed.folder, 'node_modules', name));
  }
});
afterAll(() => installed.remove());

function runExample({ page, language, code, line }: Example): Promise<Ran> {
  const cwd = installed.folder;
  if (language === 'sh') {
    const env = { PATH: `${cwd}:${process.env.PATH}`, HOME: cwd };
    return run('bash', ['-euo', 'pipefail', '-c', code], { cwd, env });
  }
  const file = join(cwd, `${nameOf(page)}-${line}.${language === 'cjs' ? 'cjs' : 'mjs'}`);
  writeFileSync(file, code);
  return run(process.execPath, [file], { cwd });
}

const nameOf = (page: string): string => page.replace(/\W/g, '-');

test.each(examples)('$page, line $line ($language)', async (example) => {
  const { code, stdout, stderr } = await runExample(example);
  expect(code, stderr).toBe(0);
  if (example.prints !== undefined) expect(stdout.trimEnd()).toBe(example.prints);
});

test('relative links of every packed page lead to a packed file', () => {
  const paths = new Set(packed);
  const pagesPacked = packed.filter((path) => path.endsWith('.md'));
  const dead = pagesPacked.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8').replace(/```[\s\S]*?```/g, '');
    const links = [
      ...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)|^\[[^\]]+\]:\s*(?![a-z]+:|#)(\S+)/gm),
    ];
    const html = [...text.matchAll(/(?:href|src)="(?![a-z]+:|#)([^"#]+)/g)];
    const targets = [...links, ...html].map(([, inline, reference]) =>
      posix.join(posix.dirname(path), inline ?? reference ?? ''),
    );
    return targets.filter((to) => !paths.has(to)).map((to) => `${path}: ${to}`);
  });
  expect(pagesPacked).toEqual(expect.arrayContaining(['README.md', 'docs/library.md']));
  expect(dead).toEqual([]);
});

/**
 * Compiles them as an app of strict TypeScript: the lines are the same, but `require` exists only
 * in JavaScript.
 */
test('the examples in JavaScript are strict TypeScript too', async () => {
  const files = inPackage.map(({ page, language, code, line }) => {
    const file = `typed-${nameOf(page)}-${line}.${language === 'cjs' ? 'cjs' : 'mts'}`;
    writeFileSync(join(installed.folder, file), code);
    return file;
  });
  expect(files.length).toBeGreaterThan(5);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--ignoreConfig', '--allowJs', '--checkJs', '--types', 'node'];
  options.push('--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess');
  options.push('--module', 'nodenext', '--target', 'es2022');
  const { code, stdout } = await run(process.execPath, [tsc, ...options, ...files], {
    cwd: installed.folder,
  });
  expect(code, stdout).toBe(0);
});
