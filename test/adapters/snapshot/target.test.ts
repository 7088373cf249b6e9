import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock } from '../../../src/adapters/files/lock-file.ts';
import { refuseTarget, writeTarget } from '../../../src/adapters/snapshot/target.ts';
import { vectorPath } from '../../support/paths.ts';

test('a snapshot replaces an older one and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-target-'));
  const at = (name: string) => join(folder, name);
  copyFileSync(vectorPath('example/chain.snapshot'), at('older'));
  writeFileSync(at('empty'), '');
  writeFileSync(at('other'), 'something that took years');
  expect(refuseTarget(at('new'))).toBeUndefined();
  expect(refuseTarget(at('older'))).toBeUndefined();
  expect(refuseTarget(at('empty'))).toBeUndefined();
  expect(refuseTarget(at('other'))?.error).toMatch(/exists and is not a snapshot/);
  expect(refuseTarget(folder)?.error).toMatch(/is a folder/);
  expect(refuseTarget(at('none/new'))?.error).toMatch(/no such file or folder \(ENOENT\)$/);
  expect(refuseTarget('/dev/null')?.error).toMatch(/is not a snapshot|cannot be written/);
  rmSync(folder, { recursive: true });
});

test('leftovers of a killed run are removed, and other files stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-target-'));
  const at = (name: string) => join(folder, name);
  const older = vectorPath('example/chain.snapshot');
  const bytes = new Uint8Array(readFileSync(older));
  const random = 'ab'.repeat(16);
  const strange = [`other.${random}.new`, 'out.new', `out.${random}.news`, `out.${random}`];
  for (const name of [`out.${random}.new`, ...strange]) writeFileSync(at(name), 'half');
  expect(await writeTarget(at('out'), bytes)).toBeUndefined();
  expect(readdirSync(folder).toSorted()).toEqual(['out', ...strange].toSorted());
  expect(readFileSync(at('out')).equals(bytes)).toBe(true);
  // Another run writes there, or the target was created in the meantime.
  const lock = acquireLock(at('out'));
  expect((await writeTarget(at('out'), bytes))?.error).toMatch(
    /out is in use by the process in .*out\.lock/,
  );
  lock?.release();
  writeFileSync(at('out'), 'something that took years');
  expect((await writeTarget(at('out'), bytes))?.error).toMatch(/exists and is not a snapshot/);
  expect(readFileSync(at('out'), 'utf8')).toBe('something that took years');
  expect(existsSync(at('out.lock'))).toBe(false);
  rmSync(folder, { recursive: true });
});
