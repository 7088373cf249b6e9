import { expect, test } from 'vitest';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

test('the demo of npm start signs six inputs, explains the seventh, and succeeds', async () => {
  const { code, stdout } = await run(process.execPath, [`${root}/.ci/start.mjs`]);
  expect(code).toBe(0);
  expect(stdout.match(/signed, valid/g)).toHaveLength(6);
  expect(stdout).not.toContain('NOT SIGNED');
  expect(stdout).toContain('possibly need more signatures');
  expect(stdout).toMatch(/^Signed: \d+ bytes of transaction/m);
});
