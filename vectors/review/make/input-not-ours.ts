import { hash160 } from '../../../src/crypto/hash.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import {
  cosignersKey,
  keyAt,
  ME,
  multi,
  multiOfOthers,
  onlySeed,
  type Person,
  place,
  signing,
  thief,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, coin, friend, mine } from '../../../test/support/review/coins.ts';
import {
  back,
  ofTap,
  type PsbtSpec,
  pay,
  spendAt3,
  tap,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';
import { spends } from '../../../test/support/review/scripts.ts';

/** Replaces key paths by those of our account. */
const forgedPaths = (paths: Psbt['inputs'][number]['keyPaths']) =>
  paths.map((each) => ({
    ...each,
    origin: { ...each.origin, fingerprint: decodeHex(ME.fingerprint) as Bytes },
  }));
const fingerprintOf = (who: Person) => decodeHex(who.fingerprint) as Bytes;

/** Names of a person's key in our wallet, at a position of ours. */
const own = (who: Person) => {
  const { publicKeys, origins } = place(multi, 0, 3).knowledge;
  return [...publicKeys.values()].flatMap((publicKey) => {
    const origin = origins.get(encodeHex(hash160(publicKey)));
    return origin && encodeHex(origin.fingerprint) === who.fingerprint
      ? [{ publicKey, origin }]
      : [];
  });
};
const key = place(wpkh, 0, 0);

/** Spends a coin of ours, and one of a thief whose key is named under a path of ours. */
const besideThief = (pathOf: (path: readonly number[]) => readonly number[]): PsbtSpec => ({
  coins: [
    mine(0),
    coin(place(thief, 0, 5), 9, {
      change: (input) => {
        input.keyPaths = input.keyPaths.map((each) => ({
          ...each,
          origin: { fingerprint: fingerprintOf(ME), path: pathOf(each.origin.path) },
        }));
      },
    }),
  ],
  outputs: [pay(160_000n), back(39_500n)],
});

export const cases: readonly Case[] = [
  ...rows(
    [
      // Coins and outputs that keys claim.
      [
        'an input that names our key over the script of a stranger',
        spends(place(thief, 0, 0).script, key),
      ],
      [
        'an input that names the key of a stranger under our path',
        {
          ...usual,
          coins: [
            mine(0),
            coin(place(thief, 0, 0), 44, {
              change: (input) => {
                input.keyPaths = forgedPaths(input.keyPaths);
              },
            }),
          ],
          outputs: [pay(160_000n), back(39_700n)],
        },
      ],
      // Hashed scripts where this cannot be intended, and coins that are described twice.
      [
        'the key of a thief under the path of our account itself',
        besideThief((path) => path.slice(0, 3)),
      ],
      [
        "a thief's coin under a path of our seed",
        spendAt3(thief, [pay(99_800n)], {
          knowledge: place(wpkh, 0, 3).knowledge,
          change: (input) => {
            const [key] = place(thief, 0, 3).knowledge.publicKeys.values();
            input.keyPaths = input.keyPaths.map((each) => ({
              ...each,
              publicKey: key ?? each.publicKey,
            }));
          },
        }),
        { ...onlySeed, fee: 'proven' },
      ],
    ],
    [
      [
        'an input of another account of the same seed',
        {
          coins: [mine(0), coin(place(`wpkh(${keyAt(ME, '84h/1h/9h')})`, 0, 0), 45)],
          outputs: [pay(160_000n), back(39_700n)],
        },
        ['inputs-of-others'],
      ],
      ['a coin of ours under its own path', tap, ofTap],
      [
        'the key of another under the path of another account of ours',
        besideThief((path) => [...path.slice(0, 2), 0x80000009]),
        ['inputs-of-others'],
        { says: ['names a master key of your descriptors'] },
      ],
    ],
  ),
  // Payments to cosigners, and labels of our own wallet.
  ...pair(
    [
      'an input that names our key over the coin of a stranger',
      {
        outputs: [pay(500_000n, friend), back(499_000n, multi, 4)],
        coins: [
          at(multi, 0, 900_000n),
          coin(place(thief, 0, 3), 205, {
            change: (input) => {
              input.keyPaths = own(ME);
            },
          }),
        ],
      },
      signing,
    ],
    [
      'a payjoin with a cosigner',
      {
        coins: [at(multi, 0, 900_000n), coin(place(cosignersKey, 0, 3), 205)],
        outputs: [pay(500_000n, friend), back(499_000n, multi, 4)],
      },
      ['inputs-of-others'],
      signing,
    ],
    [
      'a payjoin with a multisig of a cosigner',
      {
        coins: [at(multi, 0, 900_000n), coin(place(multiOfOthers, 0, 3), 205)],
        outputs: [pay(500_000n, friend), back(499_000n, multi, 4)],
      },
      ['inputs-of-others'],
      signing,
    ],
  ),
];
