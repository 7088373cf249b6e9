// Makes the files of a release in release/: npm run release -- [--key FILE] [--out FOLDER]
// [--installed] [--without-binaries] [--image] [--trial]
// Everything is built twice from the commit, in two places, and must be identical. --key:
// minisign's secret key (minisign -G -W), with which coldsign signs the sums. --installed: uses
// copies of the installed packages instead of npm ci. --image: also makes the live image, as root on
// Debian. --trial: allows placeholder addresses in package.json. Do not publish the result.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { placeholders, sourceCommit, version } from './commit.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
    installed: { type: 'boolean', default: false },
    'without-binaries': { type: 'boolean', default: false },
    image: { type: 'boolean', default: false },
    trial: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);

function stop(why) {
  console.error(`error: ${why}`);
  process.exit(1);
}

/** Runs a program, and shows its output only if it fails. */
function run(cwd, program, args) {
  try {
    execFileSync(program, args, {
      cwd,
      stdio: 'pipe',
      // A build has no clock: the time in the image is that of the commit.
      env: { ...process.env, COLDSIGN_COMMIT: commit, SOURCE_DATE_EPOCH: timeOf(commit) },
    });
  } catch (error) {
    stop(`${[program, ...args].join(' ')} fails:\n${error.stdout ?? ''}${error.stderr ?? error}`);
  }
}

/** Returns the time of a commit in seconds, as SOURCE_DATE_EPOCH has it. */
function timeOf(commit) {
  const args = ['log', '-1', '--format=%ct', commit];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** Runs the npm that runs this script, if any. On Windows, another npm would need a shell. */
function npm(cwd, ...args) {
  const program = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(program)) run(cwd, process.execPath, [program, ...args]);
  else run(cwd, 'npm', args);
}

/** Loads coldsign's signing code. */
async function loadSigning() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: ['minisign', 'sums', 'release-key']
        .map((name) => `export * from './src/adapters/release/${name}.ts';`)
        .join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
}

/** Reads the key before building, because a wrong key would be found too late afterwards. */
function readKey({ parseSecretKey, parsePublicKey, keyName, releaseKey }) {
  if (values.key === undefined) return undefined;
  const { mode } = statSync(values.key);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    stop(`The key "${values.key}" can be read by others: chmod 600 "${values.key}"`);
  }
  const key = parseSecretKey(readFileSync(values.key, 'utf8'));
  if (key === 'malformed') stop(`"${values.key}" is not a secret key of minisign`);
  if (key === 'encrypted') {
    stop(
      `A passphrase is on "${values.key}": leave --key away, and sign with minisign -S -m release/SHA256SUMS -t "coldsign ${version} commit ${commit}"`,
    );
  }
  if (releaseKey !== '' && keyName(parsePublicKey(releaseKey)) !== keyName(key)) {
    stop('That is not the key of src/adapters/release/release-key.ts: nobody could verify it');
  }
  return key;
}

/** Makes all files of the release in a folder next to the sources, and returns the folder. */
function buildIn(place) {
  mkdirSync(place, { recursive: true });
  run(root, 'git', ['archive', '--format=tar', '--output', join(place, 'sources.tar'), 'HEAD']);
  run(place, 'tar', ['-xf', 'sources.tar']);
  if (values.installed) {
    const options = {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    };
    cpSync(join(root, 'node_modules'), join(place, 'node_modules'), options);
  } else npm(place, 'ci', '--prefer-offline');
  run(place, process.execPath, ['.ci/build.mjs']);
  const files = join(place, 'release');
  mkdirSync(files);
  npm(place, 'pack', '--ignore-scripts', '--pack-destination', files);
  if (!values['without-binaries'])
    run(place, process.execPath, ['.ci/binaries.mjs', '--out', files]);
  if (values.image) run(place, 'bash', ['.ci/image/build.sh', '--work', join(place, 'image')]);
  for (const name of [
    'coldsign-live.iso',
    'coldsign-live.cdx.json',
    'coldsign.mjs',
    'coldsign.html',
    'coldsign.iife.js',
    'coldsign.browser.js',
    'LICENSES.txt',
  ]) {
    if (existsSync(join(place, 'dist', name))) cpSync(join(place, 'dist', name), join(files, name));
  }
  const bill = execFileSync(process.execPath, ['.ci/sbom.mjs'], {
    cwd: place,
    env: { ...process.env, COLDSIGN_COMMIT: commit },
  });
  writeFileSync(join(files, `coldsign-${version}.cdx.json`), bill);
  return files;
}

/** Returns a line for each file, in the format of sha256sum. */
function sumsOf(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return `${digest}  ${name}\n`;
    })
    .join('');
}

const commit = sourceCommit();
if (!/^[0-9a-f]{40}$/.test(commit)) {
  stop('A release is made of a commit: commit what was changed, in a clone of the repository');
}
if (placeholders.length > 0 && !values.trial) {
  stop(
    `package.json has a placeholder (.invalid) or no address in ${placeholders.join(', ')}. Enter the project's addresses and commit them. To only try the release script, add --trial and do not publish the result`,
  );
}
if (values.image && (process.platform !== 'linux' || process.getuid() !== 0)) {
  stop(
    'The live image is made by root on Debian, because it has the files of another system. Leave --image away, or run this as root there',
  );
}
const signing = await loadSigning();
const key = readKey(signing);
const places = mkdtempSync(join(tmpdir(), 'coldsign-release-'));
process.on('exit', () => rmSync(places, { recursive: true, force: true }));

// Paths of different length and depth reveal any path in a file.
const [first, second] = ['one', join('another', 'place')].map((name) => {
  console.log(`building ${version} of ${commit} in ${name}`);
  return buildIn(join(places, name));
});
const [sums, others] = [first, second].map(sumsOf);
if (sums !== others) {
  const lines = new Set(others.split('\n'));
  const differ = sums.split('\n').filter((line) => !lines.has(line));
  stop(`Two builds of one commit differ:\n${differ.join('\n')}`);
}
writeFileSync(join(first, signing.SUMS), sums);
if (key !== undefined) {
  const comment = signing.releaseComment({ version, commit });
  const signature = signing.signDetached(Buffer.from(sums), key, comment);
  writeFileSync(join(first, `${signing.SUMS}${signing.SIGNATURE}`), signature);
  key.seed.fill(0);
}
rmSync(out, { recursive: true, force: true });
try {
  renameSync(first, out);
} catch {
  // The temporary folder is on another disk.
  cpSync(first, out, { recursive: true });
}
console.log(`${sums}the same twice, now in ${out}`);
console.log(
  key === undefined
    ? `not signed: --key FILE signs, or minisign -S -m ${join(out, signing.SUMS)} -t "${signing.releaseComment({ version, commit })}"`
    : `signed by key ${signing.keyName(key)}`,
);
