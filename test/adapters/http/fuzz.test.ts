import { expect, test } from 'vitest';
import { fuzzedBytes, fuzzServer } from '../../fuzz/server-requests.ts';
import { createRandom, seedOfRun } from '../../support/generate/random.ts';
import { post, startServer } from '../../support/nodes/server.ts';

/** `npm run fuzz:server` sends 100,000 and watches memory. */
test('2,000 connections with any bytes are answered or closed, and the server survives', async () => {
  const server = await startServer();
  const random = createRandom(seedOfRun());
  const { answers } = await fuzzServer(server.port, 2000, () => fuzzedBytes(random));
  for (const status of [200, 400, 404, 405, 500]) expect(answers.get(status)).toBeGreaterThan(10);
  expect((await post(server, '{"method":"uptime"}')).status).toBe(200);
  expect(server.output()).not.toContain('Internal bug');
  expect(server.errors()).toBe('');
  await server.close();
});
