import { deflateRawSync } from 'node:zlib';
import { splitQRs } from 'bbqr';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeBase43 } from '../../src/encoding/base43.ts';
import { encodeBase32, encodeBase64 } from '../../src/encoding/base64.ts';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { encodeBytewords } from '../../src/transport/bytewords.ts';
import { encodeArrayHead, encodeByteString, encodeUnsigned } from '../../src/transport/cbor.ts';
import { describePayload } from '../../src/transport/payload.ts';
import { createFrameReader, detect, type Reading } from '../../src/transport/reader.ts';
import { encodeFrames, type FrameOptions, type Sent } from '../../src/transport/writer.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';

const [transaction, psbts] = JSON.parse(readVector('transport/electrum-base43.json'));
const psbtBytes = decodeHex(psbts.hex) ?? new Uint8Array(0);
const base64 = encodeBase64(psbtBytes);
const psbt: Sent = { kind: 'psbt', bytes: psbtBytes };
/** A PSBT of the same length that differs at its end. */
const otherBytes = psbtBytes.map((byte, i) => (i === psbtBytes.length - 30 ? byte ^ 1 : byte));
const other: Sent = { kind: 'psbt', bytes: otherBytes };

const random = createRandom(13);

function framesOf(value: Sent, options: FrameOptions): string[] {
  const frames = encodeFrames(value, options);
  if ('error' in frames) throw new Error(frames.error);
  return Array.from({ length: frames.count }, (_, i) => frames.at(i));
}

function readAll(texts: readonly string[]): Reading {
  const reader = createFrameReader(secp256k1);
  let last = reader.receive(texts[0] ?? '');
  for (const text of texts.slice(1)) last = reader.receive(text);
  return last;
}

/** `done psbt`, `refused damaged`, `partial 2/3`. */
function inShort(reading: Reading): string {
  if (reading.status === 'done') return `done ${reading.value.kind}`;
  if (reading.status === 'refused') return `refused ${reading.error.reason}`;
  return `partial ${reading.received}/${reading.total}`;
}

const seen = (texts: readonly string[]): string[] => {
  const reader = createFrameReader(secp256k1);
  return texts.map((text) => inShort(reader.receive(text)));
};

const message = (reading: Reading): string =>
  reading.status === 'refused' ? reading.error.message : reading.status;

function bytesOf(reading: Reading): string {
  if (reading.status !== 'done') throw new Error(message(reading));
  return 'bytes' in reading.value ? encodeHex(reading.value.bytes) : reading.value.kind;
}

const dialects = ['ur', 'bbqr', 'specter'] as const;

describe.each(dialects)('%s', (as) => {
  const frames = framesOf(psbt, { as, maxLength: 200 });
  const others = framesOf(other, { as, maxLength: 200 });

  test('frames in any order, also doubled, make the PSBT, and progress is reported', () => {
    for (let round = 0; round < 20; round++) {
      const shuffled = random.shuffle(frames);
      const reader = createFrameReader(secp256k1);
      shuffled.forEach((text, i) => {
        const reading = reader.receive(text);
        if (i + 1 === frames.length) {
          expect(bytesOf(reading)).toBe(psbts.hex);
          return;
        }
        expect(reading).toMatchObject({ status: 'partial', received: i + 1, total: frames.length });
        if (as !== 'ur') expect(reading.missing).toHaveLength(frames.length - i - 1);
        expect(inShort(reader.receive(text))).toBe('refused repeated');
      });
    }
  });

  test('a frame in the other case, or with spaces around, is the same frame', () => {
    const odd = frames.map((text) =>
      as === 'specter' ? ` ${text}\n` : ` ${text.toLowerCase()}\n`,
    );
    expect(bytesOf(readAll(odd))).toBe(psbts.hex);
  });

  test('refuses a damaged frame, and still reads the message', () => {
    if (as === 'specter') return;
    const [first = '', ...rest] = frames;
    const bad = `${first.slice(0, -20)}${first.slice(-19)}`;
    const changed = `${first.slice(0, 60)}1${first.slice(61)}`;
    expect(seen([bad, changed]).every((text) => text === 'refused damaged')).toBe(true);
    expect(bytesOf(readAll([...rest, bad, first]))).toBe(psbts.hex);
  });

  test('frames of another dialect in between are refused and change nothing', () => {
    const foreign = framesOf(psbt, { as: as === 'ur' ? 'bbqr' : 'ur', maxLength: 200 });
    const mixed = frames.flatMap((text, i) => [text, foreign[i % foreign.length] ?? '']);
    expect(seen(mixed).filter((text) => text === 'refused wrong-dialect').length).toBe(
      frames.length - 1,
    );
    expect(seen(mixed)).toContain('done psbt');
    expect(message(readAll([frames[0] ?? '', 'hello']))).toMatch(/^this is plain text, and the/);
  });

  test('refuses another message’s frame if the dialect can detect it, and keeps its state', () => {
    const [a = '', b = ''] = [others.at(-1), others[others.length - 1]];
    const mine = frames.slice(0, -1);
    const reading = readAll([frames.at(-1) ?? '', ...mine.slice(1), a, b]);
    expect(message(reading)).toMatch(/another message/);
    expect(bytesOf(readAll([frames.at(-1) ?? '', a, ...mine]))).toBe(psbts.hex);
  });

  test('a frame after the end is late', () => {
    const last = seen([...frames, ...frames.slice(0, 1)]).slice(-2);
    expect(last).toEqual(['done psbt', 'refused late']);
  });
});

