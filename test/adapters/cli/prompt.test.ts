import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { askLine, askSecret } from '../../../src/adapters/cli/prompt.ts';

/** Asks after `ahead` was typed; `after` is typed once the prompt is read. */
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

test('reads the text typed after the question as the answer', async () => {
  expect(await ask('', 'yes\n')).toMatchObject({ answer: { line: 'yes' } });
  expect(await ask('', 'no\r\n')).toMatchObject({ answer: { line: 'no' } });
});

test('ignores text typed before the question: a line, several, or part of one', async () => {
  for (const ahead of ['yes\n', 'yes\nyes\n', 'yes', '\nyes\n\n'])
    expect(await ask(ahead, 'no\n')).toEqual({
      answer: { line: 'no' },
      shown: 'Sign this transaction? Type “yes” to sign: ',
      // Keys without a line end can only be read this way. The answer is typed in lines.
      modes: [true, false],
    });
});

test('Ctrl-C before the question is noticed, and no question follows', async () => {
  const { answer, shown, modes } = await ask('ye\u0003', 'yes\n');
  expect({ answer, shown }).toEqual({ answer: { none: 'interrupt' }, shown: '' });
  expect(modes).toEqual([true, false]);
});

/** Asks for a secret. Each of `chunks` arrives after the previous one was read. */
async function askUnseen(chunks: readonly (string | Uint8Array)[], takesLines = false) {
  const modes: boolean[] = [];
  const keyboard = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  });
  let shown = '';
  // The pause that ends a paste follows the last chunk, even on a slow machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = askSecret(
    keyboard,
    'Passphrase> ',
    (text) => {
      shown += text;
    },
    takesLines,
  );
  for (const chunk of chunks) {
    keyboard.write(chunk);
    await setImmediate();
  }
  vi.runAllTimers();
  vi.useRealTimers();
  const answer = await asked;
  return { answer, shown, modes, keyboard };
}

describe('a secret', () => {
  test('is read in raw mode, and only the prompt is shown', async () => {
    const { answer, shown, modes } = await askUnseen(['secret\r']);
    expect({ answer, shown, modes }).toEqual({
      answer: { line: 'secret' },
      shown: 'Passphrase> \n',
      modes: [true, false],
    });
  });

  test('contains no keys that only edit or move', async () => {
    for (const keys of [
      'wrong\u0015secret\r',
      'secret\u001b[D\r',
      '\u001b[1;5Asecret\u001bOP\u0001\r',
      'secret wrong\u0017\b\r',
      'secretx\u007f\r',
      '\u001b[200~secret\u001b[201~\r',
    ])
      expect((await askUnseen([keys])).answer).toEqual({ line: 'secret' });
  });

  test('keeps characters that arrive in two parts', async () => {
    const [first, ...rest] = Buffer.from('é\r');
    const parts = [Buffer.from([first ?? 0]), Buffer.from(rest)];
    expect((await askUnseen(parts)).answer).toEqual({ line: 'é' });
  });

  test('is the first of several pasted lines, and no other line stays in the terminal', async () => {
    const { answer, keyboard } = await askUnseen(['first\r', 'second\rthi', 'rd\r']);
    expect(answer).toEqual({ line: 'first' });
    expect(keyboard.read()).toBe(null);
  });

  test('is several pasted lines if they are accepted, also without a newline at the end', async () => {
    for (const chunks of [
      ['a\rb\rc\r'],
      ['a\r\nb\r\nc\r\n\r\n'],
      ['a\rb', '\rc\r'],
      ['a\rbc\u007f\rc', 'x\u007f', '\r'],
    ])
      expect((await askUnseen(chunks, true)).answer).toMatchObject({
        line: expect.stringMatching(/^a\n+b\n+c$/),
      });
  });

  test('begins with a key typed while the previous one was read', async () => {
    expect((await askUnseen(['one\r', 't'], true)).answer).toEqual({ line: 'one' });
    expect((await askUnseen(['wo\r'], true)).answer).toEqual({ line: 'two' });
  });

  test('is missing if the input ends, and Ctrl-C interrupts', async () => {
    expect((await askUnseen(['\u0004'])).answer).toEqual({ none: 'end' });
    expect((await askUnseen(['secret\u0003'])).answer).toEqual({ none: 'interrupt' });
    const keyboard = Object.assign(new PassThrough(), { setRawMode: () => undefined });
    keyboard.end('sec');
    expect(await askSecret(keyboard, '', () => undefined)).toEqual({ none: 'end' });
  });
});
