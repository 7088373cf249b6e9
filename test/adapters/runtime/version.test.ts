import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../../src/adapters/runtime/version.ts';
import { root } from '../../support/paths.ts';

test('the version is that of the package', () => {
  const { version: published } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(version).toBe(published);
});
