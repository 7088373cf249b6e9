import { keyAt, ME, of, place, THIEF, thief, tr } from '../../../test/support/review/accounts.ts';
import { anchorCoin, at, type CoinSpec, coin, friend } from '../../../test/support/review/coins.ts';
import {
  anchorChild,
  back,
  ofShared,
  ofTap,
  type PsbtSpec,
  pay,
  payFromTwo,
  shared,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const spend = (text: string, more: Partial<CoinSpec> = {}): PsbtSpec => ({
  coins: [at(text, 3, 900_000n, more)],
  outputs: [pay(899_000n, friend)],
});
const isFor = 'This transaction is for';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a payment of somebody else',
        { coins: [coin(place(thief, 0, 0), 8)], outputs: [pay(60_000n), back(39_800n, thief)] },
      ],
      // Sentences about the wallet that a transaction is for.
      [
        'a payment that names the master key of somebody else',
        spend(thief),
        { says: [`${isFor} ${THIEF.fingerprint}. You opened ${ME.fingerprint}.`] },
      ],
      [
        'a payment that names no key',
        spend(thief, { change: (input) => Object.assign(input, { keyPaths: [] }) }),
        { lacks: [isFor] },
      ],
      [
        'a payment that names zeros for a master key',
        spend(thief, {
          change: (input) => {
            input.keyPaths = input.keyPaths.map((each) => ({
              ...each,
              origin: { ...each.origin, fingerprint: new Uint8Array(4) },
            }));
          },
        }),
        { lacks: [isFor] },
      ],
      [
        'a payment of another account of our master key, of which only a public key is open',
        spend(`wpkh(${keyAt(ME, '84h/1h/5h')})`),
        { lacks: [isFor] },
      ],
    ],
    [['a payment of ours', usual]],
  ),
  ...pairs(
    ['two of three of strangers', shared, ofTap],
    ['two of three of ours', shared, ofShared],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    ['a payment of somebody else', { ...payFromTwo(thief), psbtVersion: 2 }, of(tr)],
    ['a payment of ours without private keys', payFromTwo(tr), of(tr)],
    // Anchors, which have no owner, and coins of others, which are not bait.
    [
      'an anchor beside a coin of others',
      { ...anchorChild(240n), coins: [at(tr, 0, 900_000n), anchorCoin(240n)] },
      ['no-input-ours', 'truc'],
    ],
    ['an anchor beside our coin', anchorChild(240n), ['truc']],
  ),
];
