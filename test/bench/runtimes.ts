// npm run runtimes, after npm run build: makes one payment from P2WPKH by every bundler and in
// every runtime, and writes the table of docs/runtimes.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { installApart } from '../support/build/apart.ts';
import {
  bundleByMetro,
  compileForHermes,
  default as installHermes,
  runInHermes,
} from '../support/build/hermes.ts';
import { installPackage } from '../support/build/installed.ts';
import { byEsbuild, byVite, paymentPrints, paymentProgram } from '../support/build/payment.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';
import { startChromium } from '../support/screens/browser.ts';

type Row = { readonly name: string; readonly text?: string; readonly bytecode?: number };

const tools = installApart('test/bench/runtimes');
installHermes();
const installed = installPackage({ dependencies: true });
const { folder } = installed;
const entry = join(folder, 'app.mjs');
writeFileSync(entry, paymentProgram);

const load = createRequire(join(tools, 'package.json'));
const versionOf = (name: string, from = load): string =>
  JSON.parse(readFileSync(from.resolve(`${name}/package.json`), 'utf8')).version;
const here = createRequire(import.meta.url);

function expectPaid(where: string, printed: string): void {
  if (printed.trim() !== paymentPrints) throw new Error(`${where} printed ${printed}`);
}

async function expectRun(where: string, program: string, args: readonly string[]): Promise<void> {
  const { stdout, stderr } = await run(program, args, { cwd: folder });
  expectPaid(where, stdout || stderr);
}

type Webpack = (
  options: object,
  done: (error: unknown, stats: { hasErrors(): boolean; toString(): string }) => void,
) => void;

async function byWebpack(): Promise<string> {
  const webpack: Webpack = load('webpack');
  const output = { path: join(folder, 'webpack'), filename: 'app.js' };
  await new Promise<void>((done, fail) =>
    webpack({ mode: 'production', entry, output, context: folder }, (error, stats) =>
      error || stats.hasErrors() ? fail(error ?? new Error(stats.toString())) : done(),
    ),
  );
  return readFileSync(join(output.path, 'app.js'), 'utf8');
}

