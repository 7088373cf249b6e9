// npm run bench:app, after npm run build: measures an app's first payment, compared with two other
// libraries.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  compileForHermes,
  default as installHermes,
  lowered,
  runInHermes,
} from '../support/build/hermes.ts';
import { root } from '../support/paths.ts';
import { openPage } from '../support/screens/browser.ts';
import { printTable } from './measure.ts';
import { printRooms } from './why.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '11' },
    /** Its packages are installed into .tmp on the first run. */
    hermes: { type: 'boolean', default: false },
    chromium: { type: 'boolean', default: false },
    /** Prints only the rooms that the code of small apps comes from. */
    why: { type: 'boolean', default: false },
  },
});

if (options.why) {
  await printRooms();
  process.exit();
}

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const TXID = '11'.repeat(32);
const KEY =
  'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ';

/**
 * One coin of P2WPKH pays an address. coldsign derives its keys, selects the coin and verifies the
 * signature; the others get a key and verify nothing. btc-signer also selects the coin.
 */
const programs: Readonly<Record<string, string>> = {
  coldsign: `import { extract, fund, openAccount, sign } from 'coldsign';
export let choose;
export async function pay() {
  const account = openAccount('wpkh([80002067/84h/1h/0h]${KEY}/<0;1>/*)', { network: 'regtest' });
  const utxo = { txid: '${TXID}', vout: 0, value: 100_000, status: { confirmed: true } };
  const coins = account.coins([{ ...utxo, address: account.address(0) }]);
  const outputs = [{ address: '${TO}', value: 60_000n }];
  choose = () => fund({ coins, outputs, change: account, feeRate: 12.5 });
  const { psbt } = choose();
  const signed = await sign(psbt, { keys: account });
  return extract(signed.psbt).hex;
}`,
  'btc-signer': `import { p2wpkh, selectUTXO, TEST_NETWORK, WIF } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
const network = { ...TEST_NETWORK, bech32: 'bcrt' };
export let choose;
export async function pay() {
  const key = WIF(network).decode('${WIF}');
  const { script, address } = p2wpkh(pubECDSA(key), network);
  const inputs = [{ txid: '${TXID}', index: 0, witnessUtxo: { script, amount: 100_000n } }];
  const outputs = [{ address: '${TO}', amount: 60_000n }];
  choose = () => selectUTXO(inputs, outputs, 'default', { changeAddress: address, feePerByte: 12n, bip69: true, createTx: true, network, lowR: true });
  const { tx } = choose();
  tx.sign(key);
  tx.finalize();
  return tx.hex;
}`,
  'bitcoinjs-lib': `import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as curve from '@noble/secp256k1';
import { networks, payments, Psbt } from 'bitcoinjs-lib';
curve.hashes.sha256 = sha256;
curve.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);
export async function pay() {
  const privateKey = new Uint8Array(32).fill(1);
  const publicKey = curve.getPublicKey(privateKey);
  const signer = { publicKey, sign: (hash) => curve.sign(hash, privateKey, { prehash: false }) };
  const { output, address } = payments.p2wpkh({ pubkey: publicKey, network: networks.regtest });
  const psbt = new Psbt({ network: networks.regtest });
  psbt.addInput({ hash: '${TXID}', index: 0, witnessUtxo: { script: output, value: 100_000n } });
  psbt.addOutput({ address: '${TO}', value: 60_000n });
  psbt.addOutput({ address, value: 38_000n });
  psbt.signInput(0, signer);
  psbt.finalizeAllInputs();
  return psbt.extractTransaction().toHex();
}`,
};

// Inside the root, so that the programs find the packages and the package itself.
const folder = mkdtempSync(join(root, '.tmp', 'bench-app-'));
const used = join(folder, 'used');
const preload = join(folder, 'preload.cjs');
writeFileSync(
  preload,
  `process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    require('node:fs').writeFileSync(${JSON.stringify(used)}, String((user + system) / 1000));
  });`,
);

