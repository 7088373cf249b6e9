import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { readElectrumSeed } from '../../src/keys/electrum-seeds.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { openAccount } from '../../src/library/payment/account.ts';
import { masterFingerprint } from '../../src/seed/accounts.ts';
import { electrumRootKey } from '../../src/seed/electrum.ts';

function open(text: string, network: 'main' | 'test' = 'main', passphrase = '') {
  const ring = readKeys(text, { network: networks[network], secp256k1, passphrase });
  if ('error' in ring) throw new Error(ring.error);
  return ring;
}

const NO_PASSPHRASE = {
  error: 'This kind of Electrum seed has no passphrase. Leave it empty',
};
const withPassphrase = (text: string) =>
  readKeys(text, { network: networks.main, secp256k1, passphrase: 'x' });

// Electrum, tests/test_wallet_vertical.py, for the seeds. Electrum 4.8.3 gave the addresses.
const SEGWIT = 'bitter grass shiver impose acquire brush forget axis eager alone wine silver';
const STANDARD = 'cycle rocket west magnet parrot shuffle foot correct salt library feed song';
const OLD = 'powerful random nobody notice nothing important anyway look away hidden message over';
const SHARED = 'kiss live scene rude gate step hip quarter bunker oxygen motor glove';
const SHARED_SEGWIT =
  'universe topic remind silver february ranch shine worth innocent cattle enhance wise';
/** Seeds of 24 and 25 words before version 2.7. */
const HALVES_24 =
  'sibling leg cable timber patient foot occur plate travel finger chef scale radio citizen promote immune must chef fluid sea sphere common acid lab';
const HALVES_25 =
  'bind clever room kidney crucial sausage spy edit canvas soul liquid ribbon slam open alpha suffer gate relax voice carpet law hill woman tonight abstract';

test.each([
  ['segwit', SEGWIT, 'Electrum segwit'],
  ['standard', STANDARD, 'Electrum standard'],
])('a %s seed with its extension is a master key with one account', (_, seed, name) => {
  const root = electrumRootKey(seed, 'x');
  if (root === undefined) throw new Error('no key');
  const { masters, canSign, hasWallet } = open(seed, 'main', 'x');
  const fingerprints = masters.map(({ origin }) =>
    encodeHex(origin?.fingerprint ?? new Uint8Array(0)),
  );
  expect(fingerprints).toEqual([encodeHex(masterFingerprint(root, secp256k1))]);
  expect(masters[0]?.accounts.map((account) => account.name)).toEqual([name]);
  expect({ canSign, hasWallet }).toEqual({ canSign: true, hasWallet: false });
});

test('texts other than Electrum seeds are left to other readers', () => {
  const context = { network: networks.main, secp256k1 };
  expect(readElectrumSeed('hello world', '', context)).toBeUndefined();
  expect(readElectrumSeed(`${'abandon '.repeat(11)}about`, '', context)).toBeUndefined();
});

describe('a seed from before 2014', () => {
  test('has 100 addresses for receiving and 100 for change', () => {
    const { descriptors, canSign, notes } = open(OLD);
    const side = (isChange: boolean) =>
      descriptors.filter((each) => each.isChange === isChange).map(({ text }) => text);
    const [receiving, change] = [side(false), side(true)];
    expect([receiving.length, change.length]).toEqual([100, 100]);
    const ends = [receiving[0], receiving[99], change[0], change[99]];
    expect(ends.map((text = '') => openAccount(text, { network: 'main' }).address(0))).toEqual([
      '1FJEEB8ihPMbzs2SkLmr37dHyRFzakqUmo',
      '1GaJYfXCaCMdB28EZfejcDVXYE1SWRoWFm',
      '1KRW8pH6HFHZh889VDq6fEKvmrsmApwNfe',
      '18oucwEY3P7goSBEWymsvGmz3WJ1XX64Jw',
    ]);
    expect(canSign).toBe(true);
    expect(notes).toEqual([
      'an Electrum seed from before 2014: its first 100 addresses of each kind are known here',
    ]);
  });

  test('has no passphrase', () => {
    expect(withPassphrase(OLD)).toEqual(NO_PASSPHRASE);
  });
});

