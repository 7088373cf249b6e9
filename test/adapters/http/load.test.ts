import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { benchCase } from '../../bench/cases.ts';
import { takesAll } from '../../support/generate/sample.ts';
import { basicAuth, post, type RunningServer, startServer } from '../../support/nodes/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A call with a unique answer: the id and the data of its only output are its number. */
function numbered(n: number) {
  const data = n.toString(16).padStart(8, '0');
  return {
    body: `{"id":"call ${n}","method":"createrawtransaction","params":[[],[{"data":"${data}"}]]}`,
    text: `{"result":"0200000000010000000000000000066a04${data}00000000","error":null,"id":"call ${n}"}\n`,
  };
}

function ask(agent: Agent, body: string): Promise<string> {
  return new Promise((done, fail) => {
    const headers = { authorization: basicAuth };
    const sent = request(
      { port: server.port, host: '127.0.0.1', method: 'POST', headers, agent },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        reply.on('end', () => done(text));
        reply.on('error', fail);
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Makes calls one after another, and returns the number of wrong answers. */
async function wrongAnswers(agent: Agent, from: number, count: number): Promise<number> {
  let wrong = 0;
  for (let n = from; n < from + count; n++) {
    const { body, text } = numbered(n);
    if ((await ask(agent, body)) !== text) wrong++;
  }
  return wrong;
}

const CALLS = takesAll ? 10_000 : 1_000;

test(`${CALLS} calls in sequence`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await wrongAnswers(agent, 0, CALLS)).toBe(0);
  agent.destroy();
});

test(`${CALLS / 5} calls on a connection each`, async () => {
  const agent = new Agent({ keepAlive: false });
  expect(await wrongAnswers(agent, 0, CALLS / 5)).toBe(0);
});

test('64 concurrent clients, with long calls between', async () => {
  const { params } = benchCase('P2WPKH', 50);
  const long = `{"method":"signrawtransactionwithkey","params":${params},"id":"long"}`;
  const signed = Promise.all(Array.from({ length: 8 }, () => post(server, long)));
  const clients = Array.from({ length: 64 }, async (_, i) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const wrong = await wrongAnswers(agent, i * 1000, 100);
    agent.destroy();
    return wrong;
  });
  expect(await Promise.all(clients)).toEqual(Array(64).fill(0));
  const texts = (await signed).map(({ text }) => text);
  expect(new Set(texts).size).toBe(1);
  expect(JSON.parse(texts[0] ?? '').result.complete).toBe(true);
});

test('short calls do not wait for long ones', async () => {
  const { params } = benchCase('2-of-3 P2WSH', 300);
  const long = `{"method":"signrawtransactionwithkey","params":${params},"id":"long"}`;
  let ended = false;
  const signed = post(server, long).then((reply) => {
    ended = true;
    return reply;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answered = 0;
  for (; !ended; answered++) {
    const { body, text } = numbered(answered);
    expect(await ask(agent, body)).toBe(text);
  }
  expect((await signed).status).toBe(200);
  expect(answered).toBeGreaterThan(10);
  agent.destroy();
});

test('a long call in a batch with a wallet call does not delay others', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const xpub =
    'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
  const descriptor = addChecksum(`wpkh(${xpub}/*)`);
  const calls = [
    '{"id":1,"method":"listwallets"}',
    `{"id":2,"method":"deriveaddresses","params":["${descriptor}",[0,20000]]}`,
    '{"id":3,"method":"decodescript","params":["zz"]}',
    '{"id":4,"method":"getdescriptorinfo","params":[1e400]}',
    '{"jsonrpc":"2.0","method":"decodescript","params":["51"]}',
    '{"jsonrpc":"2.0","id":5,"method":"decodescript","params":{"hexstring":"51"}}',
  ];
  let isAnswered = false;
  const answering = ask(agent, `[${calls.join(',')}]`).then((text) => {
    isAnswered = true;
    return text;
  });
  let others = 0;
  for (; !isAnswered; others++) {
    const { body, text } = numbered(others);
    expect(await ask(agent, body)).toBe(text);
  }
  // In the serving thread, few would be answered before it begins.
  expect(others).toBeGreaterThan(20);
  const alone: string[] = [];
  for (const call of calls) alone.push((await ask(agent, call)).trim());
  expect(alone[1]).toContain('"error":null');
  expect(alone[2]).toContain('"code":-8');
  expect(alone[3]).toContain('"code":-3');
  // The fifth is a notification.
  expect(await answering).toBe(`[${alone.filter((text) => text !== '').join(',')}]\n`);
  agent.destroy();
});

test('control methods may come in long bodies and in batches with others', async () => {
  const padding = `"x":"${'x'.repeat(20_000)}"`;
  const uptime = `{"method":"uptime","id":1,${padding}}`;
  expect((await post(server, uptime)).text).toMatch(/^\{"result":\d+,/);
  const create = numbered(5);
  expect((await post(server, `[${uptime},${create.body}]`)).text).toMatch(
    /^\[\{"result":\d+,"error":null,"id":1\},\{"result":"02/,
  );
});

test('help knows every method, and rpc.discover describes them', async () => {
  const help = JSON.parse((await post(server, '{"method":"help"}')).text).result;
  const discover = JSON.parse((await post(server, '{"method":"rpc.discover"}')).text).result;
  const names = discover.methods.map(({ name }: { name: string }) => name);
  for (const name of [
    'stop',
    'uptime',
    'getrpcinfo',
    'help',
    'rpc.discover',
    'createrawtransaction',
  ]) {
    expect(names).toContain(name);
    expect(help).toMatch(new RegExp(`^${name}`, 'm'));
    const one = await post(server, `{"method":"help","params":["${name}"]}`);
    expect(JSON.parse(one.text).result.startsWith(name)).toBe(true);
  }
});
