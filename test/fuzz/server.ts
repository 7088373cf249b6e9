// npm run fuzz:server [COUNT]: sends any bytes to a listening server, which must answer or close,
// keep running, and not grow.
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { post, startServer } from '../support/nodes/server.ts';
import { fuzzedBytes, fuzzServer, residentMegabytes } from './server-requests.ts';

const ROUNDS = 10;
const GROWTH = 32;
const count = Number(process.argv[2] ?? 100_000);

const server = await startServer();
const random = createRandom(seedOfRun());
const memory: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const { answers, silent } = await fuzzServer(server.port, count / ROUNDS, () =>
    fuzzedBytes(random),
  );
  memory.push(residentMegabytes(server.pid));
  const statuses = [...answers].sort(([a], [b]) => a - b).map(([status, n]) => `${status}:${n}`);
  console.log(
    `${(round * count) / ROUNDS} connections  ${memory.at(-1)?.toFixed(0)} MB  ${statuses.join(' ')} silent:${silent}`,
  );
}
const { status } = await post(server, '{"method":"uptime"}');
const bugs = server.output().match(/Internal bug detected.*(\n {4}at .*)?/g) ?? [];
await server.close();
const growth = (memory.at(-1) ?? 0) - (memory[ROUNDS / 2] ?? 0);
console.log(
  `answers at the end: ${status}; bugs in the log: ${bugs.length}; growth in the second half: ${growth.toFixed(0)} MB`,
);
console.log([...new Set(bugs)].join('\n'));
if (status !== 200 || bugs.length > 0 || growth > GROWTH) process.exitCode = 1;
