import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { vectorPath } from '../support/paths.ts';

// PSBTs and wallet files of the kind that people reported as bugs of other programs, given to the
// page. test/doors/found-origins asks the library.

const bytesOf = (name: string) => new Uint8Array(readFileSync(vectorPath(`found/origins/${name}`)));
const WORDS = ['words-one.txt'];

test.each([
  ['fingerprint-right-account-wrong', WORDS, ['payment', 'change'], ['fields-unrelated']],
  ['multisig-final', WORDS, ['payment', 'payment'], []],
  ['multisig-own-fingerprint-zero', WORDS, ['payment', 'payment'], []],
  ['one-input-without-derivation', WORDS, ['payment', 'change', 'change'], []],
  [
    'multisig-origin-without-path',
    [...WORDS, 'wallet-without-derivation.txt'],
    ['payment', 'change'],
    ['fields-unrelated'],
  ],
  [
    'global-xpub-without-path',
    [...WORDS, 'wallet-2of3.txt'],
    ['payment', 'change'],
    ['xpub-wrong'],
  ],
] as const)('%s with %j is not called foreign on the page', async (name, keys, roles, wanted) => {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('main');
  for (const key of keys) {
    engine.takeText(readFileSync(vectorPath(`found/origins/${key}`), 'utf8'));
    await engine.openPayload('');
  }
  engine.takeBytes(bytesOf(`${name}.psbt`));
  engine.keepSubject();
  const { outputs, findings } = await engine.review();
  expect(outputs.map(({ role }) => role)).toEqual(roles);
  const ids = findings.map(({ id }) => id);
  expect(ids.filter((id) => /not-ours|no-input-ours/.test(id))).toEqual([]);
  expect(ids).toEqual(expect.arrayContaining([...wanted]));
});

test('says that the fingerprint of our key is a label that nothing verifies', async () => {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('main');
  engine.takeText(readFileSync(vectorPath('found/origins/words-one.txt'), 'utf8'));
  await engine.openPayload('');
  const own = async (name: string) => {
    engine.takeBytes(bytesOf(`${name}.psbt`));
    engine.keepSubject();
    const { cosigners, facts } = await engine.review();
    const lines = facts.flatMap((each) => each.lines).filter((line) => line.includes('you are'));
    return { keys: cosigners.flatMap(({ keys }) => keys.filter((each) => each.isOwn)), lines };
  };
  const zero = await own('multisig-own-fingerprint-zero');
  expect(zero.keys[0]).toMatchObject({ fingerprint: '00000000', isMislabelled: true });
  expect(zero.lines[0]).toContain('(labelled 00000000, NOT verified)');
  const right = await own('multisig-origin-without-path');
  expect(right.keys[0]?.isMislabelled).toBeUndefined();
  expect(right.lines[0]).not.toContain('labelled');
});
