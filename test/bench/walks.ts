import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dispatch } from '../../src/adapters/cli/dispatch.ts';
import { processTerminal } from '../../src/adapters/cli/terminal.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { formatPsbt, fund, openAccount, sign } from '../../src/index.ts';
import { execute } from '../../src/public/rpc.ts';
import { vectorPath } from '../support/paths.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

/**
 * Counts the files of `src` that a call enters: those of which at least one function runs, from the
 * call to its result. Usage: npm run walks, or with -- --files for their names.
 */
const network = 'regtest';
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const TO = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const program = process.argv[1] ?? '';
const text = readFileSync(program, 'utf8');
/** Where the code of each file begins in the bundle. */
const starts = [...text.matchAll(/^\/\/ (\S+\.tsx?)$/gm)].map(({ index, 1: file = '' }) => ({
  index,
  file,
}));
const fileAt = (offset: number) => starts.findLast(({ index }) => index <= offset)?.file ?? '';

const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** Returns the files that a call enters, in the order of the bundle. */
async function walk(call: () => unknown): Promise<readonly string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const own = result.find(({ url }) => url === pathToFileURL(program).href);
  const entered = (own?.functions ?? []).flatMap(({ functionName, ranges: [range] }) => {
    const { startOffset = 0, count = 0 } = range ?? {};
    // A function that is named as a file only loads it.
    const runs = count > 0 && startOffset > 0 && !functionName.includes('/');
    return runs ? [fileAt(startOffset)] : [];
  });
  return [...new Set(entered)].filter((file) => file.startsWith('src/'));
}

const account = openAccount(`wpkh(${WIF})`, { network });
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
]);
const { psbt } = fund({
  coins,
  outputs: [{ address: TO, value: 50_000n }],
  change: account,
  feeRate: 2,
});
const inputs = [{ txid: '11'.repeat(32), vout: 0 }];
const outputs = [{ [TO]: '0.00089' }];
const hex = JSON.parse(
  await execute('createrawtransaction', JSON.stringify([inputs, outputs]), { network }),
);
const [coin] = coins;
const prevtxs = [
  {
    ...inputs[0],
    scriptPubKey: Buffer.from(coin?.scriptPubKey ?? []).toString('hex'),
    amount: '0.0009',
  },
];

const engine = createEngine(() => undefined);
engine.chooseNetwork(network);
engine.takeText(WIF);
await engine.openPayload('');
engine.takeText(formatPsbt(psbt));
engine.keepSubject();
const { id } = await engine.review();

const folder = mkdtempSync(join(tmpdir(), 'coldsign-walks-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const keys = join(folder, 'keys.txt');
writeFileSync(keys, WIF);
async function command(...words: readonly string[]): Promise<void> {
  const { terminal, written } = fakeTerminal({
    readFile: processTerminal.readFile,
    isScreen: false,
  });
  const given = [`-${network}`, `-datadir=${folder}`, ...words];
  const code = await dispatch(given, terminal, () => pathToFileURL(program));
  if (code !== 0) throw new Error(written.err);
}
const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
const descriptors = `@${vectorPath('example/descriptors.json')}`;
await command(snapshot, '-named', 'createwallet', 'wallet_name=w', 'blank=true');
await command(snapshot, 'importdescriptors', descriptors);
const pay = JSON.stringify({ [TO]: '0.1' });

const walks: Readonly<Record<string, () => unknown>> = {
  createrawtransaction: () =>
    execute('createrawtransaction', JSON.stringify([inputs, outputs]), { network }),
  signrawtransactionwithkey: () =>
    execute('signrawtransactionwithkey', JSON.stringify([hex, [WIF], prevtxs]), { network }),
  'sign(psbt, { keys })': () => sign(psbt, { keys: account }),
  'a click on Sign': () => engine.sign(id, []),
  'send on the command line': () =>
    command(snapshot, '-named', 'send', `outputs=${pay}`, 'fee_rate=2'),
};
for (const [name, call] of Object.entries(walks)) {
  const files = await walk(call);
  const rooms = new Set(files.map((file) => file.split('/')[1]));
  console.log(`${name}: ${files.length} files in ${rooms.size} rooms`);
  if (process.argv.includes('--files')) console.log(files.map((file) => `  ${file}`).join('\n'));
}
session.disconnect();
