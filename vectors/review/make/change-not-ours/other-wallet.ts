import { hash160, sha256 } from '../../../../src/crypto/hash.ts';
import type { FindingId } from '../../../../src/review/catalog.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2wshScript,
} from '../../../../src/script/builders.ts';
import {
  COSIGNER,
  keyAt,
  keyOf,
  ME,
  multi,
  musigOf,
  NUMS,
  of,
  place,
  THIEF,
  thief,
  thiefChange,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import { friend, mine } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  passedOff,
  payFriend,
  payFriendWithChange,
} from '../../../../test/support/review/payments.ts';
import { type Case, pair, pairs } from '../../../../test/support/review/rows.ts';

const decaying = (days: number, second = COSIGNER) =>
  `wsh(or_d(pk(${keyAt(ME, '48h/1h/0h/2h')}),and_v(v:pkh(${keyAt(second, '48h/1h/0h/2h')}),older(${days}))))`;
const inLeaf = (second = COSIGNER) =>
  `tr(${NUMS},sortedmulti_a(2,${keyAt(ME, '86h/1h/0h')},${keyAt(second, '86h/1h/0h')}))`;
const pairOf = (second = COSIGNER) =>
  `sh(wsh(sortedmulti(2,${keyAt(ME, '48h/1h/0h/1h')},${keyAt(second, '48h/1h/0h/1h')})))`;
/** Makes an output that looks like change of one descriptor and belongs to another. */
const passOff = (text: string, wrong: string) =>
  payFriend(text, passedOff(499_000n, place(text, 1, 4), place(wrong, 1, 4).script));
const ownChange = place(wpkh, 1, 4);
const swapped = (text: string, name: string, wrong: string, ...more: readonly FindingId[]) =>
  pair(
    [name, passOff(text, wrong), ['change-not-ours', ...more], of(text)],
    [`no ${name.replace(/^an? /, '')}`, payFriendWithChange(text), of(text)],
  );
const atBranch = (branch: number) => wpkh.replace('<0;1>', `<0;${branch}>`);
const accountAt = (number: number) => `wpkh(${keyAt(ME, `84h/1h/${number}h`)})`;
const named = (output: OutputSpec, origin: object): OutputSpec => ({
  ...output,
  change: (each) =>
    Object.assign(each, {
      keyPaths: each.keyPaths.map((path) => ({ ...path, origin: { ...path.origin, ...origin } })),
    }),
});
const asTaproot: OutputSpec = {
  value: 499_000n,
  script: thiefChange,
  change: (output) => {
    const origin = { fingerprint: new Uint8Array(4), path: [0] };
    output.tapKeyPaths = [{ xOnly: keyOf(wpkh).subarray(1), leafHashes: new Set(), origin }];
  },
};

/** Change of another descriptor, branch, account or form. */
export const cases: readonly Case[] = [
  ...swapped(
    musigOf(),
    'the change of MuSig2 with a thief in place of the cosigner',
    musigOf(THIEF),
  ),
  ...swapped(
    decaying(144),
    'a recovery after 144 blocks that opens after one',
    decaying(1),
    'output-mismatch',
  ),
  ...swapped(decaying(144), 'a recovery key of a thief', decaying(144, THIEF), 'output-mismatch'),
  ...swapped(inLeaf(), 'two of two in a leaf, one of them a thief', inLeaf(THIEF)),
  ...swapped(pairOf(), 'a nested pair with a thief in it', pairOf(THIEF)),
  ...pairs(
    [
      'the change of two of three, without one cosigner',
      payFriend(
        multi,
        passedOff(
          499_000n,
          place(multi, 1, 4),
          p2wshScript(sha256(multisigScript(2, [keyOf(multi), keyOf(thief)]))),
        ),
      ),
      ['change-not-ours', 'output-mismatch'],
      of(multi),
    ],
    ['two of three with all cosigners', payFriendWithChange(multi), of(multi)],
    [
      'change on a branch 2 that no wallet looks through',
      payFriend(wpkh, back(499_000n, atBranch(2), 4)),
    ],
    ['change on the receive branch', payFriend(wpkh, { value: 499_000n, ...place(wpkh, 0, 4) })],
    ['an account of our seed that is not open', payFriend(wpkh, back(499_000n, accountAt(5), 4))],
    [
      'a second account that is open',
      payFriend(wpkh, back(499_000n, accountAt(5), 4)),
      of(wpkh, accountAt(5)),
    ],
    [
      'our key in P2PKH inside P2SH, which no descriptor has',
      payFriend(
        wpkh,
        passedOff(499_000n, ownChange, p2shScript(hash160(p2pkhScript(hash160(keyOf(wpkh)))))),
      ),
    ],
    ['our key in its own form', payFriendWithChange(wpkh)],
    [
      'our key under a fingerprint of zeros, over the script of a thief',
      payFriend(
        wpkh,
        named(passedOff(499_000n, ownChange, thiefChange), { fingerprint: new Uint8Array(4) }),
      ),
    ],
    [
      'our change under a fingerprint of zeros',
      payFriend(wpkh, named({ value: 499_000n, ...ownChange }, { fingerprint: new Uint8Array(4) })),
    ],
    [
      'our key in a taproot field beside the script of a thief',
      payFriend(wpkh, asTaproot),
      ['change-not-ours', 'output-mismatch'],
    ],
    ['change that names nothing', payFriend(wpkh, { value: 499_000n, script: ownChange.script })],
    [
      'the derivation of our change is on the payee',
      {
        coins: [mine(7, { value: 900_000n })],
        outputs: [
          passedOff(400_000n, ownChange, friend),
          { value: 499_000n, script: ownChange.script },
        ],
      },
    ],
    ['the derivation of our change is on our change', payFriendWithChange(wpkh)],
  ),
];
