import { expect, test } from 'vitest';
import {
  compileStrictly,
  examplesOfPackage,
  promisedBy,
  runExamples,
} from '../support/build/examples.ts';

const examples = examplesOfPackage();

test('every example of a doc comment prints what it says', async () => {
  const printed = await runExamples(examples);
  const found = examples.map(({ name }, i) => [name, printed[i]]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(examples.map((each) => [each.name, promisedBy(each)])),
  );
  expect(examples.every((each) => promisedBy(each).length > 0)).toBe(true);
});

test('every example of a doc comment is strict TypeScript', () => {
  expect(compileStrictly(examples)).toBe('');
});
