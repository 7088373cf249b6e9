import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode as encodeJpeg } from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Terminal } from '../../../src/adapters/cli/terminal.ts';
import { decodePng } from '../../../src/adapters/qr/decode-png.ts';
import { runRead } from '../../../src/adapters/qr/read.ts';
import { runShow } from '../../../src/adapters/qr/show.ts';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { encodeBase64 } from '../../../src/encoding/base64.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { createPsbt } from '../../../src/psbt/psbt.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { createFrameReader, detect } from '../../../src/transport/reader.ts';
import { type BuiltWorkers, buildProgram } from '../../support/build/built-workers.ts';
import { readVector, root } from '../../support/paths.ts';
import { has } from '../../support/screens/programs.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const ESCAPE = '\u001b';
/** Colours and cursor movements. */
const ESCAPES = new RegExp(`${ESCAPE}\\[[0-9;?]*[A-Za-z]`, 'g');

const folder = mkdtempSync(join(tmpdir(), 'coldsign-qr-'));
let program: BuiltWorkers;
beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true });
});

const [, psbts] = JSON.parse(readVector('transport/electrum-base43.json'));
const base64 = encodeBase64(decodeHex(psbts.hex) ?? new Uint8Array(0));

/** Makes a PSBT with the complete transaction that created the coin. */
function spending(script: string): string {
  const coin = { value: 50_000n, scriptPubKey: decodeHex(script) ?? new Uint8Array(0) };
  const previous: Transaction = {
    version: 2,
    inputs: [inputOf('11'.repeat(32))],
    outputs: [coin, { ...coin, value: 7n }],
    locktime: 0,
  };
  const spend = { ...previous, inputs: [inputOf(transactionId(previous))], outputs: [coin] };
  const blank = createPsbt(spend, 0);
  const inputs = blank.inputs.map((each) => ({ ...each, nonWitnessUtxo: previous }));
  return encodeBase64(encodePsbt({ ...blank, inputs }) ?? new Uint8Array(0));
}

const inputOf = (txid: string) => ({
  prevout: { txid, vout: 0 },
  sequence: 0xfffffffd,
  scriptSig: new Uint8Array(0),
  witness: [],
});

type Options = Partial<Terminal> & { readonly keys?: readonly boolean[] };

async function call(
  run: typeof runRead,
  args: readonly string[],
  { keys, ...options }: Options = {},
) {
  const pressed = [...(keys ?? [])];
  const { terminal, written } = fakeTerminal({
    readInput: async () => base64,
    readFile: (path) => (path === 'nothing' ? undefined : readFileSync(path, 'utf8')),
    ...(keys && { keyWithin: async () => pressed.shift() ?? true }),
    ...options,
  });
  return { code: await run(args, terminal, program.entry), ...written };
}

/** Returns a reader's result for the last of these frames, one per line. */
function lastReadOf(out: string) {
  const reader = createFrameReader(secp256k1);
  return out
    .trim()
    .split('\n')
    .map((line) => reader.receive(line))
    .at(-1);
}

test('prints frames as lines without a terminal, which restore the PSBT', async () => {
  for (const words of [
    ['-for=Coldcard Q'],
    ['-as=specter', '-length=300'],
    ['-for=seedsigner', '-full'],
  ]) {
    const { out, code } = await call(runShow, [...words, '-']);
    expect(code).toBe(0);
    expect(lastReadOf(out)).toMatchObject({ status: 'done', value: { kind: 'psbt' } });
  }
});

test('a snapshot is restored from its frames', async () => {
  const file = join(root, 'vectors/example/chain.snapshot');
  const { out, code } = await call(runShow, ['-length=300', file]);
  expect(code).toBe(0);
  const last = lastReadOf(out);
  expect(last).toMatchObject({ status: 'done', value: { kind: 'binary' } });
  if (last?.status !== 'done' || last.value.kind !== 'binary') return;
  expect(Buffer.from(last.value.bytes).equals(readFileSync(file))).toBe(true);
  const other = await call(runShow, ['-as=bbqr', file]);
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('as UR alone')]);
});

test('leaves out fields that a device does not need, and reports it', async () => {
  const hash = { readInput: async () => spending('0014'.padEnd(44, 'a1')) };
  const [seedsigner, keystone, full] = await Promise.all(
    ['-for=SeedSigner', '-for=Keystone', '-full'].map((word) => call(runShow, [word, '-'], hash)),
  );
  expect(seedsigner?.err).toBe('Note: 1 previous transaction was left out; -full keeps them\n');
  expect([keystone?.err, full?.err]).toEqual(['', '']);
  const taproot = { readInput: async () => spending('5120'.padEnd(68, 'a1')) };
  expect((await call(runShow, ['-for=Keystone', '-'], taproot)).err).toMatch(/was left out/);
});

