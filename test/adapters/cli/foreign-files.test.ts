import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { person } from '../../support/review/accounts.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

const { folder, call, write, fileOf } = commandFolder();

/** A file of the user, which no command may replace. */
const CONTENT = 'my only copy';
const pay = fileOf('a payment with change', 'pay.psbt');
const keys = `-keys=${write('keys.txt', person(1).root.privateExtendedKey)}`;
const copyOfPay = fileOf('a payment with change', 'copy.psbt');
const short = write('short.txt', 'hello');
const descriptors = write('descriptors.json', JSON.stringify([]));

test.each<readonly [string, string, (path: string) => readonly string[]]>([
  ['check -seen', 'a.txt', (path) => [`-seen=${path}`, 'check', pay, pay]],
  ['show -png', 'b.png', (path) => ['show', short, `-png=${path}`]],
  ['show -svg', 'c.svg', (path) => ['show', short, `-svg=${path}`]],
  ['snapshot newkey -signkey', 'd.key', (path) => ['snapshot', 'newkey', `-signkey=${path}`]],
  [
    'snapshot -out',
    'e.dat',
    (path) => [
      'snapshot',
      '-node=http://127.0.0.1:1',
      `-descriptors=${descriptors}`,
      `-out=${path}`,
    ],
  ],
  ['sign', 'pay.txn', () => [keys, 'sign', pay]],
  ['sign of a part', 'pay-signed.psbt', () => [keys, 'sign', pay]],
  ['combine', 'pay-combined.psbt', () => ['combine', pay, copyOfPay]],
  ['createwallet', 'regtest/wallets/w.wallet', () => ['createwallet', 'w']],
])('%s never replaces a file of the user', async (_, name, wordsFor) => {
  await call(['createwallet', 'first']);
  const path = write(name, CONTENT);
  const before = readdirSync(folder).sort();
  const { code } = await call(wordsFor(path), { answer: 'yes' });
  expect(code).not.toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(CONTENT);
  expect(readdirSync(folder).sort()).toEqual(before);
});
