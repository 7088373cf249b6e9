import { hash160, sha256 } from '../../../../src/crypto/hash.ts';
import { createFlatSigningProvider } from '../../../../src/descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../../src/encoding/hex.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
} from '../../../../src/script/builders.ts';
import {
  keyAt,
  ME,
  multi,
  ownLeaf,
  place,
  THIEF,
  thief,
  tr,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import { coin, mine, stranger } from '../../../../test/support/review/coins.ts';
import {
  back,
  type PsbtSpec,
  passedOff,
  pay,
  sharedPayment,
  usual,
} from '../../../../test/support/review/payments.ts';
import { CHANGE, type Row } from '../../../../test/support/review/rows.ts';

const MULTISIG = 'bitbox.swiss/blog/the-pitfalls-of-multisig-when-using-hardware-wallets';
const firstChange = place(wpkh, 1, 0);
const sharedTruth = place(multi, 1, 0);
const ours = [...sharedTruth.knowledge.publicKeys.values()]
  .filter((key) => key.length === 33)
  .sort((a, b) => (encodeHex(a) < encodeHex(b) ? -1 : 1));
const thiefKey = [...place(thief, 1, 0).knowledge.publicKeys.values()][0] as Bytes;
const wsh = (script: Bytes) => p2wshScript(sha256(script));
const fake = (script: Bytes): PsbtSpec => ({
  ...sharedPayment,
  outputs: [pay(60_000n), passedOff(39_600n, sharedTruth, script)],
});
const multisig = { descriptors: [multi], source: MULTISIG };
const thiefLeaf = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(THIEF, '86h/1h/0h')}))`;

/** Our change whose script, or a key in it, is replaced. */
export const attacks: readonly Row[] = [
  [
    'the path of our change over the address of a thief',
    {
      ...usual,
      outputs: [pay(60_000n), passedOff(39_800n, firstChange, place(thief, 1, 0).script)],
    },
    { source: CHANGE },
  ],
  [
    'our fingerprint over the keys of a thief',
    {
      ...usual,
      outputs: [
        pay(60_000n),
        {
          ...back(39_800n, thief),
          change: (output) => {
            output.keyPaths = output.keyPaths.map((each) => ({
              ...each,
              origin: { ...each.origin, fingerprint: decodeHex(ME.fingerprint) as Bytes },
            }));
          },
        },
      ],
    },
    { source: CHANGE },
  ],
  [
    'our key, but in a legacy address that our descriptors do not have',
    {
      ...usual,
      outputs: [
        pay(60_000n),
        passedOff(39_800n, firstChange, p2pkhScript(firstChange.script.subarray(2))),
      ],
    },
    { source: CHANGE },
  ],
  [
    'our key, nested, where our descriptors have it native',
    {
      ...usual,
      outputs: [
        pay(60_000n),
        passedOff(39_800n, firstChange, p2shScript(hash160(firstChange.script))),
      ],
    },
  ],
  [
    'the key of a cosigner replaced by that of a thief',
    fake(
      wsh(
        multisigScript(
          2,
          [...ours.slice(0, 2), thiefKey].sort((a, b) => (encodeHex(a) < encodeHex(b) ? -1 : 1)),
        ),
      ),
    ),
    ['change-not-ours', 'output-mismatch'],
    multisig,
  ],
  [
    'all keys but ours replaced',
    fake(wsh(multisigScript(2, [ours[0] as Bytes, thiefKey, thiefKey]))),
    ['change-not-ours', 'output-mismatch'],
    multisig,
  ],
  [
    'a quorum of one instead of two',
    fake(wsh(multisigScript(1, ours))),
    ['change-not-ours', 'output-mismatch'],
    multisig,
  ],
  [
    'the keys in another order',
    fake(wsh(multisigScript(2, [...ours].reverse()))),
    ['change-not-ours', 'output-mismatch'],
    multisig,
  ],
  [
    'a fourth key',
    fake(wsh(multisigScript(2, [...ours, thiefKey]))),
    ['change-not-ours', 'output-mismatch'],
    multisig,
  ],
  [
    'only our key, where the quorum is two of three',
    fake(p2wpkhScript(hash160(ours[0] as Bytes))),
    multisig,
  ],
  [
    'a taproot output with our internal key and the script of a thief',
    {
      coins: [coin(place(tr, 0, 0), 20)],
      outputs: [pay(60_000n), passedOff(39_800n, place(tr, 1, 0), place(thiefLeaf, 1, 0).script)],
    },
    {
      descriptors: [tr],
      source: 'BIP371, rationale of PSBT_OUT_TAP_TREE: hidden script paths',
    },
  ],
  [
    'a taproot output with our internal key, where a script of ours should be',
    {
      coins: [coin(place(ownLeaf, 0, 0), 21)],
      outputs: [pay(60_000n), passedOff(39_800n, place(ownLeaf, 1, 0), place(tr, 1, 0).script)],
    },
    { descriptors: [ownLeaf] },
  ],
  [
    'the change of another account of the same seed',
    { ...usual, outputs: [pay(60_000n), back(39_800n, `wpkh(${keyAt(ME, '84h/1h/7h')})`)] },
    { source: CHANGE },
  ],
];

export const honest: readonly Row[] = [
  ['our change', usual, { source: CHANGE }],
  ['the change of two of three, whose keys are sorted', sharedPayment, multisig],
  [
    'the change of a taproot key',
    { coins: [coin(place(tr, 0, 0), 20)], outputs: [pay(60_000n), back(39_800n, tr)] },
    { descriptors: [tr] },
  ],
  [
    'the change of a taproot tree of ours',
    {
      coins: [coin(place(ownLeaf, 0, 0), 21)],
      outputs: [pay(60_000n), back(39_800n, ownLeaf)],
    },
    { descriptors: [ownLeaf] },
  ],
  [
    'a payment to a thief that is not passed off as change',
    {
      ...usual,
      outputs: [
        pay(60_000n),
        { ...back(39_800n), script: stranger, knowledge: createFlatSigningProvider() },
      ],
    },
    ['nothing-comes-back', 'output-repeated'],
  ],
  [
    'change that names no keys: it is found all the same',
    { ...usual, outputs: [pay(60_000n), { value: 39_800n, script: firstChange.script }] },
  ],
  [
    'the change of somebody else who takes part',
    {
      coins: [mine(0), coin(place(thief, 0, 0), 8)],
      outputs: [pay(60_000n), back(39_800n), back(99_800n, thief)],
    },
    ['inputs-of-others'],
  ],
];
