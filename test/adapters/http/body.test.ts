import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createBodyBudget,
  dropBody,
  MAX_BODY_SIZE,
  readBody,
} from '../../../src/adapters/http/server/body.ts';
import { createConnection } from '../../../src/adapters/http/server/connection.ts';

afterEach(() => {
  vi.useRealTimers();
});

function arriving(deadline = 0) {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  return { request, connection: createConnection(socket), deadline };
}

const turn = () => new Promise((done) => setImmediate(done));

test('bounds the bytes of all bodies together and frees them with the answers', async () => {
  const budget = createBodyBudget(100);
  const [a, b, c] = [arriving(), arriving(), arriving()];
  const first = readBody(a, budget);
  const second = readBody(b, budget);
  a.request.push(Buffer.alloc(60));
  await turn();
  b.request.push(Buffer.alloc(41));
  expect(await second).toBe('no room');
  a.request.push(null);
  const body = await first;
  if (typeof body === 'string') throw new Error(body);
  expect(body.bytes).toHaveLength(60);
  const third = readBody(c, budget);
  body.release();
  c.request.push(Buffer.alloc(100));
  c.request.push(null);
  expect(await third).toMatchObject({ bytes: Buffer.alloc(100) });
});

test('a body that ends early, or grows too large, holds nothing', async () => {
  let held = 0;
  const budget = {
    take: (bytes: number) => {
      held += bytes;
      return true;
    },
    giveBack: (bytes: number) => {
      held -= bytes;
    },
  };
  const early = arriving();
  const gone = readBody(early, budget);
  early.request.push(Buffer.alloc(1000));
  await turn();
  expect(held).toBe(1000);
  early.request.destroy();
  expect(await gone).toBe('gone');
  const endless = arriving();
  const refused = readBody(endless, budget);
  endless.request.push(Buffer.alloc(MAX_BODY_SIZE));
  await turn();
  endless.request.push(Buffer.alloc(1));
  expect(await refused).toBe('too large');
  expect(held).toBe(0);
});

test('single bytes cost no more than bytes in one piece', async () => {
  let held = 0;
  const take = (bytes: number) => {
    held += bytes;
    return true;
  };
  const dripping = arriving();
  const read = readBody(dripping, { take, giveBack: () => {} });
  for (let i = 0; i < 1000; i++) dripping.request.push(Buffer.from([i]));
  dripping.request.push(null);
  const body = await read;
  if (typeof body === 'string') throw new Error(body);
  expect(body.bytes).toEqual(Buffer.from(Array.from({ length: 1000 }, (_, i) => i)));
  expect(held).toBeLessThanOrEqual(2 * 1000);
});

test('a trickle of bytes does not keep a body open beyond its deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slow = arriving(120_000);
  const read = readBody(slow, createBodyBudget());
  for (let seconds = 0; seconds < 120; seconds += 4) {
    slow.request.push(Buffer.alloc(1));
    await turn();
    vi.advanceTimersByTime(4000);
  }
  expect(await read).toBe('too slow');
});

test('the body of a refused request is discarded on arrival, up to 64 KiB', async () => {
  const small = arriving();
  const dropped = dropBody(small, [['Content-Length', '65536']]);
  small.request.push(Buffer.alloc(65_536));
  small.request.push(null);
  expect(await dropped).toBe('end');
  expect(await dropBody(arriving(), [['Content-Length', '65537']])).toBe('too large');
  const chunked = arriving();
  const refused = dropBody(chunked, []);
  chunked.request.push(Buffer.alloc(65_536));
  await turn();
  chunked.request.push(Buffer.alloc(1));
  expect(await refused).toBe('too large');
});
