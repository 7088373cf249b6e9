import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStartupWallets } from '../../src/adapters/files/startup-wallets.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { decodeWallet } from '../../src/wallet/codec/codec.ts';
import { buildKillProgram } from '../support/build/kill-program.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { takesAll } from '../support/generate/sample.ts';
import { type Done, namesHost, type Order, walletWith } from './names-shared.ts';

/** `npm run test:kill` sets 500 of each. */
const KILLS = Number(process.env.COLDSIGN_KILLS ?? (takesAll ? 6 : 3));
const RACES = Number(process.env.COLDSIGN_RACES ?? process.env.COLDSIGN_KILLS ?? 20);
/** Kills before a new folder. */
const ROUNDS = 25;
/** The most answers of a child before it is killed, and the most milliseconds after them. */
const MOST_ANSWERS = 8;
const LONGEST = 40;
const ORDERS = 60;
/** Wallets with backups, by their derivation steps. */
const SOURCES = { one: 1, two: 2 } as const;

let program = '';
let folder = '';

beforeAll(async () => {
  program = await buildKillProgram('names-child');
});

beforeEach(startFolder);

afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with two wallets, their backups, and a foreign file. */
async function startFolder(): Promise<void> {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'coldsign-names-'));
  const host = namesHost(folder);
  for (const [name, path] of Object.entries(SOURCES)) {
    await host.create(walletWith(name, path));
    expect(await host.backup(name, join(folder, `${name}.backup`))).toMatchObject({ ok: true });
  }
  await host.close();
  for (const name of ['t0.new', 't0.lock.new']) writeFileSync(join(folder, name), 'of another');
}

/**
 * Returns the derivation step of a file's wallet, or `undefined` if there is no file. Throws for an
 * incomplete wallet.
 */
function pathIn(file: string): number | undefined {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  const context = { network: networks.regtest, secp256k1: nobleSecp256k1 };
  const wallet = decodeWallet(readFileSync(path), '', context);
  if ('error' in wallet) throw new Error(`${file}: ${wallet.error}`);
  return byId.get([...wallet.descriptors.keys()].join());
}

/** Derivation steps of all wallets, by the ids of their descriptors. */
const byId = new Map(
  [1, 2, 3, 4, 5].map((path) => [[...walletWith('', path).descriptors.keys()].join(), path]),
);

type Child = {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  /** Answers, by the numbers of the orders. */
  readonly done: Map<number, Done>;
  send(order: Order): Promise<Done>;
  readonly ended: Promise<void>;
};

function startChild(how: 'together' | 'in turn'): Child {
  const child = spawn(process.execPath, [program, folder, how]);
  child.stderr.pipe(process.stderr);
  // It may have ended before reading everything.
  child.stdin.on('error', () => undefined);
  const done = new Map<number, Done>();
  const waiting = new Map<number, (done: Done) => void>();
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') return tellReady();
    // A truncated line is not a report.
    if (!line.endsWith('}')) return;
    const answer: Done = JSON.parse(line);
    done.set(answer.number, answer);
    waiting.get(answer.number)?.(answer);
  });
  let count = 0;
  return {
    process: child,
    ready,
    done,
    send: (order) =>
      new Promise((resolve) => {
        waiting.set(count++, resolve);
        child.stdin.write(`${JSON.stringify(order)}\n`);
      }),
    ended: new Promise((resolve) => child.on('close', () => resolve())),
  };
}

test(`two processes give no false answer in ${RACES} races for names`, {
  timeout: 7_200_000,
}, async () => {
  const random = createRandom(seedOfRun());
  const children = [startChild('together'), startChild('together')] as const;
  const [a, b] = random.oneIn(2) ? children : [children[1], children[0]];
  await Promise.all(children.map(({ ready }) => ready));
  await Promise.all([a.send({ act: 'load', name: 'one' }), b.send({ act: 'load', name: 'two' })]);
  const noted: string[] = [];
  let answered = 0;
  for (let round = 0; round < RACES; round++) {
    answered += await race(round, [a, b], random, noted);
    await Promise.all(children.map((child) => child.send({ act: 'unload', name: `n${round}` })));
  }
  for (const child of children) child.process.stdin?.end();
  await Promise.all(children.map(({ ended }) => ended));
  expect(createStartupWallets(join(folder, 'settings.json')).names()).toEqual(
    expect.arrayContaining(noted),
  );
  console.log(`${RACES} races, ${answered} were answered with success`);
});

