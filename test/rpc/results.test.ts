import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { methods } from '../../src/rpc/methods/index.ts';
import { readVector, vectorPath } from '../support/paths.ts';
import { undeclared } from '../support/vectors/declared.ts';

type Answer = { readonly method: string; readonly result: unknown };

const byName = new Map(methods.map((method) => [method.name, method]));

/** Returns the violation of a method's declaration by an answer, if we have the method. */
function faultOf({ method, result }: Answer): string | undefined {
  const declared = byName.get(method);
  return declared && undeclared(declared, result);
}

const folders = ['core-recorded', 'core-recorded/wallet'];
const recordings = folders.flatMap((folder) =>
  readdirSync(vectorPath(folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`),
);

test.each(recordings)('every answer of Core in %s has the declared shape', (file) => {
  const wrong = answersIn(JSON.parse(readVector(file))).flatMap((each) => faultOf(each) ?? []);
  expect(wrong.slice(0, 5)).toEqual([]);
});

test('notices an undeclared, a missing and a wrongly typed member', () => {
  const mine = { trusted: 1, untrusted_pending: 0, immature: 0, nonmempool: 0 };
  const fault = (result: unknown) => faultOf({ method: 'getbalances', result });
  expect(fault({ mine })).toBe(undefined);
  expect(fault({ mine, more: 1 })).toContain('additional properties');
  expect(fault({ mine: { ...mine, trusted: '1' } })).toContain('must be number');
  expect(fault({})).toContain("required property 'mine'");
});

/**
 * Returns the answers in both forms of recordings: a request's text or a method's name, and the
 * answer.
 */
function answersIn(value: unknown): Answer[] {
  if (Array.isArray(value)) return value.flatMap(answersIn);
  if (typeof value !== 'object' || value === null) return [];
  const step = value as { method?: unknown; body?: unknown; result?: unknown };
  if ('result' in step && typeof step.method === 'string') {
    return [{ method: step.method, result: step.result }];
  }
  if ('result' in step && typeof step.body === 'string') {
    return [{ method: JSON.parse(step.body).method, result: step.result }];
  }
  return Object.values(value).flatMap(answersIn);
}