test('a wallet in several UR frames becomes one UR for decodewallet and importwallet', async () => {
  const [whole = ''] = JSON.parse(readVector('formats/ur.json')).account.urs;
  const frames = await call(runShow, ['-for=SeedSigner', '-'], { readInput: async () => whole });
  expect(frames.out.trim().split('\n').length).toBeGreaterThan(2);
  const read = await call(runRead, ['-'], { readInput: async () => frames.out });
  expect([read.code, read.err]).toEqual([
    0,
    'the public keys of an account (UR type crypto-account)\n',
  ]);
  expect(read.out.trim().toLowerCase()).toBe(whole);
});

test('reports that damaged or different codes gave no result', async () => {
  for (const text of ['ur:crypto-psbt/aeadaolazmjendeoti', 'B$HX0100AABB']) {
    const { code, err } = await call(runRead, ['-'], { readInput: async () => text });
    expect([code, err.split('\n').at(-2)]).toEqual([
      1,
      'Error: No part of the message could be read. Take all pictures again',
    ]);
  }
});

test('shows the codes in turn until a key is pressed', async () => {
  const { code, err, out } = await call(runShow, ['-'], {
    isScreen: true,
    columns: 100,
    rows: 50,
    keys: [false, false, true],
  });
  expect([code, out]).toEqual([0, '']);
  expect(err.match(/Code \d+,/g)).toEqual(['Code 1,', 'Code 2,', 'Code 3,']);
  expect(err).toContain('\u001b[?25l');
  expect(err.trimEnd().endsWith('\u001b[?25h')).toBe(true);
  expect(
    Math.max(...err.split('\n').map((line) => line.match(/[█▀▄ ]+/)?.[0].length ?? 0)),
  ).toBeLessThanOrEqual(100);
});

