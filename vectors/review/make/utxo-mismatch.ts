import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { place, wpkh } from '../../../test/support/review/accounts.ts';
import {
  type CoinSpec,
  field,
  friend,
  mine,
  other,
  outPoint,
  previousOf,
  stranger,
} from '../../../test/support/review/coins.ts';
import {
  back,
  ofOld,
  old,
  type PsbtSpec,
  pay,
  pay200k,
  usual,
  withFacts,
} from '../../../test/support/review/payments.ts';
import {
  BIP174,
  type Case,
  pairs,
  type Rest,
  type Row,
  rows,
} from '../../../test/support/review/rows.ts';
import { spendWith } from '../../../test/support/review/scripts.ts';

const at = (name: string, change: CoinSpec['change']): Row => [
  name,
  { ...usual, coins: [mine(0, change ? { change } : {})] },
  [],
];
const found = ([name, spec]: Row, findings: readonly FindingId[], rest?: Rest): Row => [
  name,
  spec,
  findings,
  rest,
];
const made = previousOf(mine(0));
const twin = {
  ...made,
  outputs: made.outputs.map((each) => ({ ...each, scriptPubKey: place(wpkh, 0, 0).script })),
};
const twins = (value: bigint, script = place(wpkh, 0, 0).script, id = twin): PsbtSpec => ({
  coins: [
    mine(0, { made: { transaction: id, vout: 1 } }),
    mine(0, {
      made: { transaction: twin, vout: 0 },
      previous: false,
      value: 1_000_000n,
      claimed: value,
      script,
    }),
  ],
  outputs: [pay(160_000n), back(935_000n)],
});
const known = (script: Bytes) => ({
  known: { [outPoint(mine(0))]: { amount: '100000', script: encodeHex(script) } },
});

export const cases: readonly Case[] = [
  ...rows(
    [
      found(
        at('a witness UTXO that holds less than the output of the previous transaction', (input) =>
          Object.assign(input, { witnessUtxo: { value: 1n, scriptPubKey: mine(0).script } }),
        ),
        ['utxo-mismatch'],
        { source: BIP174 },
      ),
      found(
        at('a witness UTXO with another script', (input) =>
          Object.assign(input, { witnessUtxo: { value: 100_000n, scriptPubKey: stranger } }),
        ),
        ['utxo-mismatch'],
        { source: BIP174 },
      ),
      // Hashed scripts where this cannot be intended, and coins that are described twice.
      [
        'an amount that the previous transaction of another input contradicts',
        twins(1_000_001n),
        ['utxo-mismatch', 'fee-proven-once'],
      ],
      [
        'a script that the previous transaction of another input contradicts',
        twins(1_000_000n, place(wpkh, 0, 1).script),
        ['utxo-mismatch', 'fee-proven-once'],
      ],
      [
        'a script that the chain contradicts',
        {
          ...spendWith(wpkh),
          coins: [
            mine(0, {
              previous: false,
              script: place(wpkh, 0, 1).script,
              made: { transaction: made, vout: 1 },
            }),
          ],
        },
        known(mine(0).script),
      ],
    ],
    [
      at('both tell the same', (input) =>
        Object.assign(input, { witnessUtxo: { value: 100_000n, scriptPubKey: mine(0).script } }),
      ),
      [
        'two coins of one transaction, which comes along once',
        twins(1_000_000n),
        ['fee-proven-once'],
      ],
      [
        'a script that the chain confirms',
        { ...spendWith(wpkh), coins: [mine(0, { previous: false })] },
        known(mine(0).script),
      ],
    ],
  ),
  ...pairs(
    [
      'a legacy coin with the script of another beside its previous transaction',
      withFacts(old, field({ witnessUtxo: { value: 45_000n, scriptPubKey: friend } }), 1),
      ofOld,
    ],
    ['each coin with its own', old, ofOld],
    [
      'the chain has another script for the coin',
      pay200k(mine(1, { value: 300_000n })),
      ['input-foreign-script', 'utxo-mismatch'],
      {
        known: {
          [outPoint(mine(1, { value: 300_000n }))]: {
            amount: '300000',
            script: encodeHex(other),
          },
        },
      },
    ],
    [
      'the chain has the same script',
      pay200k(mine(1, { value: 300_000n })),
      {
        known: {
          [outPoint(mine(1, { value: 300_000n }))]: {
            amount: '300000',
            script: encodeHex(mine(1).script),
          },
        },
      },
    ],
  ),
];
