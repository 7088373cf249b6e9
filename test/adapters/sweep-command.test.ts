import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPublicKey } from '@noble/secp256k1';
import * as btc from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { vectorPath } from '../support/paths.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

const { call, write, folder } = commandFolder();
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const wif = btc.WIF(net).encode(new Uint8Array(32).fill(7));
const publicKey = getPublicKey(new Uint8Array(32).fill(7), true);
const payments = [
  btc.p2pkh(publicKey, net),
  btc.p2wpkh(publicKey, net),
  btc.p2tr(publicKey.subarray(1), undefined, net),
];

const made = new btc.Transaction();
made.addInput({ txid: '11'.repeat(32), index: 0 });
for (const { script } of payments) made.addOutput({ script, amount: 100_000n });
const paid = write('paid.hex', encodeHex(made.unsignedTx));
const keys = `-keys=${write('paper.txt', wif)}`;
const where = [`-to=${TO}`, '-feerate=2'];

/** Parses the written file by another library. */
const written = (name: string) =>
  btc.Transaction.fromRaw(Buffer.from(readFileSync(join(folder, name), 'utf8').trim(), 'hex'));

test('sweeps a paper wallet from the transaction that paid it, after the review', async () => {
  const refused = await call([keys, ...where, 'sweep', paid], { answer: 'no' });
  expect(refused.code).not.toBe(0);
  const { out, err } = await call([keys, ...where, 'sweep', paid], { answer: 'yes' });
  expect(`${err}${out}`).toContain('Signed. Saved to');
  expect(err.replace(/\s/g, '')).toContain(TO);
  const done = written('paid-sweep.txn');
  expect([done.inputsLength, done.outputsLength]).toEqual([3, 1]);
  const again = await call([keys, ...where, 'sweep', paid], { answer: 'yes' });
  expect(again.err).toContain('already exists');
});

test('sweeps the coins of an address in a list of Esplora, with options in any place', async () => {
  const txid = '22'.repeat(32);
  const esplora = [{ txid, vout: 3, status: { confirmed: true, block_height: 5 }, value: 50_000 }];
  const file = write('utxo.json', JSON.stringify(esplora));
  const lacking = await call(['sweep', file, keys, ...where], { answer: 'yes' });
  expect(lacking.err).toContain('Add -address=ADDRESS');
  const address = `-address=${payments[1]?.address}`;
  const { out } = await call(['sweep', file, keys, ...where, address], { answer: 'yes' });
  expect(out).toContain('Signed. Saved to');
  expect(written('utxo-sweep.txn').inputsLength).toBe(1);
});

test('sweeps the coins of keys in a snapshot', async () => {
  const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
  const seed = `-keys=${vectorPath('example/descriptors.json')}`;
  const { out, err } = await call([snapshot, seed, ...where, 'sweep', join(folder, 'none')], {
    answer: 'yes',
  });
  expect(`${out}${err}`).toContain('Can’t read');
  const done = await call([snapshot, seed, ...where, 'sweep'], { answer: 'yes' });
  expect(done.code).toBe(0);
  const swept = btc.Transaction.fromRaw(Buffer.from(done.out.trim(), 'hex'));
  expect(swept.outputsLength).toBe(1);
});

test('wrong calls change nothing, and repeat no key', async () => {
  for (const [words, error] of [
    [
      ['sweep', paid, keys],
      'Missing: -to=ADDRESS (who gets everything), -feerate=N (in sat/vB) Usage',
    ],
    [['sweep', paid, ...where], 'Missing: -keys=FILE'],
    [['sweep', keys, ...where], 'a file of coins, or -snapshot'],
    [['sweep', paid, keys, `-to=${TO}x`, '-feerate=2'], 'is not an address'],
    [['sweep', paid, keys, `-to=${TO}`, '-feerate=0.00001'], 'feeRate'],
    [['sweep', paid, keys, `-to=${TO}`, '-feerate=fast'], 'with a dot, such as 2.5'],
    [['sweep', paid, keys, `-to=${TO}`, '-feerate=2,5'], 'with a dot, such as 2.5'],
    [['sweep', paid, keys, `-to=${TO}`, '-feerate=0x10'], 'with a dot, such as 2.5'],
    [['sweep', paid, keys, `-to=${TO}`, '-feerate=Infinity'], 'with a dot, such as 2.5'],
    [['sweep', paid, keys, ...where, '-feerate=20'], '-feerate is given twice'],
    [['sweep', paid, keys, ...where, '-to=bcrt1qother'], '-to is given twice'],
    [['sweep', write('x.txt', 'hello'), keys, ...where], 'neither a list of coins'],
    [
      ['sweep', paid, `-keys=${write('other.txt', `${'abandon '.repeat(11)}about`)}`, ...where],
      'None of the transactions pays',
    ],
  ] as const) {
    const { code, err } = await call(words, { answer: 'yes' });
    expect(code).not.toBe(0);
    expect(err.replace(/\s+/g, ' ')).toContain(error);
    expect(err).not.toContain(wif);
  }
});
