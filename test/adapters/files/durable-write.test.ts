import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDurably } from '../../../src/adapters/files/durable-write.ts';
import { systemWords } from '../../../src/adapters/files/errors.ts';

test('what cannot be written leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-durable-'));
  mkdirSync(join(folder, 'there'));
  await expect(writeDurably(join(folder, 'there'), [Uint8Array.of(1)])).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['there']);
  await writeDurably(join(folder, 'file'), [Uint8Array.of(1), Uint8Array.of(2)]);
  expect([...readFileSync(join(folder, 'file'))]).toEqual([1, 2]);
  rmSync(folder, { recursive: true });
});

test('system errors in words', () => {
  expect(systemWords(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(
    'the disk is full (ENOSPC)',
  );
  expect(systemWords(Object.assign(new Error(), { code: 'EXDEV' }))).toBe('EXDEV');
});
