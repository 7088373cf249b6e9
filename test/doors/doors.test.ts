import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { screenPolicy, strictPolicy } from '../../src/public/review.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { type Row, rows } from './cases.ts';
import { type Answer, doorsIn, NOW } from './doors.ts';

const doors = doorsIn(commandFolder());

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 }));
afterAll(() => void vi.useRealTimers());

const isBytes = (signed: string) => signed !== 'refused' && signed !== 'nothing';
const isPsbt = (signed: string) => signed.startsWith('70736274ff');

function kindOf(signed: string): Row['signs'] | string {
  if (!isBytes(signed)) return signed;
  return isPsbt(signed) ? 'part' : 'complete';
}

/** Random bytes differ, but not their number. */
const comparable = (answer: Answer, { isRandom }: Row): Answer =>
  isRandom === true ? { ...answer, signed: `${answer.signed.length}` } : answer;

const policies = [
  ['a person', screenPolicy],
  ['strictPolicy', strictPolicy],
] as const;

describe.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
  test.each(policies)(
    'is reviewed and signed alike at every door for %s',
    async (_name, policy) => {
      const expected = policy === strictPolicy ? (row.strict ?? row.signs) : row.signs;
      const asked = doors.filter((door) => door.takes(row, policy));
      const answers = [];
      for (const door of asked) answers.push([door.name, await door.open(row, policy)] as const);
      const [first] = answers;
      for (const [name, answer] of answers) {
        expect(answer.findings, name).toEqual(row.findings);
        expect(kindOf(answer.signed), name).toBe(expected);
        expect(comparable(answer, row), name).toEqual(first && comparable(first[1], row));
      }
    },
  );
});

test('signing adds no more than its own groups to a MuSig2 PSBT', async () => {
  const row = rows.find(({ name }) => name === 'a payment by tr(musig)');
  if (row === undefined) throw new Error('no case');
  const size = encodePsbt(row.psbt)?.length ?? 0;
  for (const door of doors.filter((each) => each.takes(row, screenPolicy))) {
    const { signed } = await door.open(row, screenPolicy);
    // A public nonce has 66 bytes, and its field two keys more, for each of two coins.
    expect([door.name, signed.length / 2 - size < 400]).toEqual([door.name, true]);
  }
});
