import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as btc from '@scure/btc-signer';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { judgeMessage } from '../../../src/library/payment/judge-address-message.ts';
import { addressOf, namedKey, publicKeyOf } from '../../support/generate/wallet-dat.ts';
import { readVector } from '../../support/paths.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

type Vector = { readonly name: string; readonly passphrase?: string; readonly file: string };

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const { call, write, folder } = commandFolder();
const net = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Writes the wallet.dat of a vector, and returns its -keys and what is typed for it. */
function fileOf(name: string) {
  const found = vectors.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`no file ${name}`);
  const path = write(`${name}.dat`, gunzipSync(Buffer.from(found.file, 'base64')));
  return { keys: `-keys=${path}`, typed: { secrets: [found.passphrase ?? ''] } };
}

/** Returns r and s of a signature in DER, 32 bytes each. */
function compact(der: Uint8Array): Uint8Array {
  const r = der[3] ?? 0;
  const s = der[5 + r] ?? 0;
  const numbers = [der.subarray(4, 4 + r), der.subarray(6 + r, 6 + r + s)];
  const padded = numbers.map((each) => encodeHex(each).padStart(64, '0').slice(-64)).join('');
  return new Uint8Array(Buffer.from(padded, 'hex'));
}

/** A file of each kind, and the name of one of its keys. */
const cases = [
  { name: 'plain', key: namedKey('one') },
  { name: 'encrypted', key: namedKey('two') },
] as const;

describe.each(cases)('the wallet.dat “$name” with -keys', ({ name, key }) => {
  const { keys, typed } = fileOf(name);
  const publicKey = new Uint8Array(publicKeyOf(key));
  const payments = [btc.p2pkh(publicKey, net), btc.p2wpkh(publicKey, net)];
  const paid = new btc.Transaction();
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  for (const { script } of payments) paid.addOutput({ script, amount: 100_000n });

  test('sweeps legacy and segwit coins, which another library accepts', async () => {
    const file = write(`${name} paid.hex`, encodeHex(paid.unsignedTx));
    const words = ['sweep', file, keys, `-to=${TO}`, '-feerate=2'];
    const { out, err } = await call(words, { answer: 'yes', ...typed });
    expect(`${err}${out}`).toContain('Signed. Saved to');
    const raw = readFileSync(join(folder, `${name} paid-sweep.txn`), 'utf8').trim();
    const done = btc.Transaction.fromRaw(Buffer.from(raw, 'hex'));
    expect([done.inputsLength, done.outputsLength]).toEqual([2, 1]);
    const [legacy, segwit] = [0, 1].map((i) => done.getInput(i));
    expect(legacy?.finalScriptSig?.length).toBeGreaterThan(100);
    expect(segwit?.finalScriptWitness).toHaveLength(2);
  });

  test('signs a PSBT with a signature that other libraries accept', async () => {
    const made = new btc.Transaction();
    const nonWitnessUtxo = paid.unsignedTx;
    made.addInput({ txid: paid.id, index: 1, nonWitnessUtxo });
    made.addOutputAddress(TO, 90_000n, net);
    const file = write(`${name}.psbt`, made.toPSBT());
    const { out, err } = await call(['sign', file, keys], { answer: 'yes', ...typed });
    const [, saved = ''] = /Signed\. Saved to (\S+\.txn)/.exec(`${err}${out}`) ?? [];
    const raw = readFileSync(saved.startsWith('/') ? saved : join(folder, saved), 'utf8').trim();
    const done = btc.Transaction.fromRaw(Buffer.from(raw, 'hex'));
    const [signature = new Uint8Array(0), signer] = done.getInput(0).finalScriptWitness ?? [];
    expect(signer).toEqual(publicKey);
    const code = btc.p2pkh(publicKey, net).script;
    const digest = done.preimageWitnessV0(0, code, btc.SigHash.ALL, 100_000n);
    expect(tiny.verify(digest, publicKey, compact(signature))).toBe(true);
  });

  test('lists the addresses that have coins, and needs a source of coins', async () => {
    const file = write(`${name} coins.hex`, encodeHex(paid.unsignedTx));
    const { out } = await call(['keys', 'coins', file, keys], typed);
    for (const { address } of payments) expect(out).toContain(`${address} 0.00100000 BTC\n`);
    expect(out).toContain('Total: 0.00200000 BTC, 2 coins');
    const [, { address = '' } = {}] = payments;
    const status = { confirmed: true, block_height: 5 };
    const list = [
      { txid: paid.id, vout: 1, status, value: 70_000 },
      { txid: '22'.repeat(32), vout: 0, status, value: 50_000 },
    ];
    const esplora = write(`${name} utxo.json`, JSON.stringify(list));
    const listed = await call(['keys', 'coins', esplora, keys, `-address=${address}`], typed);
    expect(listed.out).toBe(
      `${address} 0.00120000 BTC (2 coins)\nTotal: 0.00120000 BTC, 2 coins\n`,
    );
    const unnamed = await call(['keys', 'coins', esplora, keys], typed);
    expect(unnamed.err).toContain('-address');
    const strange = await call(['keys', 'coins', esplora, keys, `-address=${TO}`], typed);
    expect(strange.code).not.toBe(0);
    const { err } = await call(['keys', 'coins', keys], typed);
    expect(err).toContain('keys coins needs a file of coins, or -snapshot');
  });

  test('signs a message of an address, and finds and lists the address', async () => {
    const { address = '' } = btc.p2wpkh(publicKey, net);
    const message = 'These coins are mine.';
    const { out } = await call([keys, 'signmessage', address, message], typed);
    expect(judgeMessage({ address, message, signature: out.trim() }).state).toBe('valid');
    const found = await call(['keys', 'find', address, keys], typed);
    expect(found.out).toContain('of the wallet that was given with -keys');
    const listed = await call(['keys', 'list', keys], typed);
    expect(listed.out).toContain('Wallets and keys: ');
    expect(listed.out).toContain(address);
    expect(listed.out).not.toMatch(/[xt]prv|\bc[1-9A-HJ-NP-Za-km-z]{51}\b/);
  });
});