test('reads UR frames whatever is lost, with few more than there are fragments', () => {
  const frames = encodeFrames(psbt, { as: 'ur', maxLength: 120 });
  if ('error' in frames) throw new Error(frames.error);
  let most = 0;
  for (let round = 0; round < 30; round++) {
    const reader = createFrameReader(secp256k1);
    let used = 0;
    for (let step = random.int(500); ; step++) {
      if (random.oneIn(2)) continue;
      used += 1;
      const reading = reader.receive(frames.at(step));
      if (reading.status === 'done') {
        expect(bytesOf(reading)).toBe(psbts.hex);
        break;
      }
    }
    most = Math.max(most, used);
  }
  expect(most).toBeLessThan(frames.count * 2);
});

test("reads what BBQr's own library makes, in every encoding", () => {
  for (const encoding of ['H', '2', 'Z'] as const) {
    const { parts } = splitQRs(psbtBytes, 'P', { encoding, maxVersion: 5 });
    expect(parts.length).toBeGreaterThan(3);
    expect(bytesOf(readAll(random.shuffle(parts)))).toBe(psbts.hex);
  }
});

test("BBQr's recorded scan of a real screen is read up to its end", () => {
  const lines = readVector('transport/bbqr-real-scan.txt')
    .split('\n')
    .filter((line) => line !== '');
  const results = seen(lines);
  expect(results.slice(0, 8).at(-1)).toBe('refused repeated');
  const at = results.findIndex((text) => text.startsWith('done'));
  const reader = createFrameReader(secp256k1);
  const reading = lines
    .slice(0, at + 1)
    .map((line) => reader.receive(line))
    .at(-1);
  if (reading?.status !== 'done' || reading.value.kind !== 'text') throw new Error('no text');
  expect(reading.value.text).toContain('Zlib compressed');
  expect(new Set(results.slice(at + 1))).toEqual(new Set(['refused late']));
});

test('a frame that claims to contain a PSBT must contain one', () => {
  const bytes = decodeHex(transaction.hex) ?? new Uint8Array(0);
  const frames = framesOf({ kind: 'transaction', bytes }, { as: 'bbqr' });
  expect(message(readAll(frames.map((text) => text.replace(/^(B\$.)T/, '$1P'))))).toBe(
    'this BBQr of type P should hold a PSBT, and holds a transaction',
  );
  const ur: Sent = { kind: 'ur', type: 'crypto-psbt', cbor: encodeByteString(bytes) };
  expect(message(readAll(framesOf(ur, { as: 'ur' })))).toBe(
    'this UR of type crypto-psbt should hold a PSBT, and holds a transaction',
  );
  const asTransaction: Sent = { kind: 'transaction', bytes: psbtBytes };
  expect(message(readAll(framesOf(asTransaction, { as: 'bbqr', maxLength: 4000 })))).toBe(
    'this BBQr of type T should hold a transaction, and holds a PSBT',
  );
  expect(message(readAll(['B$HX01004D5A']))).toMatch(/is a program, not a PSBT/);
});

