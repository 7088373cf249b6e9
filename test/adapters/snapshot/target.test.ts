import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseTarget } from '../../../src/adapters/snapshot/target.ts';
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
  expect(refuseTarget(at('other'))?.error).toMatch(/is there and is no snapshot/);
  expect(refuseTarget(folder)?.error).toMatch(/is a folder/);
  expect(refuseTarget(at('none/new'))?.error).toMatch(/no such file or folder \(ENOENT\)$/);
  expect(refuseTarget('/dev/null')?.error).toMatch(/is no snapshot|cannot be written/);
  rmSync(folder, { recursive: true });
});