async function race(
  round: number,
  [a, b]: readonly [Child, Child],
  random: Random,
  noted: string[],
): Promise<number> {
  const [name, target] = [`n${round}`, `t${round}`];
  const orders: { child: Child; order: Order; path?: number }[] = [
    { child: a, order: { act: 'create', name, path: 3 }, path: 3 },
    { child: b, order: { act: 'create', name, path: 4 }, path: 4 },
    { child: a, order: { act: 'restore', name, source: 'one.backup' }, path: 1 },
    { child: b, order: { act: 'restore', name, source: 'two.backup' }, path: 2 },
    { child: a, order: { act: 'load', name } },
    { child: b, order: { act: 'unload', name } },
    { child: a, order: { act: 'backup', name: 'one', target }, path: 1 },
    { child: b, order: { act: 'backup', name: 'two', target }, path: 2 },
    { child: a, order: { act: 'note', name: `a${round}` } },
    { child: b, order: { act: 'note', name: `b${round}` } },
  ];
  const answers = await Promise.all(
    random
      .shuffle(orders)
      .map(async ({ child, order, path }) => ({ order, path, done: await child.send(order) })),
  );
  const good = answers.filter(({ done }) => done.ok);
  const made = good.filter(({ order: { act } }) => act === 'create' || act === 'restore');
  expect(made.map(({ path }) => path)).toEqual([pathIn(`wallets/${name}.wallet`)]);
  const copied = good.filter(({ order: { act } }) => act === 'backup');
  const inFile = pathIn(target);
  expect(copied.map(({ path }) => path)).toEqual(inFile === undefined ? [] : [inFile]);
  for (const { order } of good) if (order.act === 'note') noted.push(order.name);
  return good.length;
}

function someOrders(random: Random, from: number): readonly Order[] {
  return Array.from({ length: ORDERS }, (_, i) => {
    const name = `n${from + i}`;
    switch (random.int(3)) {
      case 0:
        return { act: 'create', name, path: 3 };
      case 1:
        return { act: 'restore', name, source: 'two.backup' };
      default:
        return { act: 'backup', name: 'one', target: `t${random.int(4)}` };
    }
  });
}

const pathOf = ({ act }: Order) => ({ create: 3, restore: 2, backup: 1 })[String(act)];
const fileOf = (order: Order) =>
  order.act === 'backup' ? order.target : `wallets/${order.name}.wallet`;

test(`wallets made, restored and backed up agree with the answers after each of ${KILLS} kills`, {
  timeout: 7_200_000,
}, async () => {
  const random = createRandom(seedOfRun());
  const known = new Map<string, number | undefined>();
  const cut: Order[] = [];
  let answered = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % ROUNDS === 0 && kill > 0) {
      await tidy(known, cut);
      await startFolder();
    }
    const child = startChild('in turn');
    const orders: readonly Order[] = [
      { act: 'load', name: 'one' },
      ...someOrders(random, kill * ORDERS),
    ];
    await child.ready;
    const sent = orders.map((order) => child.send(order));
    await sent[random.int(MOST_ANSWERS)];
    setTimeout(() => child.process.kill('SIGKILL'), random.int(LONGEST));
    await child.ended;
    answered += child.done.size;
    for (const [number, order] of orders.slice(0, child.done.size + 1).entries()) {
      if (order.act === 'load') continue;
      const done = child.done.get(number);
      if (done === undefined) cut.push(order);
      else expect(done, JSON.stringify(order)).toEqual({ number, ok: true });
      if (done !== undefined) known.set(fileOf(order), pathOf(order));
      // Without an answer, the result is complete or absent.
      else expect([undefined, pathOf(order)]).toContain(pathIn(fileOf(order)));
    }
    for (const [file, path] of known) expect(pathIn(file), file).toBe(path);
  }
  await tidy(known, cut);
  console.log(`${KILLS} kills, ${answered} answers`);
});

/**
 * Checks that the next process is not blocked, and that afterwards no leftovers of killed ones
 * exist.
 */
async function tidy(known: Map<string, number | undefined>, cut: Order[]): Promise<void> {
  const host = namesHost(folder);
  // The locks of loaded wallets are taken over.
  for (const name of await host.list()) expect(await host.load(name)).toMatchObject({ ok: true });
  for (const order of cut.splice(0)) {
    if (order.act === 'backup') {
      expect(await host.backup('one', join(folder, order.target))).toMatchObject({ ok: true });
    } else if (pathIn(fileOf(order)) === undefined) {
      expect(await host.create(walletWith(order.name, 3))).toMatchObject({ ok: true });
    }
    known.set(fileOf(order), pathIn(fileOf(order)));
  }
  await host.close();
  const wallets = readdirSync(join(folder, 'wallets')).map((name) => `wallets/${name}`);
  const expected = ['wallets/one.wallet', 'wallets/two.wallet', 'one.backup', 'two.backup'];
  const others = ['t0.new', 't0.lock.new', 'wallets'];
  expect([...readdirSync(folder), ...wallets].sort()).toEqual(
    [...new Set([...known.keys(), ...expected, ...others])].sort(),
  );
  for (const name of others.slice(0, 2)) {
    expect(readFileSync(join(folder, name), 'utf8')).toBe('of another');
  }
  known.clear();
}
