import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { jsonNumber } from '../../src/json/json.ts';
import { createContext } from '../../src/library/create-context.ts';
import { handleBody, type Service } from '../../src/rpc/envelope.ts';
import { defineMethod } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { createRandom } from '../support/generate/random.ts';

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

describe('concurrent calls of a batch', () => {
  const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
  const ADDRESS = 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r';
  const random = createRandom(20261126);
  let counted = 0;
  const count = defineMethod({
    name: 'count',
    category: 'Util',
    summary: 'Counts its calls.',
    params: [],
    result: { name: '', type: 'number', help: '' },
    run: () => jsonNumber(++counted),
  });
  const context = createContext({ network: 'regtest', secp256k1: kernelSecp256k1 });
  const together = { methods: [...methods, count], context };

  test('give the same answers as single calls, in the order of the batch', async () => {
    const sign = (message: string) => ({
      method: 'signmessagewithprivkey',
      params: [random.oneIn(9) ? WIF.slice(1) : WIF, message],
    });
    const { text } = await post(JSON.stringify(sign('message')), together);
    const { result: signature } = JSON.parse(text);
    const verify = (message: string) => ({
      method: 'verifymessage',
      params: [
        random.oneIn(9) ? 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' : ADDRESS,
        random.oneIn(4) ? signature.toLowerCase() : random.oneIn(9) ? 'x' : signature,
        random.oneIn(4) ? message : 'message',
      ],
    });
    const calls = Array.from({ length: 200 }, (_, i) => ({
      ...(i % 3 === 0 ? sign(`message ${i}`) : verify(`message ${i}`)),
      ...(random.oneIn(3) && { jsonrpc: '2.0' }),
      ...(random.oneIn(9) ? {} : { id: i }),
    }));
    const alone = await Promise.all(calls.map((call) => post(JSON.stringify(call), together)));
    const batch = await post(JSON.stringify(calls), together);
    const answers = alone.flatMap((reply) => (reply.text === '' ? [] : [JSON.parse(reply.text)]));
    expect(JSON.parse(batch.text)).toEqual(answers);
    const results = answers.map(({ result }) => result);
    for (const each of [true, false]) expect(results).toContain(each);
    expect(results.filter((result) => typeof result === 'string').length).toBeGreaterThan(30);
    expect(answers.filter(({ error }) => error).length).toBeGreaterThan(5);
  });

  test('others wait for them and run one after the other', async () => {
    const signing = { method: 'signmessagewithprivkey', params: [WIF, 'm'] };
    const calls = [signing, { method: 'count' }, signing, signing, 1, { method: 'count' }];
    const { text } = await post(JSON.stringify(calls), together);
    const answers: { result: unknown; error: unknown }[] = JSON.parse(text);
    expect(answers.map(({ result }) => typeof result)).toEqual([
      'string',
      'number',
      'string',
      'string',
      'object',
      'number',
    ]);
    expect([answers[1]?.result, answers[5]?.result]).toEqual([1, 2]);
  });
});
