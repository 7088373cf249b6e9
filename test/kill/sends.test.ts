import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { formatAddress } from '../../src/script/address.ts';
import { outPointKey, type Transaction, type TxOut } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { outboxOf } from '../../src/wallet/ledger/outbox.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { buildKillProgram } from '../support/build/kill-program.ts';
import { transactionOf } from '../support/chains/world.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { takesAll } from '../support/generate/sample.ts';
import { RECIPIENT, readNetwork, SENDER, type SendLine, senderHost } from './send-shared.ts';

/** `npm run test:kill` sets 500. */
const KILLS = Number(process.env.COLDSIGN_KILLS ?? (takesAll ? 6 : 3));
/** Kills before a new wallet, which has coins for this many. */
const ROUNDS = 8;
/** The most milliseconds after the child is ready. */
const LONGEST = 800;

let program = '';
let folder = '';

beforeAll(async () => {
  program = await buildKillProgram('send-child');
  folder = mkdtempSync(join(tmpdir(), 'coldsign-kill-send-'));
});

afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the child's reports until it was killed, `delay` ms after it was ready. */
function runAndKill(seed: number, delay: number): Promise<readonly SendLine[]> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, folder, String(seed)]);
    let text = '';
    let armed = false;
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (armed || !text.includes('"ready"')) return;
      armed = true;
      setTimeout(() => child.kill('SIGKILL'), delay);
    });
    child.stderr.pipe(process.stderr);
    child.on('close', () => {
      const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      done(whole.slice(0, -1).map((line) => JSON.parse(line) as SendLine));
    });
  });
}

async function openSender(): Promise<Wallet> {
  const host = senderHost(folder);
  expect(await host.load(SENDER)).toEqual({ ok: true, warnings: [] });
  const wallet = host.get(SENDER)?.value;
  await host.close();
  if (wallet === undefined) throw new Error('a wallet that was loaded is there');
  return wallet;
}

function outboxFiles(): readonly string[] {
  const own = join(folder, 'outbox', SENDER);
  return existsSync(own) ? readdirSync(own).map((name) => name.replace('.hex', '')) : [];
}

/** Returns the amount paid to others, in satoshi. */
function paidBy({ outputs }: Transaction): number {
  const isOther = ({ scriptPubKey }: TxOut) =>
    formatAddress(scriptPubKey, networks.regtest) === RECIPIENT;
  return Number(outputs.find(isOther)?.value);
}

test(`nothing is lost or sent twice over ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  let answered = new Map<string, number>();
  let count = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % ROUNDS === 0) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(join(folder, 'wallets'), { recursive: true });
      answered = new Map();
    }
    for (const line of await runAndKill(seed + kill, random.int(LONGEST))) {
      if (line.kind === 'bug') throw new Error(line.text);
      if (line.kind !== 'done') continue;
      answered.set(line.txid, line.amount);
      count++;
    }
    checkSender(await openSender(), answered);
  }
  console.log(`${KILLS} kills, ${count} answered payments`);
});

function checkSender(wallet: Wallet, answered: ReadonlyMap<string, number>): void {
  const { transactions } = wallet.ledger;
  for (const txid of answered.keys()) expect(transactions.has(txid), 'in the wallet').toBe(true);
  const waiting = outboxOf(wallet).map(({ txid }) => txid);
  expect([...outboxFiles()].sort(), 'wallet and files agree').toEqual([...waiting].sort());

  const network = readNetwork(folder).map(transactionOf);
  const given = network.map(transactionId);
  expect(new Set(given).size, 'given to the network once').toBe(given.length);
  for (const txid of given) expect(transactions.has(txid), 'known before it was sent').toBe(true);

  const own = [...transactions.values()].map(({ transaction }) => transaction);
  const spent = own.flatMap(({ inputs }) => inputs.map(({ prevout }) => outPointKey(prevout)));
  expect(new Set(spent).size, 'each coin is spent once').toBe(spent.length);
  for (const [txid, amount] of answered) {
    const transaction = transactions.get(txid)?.transaction;
    expect(transaction && paidBy(transaction)).toBe(amount);
  }
}
