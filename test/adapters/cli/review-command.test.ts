import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileText } from '../../../src/adapters/cli/file-text.ts';
import { run } from '../../../src/adapters/cli/run.ts';
import type { Terminal } from '../../../src/adapters/cli/terminal.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { vectorPath } from '../../support/paths.ts';
import { reviewVectors } from '../../support/review-vectors.ts';
import { keyAt, person } from '../../support/review-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-sign-'));
const program = new URL('file:///no/threads/are/needed');
afterAll(() => rmSync(folder, { recursive: true }));

async function call(words: readonly string[], answer?: string, isScreen = true) {
  const written = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    readInput: async () => '',
    readFile: (path) => {
      try {
        return fileText(readFileSync(path));
      } catch {
        // No such file.
        return undefined;
      }
    },
    ...(answer !== undefined && { readLine: async () => answer }),
    isScreen,
    columns: 80,
  };
  const code = await run(['-regtest', `-datadir=${folder}`, ...words], terminal, program);
  return { code, ...written };
}

function fileOf(name: string, as: string): string {
  const psbt = reviewVectors.find((vector) => vector.name === name)?.psbt;
  if (psbt === undefined) throw new Error(`no vector ${name}`);
  const path = join(folder, as);
  writeFileSync(path, Buffer.from(psbt, 'base64'));
  return path;
}

beforeAll(async () => {
  const secret = `wpkh(${keyAt(person(1), '84h/1h/0h', true)})`;
  const requests = ['0', '1'].map((branch) => ({
    desc: addChecksum(secret.replace('<0;1>', branch)),
    timestamp: 'now',
    active: true,
    internal: branch === '1',
    range: [0, 99],
  }));
  const snapshot = `-snapshot=${vectorPath('example/chain.snapshot')}`;
  await call(['-named', 'createwallet', 'wallet_name=me', 'blank=true'], undefined, false);
  await call(
    [snapshot, '-rpcwallet=me', 'importdescriptors', JSON.stringify(requests)],
    undefined,
    false,
  );
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

test('sign shows a file, asks, and writes the transaction beside it', async () => {
  const file = fileOf('a payment with change', 'pay.psbt');
  const no = await call(['sign', file], 'no');
  expect(no).toMatchObject({ code: 1, out: '' });
  const { code, out, err } = await call(['sign', file], 'yes');
  expect({ code, out }).toEqual({
    code: 0,
    out: `Signed, complete: ${join(folder, 'pay.txn')} holds the transaction. Any node's sendrawtransaction takes it.\n`,
  });
  expect(err).toContain('Output 1: change, back to you');
  expect(readFileSync(join(folder, 'pay.txn'), 'utf8')).toMatch(/^02000000000101[0-9a-f]+\n$/);
  const again = await call(['sign', file], 'yes');
  expect(again.err).toContain('pay.txn could not be written: there is one already');
});

test('what a thief has changed is shown, and not asked about', async () => {
  const file = fileOf('the path of our change over the address of a thief', 'theft.psbt');
  const { code, out, err } = await call(['sign', file], 'yes');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('the policy does not allow it');
  expect(err).toContain('(change-not-ours)');
});

test('-yes alone signs nothing; with a policy, or under the id of a review, nobody is asked', async () => {
  const file = fileOf('two coins', 'two.psbt');
  const bare = await call(['-yes', 'sign', file], undefined, false);
  expect(bare.err).toContain('-yes signs only what a policy');
  const { out } = await call(['-format=json', 'review', file]);
  const { id } = JSON.parse(out);
  const other = await call([`-reviewed=${'00'.repeat(32)}`, 'sign', file], undefined, false);
  expect(other.err).toContain('it is not what was reviewed');
  const bound = await call([`-reviewed=${id}`, 'sign', file], undefined, false);
  expect(bound.out).toContain('Signed, complete');
  rmSync(join(folder, 'two.txn'));
  const allowed = await call(['-yes', '-policy=strict', 'sign', file], undefined, false);
  expect(allowed.out).toContain('Signed, complete');
});

test('a policy is a file, too; what is no finding is told', async () => {
  const file = fileOf('a payment with change', 'policy.psbt');
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"refuse": ["fee-to-high"]}');
  const wrong = await call([`-policy=${policy}`, 'sign', file], 'yes');
  expect(wrong.err).toContain('fee-to-high is no finding');
  writeFileSync(policy, '{"strict": false, "refuse": ["not-replaceable"]}');
  const right = await call([`-policy=${policy}`, 'sign', file], 'yes');
  expect(right.out).toContain('Signed, complete');
});

test('a file that is none is told', async () => {
  const { code, err } = await call(['sign', 'nothing.psbt'], 'yes');
  expect(code).toBe(8);
  expect(err).toContain('nothing.psbt is no file that can be read');
});
