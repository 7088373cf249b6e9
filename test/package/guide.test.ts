import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installApart } from '../support/build/apart.ts';
import { flows, needsServer } from '../support/build/flows.ts';
import { type Installed, installPackage } from '../support/build/installed.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

let installed: Installed;

/** The blocks of docs/sources.md, each a program, and its documented output. */
const sources = [
  ...readFileSync(join(root, 'docs/sources.md'), 'utf8').matchAll(
    /```ts\n([\s\S]*?)\n```\n\n```text\n([\s\S]*?)\n```\n/g,
  ),
].map(([, text = '', prints = ''], i) => ({ name: `sources-${i}`, text, prints }));
const programs = [...flows, ...sources];

beforeAll(() => {
  installed = installPackage({ dependencies: true });
  for (const { name, text } of programs) writeFileSync(join(installed.folder, `${name}.mts`), text);
});
afterAll(() => installed.remove());

async function compileProgram(name: string, text: string): Promise<string> {
  const file = join(installed.folder, `${name}.mjs`);
  await build({
    stdin: { contents: text, loader: 'ts' },
    outfile: file,
    format: 'esm',
    target: 'node20',
  });
  return file;
}

async function runProgram(name: string, text: string): Promise<string> {
  const file = await compileProgram(name, text);
  const { code, stdout, stderr } = await run(process.execPath, [file], { cwd: installed.folder });
  expect(code, stderr).toBe(0);
  return stdout.trimEnd();
}

test.each(flows.filter((flow) => !needsServer(flow)))(
  'the program of the guide about $name prints what the page says',
  async ({ name, text, prints }) => {
    expect(await runProgram(name, text)).toBe(prints);
  },
);

test.each(flows.filter(needsServer))(
  'the program of the guide about $name prints the output on the page, with its server',
  async ({ name, text, page, prints }) => {
    const [, given = ''] = /```sh\ncoldsign (.*)\n```/.exec(page) ?? [];
    const command = [join(root, 'dist/coldsign.mjs'), ...given.split(' ')];
    const child = spawn(process.execPath, [...command, `-datadir=${installed.folder}`]);
    try {
      await new Promise<void>((done, fail) => {
        child.stdout.on('data', (chunk) => String(chunk).includes(' serves ') && done());
        child.on('exit', (code) => fail(new Error(`the server ended with ${code}`)));
      });
      expect(await runProgram(name, text)).toBe(prints);
    } finally {
      child.kill();
    }
  },
);

test('every block of docs/sources.md is a program that prints the output on the page, with servers', async () => {
  const page = readFileSync(join(root, 'docs/sources.md'), 'utf8');
  expect(page.match(/```ts\n/g)).toHaveLength(sources.length);
  const servers = join(installed.folder, 'servers.mjs');
  await build({
    entryPoints: [join(root, 'test/package/sources-page.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: servers,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  // One after another in one process, which loads the package once.
  for (const { name, text } of sources) await compileProgram(name, text);
  const runs = sources.map(({ name }) => `await import('./${name}.mjs');\nconsole.log('---');`);
  const text = [`import './servers.mjs';`, ...runs].join('\n');
  const printed = (await runProgram('sources', text)).split('\n---').slice(0, -1);
  expect(printed.map((each) => each.trim())).toEqual(sources.map(({ prints }) => prints));
});

test.each(['5.9', '7.0'])(
  'the programs of the guide and of docs/sources.md are strict for TypeScript %s',
  async (version) => {
    const home = version === '7.0' ? root : installApart('test/package/compilers');
    const tsc = join(home, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes'];
    // 5.9 needs neither in a folder without a project and types.
    if (version === '7.0') options.push('--ignoreConfig', '--types', '');
    options.push('--noUncheckedIndexedAccess', '--lib', 'es2022,dom');
    options.push('--module', 'nodenext', '--target', 'es2022');
    const files = programs.map(({ name }) => `${name}.mts`);
    expect(files.length).toBeGreaterThan(11);
    const { code, stdout } = await run(process.execPath, [tsc, ...options, ...files], {
      cwd: installed.folder,
    });
    expect(code, stdout).toBe(0);
  },
);
