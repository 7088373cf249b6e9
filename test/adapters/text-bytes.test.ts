import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { decodeText } from '../../src/encoding/text-bytes.ts';
import { importWallet } from '../../src/formats/import.ts';
import { detectBytes } from '../../src/transport/detect.ts';
import { buildProgram } from '../support/nodes/server.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

const { call, write, folder } = commandFolder();

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** Bytes that are not the text that they were meant to be, and what the error says. */
const bad: readonly (readonly [name: string, encode: (text: string) => Buffer, words: RegExp])[] = [
  ['Latin-1', (text) => latin1(`${text}caf\xe9\n`), /a character that is not UTF-8, in line \d/],
  ['UTF-8 that is cut off', (text) => latin1(`${text}\xc3\n`), /not UTF-8, in line \d/],
  ['an overlong form', (text) => latin1(`${text}\xc0\xaf\n`), /not UTF-8, in line \d/],
  ['a lone surrogate', (text) => latin1(`${text}\xed\xa0\x80\n`), /not UTF-8, in line \d/],
  [
    'UTF-16 without a mark',
    (text) => utf16(`${text}cafe\n`),
    /is UTF-16 without a byte order mark/,
  ],
  ['UTF-16 that is cut off', (text) => utf16(`\ufeff${text}cafe\n`).subarray(0, -1), /UTF-16/],
  ['bytes of a program', (text) => latin1(`${text}\x00\x01\xff\n`), /contains binary data/],
];

/** Commands that read text. `given`: what precedes the bad characters. */
type Way = { readonly given: string; readonly words: (file: string) => readonly string[] };
const piped: { readonly [name: string]: Way } = {
  '-stdin': { given: '', words: () => ['-stdin', 'validateaddress'] },
  '-stdinwalletpassphrase': { given: '', words: () => ['-stdinwalletpassphrase', 'listwallets'] },
  'the passphrase of -keys=-': {
    given: `${WORDS}\n`,
    words: () => ['keys', 'list', '-keys=-', '-passphrase'],
  },
  'seed check': { given: `${WORDS} `, words: () => ['seed', 'check'] },
  'the passphrase of seed descriptors': {
    given: `${WORDS}\n`,
    words: () => ['seed', 'descriptors', '-passphrase'],
  },
  'review -': { given: 'cHNidP8', words: () => ['review', '-'] },
  'show -': { given: 'hello there', words: () => ['show', '-'] },
  'read -': { given: 'hello there', words: () => ['read', '-'] },
  'seed dice': { given: '123456', words: () => ['seed', 'dice'] },
};
const files: { readonly [name: string]: Way } = {
  '@FILE': { given: '', words: (file) => ['validateaddress', `@${file}`] },
  'name=@FILE': { given: '', words: (file) => ['-named', 'validateaddress', `address=@${file}`] },
  '-keys=FILE': { given: WORDS, words: (file) => ['keys', 'list', `-keys=${file}`] },
  'the passphrase in -keys=FILE': {
    given: `${WORDS}\n`,
    words: (file) => ['keys', 'list', `-keys=${file}`, '-passphrase'],
  },
  'review FILE': { given: 'cHNidP8', words: (file) => ['review', file] },
  'show FILE': { given: 'hello there', words: (file) => ['show', file] },
  '-policy=FILE': {
    given: '{"strict": true}',
    words: (file) => [`-policy=${file}`, 'review', file],
  },
};

describe.each(bad)('%s', (_, encode, words) => {
  test.each(Object.entries(piped))('is refused by %s', async (__, way) => {
    const { code, out, err } = await call(way.words(''), { input: encode(way.given) });
    expect(err).toMatch(words);
    expect(err).toMatch(/Standard input/);
    expect([code, out]).toEqual([1, '']);
    expect(err).not.toMatch(/legal|caf/);
  });

  test.each(Object.entries(files))('is refused by %s', async (__, way) => {
    const file = write('bad.txt', encode(way.given));
    const { code, out, err } = await call(way.words(file));
    expect(err).toMatch(words);
    expect(err).toContain('bad.txt');
    expect([code !== 0, out]).toEqual([true, '']);
    expect(err).not.toMatch(/legal|caf/);
  });

  test('is refused by the library and the page', () => {
    const bytes = new Uint8Array(encode('wsh(multi(111111111111111111111,'));
    const context = { network: networks.main, secp256k1: kernelSecp256k1 };
    expect(importWallet(bytes, context)).toMatchObject({ error: expect.stringMatching(words) });
    const found = detectBytes(bytes, kernelSecp256k1);
    if ('error' in found) expect(found.error.message).toMatch(words);
    else expect(found.kind).toBe('binary');
  });
});

