import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { vectorPath } from '../../support/paths.ts';
import { importOfSecrets, keyAt, person } from '../../support/review/accounts.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

const { folder, call, write, fileOf } = commandFolder();
const typed = (answer: string) => ({ answer });
const noScreen = { isScreen: false };

beforeAll(async () => {
  const requests = importOfSecrets(`wpkh(${keyAt(person(1), '84h/1h/0h', true)})`);
  const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
  await call(['-named', 'createwallet', 'wallet_name=me', 'blank=true'], noScreen);
  await call([snapshot, '-rpcwallet=me', 'importdescriptors', requests], noScreen);
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

test('-keys names owners, also with descriptors that cannot sign, under the id that sign expects', async () => {
  const file = fileOf('a payment with change', 'whose.psbt');
  const account = (isPrivate: boolean) => `wpkh(${keyAt(person(1), '84h/1h/0h', isPrivate)})`;
  const watching = `-keys=${write('watching.txt', `${account(false)}\n`)}`;
  const signing = `-keys=${write('signing.txt', account(true))}`;
  const bare = await call(['-rpcwallet=', 'review', file, '[]'], noScreen);
  expect(bare.out).not.toContain('change, back to you');
  const { out } = await call([watching, 'review', file], noScreen);
  expect(out).toContain('Output 1: change, back to you');
  const idOf = async (keys: string) => {
    const told = await call([keys, '-format=json', 'review', file], noScreen);
    return JSON.parse(told.out).id;
  };
  const id = await idOf(watching);
  const same = await idOf(signing);
  expect(same).toBe(id);
  const signed = await call([signing, `-reviewed=${id}`, 'sign', file], noScreen);
  expect(signed.out).toContain('Broadcast it from any online wallet');
  expect((await call([watching, 'sign', file], typed('yes'))).err).toContain('no private key');
  const twice = await call([watching, 'review', file, '[]'], noScreen);
  expect(twice.err).toContain('Use descriptors or -keys, not both');
});

test.each(['review', 'sign', 'check', 'combine'])('%s -? explains the command', async (command) => {
  const { code, out } = await call([command, '-?'], noScreen);
  expect(code).toBe(0);
  expect(out).toContain(`Usage: coldsign ${command} `);
  expect(out).toContain('Examples:');
  expect((await call(['help', command], noScreen)).out).toBe(out);
  expect((await call(['-?', command], noScreen)).out).toBe(out);
});

test.each(['review', 'sign'])(
  '%s says of an empty file and of an empty pipe that they are',
  async (command) => {
    const words = [`-reviewed=${'00'.repeat(32)}`, command];
    const file = write('empty.psbt', '\n');
    expect((await call([...words, file], noScreen)).err).toContain(`“${file}” is empty`);
    expect((await call([...words, '-'], noScreen)).err).toContain('Standard input is empty');
  },
);

test('sign shows a file, asks, and writes the transaction beside it', async () => {
  const file = fileOf('a payment with change', 'pay.psbt');
  const no = await call(['sign', file], typed('no'));
  expect(no).toMatchObject({ code: 1, out: '' });
  const { code, out, err } = await call(['sign', file], typed('yes'));
  expect({ code, out }).toEqual({
    code: 0,
    out: `Signed. Saved to ${join(folder, 'pay.txn')}. Broadcast it from any online wallet or node.\n`,
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
  expect(again.err).toContain('pay.txn already exists');
});

test("shows a thief's change and does not ask", async () => {
  const file = fileOf('the path of our change over the address of a thief', 'theft.psbt');
  const { code, out, err } = await call(['sign', file], typed('yes'));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('this cannot be allowed');
  expect(err).toContain('(change-not-ours)');
});

test('-yes alone signs nothing; with a policy, or under the id of a review, no question is asked', async () => {
  const file = fileOf('two coins', 'two.psbt');
  const bare = await call(['-yes', 'sign', file], noScreen);
  expect(bare.err).toContain('-yes needs a policy or a review');
  const { out } = await call(['-format=json', 'review', file]);
  const { id } = JSON.parse(out);
  const other = await call([`-reviewed=${'00'.repeat(32)}`, 'sign', file], noScreen);
  expect(other.err).toContain('it is not what was reviewed');
  const bound = await call([`-reviewed=${id}`, 'sign', file], noScreen);
  expect(bound.out).toContain('Broadcast it from any online wallet');
  rmSync(join(folder, 'two.txn'));
  const allowed = await call(['-yes', '-policy=strict', 'sign', file], noScreen);
  expect(allowed.out).toContain('Broadcast it from any online wallet');
});

test('reads a policy from a file, and names an unknown finding', async () => {
  const file = fileOf('a payment with change', 'policy.psbt');
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"refuse": ["fee-to-high"]}');
  const wrong = await call([`-policy=${policy}`, 'sign', file], typed('yes'));
  expect(wrong.err).toContain('fee-to-high is not a finding');
  writeFileSync(policy, '{"strict": false, "refuse": ["not-replaceable"]}');
  const right = await call([`-policy=${policy}`, 'sign', file], typed('yes'));
  expect(right.out).toContain('Broadcast it from any online wallet');
});

test('reports a file that is not a PSBT or transaction', async () => {
  const { code, err } = await call(['sign', 'nothing.psbt'], typed('yes'));
  expect(code).toBe(8);
  expect(err).toContain('nothing.psbt”: no such file');
});
