import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { readBerkeley } from '../../src/formats/wallet-dat/berkeley.ts';
import { readRecords } from '../../src/formats/wallet-dat/records.ts';
import { readSqlite } from '../../src/formats/wallet-dat/sqlite.ts';
import { openWalletDat } from '../../src/formats/wallet-dat/wallet-dat.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';

type Vector = {
  readonly name: string;
  readonly kind: 'berkeley' | 'sqlite';
  readonly file: string;
};

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const files = vectors.map(({ name, kind, file }) => ({
  name,
  kind,
  bytes: new Uint8Array(gunzipSync(Buffer.from(file, 'base64'))),
}));
type File = (typeof files)[number];

const context = { network: networks.regtest, secp256k1 };
const seed = seedOfRun();
/** Number of damaged files. */
const COUNT = casesOfRun(1500);
/** One of so many is opened completely, with all of its keys. */
const OPENED = 50;

/** Changes bytes, words, pages or the length of a file. */
function damage(file: Uint8Array, random: Random): Uint8Array {
  const bytes = file.slice();
  const times = 1 + random.int(4);
  for (let i = 0; i < times; i++) {
    const at = random.int(bytes.length);
    const page = 512 * random.int(Math.floor(bytes.length / 512));
    switch (random.int(7)) {
      case 0:
        bytes[at] = random.int(256);
        break;
      case 1:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
        break;
      case 2:
        // Numbers that counts, offsets and page numbers must not have.
        for (let k = 0; k < 4; k++) bytes[at + k] = random.int(2) === 0 ? 0xff : 0;
        break;
      case 3:
        bytes.copyWithin(page, 512 * random.int(Math.floor(bytes.length / 512)), page + 512);
        break;
      case 4:
        bytes.fill(random.int(256), page, page + 512);
        break;
      case 5:
        // Headers of pages decide most.
        bytes[page + random.int(32)] = random.int(256);
        break;
      default:
        return bytes.slice(0, at);
    }
  }
  return bytes;
}

/** Returns what was read, or the error, and checks that its size is bounded by the file's. */
function readDamaged({ kind }: File, bytes: Uint8Array): 'read' | 'refused' {
  const found = kind === 'berkeley' ? readBerkeley(bytes) : readSqlite(bytes);
  if ('error' in found) {
    expect(found.error).toMatch(/^[a-z].{20,}/);
    return 'refused';
  }
  const size = found.records.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  expect(size).toBeLessThanOrEqual(2 * bytes.length);
  expect(found.records.length).toBeLessThanOrEqual(bytes.length / 2);
  readRecords(found.records);
  return 'read';
}

test('reads or refuses damaged files, and never throws or needs more memory', () => {
  const random = createRandom(seed);
  const counts = { read: 0, refused: 0, opened: 0 };
  for (let i = 0; i < COUNT; i++) {
    const file = files[i % files.length];
    if (file === undefined) continue;
    const bytes = damage(file.bytes, random);
    counts[readDamaged(file, bytes)]++;
    if (i % OPENED === 0 && 'descriptors' in openWalletDat(bytes, undefined, context)) {
      counts.opened++;
    }
  }
  console.log(`damaged files: ${JSON.stringify(counts)}`);
  expect(counts.read).toBeGreaterThan(COUNT / 4);
});

test.each(files)('reads what is left of “$name” at every length of its pages', (file) => {
  for (let length = 0; length <= file.bytes.length; length += 512) {
    readDamaged(file, file.bytes.slice(0, length));
  }
});

/** Returns a Berkeley DB file whose pages all refer to each other. */
function loops(file: Uint8Array, size: number): Uint8Array {
  const bytes = file.slice();
  const view = new DataView(bytes.buffer);
  for (let page = 1; page * size < bytes.length; page++) {
    for (const at of [12, 16]) view.setUint32(page * size + at, 1 + (page % 3), true);
  }
  return bytes;
}

test('ends in a file whose pages refer to each other', () => {
  const file = files.find(({ name }) => name === 'seed without change');
  if (file === undefined) throw new Error('no file');
  expect(readDamaged(file, loops(file.bytes, 512))).toBe('read');
});

test('finds the keys of a file whose index is lost', () => {
  const file = files.find(({ name }) => name === 'seed');
  if (file === undefined) throw new Error('no file');
  const bytes = file.bytes.slice();
  // The first page after the metadata names the place of the database “main”.
  bytes.fill(0, 4096, 8192);
  const found = openWalletDat(bytes, undefined, context);
  if ('error' in found) throw new Error(found.error);
  expect(found.findings.lost).toContain(
    'the index of the database, which is damaged: records were searched for in all pages',
  );
  expect(found.file.keys.size).toBe(9);
});
