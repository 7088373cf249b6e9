// npm run bench:server: measures short calls while a signing of 5,000 inputs runs, here and at the
// real node, alternating.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { openRaw, type RawConnection } from '../support/nodes/raw-http.ts';
import { password, startServer, user } from '../support/nodes/server.ts';
import { benchCase } from './cases.ts';
import { printTable } from './measure.ts';

type Target = { readonly name: string; readonly url: string; readonly stop: () => Promise<void> };
type Short = { readonly name: string; readonly body: string };
/** Milliseconds of every call of a round, and the duration of the round in seconds. */
type Sample = { readonly times: number[]; seconds: number };

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '4' },
    pace: { type: 'string', default: '200' },
    inputs: { type: 'string', default: '5000' },
  },
});
const rounds = Number(options.rounds);
const milliseconds = Number(options.seconds) * 1000;
const clients = Number(options.clients);
/** Calls per second. */
const pace = Number(options.pace);

const shorts: readonly Short[] = [
  {
    name: 'create',
    body: `{"id":1,"method":"createrawtransaction","params":[[{"txid":"${'ab'.repeat(32)}","vout":1}],[{"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080":0.1},{"data":"00ff"}]]}`,
  },
  {
    name: 'sign 1 input',
    body: `{"id":1,"method":"signrawtransactionwithkey","params":${benchCase('P2WPKH', 1).params}}`,
  },
];
const signing = `{"id":1,"method":"signrawtransactionwithkey","params":${benchCase('P2WPKH', Number(options.inputs)).params}}`;

async function ours(): Promise<Target> {
  const server = await startServer();
  const stop = () => server.close();
  return { name: 'coldsign', url: `http://${user}:${password}@127.0.0.1:${server.port}`, stop };
}

