import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kernelSecp256k1 as curve } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { createSilentScanner } from '../../src/silent/scan.ts';
import { createRandom } from '../support/generate/random.ts';
import { root } from '../support/paths.ts';

// npm run bench:silent -- [DIR]: measures processor time of a scan of 100,000 transactions with one
// taproot output each, for an address and its label 0; then of libsecp256k1's module, whose source
// is in DIR.
const [TRANSACTIONS, ROUNDS, BATCH] = [20_000, 5, 2000];
const random = createRandom(352);

function randomKey(): Uint8Array {
  const key = curve.publicKey(random.bytes(32), true);
  if (key === undefined) throw new Error('not a private key');
  return key;
}

const scanKey = PrivateKey.from(random.bytes(32), true);
if (scanKey === undefined) throw new Error('not a private key');
const spendKey = randomKey();
const candidates = Array.from({ length: TRANSACTIONS }, () => ({
  tweak: randomKey(),
  outputs: [randomKey().subarray(1)],
}));
const scanner = createSilentScanner({ scanKey, spendKey }, [], curve);

function scanAll(): number {
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < TRANSACTIONS; at += BATCH) {
      const found = scanner.scan(candidates.slice(at, at + BATCH)).flat();
      if (found.length > 0) throw new Error('a random output was found');
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const seconds = [scanAll(), scanAll(), scanAll()];
const list = (times: readonly number[]) => times.map((each) => each.toFixed(1)).join(', ');
console.log(`coldsign/kernel: ${list(seconds)} s`);

const [, , source] = process.argv;
if (source !== undefined) {
  const folder = join(root, '.tmp');
  mkdirSync(folder, { recursive: true });
  const [data, program] = [join(folder, 'scan-time.data'), join(folder, 'scan-time')];
  const rows = candidates.flatMap(({ tweak, outputs }) => [tweak, ...outputs]);
  writeFileSync(data, concatBytes(scanKey.reveal(), spendKey, ...rows));
  const parts = ['secp256k1.c', 'precomputed_ecmult.c', 'precomputed_ecmult_gen.c'];
  execFileSync('cc', [
    ...['-O2', '-w', '-DUSE_ASM_X86_64=1'],
    ...['-DENABLE_MODULE_EXTRAKEYS=1', '-DENABLE_MODULE_SILENTPAYMENTS=1'],
    ...[`-I${join(source, 'include')}`, '-o', program, join(root, 'test/silent/scan-time.c')],
    ...parts.map((file) => join(source, 'src', file)),
  ]);
  const times = [1, 2, 3].map(() => Number(execFileSync(program, [data])));
  console.log(`libsecp256k1: ${list(times)} s`);
  console.log(`ratio of the best: ${(Math.min(...seconds) / Math.min(...times)).toFixed(2)}`);
}
