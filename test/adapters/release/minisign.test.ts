import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  keyName,
  parsePublicKey,
  parseSecretKey,
  signDetached,
  verifyDetached,
} from '../../../src/adapters/release/minisign.ts';
import { readVector } from '../../support/paths.ts';

const recorded: { readonly [name: string]: string } = JSON.parse(
  readVector('release/minisign.json'),
);
const part = (name: string) => recorded[name] ?? expect.unreachable();
const content = Buffer.from(part('content'));
const publicKey = parsePublicKey(part('publicKey')) ?? expect.unreachable();
const secretKey = parseSecretKey(part('secretKey'));
if (typeof secretKey === 'string') throw new Error(secretKey);
const comment = /^trusted comment: (.*)$/m.exec(part('signature'))?.[1] ?? '';

test('verifies a signature of minisign and prints its key name as minisign does', () => {
  expect(verifyDetached(content, part('signature'), publicKey)).toEqual({ comment });
  // The other key id begins with a zero digit.
  for (const file of ['publicKey', 'otherPublicKey']) {
    const key = parsePublicKey(part(file)) ?? expect.unreachable();
    expect(part(file)).toContain(` ${keyName(key)}\n`);
  }
  const [, line = ''] = part('publicKey').split('\n');
  expect(parsePublicKey(line)).toEqual(publicKey);
});

test('makes the same signature as minisign with the same key', () => {
  const [, ...lines] = signDetached(content, secretKey, comment).split('\n');
  expect(lines).toEqual(part('signature').split('\n').slice(1));
});

const folder = mkdtempSync(join(tmpdir(), 'coldsign-minisign-'));
afterAll(() => rmSync(folder, { recursive: true }));

function has(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    // It is not installed.
    return false;
  }
}

test.skipIf(!has('minisign'))('minisign (Debian: minisign) accepts our signature', () => {
  const file = join(folder, 'SHA256SUMS');
  writeFileSync(file, 'some sums\n');
  writeFileSync(
    `${file}.minisig`,
    signDetached(Buffer.from('some sums\n'), secretKey, 'a comment'),
  );
  writeFileSync(`${file}.pub`, part('publicKey'));
  const said = execFileSync('minisign', ['-V', '-m', file, '-p', `${file}.pub`], {
    encoding: 'utf8',
  });
  expect(said).toContain('Signature and comment signature verified\nTrusted comment: a comment');
});

test('any change of signature, comment or content is noticed', () => {
  const lines = part('signature').split('\n');
  for (const at of [1, 3]) {
    const bytes = Buffer.from(lines[at] ?? '', 'base64');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      const text = lines.with(at, changed.toString('base64')).join('\n');
      expect(verifyDetached(content, text, publicKey)).toHaveProperty('error');
    }
  }
  const commented = part('signature').replace('coldsign 0.1.0', 'coldsign 9.1.0');
  expect(commented).not.toBe(part('signature'));
  expect(verifyDetached(content, commented, publicKey)).toEqual({ error: 'forged' });
  const more = Buffer.concat([content, Buffer.of(0)]);
  expect(verifyDetached(more, part('signature'), publicKey)).toEqual({ error: 'forged' });
});

test("names an unknown key and does not verify under another key's name", () => {
  const other = parsePublicKey(part('otherPublicKey')) ?? expect.unreachable();
  expect(verifyDetached(content, part('signature'), other)).toEqual({
    error: 'otherKey',
    keyName: keyName(publicKey),
  });
  const renamed = { ...other, id: publicKey.id };
  expect(verifyDetached(content, part('signature'), renamed)).toEqual({ error: 'forged' });
});

test('refuses invalid signatures, invalid keys and outdated forms', () => {
  const texts = [
    '',
    'x',
    part('legacySignature'),
    part('publicKey'),
    part('signature').slice(0, -9),
  ];
  for (const text of texts) {
    expect(verifyDetached(content, text, publicKey)).toEqual({ error: 'malformed' });
  }
  for (const text of ['', 'RW', part('signature'), part('secretKey')]) {
    expect(parsePublicKey(text)).toBeUndefined();
  }
  expect(parseSecretKey(part('publicKey'))).toBe('malformed');
  expect(parseSecretKey(part('encryptedSecretKey'))).toBe('encrypted');
});

test('a secret key with a different public key signs nothing', () => {
  const lines = part('secretKey').split('\n');
  const bytes = Buffer.from(lines[1] ?? '', 'base64');
  for (const at of [62, 94]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(parseSecretKey(lines.with(1, changed.toString('base64')).join('\n'))).toBe('malformed');
  }
});
