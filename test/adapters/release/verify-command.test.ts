import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { parseSecretKey, signDetached } from '../../../src/adapters/release/minisign.ts';
import { isOlderVersion, parseSums, releaseComment } from '../../../src/adapters/release/sums.ts';
import { runVerify } from '../../../src/adapters/release/verify-command.ts';
import { version } from '../../../src/adapters/runtime/version.ts';
import { readVector } from '../../support/paths.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const recorded: { readonly [name: string]: string } = JSON.parse(
  readVector('release/minisign.json'),
);
const keyLine = (name: string) => recorded[name]?.split('\n')[1] ?? expect.unreachable();
const pubkey = `-pubkey=${keyLine('publicKey')}`;
const name = /key (\w+)/.exec(recorded.publicKey ?? '')?.[1] ?? '';
const otherName = /key (\w+)/.exec(recorded.otherPublicKey ?? '')?.[1] ?? '';
const commit = '0123456789abcdef0123456789abcdef01234567';

const base = mkdtempSync(join(tmpdir(), 'coldsign-verify-'));
afterAll(() => rmSync(base, { recursive: true }));

type Release = { readonly [name: string]: string };
const artifacts: Release = { 'coldsign.mjs': 'the program', 'coldsign.html': 'the page' };

const sumsOf = (files: Release) =>
  Object.entries(files)
    .map(([file, text]) => `${createHash('sha256').update(text).digest('hex')}  ${file}\n`)
    .join('');

function signatureOf(sums: string, { version: of = version, key = 'secretKey' } = {}): string {
  const secret = parseSecretKey(recorded[key] ?? '');
  if (typeof secret === 'string') throw new Error(secret);
  return signDetached(Buffer.from(sums), secret, releaseComment({ version: of, commit }));
}

let folder = '';
const at = (file: string) => join(folder, file);

/** Creates a release in a separate folder, as if downloaded. */
beforeEach(() => {
  folder = mkdtempSync(join(base, 'release-'));
  for (const [file, text] of Object.entries(artifacts)) writeFileSync(at(file), text);
  writeFileSync(at('SHA256SUMS'), sumsOf(artifacts));
  writeFileSync(at('SHA256SUMS.minisig'), signatureOf(sumsOf(artifacts)));
});

async function verify(...args: string[]) {
  const { terminal, written } = fakeTerminal();
  const code = await runVerify([`-datadir=${base}`, ...args], terminal);
  return { code, ...written };
}

const refused = (err: unknown) => ({ code: 1, out: '', err });
const saying = (words: string): unknown => expect.stringContaining(words);

test('reports version, commit and key of a release file', async () => {
  const files = ['coldsign.mjs', 'coldsign.html'].map(at);
  const words = (file: string) =>
    `${file}: OK\n  of coldsign ${version}\n  commit ${commit}\n  signed by key ${name}\n`;
  expect(await verify(pubkey, ...files)).toEqual({
    code: 0,
    out: files.map(words).join(''),
    err: '',
  });
  writeFileSync(at('key.pub'), recorded.publicKey ?? '');
  expect(await verify(`-pubkey=${at('key.pub')}`, at('coldsign.mjs'))).toMatchObject({ code: 0 });
});

test('accepts the list and its signature among the files, as the shell lists a folder', async () => {
  const names = ['SHA256SUMS', 'SHA256SUMS.minisig', 'coldsign.html', 'coldsign.mjs'];
  const { code, out, err } = await verify(pubkey, ...names.map(at));
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`${at('SHA256SUMS')}: OK\n  list of coldsign ${version}\n`);
  writeFileSync(at('SHA256SUMS'), `${sumsOf(artifacts)}${'0'.repeat(64)}  more.mjs\n`);
  for (const name of names) {
    expect(await verify(pubkey, at(name))).toEqual(refused(saying('is NOT what key')));
  }
});

test('recognizes a file that a browser renamed by its content', async () => {
  copyFileSync(at('coldsign.mjs'), at('coldsign(1).mjs'));
  expect(await verify(pubkey, at('coldsign(1).mjs'))).toMatchObject({
    code: 0,
    out: saying('where its name is coldsign.mjs'),
  });
});

