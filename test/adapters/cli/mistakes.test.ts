import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../src/adapters/cli/commands.ts';
import { dispatch } from '../../../src/adapters/cli/dispatch.ts';
import { processTerminal } from '../../../src/adapters/cli/terminal.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { buildProgram } from '../../support/nodes/server.ts';
import { run } from '../../support/run.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';
import { type Mistake, mistakesIn } from './mistakes.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-careless-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mistakes = mistakesIn(folder);
const program = () => new URL('file:///no/threads/are/needed');

function wordsOf({ bare, words }: Mistake): readonly string[] {
  if (words.length === 0) return [];
  const home = words.some((word) => word.startsWith('-datadir')) ? [] : [`-datadir=${folder}`];
  return [...(bare ? [] : ['-regtest']), ...home, ...words];
}

async function typed(mistake: Mistake) {
  const { answer, secret, input = '' } = mistake;
  const { terminal, written } = fakeTerminal({
    readInput: async () => input,
    readFile: processTerminal.readFile,
    columns: 200,
    ...(answer !== undefined && { isScreen: true, readLine: async () => answer }),
    ...(secret !== undefined && { readSecret: async () => secret }),
  });
  const code = await dispatch(wordsOf(mistake), terminal, program);
  return { code, text: `${written.out}${written.err}`.replace(/\s+/g, ' ') };
}

test.each(mistakes.map((mistake) => [mistake.slip, mistake] as const))(
  'explains the slip: %s',
  async (_, mistake) => {
    const { code, text } = await typed(mistake);
    for (const part of mistake.says) expect(text).toMatch(part);
    expect(code === 0).toBe(mistake.works === true);
    expect(text).not.toMatch(/abandon abandon|TREZOR/);
  },
);

test('tests at least 140 slips', () => {
  expect(new Set(mistakes.map(({ slip }) => slip)).size).toBeGreaterThanOrEqual(140);
});

let built = '';
beforeAll(async () => {
  built = await buildProgram();
});

test.each([
  'sing',
  'an option behind review',
  'JSON without quotes',
  'a file cut off',
  'seed chek',
])('the built program explains the slip: %s', async (slip) => {
  const mistake = mistakes.find((each) => each.slip === slip);
  if (mistake === undefined) throw new Error(`no mistake ${slip}`);
  const { code, stdout, stderr } = await run(process.execPath, [built, ...wordsOf(mistake)]);
  const text = `${stdout}${stderr}`.replace(/\s+/g, ' ');
  for (const part of mistake.says) expect(text).toMatch(part);
  expect(code === 0).toBe(mistake.works === true);
});

test('help lists every command and method with one line, in groups', async () => {
  const { terminal, written } = fakeTerminal();
  expect(await dispatch(['help'], terminal, program)).toBe(0);
  for (const heading of [
    'Sign',
    'Check',
    'Wallets',
    'Keys',
    'Move: PSBTs, coins and wallets between machines',
    'Serve',
    'Raw',
  ]) {
    expect(written.out).toMatch(new RegExp(`^${heading}\\b`, 'm'));
  }
  const shown = methods.filter(({ category }) => category !== 'hidden').map(({ name }) => name);
  for (const name of [...shown, ...commands.map((command) => command.name)]) {
    expect(written.out).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
  }
  expect(written.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test.each(commands.map(({ name }) => name))('help %s shows usage and options', async (name) => {
  const { terminal, written } = fakeTerminal();
  expect(await dispatch(['help', name], terminal, program)).toBe(0);
  expect(written.out).toMatch(new RegExp(`Usage: coldsign (\\[options\\] )?${name}\\b`));
  expect(/^ +-\w/m.test(written.out)).toBe(name !== 'version');
  expect(written.err).toBe('');
  const lines = written.out.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const sentences = lines.filter((line) => /^\S.*\.$/.test(line));
  expect(new Set(sentences).size).toBe(sentences.length);
  const asked = fakeTerminal();
  expect(await dispatch([name, '--help'], asked.terminal, program)).toBe(0);
  expect(asked.written).toEqual(written);
});

test('a program starts only for an option before the command', async () => {
  const { terminal, written } = fakeTerminal();
  const words = ['-regtest', `-datadir=${folder}`, 'review', 'x.psbt', '-signer=/bin/false'];
  expect(await dispatch(words, terminal, program)).toBe(1);
  expect(written.err).toContain('Write it before review');
});

test('a text that looks like an option never changes a method', async () => {
  const { terminal, written } = fakeTerminal();
  const words = ['-regtest', `-datadir=${folder}`, 'getnewaddress', '-datadir=/tmp'];
  expect(await dispatch(words, terminal, program)).toBe(1);
  expect(written.err).toContain('Options go before a method');
  expect(written.out).toBe('');
});
