import type { Bytes } from '../../../../src/encoding/bytes.ts';
import { decodeHex } from '../../../../src/encoding/hex.ts';
import {
  COSIGNER,
  cosignersKey,
  type ME,
  place,
  thief,
  wpkh,
} from '../../../../test/support/review/accounts.ts';
import { coin } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  passedOff,
  pay,
  usual,
} from '../../../../test/support/review/payments.ts';
import type { Row } from '../../../../test/support/review/rows.ts';

const bare = wpkh.replace(/\[[^\]]*\]/, '');
const forged = (text: string, owner: typeof ME): OutputSpec => ({
  ...back(39_800n, text),
  change: (output) => {
    output.keyPaths = output.keyPaths.map((each) => ({
      ...each,
      origin: { ...each.origin, fingerprint: decodeHex(owner.fingerprint) as Bytes },
    }));
  },
});

/** Keys that a PSBT claims to be ours, and wallets that have them. */
export const attacks: readonly Row[] = [
  [
    'our public key over the script of a thief, where our descriptor has no origin',
    {
      ...usual,
      outputs: [pay(60_000n), passedOff(39_800n, place(wpkh, 1, 0), place(thief, 1, 0).script)],
    },
    { descriptors: [bare] },
  ],
  [
    'the key of a second wallet of ours over the script of a thief',
    {
      ...usual,
      outputs: [
        pay(60_000n),
        passedOff(39_800n, place(cosignersKey, 1, 0), place(thief, 1, 0).script),
      ],
    },
    { descriptors: [wpkh, cosignersKey] },
  ],
  [
    'the key of a thief under the path of a second wallet of ours',
    { ...usual, outputs: [pay(60_000n), forged(thief, COSIGNER)] },
    { descriptors: [wpkh, cosignersKey] },
  ],
  [
    'a payment of somebody else that names our key over another script',
    {
      coins: [coin(place(thief, 0, 0), 8)],
      outputs: [pay(60_000n), passedOff(39_800n, place(wpkh, 1, 0), place(thief, 1, 0).script)],
    },
    ['change-not-ours', 'no-input-ours'],
  ],
];

export const honest: readonly Row[] = [
  ['our change, where our descriptor has no origin', usual, { descriptors: [bare] }],
  [
    'change to the second of two wallets',
    { ...usual, outputs: [pay(60_000n), back(39_800n, cosignersKey)] },
    { descriptors: [wpkh, cosignersKey] },
  ],
  [
    'change of a descriptor that is given by its other branch only',
    usual,
    { descriptors: [wpkh.replace('<0;1>', '0')] },
  ],
];
