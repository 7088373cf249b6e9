import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, test } from 'vitest';
import { version } from '../../src/adapters/runtime/version.ts';
import { takesLong } from '../support/generate/sample.ts';
import { readVector, root } from '../support/paths.ts';
import { run } from '../support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-release-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schema = (name: string): object =>
  JSON.parse(
    readFileSync(
      join(
        root,
        'node_modules/@cyclonedx/cyclonedx-library/res/schema',
        `${name}.SNAPSHOT.schema.json`,
      ),
      'utf8',
    ),
  );

type Bill = {
  readonly components: readonly { readonly name: string; readonly version: string }[];
};

/** Validates against CycloneDX's published schema, without formats of texts. */
function validateBill(bill: unknown): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  const validate = ajv.compile(schema('bom-1.6'));
  validate(bill);
  return validate.errors;
}

test('the bill of materials follows the schema of CycloneDX, and names all that the bundles contain', async () => {
  const { code, stdout, stderr } = await run(process.execPath, [join(root, '.ci/sbom.mjs')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const bill: Bill = JSON.parse(stdout);
  expect(validateBill(bill)).toBe(null);
  expect(validateBill({ ...bill, components: [{ name: 'x' }] })).not.toBe(null);
  const named = bill.components.map((each) => `${each.name} ${each.version}`);
  const licences = readFileSync(join(root, 'dist/LICENSES.txt'), 'utf8');
  const bundled = [...licences.matchAll(/(?:^|-{72}\n\n)(\S+ \d+\.\d+\.\d+)\n/g)];
  expect(bundled.length).toBeGreaterThan(4);
  for (const [, each] of bundled) expect(named).toContain(each);
});

const recorded: { readonly [name: string]: string } = JSON.parse(
  readVector('release/minisign.json'),
);
const script = join(root, '.ci/release.mjs');

function keyFile(name: string, mode: number): string {
  const path = join(folder, `${name}-${mode.toString(8)}`);
  writeFileSync(path, recorded[name] ?? '');
  chmodSync(path, mode);
  return path;
}

describe('nothing is built from', () => {
  test.each([
    ['a key that others can read', 'secretKey', 0o644, 'can be read by others: chmod 600'],
    ['a public key', 'publicKey', 0o600, 'is not a secret key of minisign'],
    ['a key with a passphrase', 'encryptedSecretKey', 0o600, 'A passphrase is on'],
  ])('%s', async (_, name, mode, told) => {
    const key = keyFile(name, mode);
    // As if no file had changed since the commit.
    const env = { COLDSIGN_COMMIT: '0'.repeat(40) };
    const { code, stdout, stderr } = await run(
      process.execPath,
      [script, '--trial', '--key', key],
      { env },
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(told);
    expect(stderr).not.toContain(recorded[name]?.split('\n')[1]);
  });

  test('package.json files whose addresses are placeholders or missing', async () => {
    const place = join(folder, 'addresses');
    cpSync(join(root, '.ci'), join(place, '.ci'), { recursive: true });
    cpSync(join(root, 'src'), join(place, 'src'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
    const { homepage, repository, bugs, ...rest } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    const key = ['--key', keyFile('publicKey', 0o600)];
    async function refusal(addresses: object, options: readonly string[] = []): Promise<string> {
      writeFileSync(join(place, 'package.json'), JSON.stringify({ ...rest, ...addresses }));
      const env = { COLDSIGN_COMMIT: '0'.repeat(40) };
      const args = [join(place, '.ci/release.mjs'), ...key, ...options];
      const { code, stdout, stderr } = await run(process.execPath, args, { env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr;
    }
    const filled = {
      repository: { type: 'git', url: 'git+https://code.example/coldsign.git' },
      homepage: 'https://code.example/coldsign',
      bugs: { url: 'https://code.example/coldsign/issues' },
    };
    const bad: readonly (readonly [object, string])[] = [
      [{ homepage, repository, bugs }, 'in repository, homepage, bugs.'],
      [{ ...filled, bugs }, 'in bugs.'],
      [{ ...filled, bugs: { url: bugs } }, 'in bugs.'],
      [{ ...filled, repository: repository.url }, 'in repository.'],
      [{ ...filled, homepage: 'https://Coldsign.INVALID' }, 'in homepage.'],
      [{ ...filled, homepage: undefined }, 'in homepage.'],
      [{}, 'in repository, homepage, bugs.'],
    ];
    for (const [addresses, fields] of bad) expect(await refusal(addresses)).toContain(fields);
    // The next error is about the key.
    const next = 'is not a secret key of minisign';
    expect(await refusal(filled)).toContain(next);
    expect(await refusal({ ...filled, bugs }, ['--trial'])).toContain(next);
  });

  test('files that are not those of a commit', async () => {
    const env = { COLDSIGN_COMMIT: `${'0'.repeat(40)}-changed` };
    expect(await run(process.execPath, [script], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: A release is made of a commit: commit what was changed, in a clone of the repository\n',
    });
  });
});

test.runIf(takesLong)(
  'a release is reproducible, signed, and verified by itself, by sha256sum and by hand',
  async () => {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
    const out = join(folder, 'release');
    const made = await run(
      process.execPath,
      [script, '--trial', '--installed', '--out', out, '--key', keyFile('secretKey', 0o600)],
      { env: { COLDSIGN_COMMIT: commit } },
    );
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const files = readdirSync(out).filter((name) => !name.startsWith('SHA256SUMS'));
    for (const name of [
      `coldsign-${version}.tgz`,
      `coldsign-${version}.cdx.json`,
      'coldsign.mjs',
      'coldsign.iife.js',
      `coldsign-${process.platform}-${process.arch}`,
    ]) {
      expect(files).toContain(name);
    }
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: out });
    const pubkey = `-pubkey=${recorded.publicKey?.split('\n')[1]}`;
    const verify = (file: string) =>
      run(process.execPath, [
        join(out, 'coldsign.mjs'),
        'verify',
        pubkey,
        `-datadir=${folder}`,
        file,
      ]);
    for (const name of files) {
      const file = join(out, name);
      const { code, stdout, stderr } = await verify(file);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`${file}: OK\n  of coldsign ${version}\n  commit ${commit}\n`);
    }
    // Every file that people open names its source.
    for (const name of files.filter((each) => /\.(mjs|js|html|json)$/.test(each))) {
      // The page is UTF-16.
      const encoding = name.endsWith('.html') ? 'utf16le' : 'utf8';
      expect(readFileSync(join(out, name), encoding), name).toContain(commit);
    }
    writeFileSync(
      join(out, 'coldsign.mjs'),
      `${readFileSync(join(out, 'coldsign.mjs'), 'utf8')}\n`,
    );
    expect(await verify(join(out, 'coldsign.mjs'))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is NOT what was released: do not use it'),
    });
  },
  1_800_000,
);
