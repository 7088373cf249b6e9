import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { unlockKeyring } from '../../src/wallet/keys/encryption.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createWallet, isMine, type Wallet } from '../../src/wallet/wallet.ts';
import { buildKillProgram } from '../support/build/kill-program.ts';
import { createPayingChain, paidDescriptor } from '../support/chains/paying-chain.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { takesAll } from '../support/generate/sample.ts';
import { withDescriptorText } from '../support/generate/wallet.ts';
import { passphraseKey } from '../support/passphrase-key.ts';
import { type Acknowledged, CHAIN, PASSPHRASE, WALLET } from './shared.ts';

/** `npm run test:kill` sets 500. */
const KILLS = Number(process.env.COLDSIGN_KILLS ?? (takesAll ? 6 : 3));
/** Kills before a new wallet. */
const ROUNDS = 25;
/** The most milliseconds after the child is ready. */
const LONGEST = 600;

let program = '';
let folder = '';
/** Payments to each descriptor that the chain pays. */
let payments: readonly ReadonlySet<string>[] = [];

beforeAll(async () => {
  program = await buildKillProgram('child');
  folder = mkdtempSync(join(tmpdir(), 'coldsign-kill-'));
  payments = await findPayments();
});

afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

async function findPayments(): Promise<readonly ReadonlySet<string>[]> {
  const { source } = createPayingChain(CHAIN, kernelSecp256k1);
  const blocks = await source.blocks(1, CHAIN.blocks);
  const options = { secp256k1: kernelSecp256k1, random: createRandom(1) };
  return Array.from({ length: CHAIN.descriptors }, (_, i) => {
    const empty = createWallet({
      name: '',
      network: networks.regtest,
      flags: { disablePrivateKeys: true },
    });
    const wallet = withDescriptorText(empty, paidDescriptor(i), options);
    const outputs = blocks.flatMap(({ transactions }) => transactions);
    const found = outputs.filter(({ outputs: [output] }) =>
      isMine(wallet, encodeHex(output?.scriptPubKey ?? new Uint8Array(0))),
    );
    return new Set(found.map(({ locktime, inputs }) => `${locktime} ${inputs[0]?.prevout.vout}`));
  });
}

/**
 * Returns the child's reports until it was killed, `delay` ms after it was ready, or after it
 * started.
 */
function runAndKill(
  seed: number,
  delay: number,
  after: 'ready' | 'start',
): Promise<readonly Acknowledged[]> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, folder, String(seed)]);
    let text = '';
    let armed = after === 'start';
    if (armed) setTimeout(() => child.kill('SIGKILL'), 2 * delay);
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (armed || !text.includes('"ready"')) return;
      armed = true;
      setTimeout(() => child.kill('SIGKILL'), delay);
    });
    child.stderr.pipe(process.stderr);
    // A truncated line is not a report.
    child.on('close', () => {
      const lines = text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .slice(0, -1);
      done(lines.map((line) => JSON.parse(line) as Acknowledged));
    });
  });
}

async function openWallet(): Promise<Wallet> {
  const host = createFileHost({
    folder,
    context: { network: networks.regtest, secp256k1: kernelSecp256k1 },
    options: { ...defaultWalletOptions, scryptCost: { n: 2, r: 1, p: 1 } },
  });
  expect(await host.load(WALLET)).toEqual({ ok: true, warnings: [] });
  const wallet = host.get(WALLET)?.value;
  await host.close();
  if (wallet === undefined) throw new Error('a wallet that was loaded is there');
  return wallet;
}

type Told = {
  readonly addresses: Set<string>;
  readonly labels: Map<string, string>;
  /** Descriptors that were scanned for payments. */
  readonly imported: Set<number>;
  encrypted: boolean;
  /** True if the wallet was created. */
  ready: boolean;
};

const emptyTold = (): Told => ({
  addresses: new Set(),
  labels: new Map(),
  imported: new Set(),
  encrypted: false,
  ready: false,
});

function note(told: Told, lines: readonly Acknowledged[]): void {
  for (const line of lines) {
    if (line.kind === 'bug') throw new Error(line.text);
    if (line.kind === 'ready') told.ready = true;
    if (line.kind === 'encrypted') told.encrypted = true;
    if (line.kind === 'import') told.imported.add(line.descriptor);
    if (line.kind === 'rescan') expect(line.height).toBe(CHAIN.blocks);
    if (line.kind !== 'address') continue;
    expect(told.addresses, 'an address is told once').not.toContain(line.address);
    told.addresses.add(line.address);
    if (line.label !== undefined) told.labels.set(line.address, line.label);
  }
}

function scriptOf(address: string): string {
  const script = decodeAddress(address, networks.regtest);
  if ('error' in script) throw new Error(script.error);
  return encodeHex(script);
}

function check(wallet: Wallet, { addresses, labels, imported, encrypted }: Told): void {
  for (const address of addresses) expect(isMine(wallet, scriptOf(address))).toBe(true);
  for (const [address, label] of labels) {
    expect(wallet.labels.get(scriptOf(address))?.label).toBe(label);
  }
  const known = new Set(
    [...wallet.ledger.transactions.values()].map(
      ({ transaction: { locktime, inputs } }) => `${locktime} ${inputs[0]?.prevout.vout}`,
    ),
  );
  for (const descriptor of imported) {
    for (const payment of payments[descriptor] ?? []) expect(known).toContain(payment);
  }
  const { keyring } = wallet;
  if (encrypted) expect(keyring.kind).toBe('locked');
  if (keyring.kind !== 'locked') return;
  expect(
    unlockKeyring(keyring.sealed, passphraseKey(PASSPHRASE, keyring.sealed.scrypt.salt)),
  ).not.toHaveProperty('error');
}

test(`acknowledged changes survive each of ${KILLS} kills`, {
  timeout: 3_600_000,
}, async () => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  let told: Told | undefined;
  let acknowledged = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (told === undefined || kill % ROUNDS === 0) {
      rmSync(folder, { recursive: true, force: true });
      told = emptyTold();
    }
    const after = random.oneIn(8) ? 'start' : 'ready';
    const lines = await runAndKill(seed + kill, random.int(LONGEST), after);
    acknowledged += lines.length;
    note(told, lines);
    if (told.ready) check(await openWallet(), told);
  }
  console.log(`${KILLS} kills, ${acknowledged} acknowledged changes`);
});
