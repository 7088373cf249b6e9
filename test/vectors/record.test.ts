import { expect, test } from 'vitest';
import { type Post, recordCase } from '../support/vectors/record.ts';
import { parseRecorded } from '../support/vectors/recorded.ts';

const empty = '{"cases":[\n]}\n';

/** A node that gives one answer to everything, and records the requests. */
function fakeNode(status: number, text: string): { readonly post: Post; readonly asked: string[] } {
  const asked: string[] = [];
  const post: Post = async (body) => {
    asked.push(body);
    return { status, text };
  };
  return { post, asked };
}

async function record(file: string, params: string, post: Post): Promise<string> {
  const made = await recordCase(
    file,
    { method: 'aname', params, description: 'why "it" is' },
    post,
  );
  if ('error' in made) throw new Error(made.error);
  return made.file;
}

test('a call is asked and kept to the letter, and replayed as the node answered it', async () => {
  const text = '{"result":{"amount":0.10,"b":1e-8},"error":null,"id":"o"}\n';
  const { post, asked } = fakeNode(200, text);
  const [only] = parseRecorded(await record(empty, '[ 1e-8,{"a":1,"a":2}]', post));
  const body = '{"jsonrpc":"1.0","id":"o","method":"aname","params":[ 1e-8,{"a":1,"a":2}]}';
  expect(asked).toEqual([body]);
  expect(only).toMatchObject({ id: 'aname-1', description: 'why "it" is' });
  expect(only?.steps).toEqual([{ body, status: 200, text, help: false }]);
});

test('keeps the first line of a help text in an error', async () => {
  const text = '{"result":null,"error":{"code":-1,"message":"aname\\n\\nMore."},"id":"o"}\n';
  const [only] = parseRecorded(await record(empty, '[]', fakeNode(500, text).post));
  const kept = '{"result":null,"error":{"code":-1,"message":"aname"},"id":"o"}\n';
  expect(only?.steps).toMatchObject([{ status: 500, text: kept, help: true }]);
});

test('adds a case with an unused id', async () => {
  const { post } = fakeNode(200, '{"result":null,"error":null,"id":"o"}\n');
  const file = await record(await record(empty, '[1]', post), '[2]', post);
  expect(parseRecorded(file).map(({ id }) => id)).toEqual(['aname-1', 'aname-2']);
  expect(file.split('\n')).toHaveLength(5);
});

test('nothing is recorded twice, nor what is no call and no answer', async () => {
  const { post, asked } = fakeNode(200, '{"result":null,"error":null,"id":"o"}\n');
  const wanted = { method: 'aname', params: '[1]', description: '' };
  const file = await record(empty, '[1]', post);
  expect(await recordCase(file, wanted, post)).toEqual({ error: 'it is recorded' });
  const broken = await recordCase(file, { ...wanted, params: '1' }, post);
  expect(broken).toEqual({ error: expect.stringMatching(/^PARAMS is a JSON array or object/) });
  expect(asked).toHaveLength(1);
  const html = fakeNode(401, '<html>').post;
  expect(await recordCase(empty, wanted, html)).toEqual({
    error: 'that is no answer of JSON-RPC 1.0',
  });
});