test('refuses a BBQr of a program at the first frame, whichever it is', () => {
  const { parts } = splitQRs(psbtBytes, 'P', { encoding: 'Z', maxVersion: 5 });
  const program = parts.map((text: string) => text.replace(/^B\$ZP/, 'B$ZX'));
  for (const text of program) expect(message(readAll([text]))).toMatch(/is a program, not a PSBT/);
});

test('names the letters that base32 and hexadecimal do not have', () => {
  const { parts } = splitQRs(psbtBytes, 'P', { encoding: '2', maxVersion: 5 });
  const [first = '', second = ''] = parts;
  const damaged = (text: string) => message(readAll([text]));
  const worn = (text: string, letters: string) => text.slice(0, 20) + letters + text.slice(22);
  expect(damaged(worn(first, '08'))).toBe('BBQr frame 1 is not base32: 0, 8 cannot be in it');
  expect(damaged(worn(second, '91'))).toBe('BBQr frame 2 is not base32: 1, 9 cannot be in it');
  const [hex = ''] = splitQRs(psbtBytes, 'P', { encoding: 'H', maxVersion: 5 }).parts;
  expect(damaged(worn(hex, 'OG'))).toBe('BBQr frame 1 is not hexadecimal: G, O cannot be in it');
  expect(damaged(first.slice(0, -2))).toBe('BBQr frame 1 is cut in the middle of a byte');
});

test('frames of two messages that a dialect cannot distinguish do not make a mixed PSBT', () => {
  const shorter: Sent = { kind: 'psbt', bytes: psbtBytes.slice(0, -1) };
  const pieces = framesOf(shorter, { as: 'specter', maxLength: 200 });
  const reader = createFrameReader(secp256k1);
  const last = pieces.map((text) => reader.receive(text)).at(-1);
  expect(last).toMatchObject({
    status: 'refused',
    error: { reason: 'damaged', startAgain: true },
  });
  // The reader can start again at once.
  const again = framesOf(psbt, { as: 'specter', maxLength: 200 }).map((text) =>
    reader.receive(text),
  );
  expect(again.at(-1)?.status).toBe('done');
});

const part = (count: number, length: number, data: Bytes): string => {
  const items = [1, count, length, 1].map(encodeUnsigned);
  const bytes = concatBytes(encodeArrayHead(5), ...items, encodeByteString(data));
  return `ur:crypto-psbt/1-${count}/${encodeBytewords(bytes)}`;
};

test('refuses a claimed large size at its first frame', () => {
  expect(seen([part(4_294_967_295, 4_294_967_295, Uint8Array.of(1))])).toEqual([
    'refused too-large',
  ]);
  expect(seen([part(2049, 4000, Uint8Array.of(1, 2))])).toEqual(['refused too-large']);
  expect(seen([part(3, 100, Uint8Array.of(1, 2))])).toEqual(['refused damaged']);
  expect(seen([part(2048, 4_000_000, new Uint8Array(1954))])).toEqual(['refused too-large']);
  expect(seen([part(2048, 1_001_000, new Uint8Array(489))])).toEqual(['partial 1/2048']);
  expect(seen(['p1of2049 abc'])).toEqual(['refused too-large']);
  expect(seen([`p1of2 ${'a'.repeat(8000)}`])).toEqual(['refused too-large']);
  expect(seen(['a'.repeat(12_000_001)])).toEqual(['refused too-large']);
});

test('a small frame that inflates to much is stopped at the limit', () => {
  const bomb = deflateRawSync(new Uint8Array(5_000_000), { level: 9 });
  const text = encodeBase32(new Uint8Array(bomb));
  const size = 6400;
  const count = Math.ceil(text.length / size);
  const frames = Array.from(
    { length: count },
    (_, i) => `B$ZB0${count}0${i}${text.slice(i * size, (i + 1) * size)}`,
  );
  expect(seen(frames).at(-1)).toBe('refused too-large');
});

