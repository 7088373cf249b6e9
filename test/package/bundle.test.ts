import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { readVector, root } from '../support/paths.ts';

type Bundle = { readonly text: string; readonly files: readonly string[] };

/** What a bundler makes of a few lines that import the built package. */
async function bundle(contents: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: 'app.js' },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'silent',
  });
  const output = Object.values(metafile.outputs)[0];
  const files = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
  return { text: outputFiles[0]?.text ?? '', files };
}

test('making a transaction brings no interpreter, signing or curve along', async () => {
  const { text, files } = await bundle("export { createrawtransaction } from 'coldsign';");
  expect(
    files.filter((file) =>
      /interpreter|signing|miniscript|psbt|wallet|mining|curve|secp256k1/.test(file),
    ),
  ).toEqual([]);
  console.log(`createrawtransaction alone: ${text.length} bytes`);
  expect(text.length).toBeLessThan(45_000);
});

test.each([
  ['send', /mining|getblocktemplate|rpc\/methods\/(?!send)/, 330_000],
  ['getblocktemplate', /wallet|psbt|descriptor|rpc\/methods\/(?!getblocktemplate)/, 180_000],
])('%s brings no other method along', async (name, others, limit) => {
  const { text, files } = await bundle(`export { ${name} } from 'coldsign';`);
  expect(files.filter((file) => others.test(file))).toEqual([]);
  console.log(`${name} alone: ${text.length} bytes`);
  expect(text.length).toBeLessThan(limit);
});

test('an address alone is small', async () => {
  const { text, files } = await bundle(
    "export { decodeAddress, formatAddress } from 'coldsign/address';",
  );
  expect(files.filter((file) => /interpreter|signing|rpc|secp256k1/.test(file))).toEqual([]);
  console.log(`addresses alone: ${text.length} bytes`);
  expect(text.length).toBeLessThan(30_000);
});

test('the engine asks for no module of Node', async () => {
  const { text } = await bundle("export * from 'coldsign';");
  const asked = builtinModules.filter((name) =>
    new RegExp(`(from|import|require\\()\\s*["'](node:)?${name}["']`).test(text),
  );
  expect(asked).toEqual([]);
});

test('the engine signs in a context that has nothing but the language', async () => {
  const engine = readFileSync(join(root, 'dist/coldsign.browser.js'), 'utf8');
  // A script cannot export: the names are handed out by a variable instead.
  const script = engine.replace(/export\{([^}]*)\};?/, (_, list: string) => {
    const members = list.split(',').map((item) => item.split(' as ').reverse().join(':'));
    return `result={${members.join(',')}};`;
  });
  const context = vm.createContext({ result: undefined });
  const engineNames = vm.runInContext(`let result;${script};result`, context);
  const json = (name: string) => readVector(`example/${name}.json`);
  const options = { network: 'testnet4' };
  const hex = await engineNames.execute(
    'createrawtransaction',
    `[${json('inputs')},${json('outputs')}]`,
    options,
  );
  const signed = await engineNames.execute(
    'signrawtransactionwithkey',
    `[${hex},${json('privkeys')},${json('prevtxs')}]`,
    options,
  );
  expect(JSON.parse(signed).errors).toHaveLength(1);
});
