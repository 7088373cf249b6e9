import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { sizeOfApp } from '../support/build/initial.ts';
import { installPackage } from '../support/build/installed.ts';
import { byEsbuild, byVite, paymentProgram } from '../support/build/payment.ts';
import { countedBytes } from '../support/counted-bytes.ts';
import { readVector, root, vectorPath } from '../support/paths.ts';

type Bundle = { readonly text: string; readonly files: readonly string[] };

/** Bundles a few lines that import the built package. */
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

test('making a transaction bundles no interpreter, signing or curve', async () => {
  const { text, files } = await bundle("export { createrawtransaction } from 'coldsign/rpc';");
  expect(
    files.filter((file) =>
      // Running a method requires the messages of refusals by a host of wallets, and the names of a
      // curve's members.
      /interpreter|signing|miniscript|psbt|wallet(?!.*host-error)|mining|curve|noble/.test(file),
    ),
  ).toEqual([]);
  console.log(`createrawtransaction alone: ${text.length} bytes`);
  // 600 bytes name the methods that pay silent payment addresses, 7,500 refuse unknown, inherited and
  // further arguments at every depth, say what to write, and explain invisible characters.
  // In one file, esbuild keeps apart what later imports need of it: 3,600.
  expect(text.length).toBeLessThan(66_500);
});

test.each([
  // It computes silent payments, and has help texts in full sentences. Ids of messages took 300.
  // In one file, esbuild keeps apart what later imports need: 20,000 here, 6,500 below.
  ['send', /mining|getblocktemplate|rpc\/methods\/(?!send)/, 562_400],
  [
    'getblocktemplate',
    /wallet(?!.*host-error)|psbt|descriptor|rpc\/methods\/(?!getblocktemplate)/,
    178_600,
  ],
])('%s bundles no other method', async (name, others, limit) => {
  const { text, files } = await bundle(`export { ${name} } from 'coldsign/rpc';`);
  expect(files.filter((file) => others.test(file))).toEqual([]);
  console.log(`${name} alone: ${text.length} bytes`);
  expect(text.length).toBeLessThan(limit);
});

test('a payment from P2WPKH takes 50,000 bytes of code, and equals that of @scure/btc-signer', async () => {
  const ours = readFileSync(join(root, 'test/package/p2wpkh-payment.js'), 'utf8');
  const theirs = `
    import { Address, OutScript, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer';
    const network = { ...TEST_NETWORK, bech32: 'bcrt' };
    export function pay({ wif, from, to, txid, vout, amount, fee }) {
      const key = WIF(network).decode(wif);
      const transaction = new Transaction({ version: 2, lowR: true });
      transaction.addInput({ txid, index: vout, sequence: 0xfffffffd, witnessUtxo: { script: OutScript.encode(Address(network).decode(from)), amount } });
      transaction.addOutput({ script: OutScript.encode(Address(network).decode(to)), amount: amount - fee });
      transaction.sign(key);
      transaction.finalize();
      return transaction.hex;
    }`;
  const order = {
    wif: 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    from: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    txid: '11'.repeat(32),
    vout: 0,
    amount: 100_000n,
    fee: 1000n,
  };
  const made: string[] = [];
  for (const [name, program] of [
    ['coldsign', ours],
    ['@scure/btc-signer', theirs],
  ] as const) {
    const { text, files } = await bundle(program);
    const gzip = gzipSync(text, { level: 9 }).length;
    console.log(
      `${name.padEnd(20)} ${(text.length / 1000).toFixed(1)} kB, gzipped ${(gzip / 1000).toFixed(1)} kB`,
    );
    made.push(await runPayment(text, order));
    if (name !== 'coldsign') continue;
    expect(gzip).toBeLessThan(50_500);
    expect(files.filter((file) => /miniscript|descriptor|psbt|wallet|rpc/.test(file))).toEqual([]);
    expect(files.some((file) => file.includes('interpreter'))).toBe(true);
  }
  expect(made[0]).toBe(made[1]);
});

test('docs/runtimes.md has the bundle sizes of esbuild and Vite, to 3 %', async () => {
  const page = readFileSync(join(root, 'docs/runtimes.md'), 'utf8');
  const installed = installPackage({ dependencies: true });
  writeFileSync(join(installed.folder, 'app.mjs'), paymentProgram);
  for (const [name, text] of [
    ['esbuild', await byEsbuild(installed.folder, 'esm')],
    ['Vite', await byVite(installed.folder)],
  ] as const) {
    const [, written = ''] =
      new RegExp(`\\| ${name} [\\d.]+ \\| ([\\d.]+) kB \\|`).exec(page) ?? [];
    expect(Math.abs(text.length / 1000 / Number(written) - 1), name).toBeLessThan(0.03);
  }
  installed.remove();
});

async function runPayment(text: string, order: object): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-payment-'));
  const file = join(folder, 'payment.mjs');
  writeFileSync(file, text);
  const { pay } = await import(file);
  rmSync(folder, { recursive: true });
  return pay(order);
}

