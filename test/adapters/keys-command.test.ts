import { expect, test } from 'vitest';
import { runBsms } from '../../src/adapters/keys/bsms.ts';
import { runKeys } from '../../src/adapters/keys/keys-command.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';
import { WORDS } from '../support/vectors/key-forms.ts';

async function keys(words: readonly string[], input = WORDS) {
  const { terminal, written } = fakeTerminal({ readInput: async () => input });
  const code = await runKeys(['-testnet', ...words], terminal);
  return { code, ...written };
}

test('lists the standard accounts of words, another account, and another path', async () => {
  const { out, code } = await keys(['list']);
  expect(code).toBe(0);
  expect(out).toContain('BIP84 m/84h/1h/0h');
  expect(out).toContain('0 tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl');
  expect((await keys(['list', '-account=3'])).out).toContain('BIP86 m/86h/1h/3h');
  const shared = await keys(['list', '-path=m/48h/1h/0h/2h']);
  expect(shared.out).toContain('[73c5da0a/48h/1h/0h/2h]tpub');
  expect(shared.out).toContain('Vpub');
});

test('finds the owner of an address', async () => {
  const found = await keys(['find', 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl']);
  expect(found.out).toContain('Position 0/0 (receiving)\nBIP84 m/84h/1h/0h');
  const none = await keys(['find', 'tb1qxyz']);
  expect(none).toMatchObject({ code: 1, out: '' });
});

test('exports descriptors for importdescriptors; private keys only on request', async () => {
  const { out } = await keys(['export']);
  expect(out).not.toContain('prv');
  const { descriptors } = JSON.parse(out);
  expect(descriptors).toHaveLength(4);
  const secret = await keys(['export', '-private']);
  expect(secret.err).toContain('Anyone who reads this output can spend');
  expect(JSON.parse(secret.out).descriptors[2].desc).toContain('tprv');
});

test('refuses keys on the command line, and repeats none', async () => {
  const typed = await keys(['list', ...WORDS.split(' ')]);
  expect(typed.code).toBe(1);
  expect(typed.err).not.toContain('abandon');
  const wrong = await keys(['list'], `${WORDS} abandon`);
  expect(wrong.code).toBe(1);
  expect(wrong.err).not.toContain('abandon');
});

test('refuses a wrong address, path or file before it asks for keys', async () => {
  const { terminal, written } = fakeTerminal({ readInput: () => expect.unreachable() });
  for (const words of [
    ['find', 'tb1qxyz'],
    ['find', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['list', '-path=x'],
    ['export', '-path=x'],
  ]) {
    expect(await runKeys(['-testnet', ...words], terminal)).toBe(1);
  }
  expect(await runBsms(['-testnet', 'check', 'missing.bsms'], terminal)).toBe(1);
  expect(await runBsms(['-testnet', 'key', '-path=m/1', '-path=m/2'], terminal)).toBe(1);
  expect(written.err.split('\n')).toHaveLength(7);
  expect(written.err).toContain('Can’t read “missing.bsms”');
});
