// node .ci/ts.mjs test/bench/start.ts, after npm run build: measures the time from the start of the
// command to seven signed inputs, compared with a Node without a program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, vectorPath } from '../support/paths.ts';
import { printTable } from './measure.ts';

const RUNS = 21;

type Cost = { readonly wall: number; readonly processor: number };

const folder = mkdtempSync(join(tmpdir(), 'coldsign-start-'));
const used = join(folder, 'used');
const preload = join(folder, 'preload.cjs');
writeFileSync(
  preload,
  `process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    require('node:fs').writeFileSync(${JSON.stringify(used)}, String((user + system) / 1000));
  });`,
);

function runNode(args: readonly string[]): Cost & { readonly output: string } {
  const from = performance.now();
  const output = execFileSync(process.execPath, ['--require', preload, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const wall = performance.now() - from;
  return { wall, processor: Number(readFileSync(used, 'utf8')), output };
}

const example = (name: string) => `@${vectorPath(`example/${name}.json`)}`;
const command = (file: string) => [join(root, 'dist', file), '-testnet4', `-datadir=${folder}`];
const unsigned = runNode([
  ...command('coldsign.mjs'),
  ...['createrawtransaction', example('inputs'), example('outputs')],
]).output.trim();
const signing = ['signrawtransactionwithkey', unsigned, example('privkeys'), example('prevtxs')];
const programs: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['node -e 0', ['-e', '0']],
  ['the installed command', [...command('node/coldsign.js'), ...signing]],
  ['the one file', [...command('coldsign.mjs'), ...signing]],
];

// Runs alternate, so that disturbances affect all of them.
const costs = new Map<string, Cost[]>(programs.map(([name]) => [name, []]));
for (let run = 0; run < RUNS; run++) {
  for (const [name, args] of programs) costs.get(name)?.push(runNode(args));
}
rmSync(folder, { recursive: true });

const median = (name: string, kind: keyof Cost): number =>
  (costs.get(name) ?? []).map((cost) => cost[kind]).sort((a, b) => a - b)[RUNS >> 1] ?? 0;
const row = (name: string, kind: keyof Cost): readonly string[] => {
  const value = median(name, kind);
  return [value.toFixed(0), (value / median('node -e 0', kind)).toFixed(2)];
};
printTable(
  ['program', 'ms', 'of node -e 0', 'processor ms', 'of node -e 0'],
  programs.map(([name]) => [name, ...row(name, 'wall'), ...row(name, 'processor')]),
);