test.each([
  // In one file, esbuild keeps apart what `sign` may load later: 7,700 here, 1,000 below.
  ['chooses coins, pays, signs and finalizes', '{ openAccount, fund, sign, finalize }', 164_000],
  ['derives the addresses of an xpub', '{ openAccount }', 64_000],
])('an app that %s has a bundle of a known size', async (_, names, limit) => {
  const { text, files } = await bundle(`export ${names} from 'coldsign';`);
  expect(files.filter((file) => /rpc\/methods|review\/find-|mining/.test(file))).toEqual([]);
  const gzip = gzipSync(text, { level: 9 }).length;
  console.log(`${names}: ${gzip} bytes gzipped`);
  expect(gzip).toBeLessThan(limit);
});

// What calls load later only if an option or a script asks for it is not counted.
test.each([
  ['createrawtransaction', 'coldsign/rpc', 20_500],
  ['createrawtransaction, signrawtransactionwithkey', 'coldsign/rpc', 70_000],
  ['execute', 'coldsign/rpc', 55_200],
  ['send', 'coldsign/rpc', 48_800],
  ['openAccount, fund, sign, finalize', 'coldsign', 130_000],
  ['openAccount', 'coldsign', 59_900],
  ['sign', 'coldsign', 63_300],
  ['review', 'coldsign', 122_500],
  ['parsePsbt', 'coldsign', 29_800],
])(
  'an app that Vite bundles with { %s } of %s loads few bytes at once',
  async (names, from, limit) => {
    const { initial, all, files } = await sizeOfApp(`import { ${names} } from '${from}';`);
    console.log(`${names}: ${initial} bytes gzipped at once, ${all} with all`);
    expect(initial).toBeLessThan(limit);
    const loaded = [...files.keys()].join('\n');
    if (names === 'sign' || names.includes('signrawtransactionwithkey')) {
      expect(loaded).not.toMatch(/curve\/(limbs|batch|msm|verify-batch|ecmult-gen|.*-lists)/);
    }
    if (!names.includes('signrawtransactionwithkey')) return;
    expect(loaded).not.toMatch(/miniscript\/|descriptor\/|psbt\/|review\/(find-|catalog|policy\.)/);
  },
);

test('an address alone is small', async () => {
  const { text, files } = await bundle(
    "export { decodeAddress, formatAddress } from 'coldsign/script';",
  );
  expect(files.filter((file) => /interpreter|signing|rpc|secp256k1/.test(file))).toEqual([]);
  console.log(`addresses alone: ${text.length} bytes`);
  expect(text.length).toBeLessThan(29_700);
});

test('a review adds little to an app that makes and signs PSBTs, and no texts', async () => {
  const have = [
    "export { combine, extract, finalize, formatPsbt, fund, openAccount, parsePsbt, sign, sweep } from 'coldsign';",
    ...['psbt', 'signing', 'descriptor'].map(
      (entry, i) => `export * as has${i} from 'coldsign/${entry}';`,
    ),
  ];
  const bundled = (more: string) => bundle([...have, more].join('\n'));
  const sizeOf = ({ text }: Bundle) => gzipSync(text, { level: 9 }).length;
  const before = sizeOf(await bundled(''));
  const from = (names: string) => `export { ${names} } from 'coldsign/review';`;
  const facts =
    'catalogEntry, findingIds, keyOwners, overriddenIn, pastCoins, refusedBy, reviewId, reviewPsbt, strictPolicy';
  const review = await bundled(from(facts));
  expect(review.files.filter((file) => /describe|print|html|review\/check\.js/.test(file))).toEqual(
    [],
  );
  const check = await bundled(from('checkSigned'));
  expect(
    check.files.filter((file) => /catalog|describe|print|review\/find-(?!misfits)/.test(file)),
  ).toEqual([]);
  const printed = await bundled(
    from(`${facts}, reviewTransaction, printReview, reviewHtml, reviewPicture, reviewSvg`),
  );
  const [reviewing, checking, printing] = [review, check, printed].map(
    (each) => sizeOf(each) - before,
  );
  console.log(
    `over psbt, payment, signing, descriptor, gzipped: a review ${reviewing}, with raw transactions and printing ${printing}, a check ${checking} bytes`,
  );
  // Look-alikes, stray fields and names of payees took 3,500, hidden scripts and little change 500,
  // outputs that no key or anyone opens 500, hidden ages and closed trees 500.
  // Sizes by path, MuSig2 nonces and scripts that fail by their form took 600.
  // Wallets that xpubs prove, cosigners, recovery paths and outputs without a key took 5,000.
  // In one file, esbuild keeps apart what `sign` may load later: 1,000.
  expect(reviewing).toBeLessThan(37_200);
  // Judging the fields that an answer adds, and finished transactions, took 2,700; checking shares of
  // silent payments 400.
  expect(checking).toBeLessThan(8_300);
  // 2,200 of them draw the picture, 700 say how to fix a stop in three programs.
  expect(printing).toBeLessThan(43_900);
});

