import { expect, test } from 'vitest';
import { person } from '../../support/review/accounts.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

const { call, write, fileOf } = commandFolder();
const WORDS = `${'abandon '.repeat(11)}about`;
const DESCRIPTOR = `wpkh(${person(1).root.privateExtendedKey}/84h/1h/0h/0/*)`;

test('a wallet call that fails says what helps', async () => {
  expect((await call(['createwallet', 'w'])).code).toBe(0);
  const encrypt = await call(['encryptwallet']);
  expect(encrypt.code).not.toBe(0);
  expect(encrypt.err).toContain(
    'Write: coldsign -stdinwalletpassphrase encryptwallet, which asks for it',
  );
  const taken = write('taken.wallet', 'mine');
  expect((await call(['exportwatchonlywallet', taken])).err).toContain('Hint: Choose another name');
  const requests = JSON.stringify([{ desc: DESCRIPTOR, timestamp: 'now' }]);
  const imported = await call(['importdescriptors', `@${write('d.json', requests)}`]);
  expect(imported.code).toBe(0);
  expect(imported.out).toContain('Missing checksum');
  expect(imported.err).toContain('Hint: Add “#” and the checksum');
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const named = ['-named', 'sendtoaddress', `address=${address}`];
  const sent = await call([...named, 'amount=0.001', 'fee_rate=2']);
  expect(sent.err).toMatch(/Insufficient funds\s+Hint: .*Add -snapshot=FILE or -node=URL/);
});

test('combine refuses two files that are the same', async () => {
  const one = fileOf('a payment with change', 'one.psbt');
  const two = fileOf('a payment with change', 'two.psbt');
  for (const files of [
    [one, one],
    [one, two, two],
  ]) {
    const { code, err } = await call(['combine', ...files]);
    expect(code).toBe(8);
    expect(err).toContain('These files are the same: there is nothing to combine');
  }
});

test('a passphrase that a person typed is named as the possible fault', async () => {
  const file = fileOf('a payment with change', 'pay.psbt');
  const secrets = [WORDS, 'a passphrase', 'a passphrase'];
  const { err } = await call(['sign', file, '-keys=-'], { answer: 'yes', secrets });
  expect(err).toContain('If you typed a passphrase, check it, or leave it empty');
});

test('the name of a file in place of the words gets the option for it', async () => {
  const file = fileOf('a payment with change', 'pay2.psbt');
  const words = write('words.txt', WORDS);
  const { code, err } = await call(['sign', file, '-keys=-'], { answer: 'yes', secrets: [words] });
  expect(code).toBe(8);
  expect(err).toContain(`Write -keys=${words}`);
});