/** Returns BITCOIND_URL, or a new node from ../shared/oracle. */
async function real(): Promise<Target | undefined> {
  const url = process.env.BITCOIND_URL;
  if (url !== undefined) return { name: 'node', url, stop: async () => {} };
  try {
    const node: RealNode = await startNode();
    return { name: 'node', url: node.url, stop: node.stop };
  } catch (error) {
    // This machine has no node, and none can be set up.
    console.log(`not measured: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** A connection to a server. */
type Client = { readonly ask: (body: string) => Promise<void>; readonly end: () => void };

function connectTo({ url }: Target): Client {
  const { hostname, port, username, password: secret } = new URL(url);
  const auth = Buffer.from(`${username}:${decodeURIComponent(secret)}`).toString('base64');
  const connection: RawConnection = openRaw(Number(port), hostname);
  const head = `POST / HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Basic ${auth}\r\n`;
  return {
    end: connection.end,
    ask: async (body) => {
      connection.send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
      const reply = await connection.receive();
      if (reply?.status !== 200) throw new Error(`answered ${reply?.status} ${reply?.body}`);
    },
  };
}

/** Makes calls until it should stop, and adds the duration of each to the sample. */
type Caller = (
  target: Target,
  body: string,
  sample: Sample,
  goesOn: () => boolean,
) => Promise<void>;

async function timed({ ask }: Client, body: string, sample: Sample): Promise<void> {
  const before = performance.now();
  await ask(body);
  sample.times.push(performance.now() - before);
}

/** Runs several clients, each making one call after another, to find the highest rate. */
const asFastAsPossible: Caller = async (target, body, sample, goesOn) => {
  const calling = async () => {
    const client = connectTo(target);
    while (goesOn()) await timed(client, body, sample);
    client.end();
  };
  await Promise.all(Array.from({ length: clients }, calling));
};

/**
 * Makes calls at a fixed rate, whether or not earlier ones are answered, to find their duration.
 */
const atAPace: Caller = async (target, body, sample, goesOn) => {
  const free: Client[] = [];
  const all: Client[] = [];
  const running = new Set<Promise<void>>();
  const start = performance.now();
  for (let sent = 0; goesOn(); sent++) {
    const wait = start + (sent * 1000) / pace - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    const client = free.pop() ?? connectTo(target);
    if (!all.includes(client)) all.push(client);
    const call = timed(client, body, sample).then(() => {
      free.push(client);
      running.delete(call);
    });
    running.add(call);
  }
  await Promise.all(running);
  for (const { end } of all) end();
};

/** Measures until the time has passed, but not before `until` allows. */
async function measure(
  target: Target,
  { body }: Short,
  caller: Caller,
  samples: Sample[],
  until: () => boolean,
): Promise<void> {
  const sample: Sample = { times: [], seconds: 0 };
  samples.push(sample);
  const start = performance.now();
  const goesOn = () => performance.now() - start < milliseconds || !until();
  await caller(target, body, sample, goesOn);
  sample.seconds = (performance.now() - start) / 1000;
}

/** Measures while one signing after another runs. Returns the duration of each. */
async function measureLoaded(
  target: Target,
  short: Short,
  caller: Caller,
  samples: Sample[],
  signings: number[],
): Promise<void> {
  let over = false;
  let signed = 0;
  const load = async () => {
    const { ask, end } = connectTo(target);
    while (!over) {
      const before = performance.now();
      await ask(signing);
      signings.push(performance.now() - before);
      signed++;
    }
    end();
  };
  const loading = load();
  await measure(target, short, caller, samples, () => signed > 0);
  over = true;
  await loading;
}

const percentile = ({ times }: Sample, share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

/** Returns the median over rounds, so that a moment in which the machine was busy has no effect. */
function median(rounds: readonly Sample[], value: (round: Sample) => number): number {
  const sorted = rounds.map(value).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const medianP99 = (rounds: readonly Sample[]) => median(rounds, (round) => percentile(round, 0.99));

function row(name: string, rounds: readonly Sample[]): string[] {
  return [
    name,
    median(rounds, ({ times, seconds }) => times.length / seconds).toFixed(0),
    median(rounds, (round) => percentile(round, 0.5)).toFixed(2),
    medianP99(rounds).toFixed(2),
    Math.max(...rounds.map((round) => percentile(round, 1))).toFixed(2),
  ];
}

const targets = [await ours(), await real()].filter((target) => target !== undefined);
const samples = new Map<string, Sample[]>();
const signings = new Map<string, number[]>();
const samplesOf = (name: string): Sample[] => {
  const list = samples.get(name) ?? [];
  samples.set(name, list);
  return list;
};
for (let round = 0; round < rounds; round++) {
  console.error(`round ${round + 1} of ${rounds}: about a minute`);
  for (const short of shorts)
    for (const [how, caller] of [
      [`${clients} clients`, asFastAsPossible],
      [`${pace} calls/s`, atAPace],
    ] as const)
      for (const target of targets) {
        const took = signings.get(target.name) ?? [];
        signings.set(target.name, took);
        const label = (when: string) => `${short.name}, ${how}, ${when}, ${target.name}`;
        await measure(target, short, caller, samplesOf(label('idle')), () => true);
        await measureLoaded(target, short, caller, samplesOf(label('while signing')), took);
      }
}
await Promise.all(targets.map(({ stop }) => stop()));

console.log(
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}; ${options.inputs} inputs, ${rounds} rounds of ${options.seconds} s in turns, medians of rounds`,
);
const head = ['short calls', 'calls/s', 'p50 ms', 'p99 ms', 'worst ms'];
printTable(
  head,
  [...samples]
    .map(([name, list]) => row(name, list))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
);
for (const [name, times] of signings)
  console.log(
    `a signing beside them took ${name} ${(times.reduce((sum, time) => sum + time, 0) / times.length / 1000).toFixed(2)} s`,
  );
const p99 = (name: string) => Number(medianP99(samplesOf(name)).toFixed(2));
if (targets.length === 2)
  for (const { name } of shorts) {
    const label = `${name}, ${pace} calls/s, while signing`;
    const [us, node] = [p99(`${label}, coldsign`), p99(`${label}, node`)];
    const verdict = us <= node ? 'no worse than the node' : 'worse than the node';
    console.log(`p99 of ${label}: ${us} ms against ${node} ms: ${verdict}`);
  }
