import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleFlow, END, portableFlows } from '../support/build/flows.ts';
import { compileForHermes, runInHermes } from '../support/build/hermes.ts';
import { readVector, root } from '../support/paths.ts';

test.each(portableFlows)(
  'the program of the guide about $name prints the same in Hermes',
  async (flow) => {
    const script = await bundleFlow(flow, 'es2016');
    expect(await runInHermes(script, flow.name)).toEqual([...flow.prints.split('\n'), END]);
  },
);

test('the compiler of today takes the script for pages as it is', async () => {
  await compileForHermes(readFileSync(join(root, 'dist/coldsign.iife.js'), 'utf8'), 'script');
});

test('all methods are there in Hermes, and seven kinds of input are signed as recorded', async () => {
  const vectors = ['inputs', 'outputs', 'privkeys', 'prevtxs'].map((name) => [
    name,
    readVector(`example/${name}.json`),
  ]);
  const contents = `
    import { execute } from 'coldsign';
    const example = ${JSON.stringify(Object.fromEntries(vectors))};
    const network = 'testnet4';
    const call = (method, params) => execute(method, params, { network });
    const run = async () => {
      const hex = await call('createrawtransaction', '[' + example.inputs + ',' + example.outputs + ']');
      print(hex);
      print(await call('signrawtransactionwithkey', '[' + hex + ',' + example.privkeys + ',' + example.prevtxs + ']'));
      const psbt = await call('createpsbt', '[' + example.inputs + ',' + example.outputs + ']');
      print(await call('decodepsbt', '[' + psbt + ']'));
      print(await call('help', '[]'));
    };
    run().catch((error) => print('failed: ' + error + error.stack));`;
  const outputs = await Promise.all(
    ['es2016', 'es2022'].map(async (target) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: root, sourcefile: 'all.js' },
        bundle: true,
        write: false,
        format: 'iife',
        platform: 'neutral',
        target,
        logLevel: 'error',
      });
      return outputFiles[0]?.text ?? '';
    }),
  );
  const [older = '', newer = ''] = outputs;
  const here: string[] = [];
  const finished = new Promise<void>((done) => {
    new Function('print', newer)((line: string) => {
      here.push(line);
      if (here.length === 4) done();
    });
  });
  await finished;
  expect(await runInHermes(older, 'all')).toEqual(here.flatMap((lines) => lines.split('\n')));
  expect(here[1]).toContain('"complete"');
});
