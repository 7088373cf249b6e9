import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { payments, Transaction, networks as theirNetworks } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { keysIn, openOld, paidTo } from '../support/old/open-old.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

/** The test vectors of BIP38. */
const vectors = [
  [
    'no compression',
    'TestingOneTwoThree',
    '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
    '5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR',
  ],
  [
    'a passphrase in NFD with a zero',
    '\u03d2\u0301\0\u{10400}\u{1f4a9}',
    '6PRW5o9FLp4gJDDVqJQKJFTpMvdsSGJxMYHtHaQBF3ooa8mwD69bapcDQn',
    '5Jajm8eQ22H3pGWLEVCXyvND8dQZhiQhoLJNKjYXk9roUFTMSZ4',
  ],
  [
    'compression',
    'Satoshi',
    '6PYLtMnXvfG3oJde97zRyLYFZCYizPU5T3LwgdYJz1fRhh16bU7u6PPmY7',
    'KwYgW8gcxj1JWJXhPSu4Fqwzfhp5Yfi42mdYmMa4XqK7NJxXUSK7',
  ],
  [
    'EC multiply, no lot',
    'TestingOneTwoThree',
    '6PfQu77ygVyJLZjfvMLyhLMQbYnu5uguoJJ4kMCLqWwPEdfpwANVS76gTX',
    '5K4caxezwjGCGfnoPTZ8tMcJBLB7Jvyjv4xxeacadhq8nLisLR2',
  ],
  [
    'EC multiply, with a lot',
    'MOLON LABE',
    '6PgNBNNzDkKdhkT6uJntUXwwzQV8Rr2tZcbkDcuC9DZRsS6AtHts4Ypo1j',
    '5JLdxTtcTHcfYcmJsNVy1v2PMDx432JPoYcBTVVRHpPaxUrdtf8',
  ],
  [
    'EC multiply, a passphrase in Greek',
    'ΜΟΛΩΝ ΛΑΒΕ',
    '6PgGWtx25kUg8QWvwuJAgorN6k9FbE25rv5dMRwu5SKMnfpfVe5mar2ngH',
    '5KMKKuUmAkiNbA3DazMQiLfDq47qs8MAEThm4yL8R2PhV1ov33D',
  ],
] as const;
const [plain, , compressed] = vectors;
const [, PASSWORD, SEALED, WIF] = plain;

describe('keys of BIP38', () => {
  test.each(vectors)('opens a vector with %s', (_, password, sealed, wif) => {
    expect(keysIn(openOld(sealed, { password }))[0]).toBe(wif);
  });

  test('asks for the password', () => {
    expect(openOld(SEALED)).toEqual({
      error: 'this is encrypted (BIP38): its password is needed',
      needsPassword: true,
    });
  });

  test('reports a wrong password, and nothing of it', () => {
    expect(openOld(SEALED, { password: 'testingOneTwoThree' })).toEqual({
      error: 'the password is wrong (BIP38). Type it again, also capital letters and spaces',
      needsPassword: true,
    });
  });

  test.each([
    ['in groups and lines', `  ${SEALED.match(/.{1,10}/g)?.join(' \n')}\n`],
    ['with another key in a second line', `${SEALED}\nSzavMBLoXU6kDrqtUVmffv`],
  ])('reads a key %s', (_, text) => {
    expect(keysIn(openOld(text, { password: PASSWORD }))[0]).toBe(WIF);
  });

  test.each([
    ['cut at its end', SEALED.slice(0, -2)],
    ['in lower case', SEALED.toLowerCase()],
    ['with a wrong letter', SEALED.replace('zz', 'zy')],
    ['with a 0 for an o', SEALED.replace('o', '0')],
  ])('reports a key %s', (_, text) => {
    expect(openOld(text, { password: PASSWORD })).toEqual({
      error: expect.stringMatching(/^this encrypted key \(BIP38\) is damaged: .* Compare it/),
    });
  });

  test('reports codes that have no private key', () => {
    for (const code of [
      'passphrasepxFy57B9v8HtUsszJYKReoNDV6VHjUSGt8EVJmux9n1J3Ltf1gRxyDGXqnf9qm',
      'cfrm38V8aXBn7JWA1ESmFMUn6erxeBGZGAxJPY4e36S9QWkzZKtaVqLNMgnifETYw7BPwWC9aPD',
    ])
      expect(openOld(code)).toMatchObject({ error: expect.stringMatching(/begins with 6P$/) });
  });

  test('reports a key of Bitcoin on a test network', () => {
    expect(openOld(SEALED, { password: PASSWORD, network: 'test' })).toMatchObject({
      error: expect.stringMatching(/a key of the main network, not of test/),
      otherNetwork: 'main',
    });
  });
});

/** Computes a mini key as Casascius describes it, by Node's hashes. */
const hash = (text: string) => createHash('sha256').update(text).digest();
const miniKeyOf = (length: number): string => {
  for (let i = 0; ; i++) {
    const text = `S${hash(`${i}`)
      .toString('base64')
      .replace(/[+/=0OIl]/g, '')}`.slice(0, length);
    if (text.length === length && hash(`${text}?`)[0] === 0) return text;
  }
};

