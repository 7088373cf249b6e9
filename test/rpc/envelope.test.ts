import { describe, expect, test } from 'vitest';
import { createContext } from '../../src/library/create-context.ts';
import { handleBody, type Service } from '../../src/rpc/envelope.ts';
import { defineMethod } from '../../src/rpc/method.ts';

const echo = defineMethod({
  name: 'echo',
  category: 'Util',
  summary: 'Answers its argument.',
  params: [{ name: 'value', type: 'array', unchecked: true, optional: true, help: '' }],
  result: { name: '', type: 'string', help: '' },
  run: ({ value }) => value ?? null,
});
const broken = defineMethod({
  name: 'broken',
  category: 'Util',
  summary: 'Throws what nothing may throw.',
  params: [],
  result: { name: '', type: 'string', help: '' },
  run: () => {
    throw new Error('secret');
  },
});

const service: Service = { methods: [echo, broken], context: createContext() };
const post = (body: string, more: Partial<Service> = {}) =>
  handleBody(body, { ...service, ...more });

test('numbers keep their spelling, in results and in ids', async () => {
  const reply = await post('{"id":1.0e5,"method":"echo","params":[[1.10,-0,1E400,{"a":1,"a":2}]]}');
  expect(reply.text).toBe('{"result":[1.10,-0,1E400,{"a":1,"a":2}],"error":null,"id":1.0e5}\n');
});

test('a bug is reported to the context and not to the caller', async () => {
  const bugs: unknown[] = [];
  const context = createContext({ reportBug: (error) => bugs.push(error) });
  const reply = await post('{"id":1,"method":"broken"}', { context });
  expect(reply).toEqual({
    status: 500,
    text: '{"result":null,"error":{"code":-1,"message":"Internal bug detected"},"id":1}\n',
  });
  expect(bugs).toEqual([new Error('secret')]);
});

describe('whitelists', () => {
  const whitelist = new Set(['echo']);
  const forbidden = { status: 403, text: '' };

  test('a single request', async () => {
    expect((await post('{"method":"echo"}', { whitelist })).status).toBe(200);
    expect(await post('{"method":"broken"}', { whitelist })).toEqual(forbidden);
    expect(await post('{"jsonrpc":"2.0","id":1,"method":"other"}', { whitelist })).toEqual(
      forbidden,
    );
    // The fields of the request are read first.
    expect((await post('{"method":1}', { whitelist })).status).toBe(400);
  });

  test('check all elements of a batch before any is called', async () => {
    expect(await post('[{"method":"echo"},{"method":"broken"}]', { whitelist })).toEqual(forbidden);
    expect(await post('[{"method":"echo"},5]', { whitelist })).toEqual({
      status: 400,
      text: '{"result":null,"error":{"code":-32600,"message":"Invalid Request object"},"id":null}\n',
    });
    expect(await post('[{}]', { whitelist })).toEqual({
      status: 500,
      text: '{"result":null,"error":{"code":-32700,"message":"JSON value of type null is not of expected type string"},"id":null}\n',
    });
  });

  test('a user on no list', async () => {
    expect(await post('5', { whitelist: 'none' })).toEqual(forbidden);
    expect((await post('{', { whitelist: 'none' })).status).toBe(500);
  });
});
