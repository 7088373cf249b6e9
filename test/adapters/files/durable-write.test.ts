import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDurably, writeNewSync } from '../../../src/adapters/files/durable-write.ts';
import { systemMessage } from '../../../src/adapters/files/errors.ts';

test('a failed write leaves no file behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-durable-'));
  mkdirSync(join(folder, 'there'));
  await expect(writeDurably(join(folder, 'there'), [Uint8Array.of(1)])).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['there']);
  await writeDurably(join(folder, 'file'), [Uint8Array.of(1), Uint8Array.of(2)]);
  expect([...readFileSync(join(folder, 'file'))]).toEqual([1, 2]);
  rmSync(folder, { recursive: true });
});

test('a new file is private, and replaces nothing, not even a dangling link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-durable-'));
  const at = (name: string) => join(folder, name);
  writeNewSync(at('new'), 'one');
  expect(statSync(at('new')).mode & 0o777).toBe(0o600);
  expect(() => writeNewSync(at('new'), 'two')).toThrow('EEXIST');
  expect(readFileSync(at('new'), 'utf8')).toBe('one');
  symlinkSync(at('nowhere'), at('link'));
  expect(() => writeNewSync(at('link'), 'two')).toThrow('EEXIST');
  expect(readdirSync(folder).sort()).toEqual(['link', 'new']);
  rmSync(folder, { recursive: true });
});

test('system errors in words', () => {
  expect(systemMessage(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(
    'the disk is full (ENOSPC)',
  );
  expect(systemMessage(Object.assign(new Error(), { code: 'EXDEV' }))).toBe('EXDEV');
});
