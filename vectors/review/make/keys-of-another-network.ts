import { bigEndian, concatBytes } from '../../../src/encoding/bytes.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  mainnetAccount,
  of,
  place,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, coin, friend, mine } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay, usual } from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, rows } from '../../../test/support/review/rows.ts';
import { withXpubs, xpub } from '../../../test/support/review/xpubs.ts';

const ISOLATION =
  'CVE-2020-12119 and the isolation bypass of Ledger (2020-08): test paths for real coins';
const mainKeys = `wpkh(${keyAt(ME, '84h/0h/0h')})`;
const realPath = `wpkh(${keyAt(ME, '84h/0h/0h')})`;
const paths = ['44h', '48h', '49h', '84h', '86h', '87h'] as const;
const away = (purpose: string, coinType: string): PsbtSpec => {
  const text = `wpkh(${keyAt(ME, `${purpose}/${coinType}/5h`)})`;
  return { coins: [at(text, 0, 90_000n)], outputs: [pay(89_700n, friend)] };
};
const textOf = (purpose: string, coinType: string) =>
  `wpkh(${keyAt(ME, `${purpose}/${coinType}/5h`)})`;
const ours = '84h/1h/0h';
const spec = (text: string): PsbtSpec => ({
  coins: [mine(0)],
  outputs: [pay(60_000n), back(39_800n, text)],
});
const masters = [ME.root.privateExtendedKey];
const seed = { descriptors: [wpkh], masters };

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'keys for real coins, on a test network',
        {
          coins: [coin(place(realPath, 0, 0), 6)],
          outputs: [pay(60_000n), back(39_800n, realPath)],
        },
        { descriptors: [realPath], source: ISOLATION },
      ],
      // Extended keys in the global map.
      [
        'an extended key of the main network',
        withXpubs({
          ...xpub(COSIGNER, ours),
          xpub: concatBytes(bigEndian(0x0488b21e, 4), xpub(COSIGNER, ours).xpub.subarray(4)),
        }),
      ],
    ],
    [
      ['keys for this network', usual, { source: ISOLATION }],
      ['an extended key of this network', withXpubs(xpub(COSIGNER, ours))],
    ],
  ),
  ...paths.flatMap((purpose) =>
    pair(
      [
        `a key of real coins below ${purpose}`,
        away(purpose, '0h'),
        ['nothing-comes-back', 'keys-of-another-network'],
        { descriptors: [textOf(purpose, '0h')] },
      ],
      [
        `a key of test coins below ${purpose}`,
        away(purpose, '1h'),
        ['nothing-comes-back'],
        { descriptors: [textOf(purpose, '1h')] },
      ],
    ),
  ),
  ...pairs(
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'test coins whose keys are those of the main network',
      {
        coins: [at(mainKeys, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(499_000n, mainKeys, 1)],
      },
      of(mainKeys),
    ],
    [
      'test coins',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(499_000n, wpkh, 1)],
      },
    ],
    // Change at the path of real coins, on a test network.
    ['change below the path of real coins', spec(mainnetAccount), seed],
    ['change below the path of test coins', spec(wpkh), seed],
  ),
];