test('keys find reaches the hardened addresses that a seed of the file derives', async () => {
  const { keys } = fileOf('seed');
  const list = await call(['keys', 'list', keys]);
  const [address = ''] = /\bbcrt1q\w+/.exec(list.out.slice(list.out.indexOf('/0h/1h/*'))) ?? [];
  const found = await call(['keys', 'find', address, keys]);
  expect(found.out).toContain('Position 1/0 (change)');
  const single = await call(['keys', 'find', addressOf(namedKey('one')), keys]);
  expect(single.out).toContain('Position 0/0');
});

test.each(['-journal', '-wal'])(
  'warns of changes that are only in the file next to it: wallet.dat%s',
  async (end) => {
    const { keys } = fileOf('descriptors');
    const path = keys.slice('-keys='.length);
    const warning = `Warning: “${path}${end}” has changes of “${path}”, which was not closed`;
    const before = await call(['keys', 'list', keys]);
    expect(before.err).not.toContain('not closed');
    write(`descriptors.dat${end}`, 'pages');
    for (const words of [
      ['keys', 'list', keys],
      ['decodewallet', `@${path}`],
    ]) {
      const { err, code } = await call(words);
      expect(err.replace(/\s+/g, ' ')).toContain(warning);
      expect(code).toBe(0);
    }
    write(`descriptors.dat${end}`, '');
    expect((await call(['keys', 'list', keys])).err).not.toContain('not closed');
  },
);

test('migratewallet renames the file with -walletfolders, whose place the new wallet has', async () => {
  const found = vectors.find((vector) => vector.name === 'plain');
  const bytes = gunzipSync(Buffer.from(found?.file ?? '', 'base64'));
  const place = [`-walletdir=${join(folder, 'folders')}`, '-walletfolders'];
  mkdirSync(join(folder, 'folders', 'old'), { recursive: true });
  const path = write('folders/old/wallet.dat', bytes);
  const { out, err } = await call([...place, 'migratewallet', 'old']);
  expect(err).not.toContain('error');
  const { wallet_name, backup_path: backup }: { [name: string]: string } = JSON.parse(out);
  expect(wallet_name).toBe('old');
  expect(backup).toMatch(new RegExp(`^${join(folder, 'folders', 'old')}/old_\\d+\\.legacy\\.bak$`));
  expect(readFileSync(backup ?? '')).toEqual(bytes);
  expect(readFileSync(path).subarray(0, 8).toString()).toBe('coldsign');
  const one = addressOf(namedKey('one'));
  const info = await call([...place, '-rpcwallet=old', 'getaddressinfo', one]);
  expect(JSON.parse(info.out)).toMatchObject({ ismine: true, labels: ['rent'] });
  const again = await call([...place, 'migratewallet', 'old']);
  expect(again.err).toContain('This wallet is already a descriptor wallet');
  // Before 0.16, a wallet could be a file without a folder.
  const flat = write('folders/flat', bytes);
  const { backup_path: beside } = JSON.parse((await call([...place, 'migratewallet', 'flat'])).out);
  expect(String(beside).slice(flat.length)).toMatch(/^_\d+\.legacy\.bak$/);
  expect(readFileSync(String(beside))).toEqual(bytes);
  const { wallets } = JSON.parse((await call([...place, 'listwalletdir'])).out);
  expect(wallets.map(({ name }: { readonly name: string }) => name)).toEqual(['flat', 'old']);
});

test('migratewallet takes the name of a wallet, as in Core, and leaves its file as it is', async () => {
  const found = vectors.find((vector) => vector.name === 'plain');
  const bytes = gunzipSync(Buffer.from(found?.file ?? '', 'base64'));
  const place = `-walletdir=${join(folder, 'wallets')}`;
  mkdirSync(join(folder, 'wallets', 'old'), { recursive: true });
  const missing = await call([place, 'migratewallet', 'old']);
  expect(missing.err.replace(/\s+/g, ' ')).toContain(
    'No wallet.dat of the name “old” is in the folder of wallets',
  );
  const path = write('wallets/old/wallet.dat', bytes);
  const { out } = await call([place, 'migratewallet', 'old']);
  expect(JSON.parse(out)).toMatchObject({ wallet_name: 'old', backup_path: path });
  expect(readFileSync(path)).toEqual(bytes);
  const info = await call([place, '-rpcwallet=old', 'getaddressinfo', addressOf(namedKey('one'))]);
  expect(JSON.parse(info.out)).toMatchObject({ ismine: true, labels: ['rent'] });
});
