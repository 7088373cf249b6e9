import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import {
  type Stretch,
  type StretchJob,
  stretchInTurns,
  stretchNow,
} from '../../src/formats/stretch.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** OpenSSL's EVP_BytesToKey with SHA-512, as Core's CCrypter calls it. */
function bytesToKey(password: string, salt: string, rounds: number): Uint8Array {
  let digest = createHash('sha512').update(password).update(salt).digest();
  for (let i = 1; i < rounds; i++) digest = createHash('sha512').update(digest).digest();
  return new Uint8Array(digest.subarray(0, 48));
}

const make: readonly (readonly [name: string, () => StretchJob, Uint8Array])[] = [
  [
    'scrypt',
    () => ({
      password: bytes('one'),
      salt: bytes('two'),
      scrypt: { n: 1024, r: 8, p: 2 },
      length: 64,
    }),
    new Uint8Array(scryptSync('one', 'two', 64, { N: 1024, r: 8, p: 2 })),
  ],
  [
    'SHA-512 in rounds',
    () => ({ password: bytes('one'), salt: bytes('two'), rounds: 25_001, length: 48 }),
    bytesToKey('one', 'two', 25_001),
  ],
  ...(['sha1', 'sha256'] as const).map(
    (hash) =>
      [
        `PBKDF2 with ${hash}`,
        () => ({
          password: bytes('one'),
          salt: bytes('two'),
          pbkdf2: hash,
          iterations: 8001,
          length: 32,
        }),
        new Uint8Array(pbkdf2Sync('one', 'two', 8001, 32, hash)),
      ] as const,
  ),
];

const turns = { pause: () => Promise.resolve(), onShare: () => undefined };

describe.each(make)('%s', (_, job, expected) => {
  test('gives the key of OpenSSL, in one piece and in turns', async () => {
    expect(stretchNow(job())).toEqual(expected);
    expect(await stretchInTurns((stretch) => stretch(job()), turns)).toEqual(expected);
  });

  test('reports progress from 0 to 1, and lets other work run', async () => {
    const shares: number[] = [];
    let pauses = 0;
    await stretchInTurns((stretch) => stretch(job()), {
      pause: async () => void pauses++,
      onShare: (share) => void shares.push(share),
    });
    expect(pauses).toBeGreaterThan(0);
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  });

  test('ends if other work ends it, and overwrites the password', async () => {
    const given: Uint8Array[] = [];
    const run = (stretch: Stretch) => {
      const asked = job();
      given.push(asked.password);
      return stretch(asked);
    };
    const onShare = () => {
      throw new Error('ended');
    };
    await expect(stretchInTurns(run, { ...turns, onShare })).rejects.toThrow('ended');
    expect(given).toEqual([new Uint8Array(3)]);
  });
});

test('derives each key once, although the function starts again for each', async () => {
  const shares: number[] = [];
  let starts = 0;
  const [a, b] = make.map(([, job]) => job);
  const run = (stretch: Stretch) => {
    starts += 1;
    return [a, b, a].flatMap((job) => (job ? [stretch(job())] : []));
  };
  const onShare = (share: number) => void shares.push(share);
  const keys = await stretchInTurns(run, { ...turns, onShare });
  const [first, second] = make.map(([, , expected]) => expected);
  expect(keys).toEqual([first, second, first]);
  expect(starts).toBe(3);
  expect(shares.filter((share, i) => share < (shares[i - 1] ?? 1))).toHaveLength(2);
});

test('passes on other errors of the function', async () => {
  const run = () => {
    throw new Error('damaged');
  };
  await expect(stretchInTurns(run, turns)).rejects.toThrow('damaged');
});

const BIP38 = '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg';
/** The first vector of SLIP39. */
const SHARE =
  'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard';
test.each([
  ['BIP38', BIP38, 'TestingOneTwoThree'],
  ['SLIP39', SHARE, 'TREZOR'],
])('opens %s in turns as in one piece, with progress', async (_, text, password) => {
  const context = { network: networks.main, secp256k1 };
  const options = { password, secrets: true };
  const shares: number[] = [];
  const onShare = (share: number) => void shares.push(share);
  const read = (stretch?: Stretch) => importWallet(text, { ...context, stretch }, options);
  const inTurns = await stretchInTurns(read, { ...turns, onShare });
  expect(inTurns).toEqual(read());
  expect(inTurns).toMatchObject({ secrets: [expect.stringMatching(/^(5|xprv)/)] });
  expect(shares.length).toBeGreaterThan(1);
});