describe('mini private keys', () => {
  test.each([
    // The Bitcoin wiki, and the coin in Casascius’ description.
    ['S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy', '5JPy8Zg7z4P7RSLsiqcqyeAF1935zjNUdMxcDeVrtU1oarrgnB7'],
    ['SzavMBLoXU6kDrqtUVmffv', '5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF'],
  ])('opens %s', (text, wif) => {
    expect(keysIn(openOld(text))[0]).toBe(wif);
    expect(keysIn(openOld(` ${text.slice(0, 9)} ${text.slice(9)}\n`))[0]).toBe(wif);
  });

  test.each([22, 26, 30])('opens one of %i letters as its hash', (length) => {
    const text = miniKeyOf(length);
    const [wif = ''] = keysIn(openOld(text));
    const key = decodeWif(wif, 'main');
    expect(key?.compressed).toBe(false);
    expect(Buffer.from(key?.reveal() ?? [])).toEqual(hash(text));
  });

  test.each([
    ['cut', 'SzavMBLoXU6kDrqtUVmff'],
    ['with a wrong letter', 'SzavMBLoXU6kDrqtUVmffw'],
    ['in lower case', 'szavmbloxu6kdrqtuvmffv'],
    ['that begins with a small s', 'szavMBLoXU6kDrqtUVmffv'],
  ])('reports one %s', (_, text) => {
    const ring = openOld(text);
    expect(ring).toMatchObject({ error: expect.not.stringContaining('avM') });
    if (/[A-Z]/.test(text)) {
      expect(ring).toMatchObject({ error: expect.stringMatching(/mini private key.*Compare it/) });
    }
  });
});

const { call, folder, write } = commandFolder();
const TO = '-to=1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

/** Pays both P2PKH forms of a key, and returns the file. */
function payBoth(wif: string, name: string): string {
  const key = decodeWif(wif, 'main');
  const publicKeys = [true, false].flatMap(
    (form) => kernelSecp256k1.publicKey(key?.reveal() ?? new Uint8Array(32), form) ?? [],
  );
  const scripts = publicKeys.map(
    (pubkey) => payments.p2pkh({ pubkey, network: theirNetworks.bitcoin }).output,
  );
  return write(`${name}.hex`, paidTo(scripts.flatMap((script) => script ?? [])));
}

/** Returns the size of the unlocking script of each input, by another library. */
const unlocked = (name: string): readonly number[] => {
  const text = readFileSync(join(folder, `${name}-sweep.txn`), 'utf8').trim();
  return Transaction.fromHex(text).ins.map(({ script }) => script.length);
};
/** A signature, with a compressed or an uncompressed public key. */
const BOTH = [expect.toSatisfy((size) => size < 110), expect.toSatisfy((size) => size > 130)];

describe('the command line', () => {
  const sweep = (name: string, file: string, wif: string) => [
    'sweep',
    payBoth(wif, name),
    file,
    TO,
    '-feerate=5',
  ];

  test('asks for the password of a key, again if it is wrong, and sweeps both of its addresses', async () => {
    const file = `-keys=${write('paper.txt', `${SEALED}\n`)}`;
    const { out, err } = await call(sweep('asked', file, WIF), {
      network: 'main',
      answer: 'yes',
      secrets: ['Testing', PASSWORD],
    });
    expect(err).toMatch(
      /Password of “.*paper.txt” \(not shown\)>[\s\S]*the password is wrong \(BIP38\)/,
    );
    expect(unlocked('asked')).toEqual(BOTH);
    expect(err + out).not.toContain(PASSWORD);
  });

  test.each([
    ['in the second line', `${SEALED}\n${PASSWORD}\n`, ''],
    ['on standard input', `${SEALED}\n`, `${PASSWORD}\n`],
  ])('takes a password %s with -passphrase', async (place, content, input) => {
    const name = place.replaceAll(' ', '-');
    const file = `-keys=${write('paper.txt', content)}`;
    const answer = 'yes';
    const typist = { network: 'main', input, answer } as const;
    const { err } = await call([...sweep(name, file, WIF), '-passphrase'], typist);
    expect(err).not.toContain('password');
    expect(unlocked(name)).toEqual(BOTH);
  });

  test('reports the missing password of a key in a pipe', async () => {
    const file = `-keys=${write('paper.txt', SEALED)}`;
    const { code, err } = await call(sweep('missing', file, WIF), { network: 'main' });
    expect(code).not.toBe(0);
    expect(err).toMatch(/its password is needed. Use -passphrase, and write/);
  });

  test.each([
    ['mini', '5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF', ['SzavMBLoXU6kDrqtUVmffv']],
    ['compressed', compressed[3], [compressed[2], compressed[1]]],
  ])('sweeps a %s key that is typed', async (name, wif, secrets) => {
    const typist = { network: 'main', answer: 'yes', secrets } as const;
    await call(sweep(name, '-keys=-', wif), typist);
    expect(unlocked(name)).toEqual(BOTH);
  });
});