/** Bundles by Rollup, which does not minify by itself. */
async function byRollup(): Promise<string> {
  const { rollup } = await import(pathToFileURL(load.resolve('rollup')).href);
  const { nodeResolve } = load('@rollup/plugin-node-resolve');
  const { minify } = createRequire(load.resolve('webpack'))('terser');
  const plugins = [nodeResolve({ browser: true })];
  const bundle = await rollup({ input: entry, plugins, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es' });
  return (await minify(output[0].code, { module: true })).code;
}

async function byBun(): Promise<string> {
  const out = join(folder, 'bun.js');
  const args = ['build', entry, '--minify', '--target=browser', `--outfile=${out}`];
  const { code, stderr } = await run(join(tools, 'node_modules/.bin/bun'), args, { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return readFileSync(out, 'utf8');
}

/** Runs the bundle in Node. */
async function bundled(name: string, text: string): Promise<Row> {
  const file = join(folder, 'bundled.mjs');
  writeFileSync(file, text);
  await expectRun(name, process.execPath, [file]);
  return { name, text };
}

async function metro(): Promise<Row> {
  const app = { 'index.ts': paymentProgram };
  const plain = await bundleByMetro('payment', app);
  expectPaid('Hermes', (await runInHermes(plain, 'payment')).join('\n'));
  const text = await bundleByMetro('payment', app, { minify: true });
  const bytecode = await compileForHermes(plain, 'payment');
  const name = `Metro ${versionOf('metro', createRequire(join(root, '.tmp/hermes/package.json')))}`;
  return { name, text, bytecode };
}

/** Runs in a compartment after lockdown, with only these globals. */
async function inSes(script: string): Promise<void> {
  const file = join(folder, 'ses.mjs');
  writeFileSync(
    file,
    `import ${JSON.stringify(pathToFileURL(load.resolve('ses')).href)};
    lockdown({ errorTaming: 'unsafe' });
    const names = 'BigInt64Array BigUint64Array Float32Array Float64Array Int32Array Uint16Array Uint32Array Uint8Array';
    const globals = Object.fromEntries(names.split(' ').map((name) => [name, globalThis[name]]));
    const compartment = new Compartment({ globals: { ...globals, print: console.log }, __options__: true });
    compartment.evaluate(${JSON.stringify(script)});`,
  );
  await expectRun('SES', process.execPath, [file]);
}

/** Runs in a page, a web worker and a service worker of Chromium. Returns its version. */
async function inChromium(script: string): Promise<string> {
  const tell = `(text) => self.clients === undefined
    ? postMessage(text)
    : addEventListener('install', (event) => event.waitUntil(
        clients.matchAll({ includeUncontrolled: true }).then((pages) => pages[0].postMessage(text))))`;
  const worker = `globalThis.print = ${tell};\n${script}`;
  const server = createServer(({ url }, response) => {
    const isPage = url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    response.end(isPage ? '<!doctype html><title>payment</title>' : worker);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const browsing = await startChromium();
  try {
    const page = await browsing.context.newPage();
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const printed = await page.evaluate(async (text) => {
      const inPage = await new Promise<string>((done) => {
        Reflect.set(globalThis, 'print', done);
        new Function(text)();
      });
      const inWorker = await new Promise<string>((done, fail) => {
        const started = new Worker('/worker.js');
        // Prevent garbage collection.
        Reflect.set(globalThis, 'started', started);
        started.onmessage = ({ data }) => done(data);
        started.onerror = ({ message }) => fail(new Error(message));
      });
      const inService = await new Promise<string>((done, fail) => {
        navigator.serviceWorker.onmessage = ({ data }) => done(data);
        navigator.serviceWorker.register('/worker.js').catch(fail);
      });
      return [inPage, inWorker, inService];
    }, script);
    for (const each of printed) expectPaid('Chromium', each);
    return browsing.context.browser()?.version() ?? '';
  } finally {
    await browsing.close();
    server.close();
  }
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function table(rows: readonly (readonly string[])[], head: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

const script = await byEsbuild(folder, 'iife');
const bundlers: Row[] = [
  await bundled(`esbuild ${versionOf('esbuild', here)}`, await byEsbuild(folder, 'esm')),
  await bundled(`Vite ${versionOf('vite', here)}`, await byVite(folder)),
  await bundled(`Rollup ${versionOf('rollup')} and Terser`, await byRollup()),
  await bundled(`webpack ${versionOf('webpack')}`, await byWebpack()),
  await bundled(`Bun ${versionOf('bun')}`, await byBun()),
  await metro(),
];
const bin = join(tools, 'node_modules/.bin');
await expectRun('Node', process.execPath, [entry]);
writeFileSync(
  join(folder, 'app.cjs'),
  paymentProgram.replace(/import (\{[\s\S]*?\}) from ('[^']+');/g, 'const $1 = require($2);'),
);
await expectRun('Node (CommonJS)', process.execPath, [
  '--no-experimental-require-module',
  'app.cjs',
]);
await expectRun('Bun', join(bin, 'bun'), [entry]);
const manifest = { type: 'module', dependencies: { coldsign: '*' } };
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
const offline = ['--no-lock', '--cached-only', '--node-modules-dir=manual', '--allow-all'];
await expectRun('Deno', join(bin, 'deno'), ['run', ...offline, entry]);
await inSes(script);
const chromium = await inChromium(script);
installed.remove();

const made = table(
  bundlers.map(({ name, text = '', bytecode }) => [
    name,
    kB(text.length),
    kB(gzipSync(text, { level: 9 }).length),
    bytecode === undefined ? 'Node' : `Hermes 0.12; ${kB(bytecode)} of bytecode`,
  ]),
  ['bundler', 'minified', 'gzipped', 'run in'],
);
const ran = table(
  [
    [`Node ${process.versions.node}`, 'ES modules and CommonJS, as installed'],
    [`Bun ${versionOf('bun')}`, 'ES modules, as installed'],
    [`Deno ${versionOf('deno')}`, 'ES modules, as installed'],
    ['Hermes 0.12', 'the bundle of Metro. `npm run test:hermes` runs every page of the guide'],
    [`SES ${versionOf('ses')}`, 'a script of esbuild, in a compartment after `lockdown`'],
    [`Chromium ${chromium}, page`, 'a script of esbuild. `npm run test:browser` runs the guide'],
    [`Chromium ${chromium}, web worker`, 'a script of esbuild'],
    [`Chromium ${chromium}, service worker`, 'a script of esbuild'],
    ['Electron', 'not run here: npm has only its installer'],
  ],
  ['runtime', 'what made the payment'],
);
const page = join(root, 'docs/runtimes.md');
const text = readFileSync(page, 'utf8');
const written = [made, ran].reduce(
  (before, each, i) =>
    before.replace(
      new RegExp(`(<!-- table ${i + 1} -->\\n)[\\s\\S]*?(\\n<!-- end -->)`),
      (_, begin: string, end: string) => begin + each + end,
    ),
  text,
);
writeFileSync(page, written);
console.log(`${made}\n\n${ran}`);