test.each([
  ['LF', 'secret one\n'],
  ['CR LF', 'secret one\r\n'],
  ['no line end', 'secret one'],
  ['a byte order mark', '\ufeffsecret one\n'],
  ['UTF-16 with its mark', utf16('\ufeffsecret one\r\n')],
])('a passphrase that ends with %s is the same', async (name, input) => {
  const wallet = `-rpcwallet=${name}`;
  await call(['createwallet', name]);
  expect(await call([wallet, '-stdinwalletpassphrase', 'encryptwallet'], { input })).toMatchObject({
    code: 0,
  });
  for (const again of ['secret one\n', 'secret one\r\n']) {
    const words = [wallet, '-stdinwalletpassphrase', 'listdescriptors', 'true'];
    expect(await call(words, { input: again })).toMatchObject({ code: 0, err: '' });
  }
  const change = [wallet, '-stdin', 'walletpassphrasechange'];
  expect(await call(change, { input: 'secret one\r\ntwo\r\n' })).toMatchObject({ code: 0 });
});

test.each([
  ['-stdinwalletpassphrase', 'listwallets'],
  ['-stdin', 'validateaddress'],
])('%s refuses a carriage return that ends no line', async (...words) => {
  for (const input of ['secret\r', 'sec\rret\n', 'secret\r\r\n', 'first\nsecond\rthird\n']) {
    const { code, err } = await call(words, { input });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/has a carriage return in line [12]\. Save it/),
    ]);
  }
});

test('refuses a file that is an argument and ends with a carriage return', async () => {
  const file = write('cr.txt', 'secret\r');
  const { code, err } = await call(['validateaddress', `@${file}`]);
  expect([code, err]).toEqual([1, expect.stringMatching(/cr\.txt” ends with a carriage return/)]);
});

test('keeps zero bytes in a wallet passphrase, as Core does', async () => {
  await call(['createwallet', 'zero']);
  const unlock = ['-rpcwallet=zero', '-stdinwalletpassphrase', 'listdescriptors', 'true'];
  await call(['-rpcwallet=zero', '-stdinwalletpassphrase', 'encryptwallet'], { input: 'a\0b\n' });
  expect(await call(unlock, { input: 'a\0b\n' })).toMatchObject({ code: 0 });
  expect(await call(unlock, { input: 'a\n' })).toMatchObject({ code: 14 });
});

test('keeps CR and byte order marks with -profile=core, and parses no other bytes than UTF-8', async () => {
  const core = (words: readonly string[], input: string | Buffer) =>
    call(['-profile=core', ...words], { input });
  const parseError = { code: 188, err: 'error code: -32700\nerror message:\nParse error\n' };
  expect(await core(['-stdin', 'validateaddress'], latin1('caf\xe9\n'))).toMatchObject(parseError);
  expect(await call(['-profile=core', 'validateaddress', 'caf\ufffd'])).toMatchObject(parseError);
  const message = [
    '-stdin',
    'signmessagewithprivkey',
    'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  ];
  const [lf, cr, mark] = [
    await core(message, 'text\n'),
    await core(message, 'text\r\n'),
    await core(message, '\ufefftext\n'),
  ].map(({ out }) => out);
  expect(new Set([lf, cr, mark]).size).toBe(3);
  expect((await call(message, { input: 'text\r\n' })).out).toBe(lf);
});

test('reads UTF-8, with and without a mark, and both byte orders of UTF-16', () => {
  const text = 'grün 𝄞 日本\n';
  const swapped = Buffer.from(utf16(`\ufeff${text}`)).swap16();
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    utf16(`\ufeff${text}`),
    swapped,
  ])
    expect(decodeText(new Uint8Array(bytes))).toBe(text);
});

test('a passphrase of 16 Latin-1 bytes is not taken for the entropy of a seed', async () => {
  const input = latin1('caf\xe9 de la paix\n');
  expect(input).toHaveLength(16);
  const { err } = await call(['-stdinwalletpassphrase', 'listwallets'], { input });
  expect(err).toMatch(/not UTF-8/);
  const file = write('sixteen.txt', input);
  expect((await call(['validateaddress', `@${file}`])).err).toMatch(/not UTF-8/);
});

