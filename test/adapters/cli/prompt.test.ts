import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askLine } from '../../../src/adapters/cli/prompt.ts';

/** Asks once `ahead` was typed; `after` is typed when the question is read. */
async function ask(ahead: string, after: string) {
  const modes: boolean[] = [];
  const keyboard = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  });
  if (ahead !== '') keyboard.write(ahead);
  let shown = '';
  const answer = await askLine(keyboard, 'Sign this transaction? Type “yes” to sign: ', (text) => {
    shown += text;
    keyboard.write(after);
  });
  return { answer, shown, modes };
}

test('takes what is typed after the question as the answer', async () => {
  expect(await ask('', 'yes\n')).toMatchObject({ answer: { line: 'yes' } });
  expect(await ask('', 'no\r\n')).toMatchObject({ answer: { line: 'no' } });
});

test('ignores what was typed before the question: a line, several, or part of one', async () => {
  for (const ahead of ['yes\n', 'yes\nyes\n', 'yes', '\nyes\n\n'])
    expect(await ask(ahead, 'no\n')).toEqual({
      answer: { line: 'no' },
      shown: 'Sign this transaction? Type “yes” to sign: ',
      // Keys that no line ends can be read that way alone; the answer is typed as lines are.
      modes: [true, false],
    });
});

test('Ctrl-C before the question is heard, and nothing is asked any more', async () => {
  const { answer, shown, modes } = await ask('ye\u0003', 'yes\n');
  expect({ answer, shown }).toEqual({ answer: { none: 'interrupt' }, shown: '' });
  expect(modes).toEqual([true, false]);
});
