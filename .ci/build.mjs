// Makes dist/ from src/: node .ci/build.mjs [--out FOLDER]. The same source gives the same bytes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { commandOptions } from './command.mjs';
import { commitDefine, sourceCommit, version } from './commit.mjs';
import { withComments } from './declarations.mjs';
import { entriesOf, workersEntry } from './entries.mjs';
import { completeComments } from './examples.mjs';
import { checkKernel } from './kernel.mjs';
import { emitNodeChunks } from './node-chunks.mjs';
import { makePage } from './page.mjs';
import { makeSite } from './site/site.mjs';
import { whole } from './whole.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
/**
 * A temporary folder, which is moved at the end, so that other programs never see a partial build.
 */
const out = `${values.out}-${process.pid}`;

/** The modules of the package's entries: `index`, `public/transaction`, ... */
const entries = Object.values(entriesOf(root));

const commit = sourceCommit();
/** Names the sources of a file, for readers who have only the file. */
const origin = `/*! coldsign ${version}, commit ${commit} */`;

/**
 * Options of all bundles. Paths are relative to the root, so that they do not reveal the build
 * folder.
 */
const common = {
  absWorkingDir: root,
  bundle: true,
  target: ['es2022', 'node20'],
  metafile: true,
  logLevel: 'warning',
  define: commitDefine(commit),
};
/** Target for code that apps bundle, because engines may be older than the Node in `engines`. */
const engineTarget = 'es2020';

const bundled = new Set();

async function bundle(options) {
  const { metafile } = await build({ ...common, plugins: [whole], ...options });
  noteBundled(metafile);
}

function noteBundled(metafile) {
  for (const input of Object.keys(metafile.inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name !== undefined) bundled.add(name);
  }
}

/** Returns the output of a program of .ci. */
const runTypeScript = (file) =>
  execFileSync(process.execPath, [join(root, '.ci', 'ts.mjs'), file], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });

/**
 * Compiles the engine and its types, one file per source file. The code has no comments, which are
 * in the types, and modules that no entry needs are left out.
 */