describe('a thief', () => {
  test('changes a file', async () => {
    writeFileSync(at('coldsign.mjs'), 'the program, and a little more');
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying('is NOT what was released: do not use it')),
    );
  });

  test('swaps two files of the release', async () => {
    copyFileSync(at('coldsign.html'), at('coldsign.mjs'));
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying('is NOT what was released')),
    );
  });

  test('adds a file', async () => {
    writeFileSync(at('coldsign-linux-x64'), 'something');
    expect(await verify(pubkey, at('coldsign-linux-x64'))).toEqual(
      refused(saying('is NOT among the files of coldsign')),
    );
  });

  const changed = { ...artifacts, 'coldsign.mjs': 'another program' };
  test('changes a file and its sum', async () => {
    writeFileSync(at('coldsign.mjs'), changed['coldsign.mjs']);
    writeFileSync(at('SHA256SUMS'), sumsOf(changed));
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying(`is NOT what key ${name} has signed`)),
    );
    // Files without their signature are not good either.
    expect(await verify(pubkey, at('coldsign.html'))).toMatchObject({ code: 1, out: '' });
  });

  test('changes a file and its sum, and signs with a key of his own', async () => {
    writeFileSync(at('coldsign.mjs'), changed['coldsign.mjs']);
    writeFileSync(at('SHA256SUMS'), sumsOf(changed));
    const signature = signatureOf(sumsOf(changed), { key: 'otherSecretKey' });
    writeFileSync(at('SHA256SUMS.minisig'), signature);
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying(`is signed by ANOTHER key, ${otherName}, and not by ${name}`)),
    );
  });

  test('offers the signature of another version', async () => {
    const other = { ...artifacts, 'coldsign.mjs': 'the program of before' };
    writeFileSync(at('SHA256SUMS.minisig'), signatureOf(sumsOf(other), { version: '0.0.9' }));
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying('was changed or belongs to another release')),
    );
  });

  test('offers a complete earlier release', async () => {
    writeFileSync(at('SHA256SUMS.minisig'), signatureOf(sumsOf(artifacts), { version: '0.0.9' }));
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying(`is of coldsign 0.0.9, which is older than this program (${version})`)),
    );
    expect(await verify(pubkey, '-release=0.0.9', at('coldsign.mjs'))).toMatchObject({ code: 0 });
    expect(await verify(pubkey, '-release=0.0.8', at('coldsign.mjs'))).toEqual(
      refused(saying('is of coldsign 0.0.9, not 0.0.8')),
    );
  });

  test('finds a signature of the same key for other content', async () => {
    const secret = parseSecretKey(recorded.secretKey ?? '');
    if (typeof secret === 'string') throw new Error(secret);
    const signature = signDetached(Buffer.from(sumsOf(artifacts)), secret, 'file: SHA256SUMS');
    writeFileSync(at('SHA256SUMS.minisig'), signature);
    expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
      refused(saying('not as a release of coldsign')),
    );
  });

  test('removes the sums or the signature', async () => {
    for (const file of ['SHA256SUMS.minisig', 'SHA256SUMS']) {
      rmSync(at(file));
      expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
        refused(
          saying(
            `"${at(file)}" cannot be read: no such file or folder (ENOENT). Get SHA256SUMS and SHA256SUMS.minisig`,
          ),
        ),
      );
    }
  });
});

describe('wrong calls', () => {
  test.each([
    [
      'names no file',
      [pubkey],
      'verify needs the file to check\nUsage: coldsign verify [options] FILE...',
    ],
    ['names a file that is not there', [pubkey, 'x.mjs'], '"x.mjs" cannot be read: no such file'],
    ['gives no key', ['x.mjs'], 'Name the key that must have signed with -pubkey'],
    ['gives an invalid key', ['-pubkey=RWx', 'x.mjs'], '"RWx" cannot be read'],
  ])('%s', async (_, words, told) => {
    expect(await verify(...words)).toEqual(refused(saying(told)));
  });

  test('finds a signature that is cut off, empty or of the old format', async () => {
    const signature = signatureOf(sumsOf(artifacts));
    const lines = signature.split('\n');
    const bytes = Buffer.from(lines[1] ?? '', 'base64');
    bytes.write('Ed', 'latin1');
    const old = [lines[0], bytes.toString('base64'), ...lines.slice(2)].join('\n');
    for (const text of ['', signature.slice(0, 100), old]) {
      writeFileSync(at('SHA256SUMS.minisig'), text);
      expect(await verify(pubkey, at('coldsign.mjs'))).toEqual(
        refused(saying('is not a signature of minisign, or has its old format')),
      );
    }
  });

  test('the secret key in place of the public one is not repeated', async () => {
    writeFileSync(at('a.key'), recorded.secretKey ?? '');
    const { code, err } = await verify(`-pubkey=${at('a.key')}`, at('coldsign.mjs'));
    expect({ code, err }).toEqual({
      code: 1,
      err: `Error: "${at('a.key')}" is not a public key of minisign\n`,
    });
  });
});

test('sums are those that sha256sum writes, each name once, and no path', () => {
  const digest = 'ab'.repeat(32);
  expect(parseSums(`${digest}  a.mjs\n${digest} *b.exe\r\n`)?.size).toBe(2);
  for (const text of [
    '',
    digest,
    `${digest}  a\n${digest}  a\n`,
    `${digest}  ../a\n`,
    `${digest}  a b\n`,
    `${digest.toUpperCase()}  a\n`,
    `# ${digest}  a\n`,
  ]) {
    expect(parseSums(text)).toBeUndefined();
  }
});

test('versions are compared by their numbers', () => {
  const ordered = ['0.0.9', '0.1.0', '0.2.0', '0.10.0', '1.0.0', '1.0.1', '10.0.0'];
  ordered.forEach((one, i) => {
    ordered.forEach((other, k) => {
      expect(isOlderVersion(one, other)).toBe(i < k);
    });
  });
  // The order that semver.org gives as an example, and our own likely names.
  const prereleases = [
    ...['0.1.0-alpha.1', '0.1.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta'],
    ...['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0-rc.1-x', '1.0.0', '1.0.1-0'],
  ];
  prereleases.forEach((one, i) => {
    prereleases.forEach((other, k) => {
      expect(isOlderVersion(one, other)).toBe(i < k);
      expect(isOlderVersion(`${one}+build.9`, other)).toBe(i < k);
    });
  });
});
