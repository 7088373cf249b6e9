import { hash160, sha256 } from '../../../../src/crypto/hash.ts';
import { type Bytes, concatBytes } from '../../../../src/encoding/bytes.ts';
import {
  multisigScript,
  p2shScript,
  p2wshScript,
  witnessScript,
} from '../../../../src/script/builders.ts';
import {
  leafTree,
  multi,
  pkh,
  place,
  stolenTree,
  thief,
  tr,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import { at, friend, mine, other } from '../../../../test/support/review/coins.ts';
import {
  back,
  ofOld,
  ofShared,
  ofTap,
  old,
  type PsbtSpec,
  passedOff,
  pay,
  shared,
  swap,
  tap,
} from '../../../../test/support/review/payments.ts';
import { type Case, pairs } from '../../../../test/support/review/rows.ts';

const sharedKeys = [...place(multi, 1, 6).knowledge.publicKeys.values()].filter(
  (k) => k.length === 33,
);
const inner = [...place(tr, 1, 3).knowledge.publicKeys.values()][0] as Bytes;
const own = [...place(wpkh, 1, 5).knowledge.publicKeys.values()][0] as Bytes;
const plain = { coins: [mine(7, { value: 910_000n })] } as const;
const shorter = leafTree.replace('older(144)', 'older(1)');
const inTree: PsbtSpec = {
  coins: [at(leafTree, 0, 640_000n)],
  outputs: [back(338_900n, leafTree, 1), pay(300_000n, friend)],
};

/** Our keys and trees in another form. */
export const cases: readonly Case[] = [
  ...pairs(
    [
      'the internal key of our change as output key, without its tweak',
      swap(
        tap,
        pay(512_345n, other),
        passedOff(425_755n, place(tr, 1, 3), witnessScript(1, inner.slice(-32))),
      ),
      ofTap,
    ],
    ['taproot change beside taproot', tap, ofTap],
    [
      'the change of two of three with three of three needed',
      swap(
        shared,
        passedOff(
          3_762_433n,
          place(multi, 1, 6),
          p2wshScript(sha256(multisigScript(3, sharedKeys))),
        ),
        pay(1_234_567n, friend),
      ),
      ['change-not-ours', 'output-mismatch'],
      ofShared,
    ],
    ['the change of two of three before the payment', shared, ofShared],
    [
      'the change of two of three wrapped in P2SH',
      swap(
        shared,
        passedOff(3_762_433n, place(multi, 1, 6), p2shScript(hash160(place(multi, 1, 6).script))),
        pay(1_234_567n, friend),
      ),
      ofShared,
    ],
    ['the same by version 2 of the format', { ...shared, psbtVersion: 2 }, ofShared],
    [
      'our change as a bare public key',
      {
        ...plain,
        outputs: [
          pay(400_000n, friend),
          passedOff(
            509_000n,
            place(wpkh, 1, 5),
            concatBytes(Uint8Array.of(33), own, Uint8Array.of(0xac)),
          ),
        ],
      },
      ['change-not-ours', 'output-bare'],
    ],
    [
      'change beside a payment to ourselves',
      { ...plain, outputs: [{ value: 400_000n, ...place(wpkh, 0, 8) }, back(509_000n)] },
    ],
    [
      'the second of two changes goes to a thief',
      {
        ...plain,
        outputs: [
          pay(400_000n, friend),
          back(9_000n, wpkh, 5),
          passedOff(500_000n, place(wpkh, 1, 6), place(thief, 1, 6).script),
        ],
      },
    ],
    [
      'two changes of ours',
      { ...plain, outputs: [pay(400_000n, friend), back(9_000n), back(500_000n, wpkh, 6)] },
    ],
    [
      'a tree whose lock is shorter than ours',
      swap(
        inTree,
        passedOff(338_900n, place(leafTree, 1, 1), place(shorter, 1, 1).script),
        pay(300_000n, friend),
      ),
      { descriptors: [leafTree] },
    ],
    ['a tree of two leaves', inTree, { descriptors: [leafTree] }],
    [
      'a tree with one leaf of a thief',
      swap(
        inTree,
        passedOff(338_900n, place(leafTree, 1, 1), place(stolenTree, 1, 1).script),
        pay(300_000n, friend),
      ),
      { descriptors: [leafTree] },
    ],
    [
      'a tree with only change',
      swap(inTree, back(639_400n, leafTree, 2)),
      { descriptors: [leafTree] },
    ],
    [
      'legacy change passed off over the P2SH of a thief',
      swap(
        old,
        pay(77_000n, friend),
        passedOff(27_300n, place(pkh, 1, 2), p2shScript(hash160(place(thief, 1, 2).script))),
      ),
      ofOld,
    ],
    ['legacy change of a nested and a legacy coin', old, ofOld],
  ),
];
