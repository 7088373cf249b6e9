import { encodeHex } from '../../../src/encoding/hex.ts';
import { nested, of, tr } from '../../../test/support/review/accounts.ts';
import { at, mine, outPoint } from '../../../test/support/review/coins.ts';
import { knownFrom, knownMine } from '../../../test/support/review/history.ts';
import { ofTap, payFromTwo, tap, usual, withFacts } from '../../../test/support/review/payments.ts';
import { BIP143_LIE, type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const [firstCoin, secondCoin] = [at(tr, 0, 730_000n), at(tr, 1, 210_000n)];

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a coin that holds more than the PSBT says',
        { ...usual, coins: [mine(0, { previous: false })] },
        ['fee-too-high', 'amount-contradicted'],
        { known: knownMine('9900000'), source: BIP143_LIE },
      ],
    ],
    [
      [
        'a coin that holds what the PSBT says',
        { ...usual, coins: [mine(0, { previous: false })] },
        { known: knownMine('100000') },
      ],
    ],
  ),
  ...pairs(
    [
      'a taproot coin that holds less than it claims',
      withFacts(tap, { previous: false }),
      {
        ...ofTap,
        known: {
          ...knownFrom(secondCoin),
          [outPoint(firstCoin)]: { amount: '729000', script: encodeHex(firstCoin.script) },
        },
      },
    ],
    [
      'taproot coins that hold what they claim',
      withFacts(tap, { previous: false }),
      { ...ofTap, known: knownFrom(firstCoin, secondCoin) },
    ],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'the chain knows a larger coin',
      payFromTwo(nested),
      {
        ...of(nested),
        known: {
          [outPoint(at(nested, 2, 1_900_000n))]: {
            amount: '1900001',
            script: encodeHex(at(nested, 2, 1n).script),
          },
        },
      },
    ],
    [
      'the chain knows the coin',
      payFromTwo(nested),
      {
        ...of(nested),
        known: {
          [outPoint(at(nested, 2, 1_900_000n))]: {
            amount: '1900000',
            script: encodeHex(at(nested, 2, 1n).script),
          },
        },
      },
    ],
  ),
];