/** Returns milliseconds of processor time from the start of Node to its end. */
function cost(file: string): number {
  execFileSync(process.execPath, ['--require', preload, file], { stdio: 'inherit' });
  return Number(readFileSync(used, 'utf8'));
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const bundle = async (contents: string, format: 'esm' | 'iife', minify: boolean) =>
  (
    await build({
      stdin: { contents, resolveDir: folder, sourcefile: 'app.js' },
      bundle: true,
      write: false,
      minify,
      format,
      globalName: 'app',
      platform: 'browser',
      target: 'es2020',
      logLevel: 'error',
      ...(format === 'iife' && { supported: { 'async-await': false } }),
    })
  ).outputFiles[0]?.text ?? '';

type Files = {
  readonly name: string;
  readonly text: string;
  readonly imports: string;
  readonly pays: string;
};
const files: Files[] = Object.entries(programs).map(([name, text]) => {
  const imports = [...text.matchAll(/^import .* from (.*);$/gm)].map(
    ([, from]) => `import ${from};`,
  );
  const check = `\nif (!/^02000000/.test(await pay())) throw new Error('no transaction');\n`;
  return {
    name,
    text,
    imports: write(`${name}-imports.mjs`, imports.join('\n')),
    pays: write(`${name}-pays.mjs`, text + check),
  };
});
const nothing = write('nothing.mjs', '');

// Runs alternate, so that disturbances affect all of them.
const costs = new Map<string, number[]>();
const note = (file: string) => costs.set(file, [...(costs.get(file) ?? []), cost(file)]);
for (let run = 0; run < Number(options.runs); run++) {
  for (const file of [nothing, ...files.flatMap(({ imports, pays }) => [imports, pays])])
    note(file);
}
const median = (file: string) => {
  const sorted = (costs.get(file) ?? []).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
};

/**
 * Prints the milliseconds of the first and the second payment, and of selecting the coin again: the
 * mean of ten. Hermes 0.12 has no async functions.
 */
const timing = `
;(() => {
  const time = () => { const from = Date.now(); return app.pay().then(() => Date.now() - from); };
  const choosing = () => {
    const from = Date.now();
    for (let i = 0; i < 10; i++) app.choose();
    return (Date.now() - from) / 10;
  };
  time().then((first) => time().then((second) => print(first + ' ' + second + ' ' + choosing())))
    .catch((error) => print(String(error)));
})();`;

async function inHermes({ name, text }: Files): Promise<string> {
  const script = lowered(await bundle(text, 'iife', false));
  await compileForHermes(script, `bench-${name}`);
  // A library may need what Hermes does not have, such as TextEncoder.
  const printed = await runInHermes(script + timing, `bench-${name}`).catch(() => ['does not run']);
  return printed[0] ?? '';
}

async function inChromium({ text }: Files): Promise<string> {
  // The page sets `window.coldsign` to the exports of its script.
  const open = await openPage(await bundle(text, 'esm', true));
  const line = await open.page.evaluate(`(async () => {
    const times = [];
    for (let i = 0; i < 2; i++) {
      const from = performance.now();
      await window.coldsign.pay();
      times.push((performance.now() - from).toFixed(1));
    }
    return times.join(' ');
  })()`);
  await open.close();
  return String(line);
}

if (options.hermes) installHermes();
const table: string[][] = [];
for (const each of files) {
  const size = gzipSync(await bundle(each.text, 'esm', true), { level: 9 }).length;
  const base = median(nothing);
  table.push([
    each.name,
    median(each.imports).toFixed(0),
    median(each.pays).toFixed(0),
    (median(each.pays) / base).toFixed(2),
    (size / 1000).toFixed(1),
    options.hermes ? await inHermes(each) : '',
    options.chromium ? await inChromium(each) : '',
  ]);
}
rmSync(folder, { recursive: true });
console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}; processor ms from Node's start to its end, medians of ${options.runs}; an empty program takes ${median(nothing).toFixed(0)}`,
);
printTable(
  [
    'library',
    'import',
    'first payment',
    'of an empty program',
    'bundle, gzip kB',
    'Hermes ms (1st, 2nd, coin again)',
    'Chromium ms (1st, 2nd)',
  ],
  table,
);
