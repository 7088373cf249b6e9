import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { readVector, root, shared } from '../support/paths.ts';

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '');

function text(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

const written = files.filter((name) => /\.(ts|mjs|json|md|yml|sh)$|(^|\/)\.?\w+$/.test(name));

test('the top level holds only listed files', () => {
  const top = new Set(files.map((name) => name.split('/')[0]));
  const known = [
    '.biome.json',
    '.ci',
    '.github',
    '.gitignore',
    '.knip.jsonc',
    '.npmrc',
    'CHANGELOG.md',
  ];
  known.push(
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'docs',
    'package-lock.json',
    'package.json',
  );
  known.push('src', 'test', 'tsconfig.json', 'vectors');
  expect([...top].filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

test('no registry or path of one machine is written down', () => {
  const lock = text('package-lock.json');
  expect(lock).not.toMatch(/"resolved"/);
  expect(JSON.parse(lock).lockfileVersion).toBe(3);
  const wrong = written.filter((name) => {
    const content = text(name);
    const elsewhere = [root, `${shared}/`].some((path) => content.includes(path));
    return elsewhere || /\bregistry\.npmjs\.org|\/(home|Users)\/\w+\//.test(content);
  });
  expect(wrong.filter((name) => name !== 'test/house/tree.test.ts')).toEqual([]);
});

test('the lock file holds every package of every platform', () => {
  type Entry = { readonly [kind: string]: Record<string, string> | undefined };
  const packages: Record<string, Entry> = JSON.parse(text('package-lock.json')).packages;
  const missing = Object.entries(packages).flatMap(([path, entry]) => {
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    return Object.keys(wanted).filter((name) => !isLocked(packages, path, name));
  });
  expect(missing).toEqual([]);
});

/** Returns true if Node would find it: next to the package, then in every folder above. */
function isLocked(packages: object, path: string, name: string): boolean {
  const here = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (here in packages) return true;
  return (
    path !== '' && isLocked(packages, path.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
  );
}

test('versions of packages are exact', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(text('package.json'));
  const versions = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
  ).toEqual([]);
});

test('npm runs no script of the package when it installs it', () => {
  const { scripts } = JSON.parse(text('package.json'));
  const run = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
  expect(Object.keys(scripts).filter((name) => run.includes(name))).toEqual([]);
});

test('a workflow runs .ci/run, with pinned actions and without rights or secrets', () => {
  const workflows = files.filter((name) => name.startsWith('.github/workflows/')).map(text);
  expect(workflows.filter((each) => /run: bash \.ci\/run$/m.test(each))).toHaveLength(1);
  for (const each of workflows) {
    const used = [...each.matchAll(/\buses: *(.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(
      used.filter((action = '') => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action)),
    ).toEqual([]);
    expect(each).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(each).not.toMatch(/\bsecrets\.|pull_request_target|\bcache|: write/);
  }
});

test('published test data is not in the tree', () => {
  const published =
    /(^|\/)(script_tests|tx_valid|tx_invalid|sighash|script_assets_test|key_io_(in)?valid|rpc_psbt)\.json$/;
  expect(files.filter((name) => published.test(name))).toEqual([]);
});

test('every vector has a row with its source', () => {
  const rows = [...readVector('README.md').matchAll(/^\| `([^`]+)`/gm)].map((row) => row[1] ?? '');
  const vectors = files
    .filter((name) => name.startsWith('vectors/') && name !== 'vectors/README.md')
    .map((name) => name.slice('vectors/'.length));
  const covered = (name: string) =>
    rows.some((row) => (row.endsWith('/') ? name.startsWith(row) : name === row));
  expect(vectors.filter((name) => !covered(name))).toEqual([]);
  expect(rows.filter((row) => !vectors.some((name) => name.startsWith(row)))).toEqual([]);
});

test('CONTRIBUTING names the tests of each room', () => {
  const rows = [...text('CONTRIBUTING.md').matchAll(/^\| `([\w-]+)` \| (.*`test\/.*) \|$/gm)];
  const rooms = files.flatMap((name) => /^src\/([\w-]+)\//.exec(name)?.[1] ?? []);
  const named = rows.map(([, room]) => room);
  expect(named.sort()).toEqual([...new Set(rooms)].filter((room) => room !== 'public').sort());
  const places = rows.flatMap(([, , cell = '']) => [...cell.matchAll(/`([^`]+)`/g)]);
  const missing = places.filter(
    ([, place]) =>
      !files.some((name) => name === `${place}.test.ts` || name.startsWith(`${place}/`)),
  );
  expect(missing.map(([, place]) => place)).toEqual([]);
});

/** Returns the anchor that GitHub gives to a heading. */
const sectionOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test('pages that the code names exist', () => {
  const named = written
    .filter((name) => /^(src|\.ci)\//.test(name))
    .flatMap((name) => (text(name).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []).map((to) => [name, to]));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(([, to = '']) => !files.includes(to))).toEqual([]);
});

test('links to a section lead to a heading', () => {
  const links = files
    .filter((name) => /^([A-Z]+|docs\/.*)\.md$/.test(name))
    .flatMap((name) =>
      [...text(name).matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g)].map(
        ([, page = '', section = '']) => ({ name, page, section }),
      ),
    );
  const dead = links.filter(({ name, page, section }) => {
    const to = page === '' ? name : posix.join(posix.dirname(name), page);
    const headings = files.includes(to) ? (text(to).match(/^#+ .*$/gm) ?? []) : [];
    return !headings.some((heading) => sectionOf(heading.replace(/^#+ /, '')) === section);
  });
  expect(links.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});