async function emitModules() {
  runTypeScript('.ci/method-types.ts');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const esm = join(out, 'esm');
  for (const name of ['tsconfig.build.json', 'tsconfig.workers.json']) {
    const project = join(root, '.ci', name);
    execFileSync(process.execPath, [tsc, '-p', project, '--outDir', esm], { stdio: 'inherit' });
  }
  for (const name of unneededModules(esm)) rmSync(join(esm, name));
  const specifier = /(\bfrom |\bimport\()(['"])(\.[^'"]*)\.ts\2/g;
  const all = readdirSync(esm, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  for (const name of all.filter((each) => each.endsWith('.js'))) {
    const { code } = await transform(readFileSync(join(esm, name), 'utf8'), { target: 'esnext' });
    writeFileSync(join(esm, name), code);
  }
  const names = all.filter((name) => name.endsWith('.d.ts'));
  const texts = new Map(names.map((name) => [name, readFileSync(join(esm, name), 'utf8')]));
  const read = completeComments(root, (file) => texts.get(file) ?? '');
  for (const name of names) {
    const text = withComments(name, read);
    const twin = join(out, 'cjs', name.replace(/\.d\.ts$/, '.d.cts'));
    mkdirSync(dirname(twin), { recursive: true });
    writeFileSync(join(esm, name), text.replace(specifier, '$1$2$3.js$2'));
    writeFileSync(twin, text.replace(specifier, '$1$2$3.cjs$2'));
  }
}

/** Lists the compiled modules and types that no entry of the package imports. */
function unneededModules(esm) {
  const entered = [...entries, 'adapters/threads/web'];
  const needed = new Set(entered.flatMap((entry) => [`${entry}.js`, `${entry}.d.ts`]));
  // A set also visits what is added meanwhile.
  for (const name of needed) {
    const text = readFileSync(join(esm, name), 'utf8');
    const ending = name.endsWith('.d.ts') ? '.d.ts' : '.js';
    for (const [, path] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]*)\.[jt]s['"]/g)) {
      needed.add(posix.join(posix.dirname(name), path) + ending);
    }
  }
  return readdirSync(esm, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.[jt]s$/.test(name) && !needed.has(name));
}

/**
 * Makes one bundle for `require`, so that all entries share their classes, and a file for each
 * entry's names.
 */
async function emitCommonJs() {
  const inside = entries.filter((entry) => entry !== workersEntry);
  const cjs = {
    platform: 'node',
    format: 'cjs',
    target: engineTarget,
    minifyWhitespace: true,
    minifySyntax: true,
  };
  await bundle({
    ...cjs,
    stdin: {
      contents: inside
        .map((entry, i) => `export * as entry${i} from './src/${entry}.ts';`)
        .join('\n'),
      resolveDir: root,
      sourcefile: 'entries.ts',
    },
    outfile: join(out, 'cjs', 'bundle.cjs'),
    banner: { js: origin },
  });
  for (const [i, entry] of inside.entries()) {
    const file = join(out, 'cjs', `${entry}.cjs`);
    const path = relative(dirname(file), join(out, 'cjs', 'bundle.cjs'));
    const from = path.startsWith('.') ? path : `./${path}`;
    writeFileSync(file, `'use strict';\nmodule.exports = require('${from}').entry${i};\n`);
  }
  await bundle({
    ...cjs,
    entryPoints: [`src/${workersEntry}.ts`],
    outfile: join(out, 'cjs', `${workersEntry}.cjs`),
    define: { ...common.define, 'import.meta.url': '__url' },
    banner: {
      js: `${origin}\nconst __url = require('node:url').pathToFileURL(__filename).href;`,
    },
  });
}

/** Makes a few files instead of hundreds for `import` in Node, and the command that shares them. */
async function emitNode() {
  const options = { ...common, banner: { js: origin } };
  noteBundled(await emitNodeChunks({ root, out: join(out, 'node'), options }));
}

/** Makes the command line in one independent file. */
async function emitCommand() {
  await bundle({ ...commandOptions, banner: { js: origin }, outdir: out });
  chmodSync(join(out, 'coldsign.mjs'), 0o755);
}

/**
 * Makes the engine for a page in one file: a module, and a classic script that sets `coldsign`,
 * which also works with `file://`.
 */
async function emitBrowser() {
  const page = {
    platform: 'browser',
    target: engineTarget,
    minify: true,
    legalComments: 'eof',
    banner: { js: origin },
  };
  const script = {
    ...page,
    stdin: {
      contents: ['index', 'public/rpc', 'public/wallet']
        .map((entry) => `export * from './src/${entry}.ts';`)
        .join('\n'),
      resolveDir: root,
      sourcefile: 'script.ts',
    },
  };
  await bundle({ ...script, outfile: join(out, 'coldsign.browser.js'), format: 'esm' });
  await bundle({
    ...script,
    outfile: join(out, 'coldsign.iife.js'),
    format: 'iife',
    globalName: 'coldsign',
  });
}

/** Writes the licences of bundled packages. */
function emitLicences() {
  const texts = [...bundled].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const licence = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${licence}\n`;
  });
  writeFileSync(join(out, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
}

function printSizes() {
  const kilobytes = (length) => `${(length / 1000).toFixed(1)} kB`.padStart(11);
  console.log(`${'bundle'.padEnd(24)}${'bytes'.padStart(11)}${'gzip'.padStart(11)}`);
  for (const name of [
    'coldsign.browser.js',
    'coldsign.iife.js',
    'cjs/bundle.cjs',
    'coldsign.mjs',
    'coldsign.html',
  ]) {
    const bytes = readFileSync(join(out, name));
    const gzip = gzipSync(bytes, { level: 9 }).length;
    console.log(`${name.padEnd(24)}${kilobytes(bytes.length)}${kilobytes(gzip)}`);
  }
}

await checkKernel();
/**
 * Maximum size in bytes, minified and gzipped. @scure/btc-signer 2.4 takes 47,000 for the same; the
 * rest redacts keys in errors, and names wrong arguments and unknown members at every depth.
 */
const PAYMENT_LIMIT = 50_500;

/**
 * Measures an app that makes and signs a payment from P2WPKH, including the interpreter that
 * verifies it.
 */
async function measurePayment() {
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: readFileSync(join(root, 'test/package/p2wpkh-payment.js'), 'utf8')
        .replaceAll("'coldsign/", "'./esm/public/")
        .replace(/(\.\/esm\/public\/\w+)'/g, "$1.js'"),
      resolveDir: out,
      sourcefile: 'payment.js',
    },
    write: false,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: engineTarget,
    // `--out` may be in a folder without packages.
    nodePaths: [join(root, 'node_modules')],
  });
  const gzip = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  console.log(`a payment from P2WPKH alone: ${gzip} bytes gzipped, at most ${PAYMENT_LIMIT}`);
  if (gzip > PAYMENT_LIMIT) throw new Error('a payment from P2WPKH carries more than it needs');
}

mkdirSync(out, { recursive: true });
process.on('exit', () => rmSync(out, { recursive: true, force: true }));
await emitModules();
await emitCommonJs();
await emitNode();
await emitCommand();
await emitBrowser();
writeFileSync(join(out, 'coldsign.html'), await makePage(root, noteBundled));
emitLicences();
await makeSite(root, join(out, 'docs'), JSON.parse(runTypeScript('.ci/api.ts')));
writeFileSync(join(out, 'version.json'), `${JSON.stringify({ version, commit }, null, 2)}\n`);
printSizes();
// In other folders, no package.json allows dropping unused modules.
if (out.startsWith(root)) await measurePayment();
rmSync(values.out, { recursive: true, force: true });
renameSync(out, values.out);
