import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { extract, review, sign, sweep } from '../../src/index.ts';
import { importWallet } from '../../src/public/formats.ts';
import { readKeys } from '../../src/public/seed.ts';
import { payingNode } from '../support/nodes/paying-node.ts';
import { readVector } from '../support/paths.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

type Unspent = { readonly txid: string; readonly address: string; readonly amount: number };

type Vector = {
  readonly name: string;
  readonly kind: 'berkeley' | 'sqlite';
  readonly passphrase?: string;
  readonly file: string;
  /** The error of Core's migratewallet. */
  readonly refused?: string;
};

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const bytesOf = ({ file }: Vector) => new Uint8Array(gunzipSync(Buffer.from(file, 'base64')));

let data = '';
let url = '';
const ask = payingNode((node) => {
  data = node.data;
  url = node.url;
});
const { call, write, folder } = commandFolder();

/** Returns the wallet of a file, and its keys, by the text that the command line and page have. */
function opened(vector: Vector) {
  const text = encodeBase64(bytesOf(vector));
  const context = { network: 'regtest' } as const;
  const options = { password: vector.passphrase };
  const wallet = importWallet(text, context, options);
  const keys = readKeys(text, {
    ...context,
    readWallet: (file) => importWallet(file, context, { ...options, secrets: true }),
  });
  if ('error' in wallet) throw new Error(wallet.error);
  if ('error' in keys) throw new Error(keys.error);
  return { wallet, keys };
}

const spendable = vectors.filter(({ name }) => name !== 'watched descriptors');

/** Makes the node load the file, if it has not yet, and returns the name of its wallet. */
async function loaded({ name, kind, passphrase, ...vector }: Vector): Promise<string> {
  if ((await ask<readonly string[]>('listwallets')).includes(name)) return name;
  const folder = join(data, 'regtest', 'wallets', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'wallet.dat'), bytesOf({ name, kind, ...vector }));
  if (kind === 'sqlite') await ask('loadwallet', [name]);
  else await ask('migratewallet', passphrase === undefined ? [] : [name, passphrase], name);
  return name;
}

/** Returns the addresses that the node calls its own; all of them if it refuses the file. */
async function ownAddresses(vector: Vector, addresses: readonly string[]) {
  if (vector.refused !== undefined) return addresses;
  const name = await loaded(vector);
  const theirs: string[] = [];
  for (const address of addresses) {
    type Info = { readonly ismine: boolean; readonly solvable: boolean };
    const { ismine, solvable } = await ask<Info>('getaddressinfo', [address], name);
    if (ismine && solvable) theirs.push(address);
  }
  return theirs;
}

// Before the sweeps, which pay the same addresses.
test('keys coins finds the coins that the node finds, in transactions, a list and a snapshot', async () => {
  const vector = vectors.find(({ name }) => name === 'scripts');
  if (vector === undefined) throw new Error('no file');
  const { wallet } = opened(vector);
  await loaded(vector);
  const descriptors = wallet.descriptors.map(({ descriptor }) => descriptor);
  const addresses = wallet.descriptors.flatMap(({ firstAddresses }) => firstAddresses).slice(0, 3);
  const paid = await ask<string>(
    'sendmany',
    ['', { [`${addresses[0]}`]: 0.5, [`${addresses[1]}`]: 0.25 }],
    'node',
  );
  const again = await ask<string>('sendtoaddress', [addresses[0], 0.125], 'node');
  await ask('generatetoaddress', [1, TO]);
  const theirs = await ask<Unspent[]>('listunspent', [0, 9999999, addresses], vector.name);
  const sums = new Map<string, number>();
  for (const { address, amount } of theirs) sums.set(address, (sums.get(address) ?? 0) + amount);

  const keys = `-keys=${write('wallet.dat', bytesOf(vector))}`;
  const hex = await Promise.all(
    theirs.map(
      async ({ txid }) => (await ask<{ hex: string }>('gettransaction', [txid], 'node')).hex,
    ),
  );
  expect(theirs.map(({ txid }) => txid)).toEqual(expect.arrayContaining([paid, again]));
  const lines = write('paid.hex', [...new Set(hex)].join('\n'));
  const list = write('coins.json', JSON.stringify(theirs));
  const snapshot = join(folder, 'snapshot');
  const from = write('descriptors.txt', descriptors.join('\n'));
  const made = await call(['snapshot', `-node=${url}`, `-descriptors=${from}`, `-out=${snapshot}`]);
  expect(made).toMatchObject({ code: 0 });
  const source = [`-snapshot=${snapshot}`, '-untrustedsnapshot'];
  for (const words of [[lines], [list], source]) {
    const { out, err, code } = await call(['keys', 'coins', ...words, keys]);
    expect({ code, isWarned: err.includes('coins may be missing') }).toEqual({
      code: 0,
      isWarned: false,
    });
    for (const [address, amount] of sums)
      expect(out).toContain(`${address} ${amount.toFixed(8)} BTC`);
    expect(out).toMatch(new RegExp(`Total: [0-9.]+ BTC, ${theirs.length} coins`));
  }
  // Another file's keys are not covered by this snapshot.
  const other = vectors.find(({ name }) => name === 'big endian');
  const otherKeys = `-keys=${write('other.dat', other ? bytesOf(other) : '')}`;
  const uncovered = await call(['keys', 'coins', ...source, otherKeys]);
  expect(uncovered.err.replace(/\s+/g, ' ')).toContain('was not made for all of these keys');
  expect(uncovered.out).toContain('No coins up to block');
}, 300_000);

test.each(spendable)(
  'a node takes the sweep of every address of “$name” that it calls its own',
  async (vector) => {
    const { wallet, keys } = opened(vector);
    const addresses = new Set(
      wallet.descriptors.flatMap(({ descriptor, firstAddresses }) =>
        // Scripts of others, which the file only watches, cannot be signed for.
        vector.refused && !/^combo/.test(descriptor) ? [] : firstAddresses,
      ),
    );
    const theirs = await ownAddresses(vector, [...addresses]);
    expect(theirs.length).toBeGreaterThan(2);
    const outputs = Object.fromEntries(theirs.map((address) => [address, 0.01]));
    const txid = await ask<string>('sendmany', ['', outputs], 'node');
    await ask('generatetoaddress', [1, TO]);
    const { hex } = await ask<{ hex: string }>('gettransaction', [txid], 'node');
    const swept = sweep({ keys, transactions: [hex], to: TO, feeRate: 3, network: 'regtest' });
    expect(swept.coins).toHaveLength(theirs.length);
    const reviewed = review(swept.psbt, { account: swept.accounts });
    const { complete, psbt } = await sign(swept.psbt, { keys, reviewed });
    expect(complete).toBe(true);
    const [verdict] = await ask<{ allowed: boolean }[]>('testmempoolaccept', [[extract(psbt).hex]]);
    expect(verdict).toMatchObject({ allowed: true });
  },
  300_000,
);
