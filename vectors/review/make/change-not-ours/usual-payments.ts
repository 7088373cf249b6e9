import { p2trScript } from '../../../../src/script/builders.ts';
import {
  nested,
  of,
  pkh,
  place,
  secondAccount,
  thief,
  tr,
  WALLET_KINDS,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import { at, friend } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  passedOff,
  pay,
  payAs,
} from '../../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../../test/support/review/rows.ts';

const mixed = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [
    at(pkh, 0, 300_000n),
    at(nested, 1, 300_000n),
    at(wpkh, 2, 300_000n),
    at(tr, 3, 300_000n),
  ],
  outputs,
});
const all = of(pkh, nested, wpkh, tr);
const unnamed = (input: object) => Object.assign(input, { keyPaths: [], tapKeyPaths: [] });
/** Usual payments of every kind of wallet. */
export const cases: readonly Case[] = [
  // The same attacks on every kind of wallet, in PSBTs of both versions.
  ...WALLET_KINDS.flatMap((row) => {
    const [name, text, stolen] = row;
    const hasScript = ['two of three', 'an inheritance'].includes(name);
    const spoofed = passedOff(1_290_000n, place(text, 1, 9), place(stolen, 1, 9).script);
    return pair(
      [
        `${name}: the change goes to a thief`,
        payAs(row, { outputs: [spoofed, pay(1_700_000n, friend)] }),
        ['change-not-ours', ...(hasScript ? (['output-mismatch'] as const) : [])],
        of(text),
      ],
      [`${name}: a payment with change`, payAs(row), of(text)],
    );
  }),
  ...pair(
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'one change of ours and one of a thief, from four kinds of coins',
      mixed(
        pay(500_000n, friend),
        back(200_000n, wpkh, 7),
        passedOff(
          490_000n,
          place(tr, 1, 7),
          p2trScript(place(thief.replace('wpkh', 'tr'), 1, 7).script.subarray(2)),
        ),
      ),
      all,
    ],
    [
      'two changes of ours, from four kinds of coins',
      mixed(pay(500_000n, friend), back(200_000n, wpkh, 7), back(490_000n, tr, 7)),
      all,
    ],
  ),
  ...pair(
    [
      'the change of a second account, while only the first is open',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, secondAccount)],
      },
    ],
    [
      'the change of a second account, both are open',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, secondAccount)],
      },
      of(wpkh, secondAccount),
    ],
    [
      'coins and change without derivations',
      {
        coins: [at(wpkh, 0, 900_000n, { change: unnamed })],
        outputs: [pay(400_000n, friend), { ...back(490_000n, wpkh, 3), change: unnamed }],
      },
    ],
    [
      'change far out, which only its path finds',
      {
        coins: [at(wpkh, 0, 900_000n)],
        outputs: [pay(400_000n, friend), back(490_000n, wpkh, 192)],
      },
    ],
  ),
];