test('names pictures, PDF and compressed files, and reads a binary transaction', async () => {
  const kinds: readonly (readonly [string, RegExp])[] = [
    ['89504e470d0a1a0a0000000d', /is a picture.*coldsign read/],
    ['ffd8ffe000104a464946ff00', /is a picture/],
    ['255044462d312e350affff00', /is a PDF file/],
    ['504b0304140000000800ff00', /is a compressed file/],
  ];
  for (const [hex, words] of kinds) {
    const file = write('file.bin', Buffer.from(hex, 'hex'));
    for (const command of [['review'], ['check'], ['show']])
      expect((await call([...command, file])).err).toMatch(words);
  }
  const transaction =
    `0200000001${'ab'.repeat(32)}0000000000fdffffff01e803000000000000` +
    '160014751e76e8199196d454941c45d1b3a323f1433bd600000000';
  const file = write('file.bin', Buffer.from(transaction, 'hex'));
  expect(await call(['decoderawtransaction', `@${file}`])).toMatchObject({ code: 0 });
  const { out, err } = await call(['-rpcwallet=zero', 'review', file]);
  expect(out + err).toMatch(/Output 0: pays/);
});

describe('-passphrase with a file that has only words', () => {
  const list = (file: string) => ['keys', 'list', `-keys=${file}`, '-passphrase'];
  const opened = async (file: string, input: string) => {
    const { out, err } = await call(list(file), { input });
    return { key: /\[[0-9a-f]{8}/.exec(out)?.[0], err };
  };

  test('reads the passphrase from standard input, like one in the second line', async () => {
    const [words, both] = [write('w.txt', `${WORDS}\n`), write('b.txt', `${WORDS}\r\nTREZOR\r\n`)];
    const halves = write('h.txt', `${WORDS.replace('useful ', 'useful\n')}\n`);
    const expected = await opened(both, '');
    expect(expected.key).toBeDefined();
    expect(await opened(words, 'TREZOR\n')).toEqual(expected);
    expect(await opened(words, 'TREZOR\r\n')).toEqual(expected);
    expect(await opened(halves, 'TREZOR\r\n')).toEqual(expected);
    expect((await opened(words, 'trezor\n')).key).not.toBe(expected.key);
  });

  test('asks for it at a terminal', async () => {
    const words = write('w.txt', `${WORDS}\n`);
    const { out } = await call(list(words), { secrets: ['TREZOR', 'TREZOR'] });
    expect(out).toContain((await opened(words, 'TREZOR\n')).key);
    const { err } = await call(list(words), { secrets: ['TREZOR', 'TREZOS'] });
    expect(err).toMatch(/The two passphrases differ/);
  });

  test('says where it is expected', async () => {
    const words = write('w.txt', `${WORDS}\n`);
    expect((await opened(words, '')).err).toMatch(
      /w\.txt” needs the passphrase in its second line/,
    );
    const three = write('three.txt', `${WORDS}\nTREZOR\nmore\n`);
    expect((await opened(three, '')).err).toMatch(
      /words in the first line and the passphrase in the second/,
    );
    const key = write('key.txt', 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA\n');
    expect((await opened(key, 'x\n')).err).toMatch(/-passphrase is for seed words/);
  });
});

describe('the built program', () => {
  let built = '';
  beforeAll(async () => {
    built = await buildProgram();
  });

  test.each([
    "validateaddress $(printf 'caf\\351')",
    "-rpcwallet=$(printf 'caf\\351') getbalance",
    "review $(printf 'caf\\351').psbt",
    "signmessagewithprivkey cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA $(printf 'caf\\351')",
    "seed check -language=$(printf 'caf\\351')",
    "serve -rpcpassword=$(printf 'caf\\351')",
    "createwallet w false false $(printf 'caf\\351')",
  ])('refuses an argument that is not UTF-8: %s', (words) => {
    const line = `"${process.execPath}" "${built}" -regtest -datadir="${join(folder)}" ${words}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(stderr).toMatch(/^Error: An argument has a character that is not UTF-8/);
    expect([status, stdout]).toEqual([1, '']);
  });

  test('refuses a piped passphrase that is not UTF-8', () => {
    const line = `printf 'caf\\351\\n' | "${process.execPath}" "${built}" -regtest -datadir="${folder}" -stdinwalletpassphrase listwallets`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/Standard input has a character that is not UTF-8/),
    ]);
  });
});
