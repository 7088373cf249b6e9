import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { asModule, END, portableFlows } from '../support/build/flows.ts';
import { bundleByMetro, compileForHermes, runInHermes } from '../support/build/hermes.ts';
import { readVector, root } from '../support/paths.ts';
import { run } from '../support/run.ts';

const example = Object.fromEntries(
  ['inputs', 'outputs', 'privkeys', 'prevtxs'].map((name) => [
    name,
    readVector(`example/${name}.json`),
  ]),
);

/** Calls methods by their names, and prints each answer. */
const methods = `import { execute } from 'coldsign/rpc';
const example = ${JSON.stringify(example)};
const call = async (method, params) => {
  const answer = await execute(method, params, { network: 'testnet4' });
  console.log(answer);
  return answer;
};
const hex = await call('createrawtransaction', '[' + example.inputs + ',' + example.outputs + ']');
await call('signrawtransactionwithkey', '[' + hex + ',' + example.privkeys + ',' + example.prevtxs + ']');
const psbt = await call('createpsbt', '[' + example.inputs + ',' + example.outputs + ']');
await call('decodepsbt', '[' + psbt + ']');
await call('help', '[]');`;

/** The flow with a signal is for web workers, which Hermes does not have. */
const portable = portableFlows.filter(({ text }) => !text.includes('AbortController'));
const programs = [...portable, { name: 'methods', text: methods }];

/** Replaces react-native-get-random-values. These random numbers count up. */
const random = `let next = 0;
globalThis.crypto = {
  getRandomValues: (bytes) => bytes.map((_, i, all) => (all[i] = (next = (next * 5 + 3) % 256))),
};`;

/** Runs all programs one after another; each prints END as its last line. */
const start = `import './random';
const programs = [${programs.map(({ name }) => `() => require('./${name}').run()`)}];
programs.reduce((before, program) => before.then(program), Promise.resolve());`;

let bundle: string;
let printed: readonly string[];

beforeAll(async () => {
  const modules = programs.map((program) => [`${program.name}.ts`, asModule(program)]);
  const app = { ...Object.fromEntries(modules), 'random.ts': random, 'index.ts': start };
  bundle = await bundleByMetro('flows', app);
  const lines = await runInHermes(bundle, 'flows');
  printed = lines.join('\n').split(END);
}, 600_000);

/** The lines of one program, without the last. */
const linesOf = (name: string) => printed[programs.findIndex((each) => each.name === name)]?.trim();

test.each(portable)(
  'the program of the guide about $name, bundled by Metro, prints the same in Hermes',
  ({ name, prints }) => {
    expect(linesOf(name)).toBe(prints);
  },
);

test('all methods exist in Hermes, and seven kinds of input are signed as in Node', async () => {
  const options = ['--input-type=module', '--eval', methods];
  const { stdout, stderr } = await run(process.execPath, options, { cwd: root });
  expect(stdout, stderr).toContain('"complete"');
  expect(linesOf('methods')).toBe(stdout.trim());
});

test('the current compiler accepts the bundle of Metro, and the script for pages unchanged', async () => {
  const script = readFileSync(join(root, 'dist/coldsign.iife.js'), 'utf8');
  await Promise.all([compileForHermes(bundle, 'flows'), compileForHermes(script, 'script')]);
});