describe('a seed with a second factor', () => {
  test.each([
    [
      'legacy',
      'main',
      SHARED,
      '',
      ['35L8XmCDoEBKeaWRjvmZvoZvhp8BXMMMPV', '3PeZEcumRqHSPNN43hd4yskGEBdzXgY8Cy'],
    ],
    [
      'legacy, with a passphrase',
      'main',
      SHARED,
      'x',
      ['38Y1gW2qHhY16rJo1Yw5mAVBsGufRC3LLT', '3DrwgVPgqNQZvPFLB362rsj6daHkaSBtqu'],
    ],
    [
      'legacy, on a test network',
      'test',
      SHARED,
      '',
      ['2MwGLBn17jyv2sxHV54B5MHi7gbMBY3Hzuy', '2NFN6a55xmZ8ZdxnevNkPpRp6rhGEfoAKud'],
    ],
    [
      'segwit',
      'main',
      SHARED_SEGWIT,
      '',
      [
        'bc1qpmufh0zjp5prfsrk2yskcy82sa26srqkd97j0457andc6m0gh5asw7kqd2',
        'bc1qd4q50nft7kxm9yglfnpup9ed2ukj3tkxp793y0zya8dc9m39jcwq308dxz',
      ],
    ],
    [
      'segwit, on a test network',
      'test',
      SHARED_SEGWIT,
      '',
      [
        'tb1qm5zanp7mpgycqekqq74s7n4tgvkx30jvgc4rzxj6kfgcgfvw0evs9qcqks',
        'tb1q5cy8cnuy54wu8yq5w2dp3cyf25fe6suy2kw3l54y3gwet46x5sjsmcy6m9',
      ],
    ],
    [
      'of 24 words',
      'main',
      HALVES_24,
      '',
      ['39XK9VBGiK4bqNJYrajfKE8C1ky4gYA5Zy', '3PKtHrjiKdsZ73ULZ4Sf1vDBnrUoAEtLDe'],
    ],
    [
      'of 25 words',
      'main',
      HALVES_25,
      '',
      ['3Bw5jczNModhFAbvfwvUHbdGrC2Lh2qRQp', '3Ke6pKrmtSyyQaMob1ES4pk8siAAkRmst9'],
    ],
    [
      'of 24 words, on a test network',
      'test',
      HALVES_24,
      '',
      ['2MswV4HNqeGpzYmu1jWM8y2jf3W423QuEY5', '2Mv8f6byrZtHGaAd5BR3fuwpfkusNVAhCZ6'],
    ],
  ] as const)(
    '%s (%s) is a wallet of Electrum’s addresses',
    (_, network, seed, passphrase, both) => {
      const { masters, descriptors, canSign, hasWallet, notes } = open(seed, network, passphrase);
      expect(descriptors).toHaveLength(1);
      const { address, changeAddress } = openAccount(descriptors[0]?.text ?? '', { network });
      expect([address(0), changeAddress(0)]).toEqual(both);
      // Two of the three keys are the user's.
      expect(masters).toHaveLength(2);
      expect(masters.flatMap(({ accounts }) => accounts)).toEqual([]);
      expect({ canSign, hasWallet }).toEqual({ canSign: true, hasWallet: true });
      expect(notes).toHaveLength(1);
    },
  );

  test('has no passphrase if its halves are two seeds', () => {
    expect(withPassphrase(HALVES_24)).toEqual(NO_PASSPHRASE);
    expect(withPassphrase(HALVES_25)).toEqual(NO_PASSPHRASE);
  });

  test('has its keys at the first two hardened steps of its root', () => {
    const origins = open(SHARED).masters.map(({ origin }) => origin);
    expect(origins.map((origin) => origin?.path)).toEqual([[0x80000000], [0x80000001]]);
    expect(open(HALVES_24).masters.map(({ origin }) => origin?.path)).toEqual([[], []]);
  });
});

test('hexadecimal is an old seed as well as entropy of BIP39, because it may be either', () => {
  // Electrum, tests/test_mnemonic.py: the hexadecimal form of these words.
  const HEX = 'acb740e454c3134901d7c8f16497cc1c';
  const words = open(OLD);
  const { masters, descriptors, notes } = open(HEX);
  expect(descriptors).toEqual(words.descriptors);
  expect(open(HEX.toUpperCase()).descriptors).toEqual(words.descriptors);
  expect(masters).toHaveLength(1);
  expect(notes).toEqual([
    'hexadecimal is read as the entropy of seed words. If it is a private key, give it as WIF',
    'it is also read as an Electrum seed from before 2014, whose first 100 addresses of each kind are known here',
  ]);
  // Old seeds have no passphrase and no other lengths.
  expect(open(HEX, 'main', 'x').descriptors).toEqual([]);
  expect(open(HEX + HEX.slice(0, 8)).descriptors).toEqual([]);
});
