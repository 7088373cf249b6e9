import {
  COSIGNER,
  changeKeyOf,
  keyAt,
  ME,
  multi,
  of,
  place,
  thief,
  thiefChange,
  tr,
  WALLET_KINDS,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import {
  at,
  coin,
  friend,
  keyHashScript,
  mine,
  other,
} from '../../../test/support/review/coins.ts';
import { earlierPast, fromEarlier, paidWithMoreFee } from '../../../test/support/review/history.ts';
import { batch, coinjoin, joined, rest } from '../../../test/support/review/joint.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  passedOff,
  pay,
  payAs,
  payFriend,
  usual,
  withPath,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, rows, withOthers } from '../../../test/support/review/rows.ts';

const channel = `wsh(multi(2,${keyAt(ME, '84h/1h/5h')},${keyAt(COSIGNER, '84h/1h/5h')}))`;
const closing = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(channel, 0, 5_000_000n, { sequence: 0xfffffffd })],
  outputs,
});

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'the change was replaced by the address of a thief',
        { ...usual, outputs: [pay(60_000n), pay(39_800n, place(thief, 1, 0).script)] },
      ],
      ['everything is sent away', { ...usual, outputs: [pay(99_800n)] }],
    ],
    [
      ['change comes back', usual],
      ['everything is sent to an address of ours', { ...usual, outputs: [back(99_800n)] }],
      [
        'somebody else sends everything away',
        { coins: [coin(place(thief, 0, 0), 8)], outputs: [pay(99_800n)] },
        ['no-input-ours'],
      ],
    ],
  ),
  ...pairs(
    [
      'the coins of a consolidation go to a stranger',
      { coins: [0, 1, 2, 3].map((i) => mine(i)), outputs: [pay(399_000n, thiefChange)] },
    ],
    ['a consolidation', { coins: [0, 1, 2, 3].map((i) => mine(i)), outputs: [back(399_000n)] }],
    [
      'change that goes to a thief without a claim',
      payFriend(multi, { value: 499_000n, script: thiefChange }),
      of(multi),
    ],
    [
      'change that comes back in two pieces',
      payFriend(multi, back(100_000n, multi, 4), back(399_000n, multi, 5)),
      of(multi),
    ],
    [
      'a coinjoin without our output',
      coinjoin(pay(899_000n, friend), pay(899_000n, other)),
      ['nothing-comes-back', 'coinjoin-short', 'inputs-of-others'],
    ],
    [
      'a coinjoin with our output',
      coinjoin(pay(899_000n, friend), back(899_000n)),
      ['inputs-of-others'],
    ],
  ),
  // The same attacks on every kind of wallet, in PSBTs of both versions.
  ...WALLET_KINDS.flatMap((row) => {
    const [name, text] = row;
    return pair(
      [
        `${name}: the change is missing its owner`,
        payAs(row, { outputs: [pay(1_290_000n, other), pay(1_700_000n, friend)] }),
        of(text),
      ],
      [
        `${name}: coins gathered in one`,
        payAs(row, { outputs: [back(2_990_000n, text, 9)] }),
        of(text),
      ],
    );
  }),
  ...pairs(
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    ['a batch of 24 payees whose change goes elsewhere', batch(pay(rest, other)), of(tr)],
    ['a batch of 24 payees', batch(back(rest, tr, 1)), of(tr)],
    [
      'a coinjoin that leaves out our part',
      joined(pay(1_000_000n, keyHashScript(93))),
      ['nothing-comes-back', 'coinjoin-short', 'inputs-of-others'],
    ],
    ['a coinjoin with our part', joined(back(1_000_000n, wpkh, 3)), withOthers],
    [
      'a channel is closed, and all goes to the other side',
      closing(pay(4_999_000n, keyHashScript(40))),
      of(channel, wpkh),
    ],
    [
      'a channel is closed, and each side gets its part',
      closing(pay(2_000_000n, keyHashScript(40)), back(2_999_000n, wpkh, 5)),
      of(channel, wpkh),
    ],
    // Scripts that are almost our change.
    [
      'the key of a thief under no fingerprint, for a program that trusts paths',
      payFriend(
        wpkh,
        withPath(
          passedOff(499_000n, place(wpkh, 1, 4), thiefChange),
          { fingerprint: new Uint8Array(4) },
          changeKeyOf(thief),
        ),
      ),
      of(wpkh),
    ],
    [
      'our change under no fingerprint',
      payFriend(wpkh, withPath(back(499_000n, wpkh, 4), { fingerprint: new Uint8Array(4) })),
      of(wpkh),
    ],
    // Earlier signatures, and what a thief makes of them.
    [
      'a replacement without change',
      fromEarlier(pay(100_000n, friend), pay(798_000n, thiefChange)),
      ['payee-added', 'nothing-comes-back'],
      earlierPast,
    ],
    paidWithMoreFee,
  ),
];
