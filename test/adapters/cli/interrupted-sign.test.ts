import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatPsbt, fund, openAccount } from '../../../src/index.ts';
import { accountTexts, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';
import { buildProgram } from '../../support/nodes/server.ts';

const INPUTS = 500;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-interrupted-'));
let program = '';

beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => rmSync(folder, { recursive: true }));

function payment(): Uint8Array {
  const range = INPUTS + 40;
  const account = openAccount(accountTexts.wpkh, { network: 'regtest', range });
  const values = Array.from({ length: INPUTS }, () => 20_000);
  const coins = account.coins(utxosOf(account, values));
  const outputs = [{ address: SOMEBODY, value: BigInt(INPUTS) * 15_000n }];
  const { psbt } = fund({ coins, outputs, change: account, feeRate: 2, spendAll: true });
  return formatPsbt(psbt, 'bytes');
}

const signals = ['SIGINT', 'SIGTERM'] as const;

test.each(signals)('%s while 500 inputs are signed leaves no part of a file', async (asked) => {
  const file = join(folder, 'payment.psbt');
  const keys = join(folder, 'keys.txt');
  const given = payment();
  writeFileSync(file, given);
  writeFileSync(keys, accountTexts.wpkh);
  const words = ['-regtest', `-keys=${keys}`, '-yes', '-policy=strict', 'sign', file];
  const child = spawn(process.execPath, [program, ...words], { env: { HOME: folder } });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  // Both results have a name as soon as signing begins.
  const watcher = watch(folder, (_, name) => {
    if (name === 'payment-signed.psbt') child.kill(asked);
    if (name === 'payment-signed.psbt') watcher.close();
  });
  const ended = await new Promise((done) => {
    child.on('close', (code, signal) => done({ code, signal }));
  });
  // A shell reports this end as exit code 130 or 143.
  expect(ended, shown.slice(-500)).toEqual({ code: null, signal: asked });
  expect(shown).not.toContain('Saved to');
  expect(readdirSync(folder).filter((name) => name.startsWith('payment'))).toEqual([
    'payment.psbt',
  ]);
  expect(readFileSync(file).equals(given)).toBe(true);
});