test.each([41, 44, 48, 60])(
  'draws no line wider than a terminal of %i columns',
  async (columns) => {
    const keys = Array.from({ length: 12 }, (_, i) => i === 11);
    const { code, err } = await call(runShow, ['-'], { isScreen: true, columns, rows: 25, keys });
    expect([code, err.match(/Code \d+,/g)?.length]).toEqual([0, 12]);
    const [, ...drawn] = err.split('\u001b[H');
    const lines = drawn.flatMap((code) => code.replace(ESCAPES, '').split('\n'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  },
);

test('clears a terminal that was resized, and ends in one that became too small', async () => {
  let step = 0;
  const { terminal, written } = fakeTerminal({
    readInput: async () => base64,
    isScreen: true,
    get columns() {
      return [100, 100, 90, 90][step] ?? 30;
    },
    rows: 50,
    keyWithin: async () => ++step > 9,
  });
  const code = await runShow(['-'], terminal);
  const { err } = written;
  expect([code, err.split('\u001b[2J').length]).toEqual([1, 3]);
  expect(err).toMatch(/Error: The terminal is too small for the code\. Make it larger/);
  expect(err.trimEnd().endsWith('\u001b[?25h')).toBe(true);
});

test('reports a terminal that is too narrow before it draws', async () => {
  const { code, err } = await call(runShow, ['-'], { isScreen: true, columns: 30, rows: 10 });
  expect(code).toBe(1);
  expect(err).toMatch(/This terminal has 30 columns and 10 lines/);
  expect(err).not.toContain('█');
});

test.each([
  [['-for=Abacus', '-'], /“Abacus”. -for knows "Coldcard Q"/],
  [['-as=morse', '-'], /-as must be one of ur, bbqr/],
  [['-length=3', '-'], /-length must be from 20 to 4296/],
  [['-speed=1', '-'], /-speed must be from 50/],
  [[], /show needs one file/],
  [['nothing'], /Can’t read “nothing”: no such file/],
] as const)('%s is refused', async (args, words) => {
  const { code, err } = await call(runShow, args);
  expect(code).toBe(1);
  expect(err).toMatch(words);
});

test('shows the PSBT in quotes, or in the result of a method, as a PSBT', async () => {
  const { out } = await call(runShow, ['-']);
  for (const text of [`"${base64}"\n`, `{\n  "psbt": "${base64}",\n  "fee": 0.1\n}`]) {
    expect((await call(runShow, ['-'], { readInput: async () => text })).out).toBe(out);
  }
});

test('refuses standard input without text', async () => {
  const { code, err, out } = await call(runShow, ['-'], { readInput: async () => '\n' });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Error: Standard input is empty/);
});

test('does not show secrets', async () => {
  const words = Array.from({ length: 12 }, () => 'abandon').join(' ');
  const seed = await call(runShow, ['-'], { readInput: async () => words });
  expect(seed.err).toBe('Error: This is a seed (12 words). Use coldsign seed for it\n');
  const key = await call(runShow, ['-'], {
    readInput: async () => 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  });
  expect(key.err).toBe(
    'Error: This is a private key. coldsign does not show private keys on a screen\n',
  );
  expect(seed.out + key.out).toBe('');
});

describe('pictures', () => {
  const png = join(folder, 'codes.png');

  test('are written as PNG and SVG, and overwrite nothing', async () => {
    const { code, err } = await call(runShow, ['-as=bbqr', '-length=400', `-png=${png}`, '-']);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /^(Note.*\n)?Images written: \d+ \(.*codes-1\.png to .*codes-\d+\.png\)\n$/,
      ),
    ]);
    const again = await call(runShow, ['-as=bbqr', '-length=400', `-png=${png}`, '-']);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('it already exists')]);
    const before = readdirSync(folder);
    rmSync(join(folder, 'codes-1.png'));
    const kept = await call(runShow, ['-as=bbqr', '-length=400', `-png=${png}`, '-']);
    expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('codes-2.png')]);
    expect(readdirSync(folder)).toEqual(before.filter((name) => name !== 'codes-1.png'));
    const first = ['-as=bbqr', '-length=400', `-png=${join(folder, 'first.png')}`, '-'];
    expect((await call(runShow, first)).code).toBe(0);
    renameSync(join(folder, 'first-1.png'), join(folder, 'codes-1.png'));
    for (const name of readdirSync(folder)) {
      if (name.startsWith('first-')) rmSync(join(folder, name));
    }
    const svg = await call(runShow, [
      '-as=bbqr',
      '-length=400',
      `-svg=${join(folder, 'codes.svg')}`,
      '-',
    ]);
    expect(svg.code).toBe(0);
  });

  test('are read in any order, PNG and JPEG, with a report of missing ones', async () => {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .sort()
      .reverse();
    expect(names.length).toBeGreaterThan(2);
    const paths = names.map((name) => join(folder, name));
    const whole = await call(runRead, paths);
    expect([whole.code, whole.err]).toEqual([0, 'a PSBT\n']);
    expect(detect(whole.out, secp256k1)).toMatchObject({ value: { kind: 'psbt' } });
    const some = await call(runRead, paths.slice(1));
    expect([some.code, some.out]).toEqual([1, '']);
    expect(some.err).toMatch(/codes are missing: \d+/);
    const jpegs = paths.map(async (path) => {
      const image = await decodePng(readFileSync(path));
      if (image === undefined) throw new Error(path);
      const file = path.replace('.png', '.jpg');
      writeFileSync(file, encodeJpeg({ ...image, data: Buffer.from(image.data) }, 60).data);
      return file;
    });
    expect((await call(runRead, await Promise.all(jpegs))).out).toBe(whole.out);
  });

  test.skipIf(!has('zbarimg'))('are read by zbarimg (Debian: zbar-tools)', async () => {
    const paths = readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => join(folder, name));
    const texts = execFileSync('zbarimg', ['--quiet', '--raw', ...paths], {
      encoding: 'utf8',
      // It searches a bus that servers do not have.
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { out, code } = await call(runRead, ['-'], { readInput: async () => texts });
    expect(code).toBe(0);
    expect(detect(out, secp256k1)).toMatchObject({ value: { kind: 'psbt' } });
  });

  test.skipIf(!has('qrencode'))('are read if qrencode made them (Debian: qrencode)', async () => {
    const { out } = await call(runShow, ['-as=ur', '-length=300', '-']);
    const paths = out
      .trim()
      .split('\n')
      .map((text, i) => {
        const path = join(folder, `foreign-${i}.png`);
        execFileSync('qrencode', ['-o', path, text]);
        return path;
      });
    const read = await call(runRead, paths);
    expect([read.code, read.err]).toEqual([0, 'a PSBT\n']);
  });

  test('are distinguished from pictures without codes, of other kinds and too large ones', async () => {
    const file = (name: string, bytes: Uint8Array) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const whole = readFileSync(join(folder, 'codes-1.png'));
    const huge = Uint8Array.from(whole);
    new DataView(huge.buffer).setUint32(16, 1_000_000);
    for (const path of [
      file('cut.png', whole.subarray(0, 200)),
      file('huge.png', huge),
      file('text.png', Buffer.from('no picture')),
      file('cut.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)),
      join(folder, 'absent.png'),
    ]) {
      const { code, err, out } = await call(runRead, [path]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/not a PNG or JPEG picture|ENOENT/);
      expect(err).toMatch(
        /No QR code was read. Take a picture of every code, closer and in better light/,
      );
    }
  });
});
