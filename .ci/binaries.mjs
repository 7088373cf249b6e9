// Makes an executable per platform that needs no Node.js: node .ci/binaries.mjs [--out FOLDER]
// [PLATFORM=NODE]...
// By default it makes one for this machine. PLATFORM=NODE, such as linux-arm64=FILE or
// win-x64=FILE, uses the node of another platform, of the same release as the running one.
// Executables for macOS must be signed there afterwards (codesign --sign - FILE).
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { inject } from 'postject';
import { commitDefine, sourceCommit, version } from './commit.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Maximum size in bytes. */
const LARGEST = 130_000_000;
/**
 * The marker that Node.js searches in its own file
 * (https://nodejs.org/api/single-executable-applications.html).
 */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'dist') } },
  allowPositionals: true,
});
const out = resolve(values.out);
const here = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const platforms = positionals.length > 0 ? positionals : [`${here}=${process.execPath}`];

/**
 * Bundles the command line as a CommonJS script for a binary. Its threads run the same script,
 * which is an asset of that name.
 */
async function makeBlob(folder) {
  const commit = sourceCommit();
  const script = join(folder, 'coldsign.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['src/adapters/cli/main.ts'],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    legalComments: 'eof',
    logLevel: 'warning',
    define: { ...commitDefine(commit), 'import.meta.url': '__url' },
    banner: {
      js: `/*! coldsign ${version}, commit ${commit} */\nconst __url = 'coldsign:';`,
    },
  });
  const config = {
    main: 'coldsign.cjs',
    output: 'coldsign.blob',
    disableExperimentalSEAWarning: true,
    assets: { 'coldsign.cjs': 'coldsign.cjs' },
  };
  writeFileSync(join(folder, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', 'sea.json'], {
    cwd: folder,
    stdio: 'pipe',
  });
  return readFileSync(join(folder, 'coldsign.blob'));
}

async function makeBinary(platform, node, blob) {
  const file = join(out, `coldsign-${platform}${platform.startsWith('win') ? '.exe' : ''}`);
  const beside = `${file}.tmp`;
  copyFileSync(node, beside);
  chmodSync(beside, 0o755);
  const isMac = platform.startsWith('darwin');
  if (isMac && process.platform === 'darwin') {
    execFileSync('codesign', ['--remove-signature', beside]);
  }
  await quietly(() =>
    inject(beside, 'NODE_SEA_BLOB', blob, {
      sentinelFuse: FUSE,
      ...(isMac && { machoSegmentName: 'NODE_SEA' }),
    }),
  );
  if (isMac && process.platform === 'darwin') {
    execFileSync('codesign', ['--sign', '-', beside]);
  }
  const { size } = statSync(beside);
  if (size > LARGEST) throw new Error(`${file} would be larger than ${LARGEST} bytes`);
  rmSync(file, { force: true });
  copyFileSync(beside, file);
  rmSync(beside);
  console.log(`${file}: ${(size / 1e6).toFixed(1)} MB, Node.js ${process.version}`);
}

/** Suppresses postject's warnings about sections that it does not understand. */
async function quietly(act) {
  const { log, warn, error } = console;
  Object.assign(console, { log() {}, warn() {}, error() {} });
  try {
    await act();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'coldsign-binaries-'));
try {
  const blob = await makeBlob(folder);
  for (const each of platforms) {
    const [platform, node] = each.split(/=(.*)/s);
    if (!/^(linux|darwin|win)-\w+$/.test(platform) || !node) {
      throw new Error(`"${each}" is not PLATFORM=FILE, as linux-arm64=/path/to/node`);
    }
    await makeBinary(platform, resolve(node), blob);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
