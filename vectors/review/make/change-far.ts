import { hash160 } from '../../../src/crypto/hash.ts';
import { emptyBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { p2pkhScript } from '../../../src/script/builders.ts';
import {
  keyAt,
  ME,
  multi,
  nested,
  of,
  onlySeed,
  pkh,
  place,
  single,
  tr,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, coin, friend, noKnowledge, other } from '../../../test/support/review/coins.ts';
import {
  back,
  hardenedAccount,
  hardenedChange,
  ofShared,
  ofTap,
  type PsbtSpec,
  pay,
  payFriend,
  payingHardened,
  shared,
  swap,
  tap,
  usual,
  usualOf,
} from '../../../test/support/review/payments.ts';
import {
  type Case,
  pair,
  pairs,
  RANSOM,
  type Row,
  rows,
} from '../../../test/support/review/rows.ts';
import { payWithXpubs } from '../../../test/support/review/xpubs.ts';

const text = `wpkh([${ME.fingerprint}/84h/1h/9h]${hardenedAccount.privateExtendedKey}/<0;1>/*h)`;
const ofHardened = { descriptors: [text] };
const masters = [ME.root.privateExtendedKey];
const hardenedAt = (path: string) => {
  const publicKey = ME.root.derive(`m/${path.replaceAll('h', "'")}`).publicKey ?? emptyBytes;
  const steps = path.split('/').map((step) => Number.parseInt(step, 10));
  const isHard = path.split('/').map((step) => step.endsWith('h'));
  const origin = {
    fingerprint: decodeHex(ME.fingerprint) ?? emptyBytes,
    path: steps.map((step, i) => step + (isHard[i] ? 0x80000000 : 0)),
  };
  const fields = { keyPaths: [{ publicKey, origin }] };
  return {
    script: p2pkhScript(hash160(publicKey)),
    knowledge: noKnowledge,
    change: (place: object) => void Object.assign(place, fields),
  };
};
const row = (name: string, from: string, to: string, ...findings: FindingId[]): Row => [
  name,
  {
    coins: [coin(hardenedAt(from), 7, { value: 900_000n, change: hardenedAt(from).change })],
    outputs: [pay(400_000n, friend), { value: 499_000n, ...hardenedAt(to) }],
  },
  findings,
  { masters, descriptors: [] },
];
const far = (name: string, from: string, to: string) => row(name, from, to, 'change-far');
const spend = (text: string, coin: number, change: number): PsbtSpec => ({
  coins: [at(text, coin, 900_000n)],
  outputs: [pay(400_000n, friend), back(499_000n, text, change)],
});
const kinds: readonly (readonly [name: string, text: string])[] = [
  ['P2WPKH', wpkh],
  ['P2PKH', pkh],
  ['P2TR', tr],
  ['2 of 3', multi],
];
const has = (coin: number, change: number) =>
  kinds.map(
    ([name, text]): Row => [
      `change of ${name} at position ${change}, and a coin at position ${coin}`,
      spend(text, coin, change),
      ['change-far'],
      { descriptors: [text], says: [`Position: ${change}.`] },
    ],
  );

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'change at a position that no wallet looks at',
        { ...usual, outputs: [pay(60_000n), back(39_800n, wpkh, 2_000_000_000)] },
        { source: RANSOM },
      ],
      [
        'an address of ours just as far',
        { ...usual, outputs: [{ value: 99_800n, ...place(wpkh, 0, 1_000_000) }] },
        { source: RANSOM },
      ],
      [
        'change at position 700,000 of account 3',
        usualOf(single('84h/1h/3h'), undefined, 700_000),
        onlySeed,
      ],
      [
        'change to account 77, where the coin is of account 0',
        usualOf(wpkh, single('84h/1h/77h')),
        onlySeed,
      ],
      [
        'change of another script below the path of the coin',
        usualOf(single('84h/1h/3h'), `pkh(${keyAt(ME, '84h/1h/3h')})`),
        onlySeed,
      ],
      // Change of a multisig wallet that is not open, beside a payment of 400,000 sat.
      [
        'change at position 700,000 of a wallet that the extended keys prove',
        payWithXpubs(multi, back(499_000n, multi, 700_000)),
        ['change-far', 'wallet-proven'],
        onlySeed,
      ],
      // Change that is far ahead of the coins that are spent.
      ...has(0, 999),
      ...has(0, 201),
      ...has(700, 901),
      ['change at position 999 of a seed, and a coin at position 0', spend(wpkh, 0, 999), onlySeed],
      ['change at position 1,000, and a coin at position 999', spend(wpkh, 999, 1000)],
    ],
    [
      [
        'change at the last position that may be in use',
        { ...usual, outputs: [pay(60_000n), back(39_800n, wpkh, 200)] },
      ],
      ['change at position 200', usualOf(single('84h/1h/3h'), undefined, 200), onlySeed],
      ['change to account 1 of the same seed', usualOf(wpkh, single('84h/1h/1h')), onlySeed],
      ['change of the legacy account', usualOf(wpkh, pkh), onlySeed],
      ['change at position 901, and a coin at position 701', spend(wpkh, 701, 901)],
      ['change at position 999, and a coin at position 850', spend(wpkh, 850, 999)],
      ['change at position 901 of a seed, and a coin at 701', spend(wpkh, 701, 901), onlySeed],
      [
        'change at position 300, and coins at positions 0 and 250',
        {
          coins: [0, 250].map((index) => at(wpkh, index, 450_000n)),
          outputs: [pay(400_000n, friend), back(499_000n, wpkh, 300)],
        },
      ],
    ],
  ),
  ...pairs(
    [
      'taproot change at the last position there is',
      swap(tap, pay(512_345n, other), back(425_755n, tr, 0x7fffffff)),
      ofTap,
    ],
    ['taproot change at position 0', swap(tap, pay(512_345n, other), back(425_755n, tr)), ofTap],
    [
      'the change of two of three at position 50,000,000',
      swap(shared, back(3_762_433n, multi, 50_000_000), pay(1_234_567n, friend)),
      ofShared,
    ],
    [
      'at position 30',
      swap(shared, back(3_762_433n, multi, 30), pay(1_234_567n, friend)),
      ofShared,
    ],
    [
      'nested change at position 123,456',
      payFriend(nested, back(499_000n, nested, 123_456)),
      of(nested),
    ],
    ['nested change at position 200', payFriend(nested, back(499_000n, nested, 200)), of(nested)],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'change at 48,000',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, wpkh, 48_000)],
      },
    ],
    [
      'change at 199',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, wpkh, 199)],
      },
    ],
  ),
  // Positions after a hardened wildcard, such as those of Core's oldest wallets.
  ...pair(
    ['change at the hardened position 5,000', payingHardened(3, hardenedChange(5000)), ofHardened],
    ['change at the hardened position 5', payingHardened(3, hardenedChange(5)), ofHardened],
    ['a coin at the hardened position 5,000', payingHardened(5000, hardenedChange(5)), ofHardened],
  ),
  // The same with only a seed: a wallet hardens all positions or none.
  ...pair(
    far('a hardened position where others are not', '44h/1h/0h/0/3', '44h/1h/0h/1/5h'),
    row("change of Core's oldest wallets", '0h/0h/3h', '0h/1h/5h'),
  ).concat(
    pair(
      far('a hardened branch where others are not', '44h/1h/0h/0/3', '44h/1h/0h/1h/5'),
      row('change of BIP44', '44h/1h/0h/0/3', '44h/1h/0h/1/5'),
    ),
    pair(
      far('a position that is not hardened where others are', '0h/0h/3h', '0h/1/5'),
      row("receiving again in Core's oldest wallets", '0h/0h/3h', '0h/0h/4h'),
    ),
  ),
];
