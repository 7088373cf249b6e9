import {
  COSIGNER,
  keyAt,
  keysOfSigners,
  ME,
  MULTI_PATH,
  multi,
  onlySeed,
  place,
  THIEF,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, friend } from '../../../test/support/review/coins.ts';
import { back, pay } from '../../../test/support/review/payments.ts';
import {
  type Case,
  type Row,
  rows,
  unregisteredUnproven,
} from '../../../test/support/review/rows.ts';
import {
  allXpubs,
  giving,
  payWithXpubs,
  thiefAsCosigner,
  xpub,
} from '../../../test/support/review/xpubs.ts';

const honest = (text: string) => payWithXpubs(text, back(499_000n, text, 2));
const kinds: readonly (readonly [name: string, text: string])[] = [
  ['2 of 3 in P2WSH', multi],
  ['2 of 3 in P2WSH in P2SH', `sh(${multi})`],
  ['2 of 3 in P2SH', multi.replace('wsh', 'sh')],
  ['2 of 3 keys that are not sorted', multi.replace('sortedmulti', 'multi')],
  ['2 of 2 keys that are not sorted', `wsh(multi(2,${keysOfSigners(COSIGNER, ME)}))`],
  ['2 of 2 keys in the other order', `wsh(multi(2,${keysOfSigners(ME, COSIGNER)}))`],
  ['1 of 2', `wsh(sortedmulti(1,${keysOfSigners(ME, COSIGNER)}))`],
];
const withThief = `wsh(sortedmulti(1,${keysOfSigners(ME, THIEF)}))`;
const thiefXpubs = [ME, THIEF].map((who) => xpub(who, MULTI_PATH));
/** The thief's extended key under the path of a cosigner. */
const posing = allXpubs.map((each, i) =>
  i === 1 ? { ...each, xpub: xpub(THIEF, MULTI_PATH).xpub } : each,
);

export const cases: readonly Case[] = rows(
  [
    // Change of a multisig wallet that is not open, beside a payment of 400,000 sat.
    ...kinds.map(
      ([name, text]): Row => [`change of ${name}, with all extended keys`, honest(text), onlySeed],
    ),
    [
      'a cosigner is paid beside such change',
      {
        ...honest(multi),
        outputs: [
          { value: 400_000n, ...place(`wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`, 0, 7) },
          back(499_000n, multi, 2),
        ],
      },
      onlySeed,
    ],
  ],
  [
    ['such change of a wallet that is open', honest(multi), { ...onlySeed, descriptors: [multi] }],
    [
      'such change without extended keys',
      payWithXpubs(multi, back(499_000n, multi, 2), []),
      unregisteredUnproven,
      onlySeed,
    ],
    [
      'such change without the extended key of a cosigner',
      payWithXpubs(multi, back(499_000n, multi, 2), allXpubs.slice(0, 2)),
      unregisteredUnproven,
      onlySeed,
    ],
    [
      'such change, with the extended key of a thief under the path of a cosigner',
      payWithXpubs(multi, back(499_000n, multi, 2), posing),
      [...unregisteredUnproven, 'xpub-wrong'],
      { ...onlySeed, says: ['does not derive the keys of the coins'] },
    ],
    [
      'an extended key of a thief that derives his change and not the coin',
      payWithXpubs(multi, thiefAsCosigner, posing),
      [...unregisteredUnproven, 'xpub-wrong'],
      onlySeed,
    ],
    [
      'change to a wallet with a thief, of which a small coin is spent beside ours',
      {
        coins: [at(multi, 3, 900_000n), at(withThief, 4, 10_000n)],
        outputs: [pay(400_000n, friend), back(508_000n, withThief, 2)],
        change: giving([...allXpubs, ...thiefXpubs]),
      },
      unregisteredUnproven,
      onlySeed,
    ],
    [
      'a wallet with a thief, and a coin of our own account beside it',
      {
        coins: [at(wpkh, 3, 900_000n), at(withThief, 4, 10_000n)],
        outputs: [pay(400_000n, friend), back(508_000n, withThief, 2)],
        change: giving(thiefXpubs),
      },
      unregisteredUnproven,
      onlySeed,
    ],
  ],
);
