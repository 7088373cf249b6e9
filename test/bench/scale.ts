// npm run bench:scale: measures calls per second of 1, 2 and 4 server processes behind haproxy
// (Debian's package), and without it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openRaw } from '../support/nodes/raw-http.ts';
import { basicAuth, type RunningServer, startServer } from '../support/nodes/server.ts';
import { benchCase } from './cases.ts';
import { printTable } from './measure.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    inputs: { type: 'string', default: '10' },
    balancer: { type: 'string', default: 'haproxy' },
  },
});
const { params } = benchCase('P2WPKH', Number(options.inputs));
const body = `{"id":1,"method":"signrawtransactionwithkey","params":${params}}`;
const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basicAuth}\r\nContent-Length: ${body.length}\r\n\r\n`;

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => done(port));
    });
  });
}

/**
 * Starts haproxy, which sends each request to the server with the fewest open requests.
 * docs/server.md shows the same file.
 */
async function startBalancer(ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-scale-'));
  const port = await freePort();
  const config = `global
  maxconn 1000
defaults
  mode http
  timeout connect 5s
  timeout client 10m
  timeout server 10m
  option http-keep-alive
listen coldsign
  bind 127.0.0.1:${port}
  balance leastconn
${ports.map((each, i) => `  server s${i} 127.0.0.1:${each} check`).join('\n')}
`;
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const child = spawn(options.balancer, ['-db', '-f', file], { stdio: 'ignore' });
  await new Promise<void>((done, failed) => {
    child.once('error', failed);
    child.once('spawn', done);
  });
  const stop = () => {
    child.kill();
    rmSync(folder, { recursive: true });
  };
  for (let tries = 0; tries < 50; tries++) {
    if (await reaches(port)) return { port, stop, pid: child.pid ?? 0 };
    await new Promise((done) => setTimeout(done, 100));
  }
  stop();
  throw new Error(`${options.balancer} does not listen`);
}

async function reaches(port: number): Promise<boolean> {
  try {
    return (await ask(port)) === 200;
  } catch {
    // It is not listening yet.
    return false;
  }
}

async function ask(port: number): Promise<number | undefined> {
  const connection = openRaw(port, '127.0.0.1');
  connection.send(head + body);
  const reply = await connection.receive();
  connection.end();
  return reply?.status;
}

/** Returns the milliseconds of processor time of programs so far, in steps of 10. */
function processorTime(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    sum += 10 * (Number(fields[11]) + Number(fields[12]));
  }
  return sum;
}

type Sample = { readonly rate: number; readonly servers: number; readonly balancer: number };

/** Measures answered calls per second, and the processor time of each. */
async function measure({ port, pid }: Target): Promise<Sample> {
  const programs = [servers.map((server) => server.pid), pid === 0 ? [] : [pid]];
  const before = programs.map(processorTime);
  const from = performance.now();
  const goesOn = () => performance.now() - from < Number(options.seconds) * 1000;
  let answered = 0;
  const calling = async () => {
    const connection = openRaw(port, '127.0.0.1');
    while (goesOn()) {
      connection.send(head + body);
      const reply = await connection.receive();
      if (reply?.status !== 200) throw new Error(`answered ${reply?.status} ${reply?.body}`);
      answered++;
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: Number(options.clients) }, calling));
  const [work = 0, balancing = 0] = programs.map(
    (pids, i) => processorTime(pids) - (before[i] ?? 0),
  );
  const rate = (1000 * answered) / (performance.now() - from);
  return { rate, servers: work / answered, balancer: balancing / answered };
}

type Target = {
  readonly name: string;
  readonly port: number /** Of the balancer; 0: none. */;
  readonly pid: number;
};

const servers: RunningServer[] = [];
for (let i = 0; i < 4; i++) servers.push(await startServer());
const ports = servers.map(({ port }) => port);
const balancers = await Promise.all(
  [1, 2, 4].map(async (count) => ({
    name: `${count} behind ${options.balancer}`,
    ...(await startBalancer(ports.slice(0, count))),
  })),
);
const targets: readonly Target[] = [
  { name: '1 without it', port: ports[0] ?? 0, pid: 0 },
  ...balancers,
];
const samples = new Map<string, Sample[]>(targets.map(({ name }) => [name, []]));
// Runs alternate, so that disturbances affect all of them. The first round warms up.
for (let round = 0; round <= Number(options.rounds); round++) {
  for (const target of targets) {
    const sample = await measure(target);
    if (round > 0) samples.get(target.name)?.push(sample);
  }
}
for (const { stop } of balancers) stop();
await Promise.all(servers.map((server) => server.close()));

const median = (name: string, kind: keyof Sample) => {
  const sorted = (samples.get(name) ?? []).map((each) => each[kind]).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
};
console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}; ${options.inputs} inputs P2WPKH a call, ${options.clients} clients, medians of ${options.rounds} rounds of ${options.seconds} s in turns`,
);
printTable(
  ['processes', 'calls/s', 'of one without it', 'processor ms a call', 'of the balancer'],
  targets.map(({ name }) => [
    name,
    median(name, 'rate').toFixed(0),
    (median(name, 'rate') / median('1 without it', 'rate')).toFixed(2),
    median(name, 'servers').toFixed(2),
    median(name, 'balancer').toFixed(2),
  ]),
);
