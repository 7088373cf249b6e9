import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeTooOld } from '../../../src/adapters/cli/node-version.ts';
import { buildProgram } from '../../support/nodes/server.ts';
import { root } from '../../support/paths.ts';
import { run } from '../../support/run.ts';

test('Node.js is new enough from the version on that package.json names', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(engines.node).toBe('>=20.19');
  for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0']) {
    expect(nodeTooOld(version)).toBeUndefined();
  }
  for (const version of ['20.18.3', '20.9.0', '18.20.8', '8.0.0', '19.99.0', '']) {
    expect(nodeTooOld(version)).toMatch(/^coldsign needs Node\.js 20\.19 or newer/);
  }
});

test('the command reports an older Node.js plainly, without the built-ins of 2023', async () => {
  // Functions that Node.js 18 lacks, and its version.
  const older = `
    delete Array.prototype.toSpliced;
    Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } });`;
  const program = await buildProgram();
  for (const words of [['--version'], ['serve'], ['help'], []]) {
    const preload = `--import=data:text/javascript,${encodeURIComponent(older)}`;
    expect(await run(process.execPath, [preload, program, ...words], { cwd: root })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: coldsign needs Node.js 20.19 or newer, best 22 or newer; this is 18.20.8\n',
    });
  }
});
