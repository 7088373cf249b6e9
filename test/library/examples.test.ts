import { execFileSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { readExamples } from '../../.ci/examples.mjs';
import { compileStrictly, promisedBy, runExamples } from '../support/build/examples.ts';
import { flows, portableFlows } from '../support/build/flows.ts';
import { root } from '../support/paths.ts';

const examples = readExamples(root).map(({ path, code }) => ({ name: path, code }));

test('every file of docs/examples prints the output that it shows', async () => {
  const printed = await runExamples(examples);
  const found = examples.map(({ name }, i) => [name, printed[i]]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(examples.map((each) => [each.name, promisedBy(each)])),
  );
  expect(examples.every((each) => promisedBy(each).length > 0)).toBe(true);
});

test('every file of docs/examples is strict TypeScript', () => {
  expect(compileStrictly(examples)).toBe('');
});

const programs = flows.map(({ name, text }) => ({ name, code: text }));

test('every flow of the guide has at most ten statements besides its imports', () => {
  const counts = programs.map(({ name, code }) => {
    const plain = transformSync(code, { loader: 'ts', format: 'esm' }).code;
    const body = plain.replace(/^import [\s\S]*?;\n/gm, '').replace(/^\/\/.*$/gm, '');
    return { name, statements: body.match(/^[a-z]/gm)?.length };
  });
  expect(counts.filter(({ statements = 0 }) => statements < 1 || statements > 10)).toEqual([]);
  expect(programs.length).toBeGreaterThan(15);
});

test('every flow of the guide is strict TypeScript and uses no deprecated entry', () => {
  expect(compileStrictly(programs)).toBe('');
  const old = /coldsign\/(payment|address|sighash|sources|silent|names|check)'/;
  expect(programs.filter(({ code }) => old.test(code))).toEqual([]);
});

test('every flow of the guide prints the output on its page', async () => {
  const portable = portableFlows.map(({ name, text }) => ({ name, code: text }));
  const printed = await runExamples(portable);
  expect(printed.map((lines) => lines.join('\n'))).toEqual(
    portableFlows.map(({ prints }) => prints),
  );
});

test.each(['from-btc-signer', 'from-bitcoinjs'])(
  'the program of the other library on the page %s makes the same transaction',
  (name) => {
    const flow = flows.find((each) => each.name === name);
    const [, theirs = ''] = /```js\n([\s\S]*?)```/.exec(flow?.page ?? '') ?? [];
    const program = ['--input-type=module', '--eval', theirs];
    const options = { cwd: root, encoding: 'utf8' } as const;
    const lines = execFileSync(process.execPath, program, options).trim().split('\n');
    expect(lines.pop()).toBe(flow?.prints);
    // A printed PSBT is the one that our program signs.
    for (const line of lines) expect(flow?.text).toContain(`'${line}'`);
  },
);
