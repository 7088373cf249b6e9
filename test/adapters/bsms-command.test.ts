import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { processTerminal } from '../../src/adapters/cli/terminal.ts';
import { runBsms } from '../../src/adapters/keys/bsms.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-bsms-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const people = [
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  `${'zoo '.repeat(11)}wrong`,
  `${'abandon '.repeat(11)}about`,
];

async function bsms(words: readonly string[], input = '') {
  const { terminal, written } = fakeTerminal({
    readInput: async () => input,
    readFile: processTerminal.readFile,
  });
  const code = await runBsms(['-noconf', '-regtest', ...words], terminal);
  return { code, ...written };
}

/** Runs round 1 of all signers. */
async function keyRecords(prefix: string, more: readonly string[] = []): Promise<string[]> {
  const ending = more.length > 0 ? 'dat' : 'bsms';
  for (const [i, words] of people.entries()) {
    const made = await bsms(['key', `-out=${at(`${prefix}-${i}`)}`, `-name=${i}`, ...more], words);
    expect(made.err).toBe('');
    expect(made.out).toContain(`Saved to ${at(`${prefix}-${i}.${ending}`)}`);
  }
  return people.map((_, i) => at(`${prefix}-${i}.${ending}`));
}

test('three signers and a coordinator set up a wallet with a token', async () => {
  const token = (await bsms(['token'])).out.split('\n')[0] ?? '';
  expect(token).toMatch(/^[0-9a-f]{16}$/);
  const session = [`-token=${token}`];
  const files = await keyRecords('sealed', session);
  const wallet = await bsms(['wallet', '2-of-3', ...files, `-out=${at('vault')}`, ...session]);
  expect(wallet.out).toContain('2 of 3 keys sign');
  const [, address = ''] = /First address (bcrt1q\S{58})/.exec(wallet.out) ?? [];
  for (const words of people) {
    const saved = at(`${people.indexOf(words)}.bsms`);
    const checked = await bsms(['check', at('vault.dat'), `-out=${saved}`, ...session], words);
    expect(checked.err).toBe('');
    expect(checked.out).toContain(`First address ${address}`);
    expect(checked.out).toMatch(/Your key is number [123] of 3/);
    expect(checked.out).toContain('Paths /0/*,/1/*');
    expect(readFileSync(saved, 'utf8')).toMatch(/^BSMS 1.0\nwsh\(sortedmulti\(2,/);
  }
});

test('a record without the signer, of another session or changed is refused', async () => {
  const files = await keyRecords('plain');
  const two = await bsms(['wallet', '2-of-2', ...files.slice(0, 2)]);
  expect(two.code).toBe(0);
  const [, address = ''] = /First address (\S+)/.exec(two.err) ?? [];
  const record = at('two.bsms');
  expect((await bsms(['wallet', '2of2', ...files.slice(0, 2), `-out=${record}`])).code).toBe(0);
  const [, , third] = people;
  const refused = await bsms(['check', record], third);
  expect(refused.err).toContain('None of its keys is yours');
  expect(refused.out).toBe('');
  const again = await bsms(['wallet', '2-of-2', ...files.slice(0, 2), `-out=${record}`]);
  expect(again.err).toContain('it already exists');
  expect((await bsms(['check', record, '-token=a54044308ceac9b7'], people[0])).err).toContain(
    'not encrypted',
  );
  expect((await bsms(['check', record], people[0])).out).toContain(address);
});

test('wrong calls get advice and repeat no secret', async () => {
  for (const [words, error] of [
    [['wallet', '2'], 'wallet needs M-of-N FILE...'],
    [['wallet', '3-of-2', 'none.bsms'], 'Can’t read “none.bsms”'],
    [['wallet', 'two', 'none.bsms'], 'such as 2-of-3'],
    [['chek', 'x'], 'Did you mean “check”?'],
    [['key', ...(people[2] ?? '').split(' ')], 'Never type words'],
    [['key', '-script=tr'], '-script must be wsh, sh-wsh or sh'],
    [['key', '-path=m/0x'], 'does not have the path'],
  ] as const) {
    const { code, err, out } = await bsms(words, people[0]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(error);
    expect(err).not.toMatch(/abandon|legal winner/);
  }
});