test('truncated compressed data, or with trailing bytes, is damaged', () => {
  const good = new Uint8Array(deflateRawSync(psbtBytes));
  const frame = (bytes: Bytes) => `B$ZP0100${encodeBase32(bytes)}`;
  expect(seen([frame(good)])).toEqual(['done psbt']);
  for (const bad of [good.slice(0, -1), concatBytes(good, Uint8Array.of(0)), good.slice(1)]) {
    expect(seen([frame(bad)])).toEqual(['refused damaged']);
  }
});

describe('detect', () => {
  const kindOf = (input: Bytes | string): string => inShort(detect(input, secp256k1));

  test('a PSBT and a transaction in every form', () => {
    const bytes = decodeHex(transaction.hex) ?? new Uint8Array(0);
    const wrapped = (text: string) => text.replace(/(.{64})/g, '$1\n');
    for (const input of [
      psbtBytes,
      psbts.hex,
      psbts.hex.toUpperCase(),
      base64,
      psbts.base43,
      wrapped(base64),
      encodeUtf8(`${wrapped(psbts.hex)}\n`),
    ]) {
      expect(bytesOf(detect(input, secp256k1))).toBe(psbts.hex);
      expect(kindOf(input)).toBe('done psbt');
    }
    for (const input of [bytes, transaction.hex, transaction.base43, encodeBase64(bytes)]) {
      expect(bytesOf(detect(input, secp256k1))).toBe(transaction.hex);
      expect(kindOf(input)).toBe('done transaction');
    }
  });

  test('recognizes base43 that begins like BBQr', () => {
    // This record has an unknown type after the magic; base43 of 2,827 bytes of a PSBT begins with
    // B$.
    const length = 2827 - psbtBytes.length - 6;
    const head = Uint8Array.of(2, 0xf0, 1, 0xfd, length & 0xff, length >> 8);
    const text = encodeBase43(
      Uint8Array.of(
        ...psbtBytes.subarray(0, 5),
        ...head,
        ...new Uint8Array(length),
        ...psbtBytes.subarray(5),
      ),
    );
    expect(text.slice(0, 2)).toBe('B$');
    expect(detect(text, secp256k1)).toMatchObject({ dialect: 'text', value: { kind: 'psbt' } });
  });

  test('reports a frame with its dialect and their number', () => {
    for (const as of dialects) {
      const [frame = ''] = framesOf(psbt, { as, maxLength: 200 });
      expect(detect(frame, secp256k1)).toMatchObject({
        status: 'partial',
        dialect: as,
        received: 1,
      });
      expect(detect(encodeUtf8(frame), secp256k1)).toMatchObject({
        status: 'partial',
        dialect: as,
      });
    }
  });

  test.each([
    ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=1', 'payment-uri'],
    ['BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'payment-uri'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'address'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'address'],
    [
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
      'extended-public-key',
    ],
    ['addr(bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq)', 'descriptor'],
    ['{"policyType":"SINGLE","keystores":[]}', 'wallet-file'],
    ['{"wallet_name":"w","descriptors":[]}', 'wallet-file'],
    ['# Coldcard Multisig setup file\nName: x\nPolicy: 2 of 3\n', 'wallet-file'],
    ['{\n    "wallet_type": "standard"\n},\n{"op": "add"}', 'wallet-file'],
    ['BSMS 1.0\nwsh(…)', 'wallet-file'],
    ['{"a":1}', 'json'],
    ['hello', 'text'],
    ['', 'text'],
  ])('%s', (text, kind) => {
    expect(kindOf(text)).toBe(`done ${kind}`);
    expect(kindOf(encodeUtf8(text))).toBe(`done ${kind}`);
  });

  test('reports damage if known data was cut or changed', () => {
    expect(message(detect(base64.slice(0, -3), secp256k1))).toMatch(/PSBT is cut off/);
    expect(message(detect(psbts.hex.slice(0, -1), secp256k1))).toMatch(/PSBT is cut off/);
    expect(message(detect(psbtBytes.slice(0, 100), secp256k1))).toMatch(
      /PSBT is cut off or damaged/,
    );
    const descriptor = 'addr(bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq)#aaaaaaaa';
    expect(message(detect(descriptor, secp256k1))).toMatch(/descriptor is cut off or damaged/);
    expect(message(detect('ur:crypto-psbt', secp256k1))).toMatch(/not like ur:type/);
  });

  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  const wif = '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss';
  const words =
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const secrets: readonly [string, string][] = [
    [xprv, 'private-key'],
    [`wpkh(${xprv}/0/*)`, 'private-key'],
    [`{"wallet_name":"w","descriptors":[{"desc":"wpkh(${xprv})"}]}`, 'private-key'],
    [wif, 'private-key'],
    [`${wif.slice(0, -1)}t`, 'private-key'],
    [`pkh(${wif})`, 'private-key'],
    [words, 'seed'],
    [words.replace(/ /g, '\n').toUpperCase(), 'seed'],
    ['ぜんぶ '.repeat(24).trim(), 'seed'],
    ['ぜんぶ '.normalize('NFKD').repeat(12).trim(), 'seed'],
    [`${'académie '.repeat(11)}žízeň`, 'seed'],
    ['가격 '.repeat(15).trim(), 'seed'],
    ['的 '.repeat(18).trim(), 'seed'],
    [`${'0000'.repeat(11)}0003`, 'seed'],
    ...[12, 15, 18, 21, 24].map((count): [string, string] => ['2047'.repeat(count), 'seed']),
    [`${'1024 '.repeat(15)}`.trim(), 'seed'],
    [`${'0815 0007\n'.repeat(9)}`, 'seed'],
    ['ur:seed/oyadgdstaslplabghydrpfmkbggufgludprfgmamdpwmox', 'seed'],
  ];

  test('names a key or a seed, in text and in frames, and returns no part of it', () => {
    for (const [text, kind] of secrets) {
      const inFrames = text.startsWith('ur:')
        ? []
        : [readAll(framesOf({ kind: 'text', text }, { as: 'bbqr', maxLength: 60 }))];
      for (const reading of [
        detect(text, secp256k1),
        detect(encodeUtf8(text), secp256k1),
        ...inFrames,
      ]) {
        expect(inShort(reading)).toBe(`done ${kind}`);
        if (reading.status !== 'done') throw new Error('refused');
        const said = `${JSON.stringify(reading)} ${describePayload(reading.value)}`;
        for (const word of text.split(/[\s()"]+/)) {
          if (word.length > 3) expect(said.includes(word)).toBe(false);
        }
      }
    }
  });

  test('an hdkey in a UR is a private key only if it is private', () => {
    const ur = (cbor: Bytes) => `ur:crypto-hdkey/${encodeBytewords(cbor)}`;
    const key = concatBytes(Uint8Array.of(3), encodeByteString(new Uint8Array(33)));
    expect(kindOf(ur(concatBytes(Uint8Array.of(0xa2, 1, 0xf5), key)))).toBe('done private-key');
    expect(kindOf(ur(concatBytes(Uint8Array.of(0xa2, 2, 0xf5), key)))).toBe('done private-key');
    expect(kindOf(ur(concatBytes(Uint8Array.of(0xa3, 1, 0xf4, 2, 0xf5), key)))).toBe(
      'done private-key',
    );
    expect(kindOf(ur(concatBytes(Uint8Array.of(0xa1), key)))).toBe('done ur');
  });

  test('no text makes it throw, and no message repeats what was read', () => {
    const frames = [
      ...dialects.flatMap((as) => framesOf(psbt, { as, maxLength: 150 })),
      base64,
      psbts.hex,
      ...secrets.map(([text]) => text),
    ];
    for (let round = 0; round < 3000; round++) {
      const good = frames[random.int(frames.length)] ?? '';
      const at = random.int(good.length + 1);
      const text = random.oneIn(10)
        ? String.fromCharCode(...random.bytes(random.int(80)))
        : good.slice(0, at) + String.fromCharCode(random.int(128)) + good.slice(at + random.int(3));
      const reader = createFrameReader(secp256k1);
      if (random.oneIn(2)) reader.receive(frames[random.int(frames.length)] ?? '');
      const said = message(reader.receive(text));
      if (text.length > 30) expect(said.includes(text.slice(5, 30))).toBe(false);
    }
  });

  test('JSON nested a million deep is text, and needs no stack', () => {
    expect(kindOf('['.repeat(1_000_000))).toBe('done text');
  });
});
