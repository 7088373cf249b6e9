import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../paths.ts';

/** The payment that `test/package/p2wpkh-payment.js` makes. */
const order = `{
  wif: 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  from: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  txid: '11'.repeat(32),
  vout: 0,
  amount: 100000n,
  fee: 1000n,
}`;

const payment = readFileSync(join(root, 'test/package/p2wpkh-payment.js'), 'utf8');

/** Prints the payment by a global `print`, or by the console. */
export const paymentProgram = `${payment.replace('export function', 'function')}
(globalThis.print ?? console.log)(pay(${order}));\n`;

/**
 * The program's output; `@scure/btc-signer` makes the same transaction
 * (test/package/bundle.test.ts).
 */
export const paymentPrints =
  '0200000000010111111111111111111111111111111111111111111111111111111111111111110000000000fdffffff01b882010000000000160014751e76e8199196d454941c45d1b3a323f1433bd602473044022013fa9f65edb9220530a4f5ec1e9b808d7b92c31b182d948acbf60e1c2cd18fa302203f21c2ac5db841c244a79fe7ad0c8b73a5cb51e4b42bbc70e0c0ab44c8181eea01210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f8179800000000';

/** Bundles the program in a folder with the installed package, by esbuild and for pages. */
export async function byEsbuild(folder: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: paymentProgram, resolveDir: folder, sourcefile: 'app.mjs' },
    bundle: true,
    write: false,
    minify: true,
    format,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** vitest contains it. Its types replace some of the platform's. */
type Vite = { build(options: object): Promise<{ output: { code: string }[] }> };

/** Bundles the file `app.mjs` of the folder by Vite, for production. */
export async function byVite(folder: string): Promise<string> {
  const path = createRequire(import.meta.url).resolve('vite');
  const vite: Vite = await import(pathToFileURL(path).href);
  const made = await vite.build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: join(folder, 'app.mjs') } },
  });
  return made.output[0]?.code ?? '';
}
