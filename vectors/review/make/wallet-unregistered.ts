import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { aggregateKeys, aggregateOf } from '../../../src/crypto/musig.ts';
import { compareBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  COSIGNER,
  cosignersLeaf,
  keyAt,
  ME,
  multi,
  multiOfThief,
  onlySeed,
  ownLeaf,
  place,
  registered,
  single,
} from '../../../test/support/review/accounts.ts';
import { type CoinSpec, coin } from '../../../test/support/review/coins.ts';
import {
  back,
  type PsbtSpec,
  paid60k,
  pay,
  spendAt3,
  usualOf,
} from '../../../test/support/review/payments.ts';
import { type Case, type Row, rows } from '../../../test/support/review/rows.ts';

const accountKey = {
  descriptors: [],
  masters: [ME.root.derive("m/48'/1'/0'/2'").privateExtendedKey],
};
const recovery = `wsh(or_d(pk(${keyAt(ME, '87h/1h/0h')}),and_v(v:pkh(${keyAt(COSIGNER, '87h/1h/0h')}),older(1008))))`;
const treeOf = (text: string, branch: 0 | 1, index: number) => {
  const { script, knowledge } = place(text, branch, index);
  return knowledge.taproot.get(encodeHex(script.subarray(2)));
};

/** Makes a taproot coin and its change, each with its tree. */
const withTrees = (text: string): PsbtSpec => ({
  coins: [
    coin(place(text, 0, 3), 61, {
      change: (input) => {
        input.tapLeaves = treeOf(text, 0, 3)?.spendData.leaves ?? [];
      },
    }),
  ],
  outputs: [
    paid60k,
    {
      ...back(39_800n, text, 2),
      change: (output) => {
        output.tapTree = treeOf(text, 1, 2)?.tree ?? [];
      },
    },
  ],
});
const withLeaves: NonNullable<CoinSpec['change']> = (input) => {
  const { script, knowledge } = place(cosignersLeaf, 0, 3);
  input.tapLeaves = knowledge.taproot.get(encodeHex(script.subarray(2)))?.spendData.leaves ?? [];
};

/** A MuSig2 key of two cosigners, with a leaf of the other one. */
const together = `tr(musig(${keyAt(ME, '86h/1h/9h')},${keyAt(COSIGNER, '86h/1h/9h')}),pk(${keyAt(COSIGNER, '86h/1h/8h')}))`;

/** Lists the two keys of the internal key like an updater (BIP373). */
function participants(branch: 0 | 1, index: number) {
  const keys = [ME, COSIGNER].flatMap((who) => [
    ...place(`pkh(${keyAt(who, '86h/1h/9h')})`, branch, index).knowledge.publicKeys.values(),
  ]);
  const sorted = keys.sort(compareBytes);
  const aggregation = aggregateKeys(sorted, secp256k1);
  if (aggregation === undefined) throw new Error('no keys');
  return [{ aggregate: aggregateOf(aggregation), participants: sorted }];
}

const spendTogether = (named: boolean): PsbtSpec => ({
  coins: [
    coin(place(together, 0, 3), 61, {
      change: (input) => {
        input.tapLeaves = treeOf(together, 0, 3)?.spendData.leaves ?? [];
        input.musigParticipants = named ? participants(0, 3) : [];
      },
    }),
  ],
  outputs: [
    paid60k,
    {
      ...back(39_800n, together, 2),
      change: (output) => {
        output.tapTree = treeOf(together, 1, 2)?.tree ?? [];
        output.musigParticipants = named ? participants(1, 2) : [];
      },
    },
  ],
});
const warned = ['wallet-unregistered', 'change-unproven'] as const;
const strangersOnly: Row[] = [
  [
    'the same, signed for without change',
    spendAt3(multi, [pay(99_800n)]),
    ['nothing-comes-back', 'wallet-unregistered'],
    onlySeed,
  ],
];

export const cases: readonly Case[] = rows(
  [
    ['a coin of 2 of 3 keys, and the seed of one is open', usualOf(multi), warned, onlySeed],
    ['the same, and the extended key of its account is open', usualOf(multi), warned, accountKey],
    ['a coin of a miniscript with a key for recovery', usualOf(recovery), warned, onlySeed],
    [
      'a leaf of a taproot coin',
      spendAt3(cosignersLeaf, [paid60k, back(39_800n, cosignersLeaf, 2)], { change: withLeaves }),
      warned,
      onlySeed,
    ],
    [
      'a leaf of a taproot coin, whose change comes with its tree',
      withTrees(cosignersLeaf),
      warned,
      onlySeed,
    ],
    [
      'the internal key of a taproot coin, with the tree of its change',
      withTrees(ownLeaf),
      warned,
      onlySeed,
    ],
    [
      'change of which another cosigner is the thief',
      usualOf(multi, multiOfThief),
      ['change-not-ours', 'wallet-unregistered'],
      onlySeed,
    ],
    [
      'a coin of 2 of 3 keys without previous transaction',
      spendAt3(multi, [paid60k, back(39_800n, multi, 2)], { previous: false }),
      warned,
      onlySeed,
    ],
    [
      'a signature of a shared coin that covers no output',
      spendAt3(multi, [paid60k, back(39_800n, multi, 2)], {
        change: (input) => {
          input.sighashType = 2;
        },
      }),
      ['sighash-none', ...warned],
      { ...onlySeed, fee: 'open' },
    ],
    ...strangersOnly,
    // Our keys that a taproot script shows only in other fields.
    [
      'a MuSig2 coin and its change, and the seed of one participant is open',
      spendTogether(true),
      ['wallet-unregistered', 'change-unproven'],
      onlySeed,
    ],
  ],
  [
    ['2 of 3 keys, with the seed and the wallet', usualOf(multi), registered],
    ['an account of one key, number 3', usualOf(single('84h/1h/3h')), onlySeed],
    ['a path of its own', usualOf(single('7h')), onlySeed],
    [
      'the same, whose participants the PSBT does not list',
      spendTogether(false),
      ['change-not-ours', 'input-not-ours'],
      onlySeed,
    ],
  ],
);
