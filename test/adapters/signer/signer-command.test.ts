import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../src/adapters/cli/run.ts';
import type { Person } from '../../../src/adapters/signer/person.ts';
import { readRequest } from '../../../src/adapters/signer/request.ts';
import { runSigner } from '../../../src/adapters/signer/signer-command.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { vectorPath } from '../../support/paths.ts';
import { readPsbt } from '../../support/psbt.ts';
import { importOfSecrets, keyAt, person } from '../../support/review/accounts.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';
import { reviewVectors } from '../../support/vectors/review-vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-signer-'));
const program = new URL('file:///no/threads/are/needed');
const options = ['-regtest', `-datadir=${folder}`, '-noconf', '-rpcwallet=me'];
const FINGERPRINT = /\[([0-9a-f]{8})/.exec(keyAt(person(1), '84h/1h/0h', false))?.[1] ?? '';
afterAll(() => rmSync(folder, { recursive: true }));

const terminalOf = (input = '') => fakeTerminal({ readInput: async () => input });

/** Creates a user who gives this answer. */
function somebody(answer: string) {
  const seen: string[] = [];
  const one: Person = {
    show: (text) => void seen.push(text),
    ask: (prompt) => {
      seen.push(prompt);
      return answer;
    },
  };
  return { one, seen };
}

type Asked = {
  readonly input?: string;
  readonly by?: Person | undefined;
  readonly policy?: string;
};
async function ask(words: readonly string[], { input, by, policy }: Asked = {}) {
  const { written, terminal } = terminalOf(input);
  const all = [...options, ...(policy ? [`-policy=${policy}`] : []), 'signer', ...words];
  // No user, not even the one at the terminal of the tests.
  expect(await runSigner(all, terminal, program, by ?? null)).toBe(0);
  return JSON.parse(written.out);
}

const psbtOf = (name: string) => {
  const psbt = reviewVectors.find((vector) => vector.name === name)?.psbt;
  if (psbt === undefined) throw new Error(`no vector ${name}`);
  return psbt;
};
const signing = ['--stdin', '--fingerprint', FINGERPRINT, '--chain', 'regtest'];

beforeAll(async () => {
  const requests = importOfSecrets(`wpkh(${keyAt(person(1), '84h/1h/0h', true)})`);
  const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
  const { terminal, written } = terminalOf();
  const named = ['-named', 'createwallet', 'wallet_name=me', 'blank=true'];
  await run([...options.slice(0, 3), ...named], terminal, program);
  await run([...options, snapshot, 'importdescriptors', requests], terminal, program);
  expect(written.err).not.toContain('error');
});

describe('coldsign signer', () => {
  test('reports its identity, and its descriptors by account', async () => {
    expect(await ask(['enumerate'])).toMatchObject([
      { fingerprint: FINGERPRINT, model: 'coldsign' },
    ]);
    const words = ['--fingerprint', FINGERPRINT, '--chain', 'regtest', 'getdescriptors'];
    const { receive, internal } = await ask([...words, '--account', '0']);
    expect(receive).toEqual([expect.stringMatching(/^wpkh\(\[.*\/0\/\*\)#/)]);
    expect(internal).toEqual([expect.stringMatching(/^wpkh\(\[.*\/1\/\*\)#/)]);
    expect(JSON.stringify([receive, internal])).not.toContain('prv');
    expect(await ask([...words, '--account', '7'])).toEqual({
      error: 'This wallet has no account 7',
    });
  });

  test('shows only addresses of its own', async () => {
    const { receive } = await ask(['getdescriptors']);
    const { terminal, written } = terminalOf();
    await run([...options, 'deriveaddresses', receive[0], '[3,3]'], terminal, program);
    const [address] = JSON.parse(written.out);
    const { one, seen } = somebody('');
    const desc = addChecksum(`addr(${address})`);
    expect(await ask(['displayaddress', '--desc', desc], { by: one })).toEqual({ address });
    expect(seen.join('')).toContain(address);
    const foreign = addChecksum('addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)');
    expect(await ask(['displayaddress', '--desc', foreign])).toEqual({
      error: expect.stringContaining('do not pay to it'),
    });
  });

  test('shows the transaction to the user, and adds signatures on a yes', async () => {
    const input = `signtx ${psbtOf('a payment with change')}`;
    const { one, seen } = somebody('yes\n');
    const { psbt } = await ask(signing, { input, by: one });
    expect(readPsbt(psbt).inputs.every((each) => each.partialSignatures.length === 1)).toBe(true);
    expect(seen.join('')).toContain('Review id');
    for (const answer of ['no', '', 'y', 'yes please']) {
      const refused = await ask(signing, { input, by: somebody(answer).one });
      expect(Object.keys(refused)).toEqual(['error']);
    }
  });

  test('signs only what a policy allows if there is no user', async () => {
    const input = `signtx ${psbtOf('a payment with change')}`;
    expect(await ask(signing, { input })).toEqual({
      error: expect.stringContaining('-policy=strict'),
    });
    expect(await ask(signing, { input, policy: 'strict' })).toHaveProperty('psbt');
    const thief = psbtOf('the path of our change over the address of a thief');
    const stolen = await ask(signing, { input: `signtx ${thief}`, policy: 'strict' });
    expect(stolen).toEqual({ error: expect.stringContaining('change') });
    // The user is not asked.
    const { one, seen } = somebody('yes');
    expect(await ask(signing, { input: `signtx ${thief}`, by: one })).toHaveProperty('error');
    expect(seen.join('')).not.toContain('Sign this');
  });

  test.each([
    [
      'another master key',
      ['--fingerprint', '00000001', 'getdescriptors'],
      /00000001 was asked for/,
    ],
    ['another chain', ['--chain', 'main', 'getdescriptors'], /put -chain=main/],
    [
      'an option that it does not have',
      ['--password', 'x', 'getdescriptors'],
      /no option --password/,
    ],
    ['no PSBT', ['--chain', 'regtest', 'signtx', 'cHNidP8='], /^(?!.*cHNidP8)./],
    ['nothing', [], /takes enumerate/],
  ])('answers %s with words', async (_what, words, error) => {
    expect(await ask(words, { policy: 'strict' })).toEqual({ error: expect.stringMatching(error) });
  });

  test('reports in a list the reason for a missing signer', async () => {
    const { terminal, written } = terminalOf();
    const nowhere = [...options.slice(0, 3), '-rpcwallet=nobody', 'signer', 'enumerate'];
    await runSigner(nowhere, terminal, program, null);
    expect(JSON.parse(written.out)).toEqual([{ error: expect.stringContaining('nobody') }]);
  });
});

describe('a request', () => {
  test.each([
    [['signtx'], 'needs a PSBT'],
    [['signtx', 'a', 'b'], 'takes no b'],
    [['enumerate', 'x'], 'takes no x'],
    [['displayaddress'], 'needs --desc'],
    [['getdescriptors', '--account', '-1'], '--account must be a whole number'],
    [['enumerate', '--chain'], '--chain needs a value'],
    [['enumerate', '--chain', 'a', '--chain', 'b'], 'given twice'],
    [['enumerate', '--fingerprint', 'xyz'], 'eight hexadecimal digits'],
  ])('%j is refused', (words, error) => {
    expect(readRequest(words)).toEqual({ error: expect.stringContaining(error) });
  });

  test('may have its options on either side, also with =', () => {
    const call = { name: 'displayaddress', descriptor: 'wpkh(a=b)' };
    const expected = { fingerprint: 'abcdef01', chain: 'main', call };
    expect(
      readRequest([
        '--fingerprint=ABCDEF01',
        '--chain',
        'main',
        'displayaddress',
        '--desc',
        'wpkh(a=b)',
      ]),
    ).toEqual(expected);
    expect(
      readRequest([
        'displayaddress',
        '--desc=wpkh(a=b)',
        '--chain=main',
        '--fingerprint',
        'abcdef01',
      ]),
    ).toEqual(expected);
  });
});
