import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transaction } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { keyAt, person, place } from '../../support/review/accounts.ts';
import { buildPsbt } from '../../support/review/payments.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

const { folder, call, write } = commandFolder();

/** Three cosigners of one wallet (BIP48). */
const folks = [1, 2, 3].map(person);
const [first, second] = folks;
if (first === undefined || second === undefined) throw new Error('no people');
const PATH = '48h/1h/0h/2h';
const multi = `wsh(sortedmulti(2,${folks.map((who) => keyAt(who, PATH)).join(',')}))`;
const payee = place(`wpkh(${keyAt(person(66), '84h/1h/0h')})`, 0, 9).script;
const secretOf = (i: number, name: string) =>
  `-keys=${write(`${name}-${i}.key`, folks[i]?.root.privateExtendedKey ?? '')}`;
const wallet = `-keys=${write('wallet.txt', addChecksum(multi))}`;

function payment(name: string, text = multi): string {
  const psbt = buildPsbt({
    coins: [{ ...place(text, 0, 3), value: 100_000n, nonce: 1, previous: true }],
    outputs: [
      { value: 60_000n, script: payee },
      { value: 39_000n, ...place(text, 1, 2) },
    ],
  });
  return write(`${name}.psbt`, encodePsbt(psbt) ?? new Uint8Array(0));
}

const yes = { answer: 'yes' };

test('the seeds of two cosigners sign a 2 of 3 wallet in turn', async () => {
  const file = payment('two');
  const one = await call([secretOf(0, 'two'), 'sign', file], yes);
  expect(one.out).toContain('two-signed.psbt. It is not complete. Input 0: Still needed');
  expect(one.out).not.toContain('thers still have to sign');
  expect(one.err).toMatch(/2 of 3: you are key [123] \(4ba43603\)/);
  expect(one.err).toContain('WARNING: This input belongs to a wallet with several keys');
  expect(one.err).toContain('(change-unproven, output 1)');
  expect(one.err).not.toContain('change, back to you');
  const half = join(folder, 'two-signed.psbt');
  const other = await call([secretOf(1, 'two'), 'sign', half], yes);
  expect(other.err.replace(/\s+/g, ' ')).toContain(
    '4ba43603 has signed, your signature completes it',
  );
  const signed = Transaction.fromHex(readFileSync(join(folder, 'two-signed.txn'), 'utf8').trim());
  expect(signed.ins[0]?.witness).toHaveLength(4);
});

test('two seeds at once complete it', async () => {
  const { out } = await call(
    [secretOf(0, 'once'), secretOf(1, 'once'), 'sign', payment('once')],
    yes,
  );
  expect(out).toContain('Broadcast it from any online wallet');
});

test('copies signed in parallel are combined, and others are refused', async () => {
  const file = payment('beside');
  await call([secretOf(0, 'beside'), 'sign', file], yes);
  const one = join(folder, 'beside-signed.psbt');
  const copy = write('copy.psbt', readFileSync(file));
  await call([secretOf(2, 'beside'), 'sign', copy], yes);
  const two = join(folder, 'copy-signed.psbt');
  const { out } = await call(['combine', one, two]);
  expect(out).toContain('Combined and complete');
  const signed = Transaction.fromHex(
    readFileSync(join(folder, 'beside-signed.txn'), 'utf8').trim(),
  );
  expect(signed.ins[0]?.witness).toHaveLength(4);
  const half = await call(['combine', two, copy]);
  expect(half.out).toContain('copy-signed-combined.psbt. It is not complete.');
  const other = await call(['combine', one, payment('another', multi.replace('(2', '(1'))]);
  expect(other.err).toContain('it is for another transaction');
  expect((await call(['combine', one])).err).toContain('Usage: coldsign combine');
});

test('proves change and signs under a strict policy if the wallet is given with the seed', async () => {
  const file = payment('wallet');
  const { out, err } = await call(
    [secretOf(0, 'wallet'), wallet, '-yes', '-policy=strict', 'sign', file],
    yes,
  );
  expect(err).toContain('Output 1: change, back to you');
  expect(err).not.toContain('WARNING');
  expect(out).toContain('wallet-signed.psbt');
});

test('signs nothing under a strict policy if the wallet is not given', async () => {
  const { code, out, err } = await call(
    [secretOf(0, 'strict'), '-yes', '-policy=strict', 'sign', payment('strict')],
    yes,
  );
  expect({ code: code !== 0, out }).toEqual({ code: true, out: '' });
  expect(err).toContain('wallet-unregistered');
});

test('signs nothing if another wallet is given with the seed', async () => {
  const other = `-keys=${write('other.txt', addChecksum(multi.replace('sortedmulti(2', 'sortedmulti(1')))}`;
  const { out, err } = await call([secretOf(0, 'other'), other, 'sign', payment('other')], yes);
  expect(out).toBe('');
  expect(err).toContain('(input-foreign-script, input 0)');
});

test.each([
  ['WIF key', 'wsh(sortedmulti(1,KEY))'],
  [
    'miniscript with a key for recovery',
    `wsh(or_d(pk(KEY),and_v(v:pkh(${keyAt(second, '87h/1h/0h')}),older(1008))))`,
  ],
  ['account 7', 'wpkh(ACCOUNT)'],
  ['legacy multisig', `sh(sortedmulti(1,KEY,${keyAt(second, '45h')}))`],
])('a seed signs with the path in the PSBT: %s', async (name, text) => {
  const key = keyAt(first, '87h/1h/0h');
  const script = text.replace('KEY', key).replace('ACCOUNT', keyAt(first, '84h/1h/7h'));
  const as = name.replace(/\W/g, '-');
  const { out, err } = await call([secretOf(0, as), 'sign', payment(as, script)], yes);
  expect(`${out}${err}`).toContain('Broadcast it from any online wallet');
});
