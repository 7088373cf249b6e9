import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { vectorPath } from '../../support/paths.ts';
import { carryingFolder } from '../../support/screens/carried.ts';
import { importOfSecrets, keyAt, person } from '../../support/vectors/review-world.ts';

const { folder, call, write, fileOf } = carryingFolder();
const typed = (answer: string) => ({ answer });
const nobody = { isScreen: false };

beforeAll(async () => {
  const requests = importOfSecrets(`wpkh(${keyAt(person(1), '84h/1h/0h', true)})`);
  const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
  await call(['-named', 'createwallet', 'wallet_name=me', 'blank=true'], nobody);
  await call([snapshot, '-rpcwallet=me', 'importdescriptors', requests], nobody);
});

test('review shows a file, and signs nothing', async () => {
  const file = fileOf('a payment with change', 'shown.psbt');
  const { code, out } = await call(['review', file]);
  expect(code).toBe(0);
  expect(out).toContain('Output 1: change, back to you');
  expect(out).not.toContain('\u001b');
  const html = await call(['-format=html', 'review', file]);
  expect(html.out).toMatch(/^<article class="review">/);
});

test('-keys says whose what is, of descriptors that cannot sign too, under the id that sign demands', async () => {
  const file = fileOf('a payment with change', 'whose.psbt');
  const account = (isPrivate: boolean) => `wpkh(${keyAt(person(1), '84h/1h/0h', isPrivate)})`;
  const watching = `-keys=${write('watching.txt', `${account(false)}\n`)}`;
  const signing = `-keys=${write('signing.txt', account(true))}`;
  const bare = await call(['-rpcwallet=', 'review', file, '[]'], nobody);
  expect(bare.out).not.toContain('change, back to you');
  const { out } = await call([watching, 'review', file], nobody);
  expect(out).toContain('Output 1: change, back to you');
  const idOf = async (keys: string) => {
    const told = await call([keys, '-format=json', 'review', file], nobody);
    return JSON.parse(told.out).id;
  };
  const id = await idOf(watching);
  const same = await idOf(signing);
  expect(same).toBe(id);
  const signed = await call([signing, `-reviewed=${id}`, 'sign', file], nobody);
  expect(signed.out).toContain('Signed, complete');
  expect((await call([watching, 'sign', file], typed('yes'))).err).toContain('no private key');
  const twice = await call([watching, 'review', file, '[]'], nobody);
  expect(twice.err).toContain('leave the descriptors out, or -keys');
});

test.each(['review', 'sign', 'check'])('%s -? explains the commands', async (command) => {
  const { code, out } = await call([command, '-?'], nobody);
  expect(code).toBe(0);
  expect(out).toContain(`coldsign [options] ${command} `);
});

test.each(['review', 'sign'])(
  '%s says of an empty file and of an empty pipe that they are',
  async (command) => {
    const words = [`-reviewed=${'00'.repeat(32)}`, command];
    const file = write('empty.psbt', '\n');
    expect((await call([...words, file], nobody)).err).toContain(`${file} is empty`);
    expect((await call([...words, '-'], nobody)).err).toContain('Standard input is empty');
  },
);

test('sign shows a file, asks, and writes the transaction beside it', async () => {
  const file = fileOf('a payment with change', 'pay.psbt');
  const no = await call(['sign', file], typed('no'));
  expect(no).toMatchObject({ code: 1, out: '' });
  const { code, out, err } = await call(['sign', file], typed('yes'));
  expect({ code, out }).toEqual({
    code: 0,
    out: `Signed, complete: ${join(folder, 'pay.txn')} holds the transaction. Any node's sendrawtransaction takes it.\n`,
  });
  expect(err).toContain('Output 1: change, back to you');
  expect(readFileSync(join(folder, 'pay.txn'), 'utf8')).toMatch(/^02000000000101[0-9a-f]+\n$/);
  rmSync(join(folder, 'pay.txn'));
  const narrow = await call(['sign', file], { ...typed('yes'), columns: 40 });
  expect(narrow.out.replace(/\n(?!$)/g, ' ')).toBe(out);
  expect(narrow.out.split('\n').filter((line) => line.length > 40 && line.includes(' '))).toEqual(
    [],
  );
  const again = await call(['sign', file], typed('yes'));
  expect(again.err).toContain('pay.txn could not be written: there is one already');
});

test('what a thief has changed is shown, and not asked about', async () => {
  const file = fileOf('the path of our change over the address of a thief', 'theft.psbt');
  const { code, out, err } = await call(['sign', file], typed('yes'));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('this cannot be allowed');
  expect(err).toContain('(change-not-ours)');
});

test('-yes alone signs nothing; with a policy, or under the id of a review, nobody is asked', async () => {
  const file = fileOf('two coins', 'two.psbt');
  const bare = await call(['-yes', 'sign', file], nobody);
  expect(bare.err).toContain('-yes signs only what a policy');
  const { out } = await call(['-format=json', 'review', file]);
  const { id } = JSON.parse(out);
  const other = await call([`-reviewed=${'00'.repeat(32)}`, 'sign', file], nobody);
  expect(other.err).toContain('it is not what was reviewed');
  const bound = await call([`-reviewed=${id}`, 'sign', file], nobody);
  expect(bound.out).toContain('Signed, complete');
  rmSync(join(folder, 'two.txn'));
  const allowed = await call(['-yes', '-policy=strict', 'sign', file], nobody);
  expect(allowed.out).toContain('Signed, complete');
});

test('a policy is a file, too; what is no finding is told', async () => {
  const file = fileOf('a payment with change', 'policy.psbt');
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"refuse": ["fee-to-high"]}');
  const wrong = await call([`-policy=${policy}`, 'sign', file], typed('yes'));
  expect(wrong.err).toContain('fee-to-high is no finding');
  writeFileSync(policy, '{"strict": false, "refuse": ["not-replaceable"]}');
  const right = await call([`-policy=${policy}`, 'sign', file], typed('yes'));
  expect(right.out).toContain('Signed, complete');
});

test('a file that is none is told', async () => {
  const { code, err } = await call(['sign', 'nothing.psbt'], typed('yes'));
  expect(code).toBe(8);
  expect(err).toContain('nothing.psbt is no file that can be read');
});