test('the engine imports no module of Node', async () => {
  const { text } = await bundle("export * from 'coldsign';");
  const asked = builtinModules.filter((name) =>
    new RegExp(`(from|import|require\\()\\s*["'](node:)?${name}["']`).test(text),
  );
  expect(asked).toEqual([]);
});

test.each([
  // Wallets that receive silent payments, BSMS, sweep and prove-name need more; so do hints and
  // help texts in plain English (10 kB), checks of arguments, wallet files and outputs (10 kB), and
  // wallet.dat, migratewallet with its transactions and older forms of keys (63 kB).
  ['coldsign.browser.js', 1307],
  ['coldsign.iife.js', 1307],
  ['coldsign.html', 600],
  ['cjs/bundle.cjs', 2556],
  ['coldsign.mjs', 3116],
  ['node/coldsign.js', 18.8],
])('dist/%s has at most %s kB', (name, limit) => {
  expect(statSync(join(root, 'dist', name)).size).toBeLessThan(limit * 1000);
});

/**
 * Features after ES2020, which phones' JavaScript engines do not have completely. All have
 * `Object.hasOwn`, without which @noble/hashes does not load.
 */
const NEWER = `
  const arrays = ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'];
  const typed = Object.getPrototypeOf(Uint8Array);
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const newer = [
    [Array.prototype, arrays],
    [typed.prototype, arrays],
    [String.prototype, ['at', 'replaceAll', 'isWellFormed', 'toWellFormed']],
    [RegExp.prototype, ['hasIndices', 'unicodeSets']],
    [ArrayBuffer.prototype, ['resize', 'resizable', 'maxByteLength', 'transfer', 'transferToFixedLength', 'detached']],
    [Uint8Array.prototype, ['toHex', 'toBase64', 'setFromHex', 'setFromBase64']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [iterator, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
    [Array, ['fromAsync']],
    [Uint8Array, ['fromHex', 'fromBase64']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['any', 'withResolvers', 'try']],
    [globalThis, ['AggregateError', 'FinalizationRegistry', 'Iterator', 'WeakRef', 'WebAssembly']],
  ];
  for (const [owner, names] of newer) for (const name of names) delete owner[name];
`;

/** Returns the exports of a bundle, run in a context with only ES2020. */
function runAlone(bundled: string) {
  // A script cannot export, so a variable has the names.
  const script = bundled.replace(/export\{([^}]*)\};?/, (_, list: string) => {
    const members = list.split(',').map((item) => item.split(' as ').reverse().join(':'));
    return `result={${members.join(',')}};`;
  });
  const context = vm.createContext({});
  vm.runInContext(`{${NEWER}}`, context);
  return vm.runInContext(`let result;${script};result`, context);
}

const example = (name: string) => readVector(`example/${name}.json`);
const PAID = '{"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080": 0.1}';

test('the engine signs and makes PSBTs in a bare ES2020 context', async () => {
  const engine = runAlone(readFileSync(join(root, 'dist/coldsign.browser.js'), 'utf8'));
  const options = { network: 'testnet4' };
  const call = (method: string, params: string) => engine.execute(method, params, options);
  const hex = await call('createrawtransaction', `[${example('inputs')},${example('outputs')}]`);
  const signed = await call(
    'signrawtransactionwithkey',
    `[${hex},${example('privkeys')},${example('prevtxs')}]`,
  );
  expect(JSON.parse(signed).errors).toHaveLength(1);
  const psbt = await call('createpsbt', `[${example('inputs')},${example('outputs')}]`);
  const decoded = JSON.parse(await call('decodepsbt', `[${psbt}]`));
  expect(decoded.inputs).toHaveLength(JSON.parse(example('inputs')).length);
  const filled = await call('utxoupdatepsbt', `[${psbt}]`);
  expect(JSON.parse(await call('analyzepsbt', `[${filled}]`)).next).toBe('updater');
});

test('a wallet pays in a bare ES2020 context', async () => {
  const { text } = await bundle(
    "export { execute } from 'coldsign/rpc'; export { createWallets, openSnapshot } from 'coldsign/wallet';",
  );
  const { execute, createWallets, openSnapshot } = runAlone(text);
  const kept = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => kept.get(name),
    write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
    names: async () => [...kept.keys()],
  };
  const network = 'regtest';
  const options = {
    network,
    wallets: createWallets(storage, { network, keypoolSize: 5 }),
    chain: openSnapshot(readFileSync(vectorPath('example/chain.snapshot')), network),
    now: () => 1_795_239_000,
    random: countedBytes,
  };
  await execute('createwallet', '["cold", false, true]', options);
  await execute('importdescriptors', `[${example('descriptors')}]`, options);
  const sent = JSON.parse(await execute('send', `[${PAID}, null, null, 2]`, options));
  expect(sent.complete, JSON.stringify(sent)).toBe(true);
  const decoded = await execute(
    'walletcreatefundedpsbt',
    `[[], ${PAID}, 0, {"fee_rate": 2}]`,
    options,
  );
  expect(JSON.parse(decoded).psbt).toMatch(/^cHNidP8B/);
});
