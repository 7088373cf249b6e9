import { expect, test } from 'vitest';
import { execute } from '../../../src/library/call.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { exampleOptions } from '../../support/example-options.ts';

const KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** Methods that write under a name, found by their parameters. */
const writing = [...methods].filter(
  ({ name, params }) =>
    params.some((param) => ['destination', 'wallet_name'].includes(param.name)) &&
    /^(create|restore|backup|export)/.test(name),
);

test('four methods write under a name', () => {
  expect(writing.map(({ name }) => name).sort()).toEqual([
    ...['backupwallet', 'createwallet', 'exportwatchonlywallet', 'restorewallet'],
  ]);
});

test.each(writing.map(({ name }) => name))(
  '%s refuses a secret as a name, and does not repeat it',
  async (method) => {
    const options = exampleOptions();
    for (const secret of [KEY, `/tmp/${KEY}.wallet`, `a/${KEY}/b`, WORDS]) {
      const params = method === 'restorewallet' ? [secret, 'x'] : [secret];
      const error = await execute(method, params, options).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: -8,
        message: expect.stringMatching(/^This name contains a private key/),
      });
      expect(String(error)).not.toContain(secret);
    }
    expect(options.wallets && (await options.wallets.list())).not.toContain(KEY);
  },
);

test('a path of many folders is not taken for a seed', async () => {
  const options = exampleOptions();
  await execute('createwallet', ['w', true], options);
  const path =
    '/alice/own/documents/projects/bitcoin/wallets/backup/from/laptop/old/disk/cold/wallet';
  await expect(execute('backupwallet', [path], options)).rejects.not.toMatchObject({
    message: expect.stringContaining('private key'),
  });
});

test('labels and comments that are secrets are refused, and not repeated', async () => {
  const options = exampleOptions();
  await execute('createwallet', ['labelled'], options);
  const address = await execute(
    'getnewaddress',
    ['rent, paid by Alice in March for the flat'],
    options,
  );
  const desc = 'addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)#k7jgv2lm';
  for (const secret of [KEY, WORDS, `key ${KEY}`]) {
    const calls = [
      ['getnewaddress', [secret]],
      ['setlabel', [address, secret]],
      ['sendtoaddress', [address, 1, secret]],
      ['sendtoaddress', [address, 1, '', secret]],
      ['sendmany', ['', { [String(address)]: 1 }, 1, secret]],
    ] as const;
    for (const [method, params] of calls) {
      const error = await execute(method, params, options).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain('This label or comment contains a private key');
      expect(String(error)).not.toContain(secret);
    }
    const request = { desc, timestamp: 'now', label: secret };
    const answer = JSON.stringify(await execute('importdescriptors', [[request]], options));
    expect(answer).not.toContain(secret);
    expect(answer).toContain('"success":false');
  }
  expect(JSON.stringify(await execute('listlabels', [], options))).not.toContain(KEY);
});
