import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { screenPolicy, strictPolicy } from '../../src/public/review.ts';
import { carryingFolder } from '../support/screens/carried.ts';
import { type Row, rows } from './cases.ts';
import { doorsIn, NOW } from './doors.ts';

const doors = doorsIn(carryingFolder());

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 }));
afterAll(() => void vi.useRealTimers());

const isBytes = (signed: string) => signed !== 'refused' && signed !== 'nothing';
const isPsbt = (signed: string) => signed.startsWith('70736274ff');

function kindOf(signed: string): Row['signs'] | string {
  if (!isBytes(signed)) return signed;
  return isPsbt(signed) ? 'part' : 'complete';
}

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
        expect(answer, name).toEqual(first?.[1]);
      }
    },
  );
});
