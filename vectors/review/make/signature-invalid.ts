import { bytesToNumber, N, numberToBytes } from '../../../src/crypto/curve/field.ts';
import { encodeDer, parseDerLax } from '../../../src/crypto/der.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import type { Psbt, PsbtInput } from '../../../src/psbt/psbt.ts';
import { readVector } from '../../../test/support/paths.ts';
import { readPsbt } from '../../../test/support/psbt.ts';
import {
  COSIGNER,
  keyAt,
  keyOf,
  ME,
  multi,
  of,
  place,
  secretNative,
  secretsOf,
  secretTaproot,
  THIEF,
  thief,
} from '../../../test/support/review/accounts.ts';
import { coin, mine } from '../../../test/support/review/coins.ts';
import {
  back,
  none,
  ofShared,
  type PsbtSpec,
  payFriend,
  payFriendWithChange,
  shared,
  signedBy,
  usual,
} from '../../../test/support/review/payments.ts';
import { BIP143_LIE, type Case, pair, type Row, rows } from '../../../test/support/review/rows.ts';
import { halfSigned, signedByCosigner } from '../../../test/support/review/signed.ts';
import { ofTapAndNative, usualTaproot, withInputs } from '../../../test/support/review/xpubs.ts';

/** Returns the same signature with the other S. */
function highS(signature: Bytes): Bytes {
  const compact = parseDerLax(signature.subarray(0, -1)) ?? new Uint8Array(64);
  const s = numberToBytes(N - bytesToNumber(compact.subarray(32)));
  return concatBytes(encodeDer(concatBytes(compact.subarray(0, 32), s)), signature.subarray(-1));
}

const { spends }: { spends: readonly { readonly signatures: string }[] } = JSON.parse(
  readVector('psbt/bip373.json'),
);
const whole = readPsbt(spends[0]?.signatures ?? '');
const nonces = whole.inputs.flatMap(({ musigPubNonces }) => musigPubNonces);

/** A MuSig2 payment before its second round. */
const round = (name: string, change: Partial<PsbtInput>, findings: Row[2]): Row => [
  name,
  {
    ...whole,
    inputs: whole.inputs.map((each) => ({ ...each, musigPartialSignatures: [], ...change })),
  },
  findings,
  none,
];
const replaced = (value: (old: Uint8Array) => Uint8Array) =>
  nonces.map((each, i) => (i === 1 ? { ...each, value: value(each.value) } : each));
const elsewhere = {
  ...halfSigned,
  outputs: halfSigned.outputs.map((output, i) =>
    i === 0 ? { ...output, scriptPubKey: place(thief, 0, 0).script } : output,
  ),
};
const cosigner = multi.replace(
  keyAt(COSIGNER, '48h/1h/0h/2h'),
  keyAt(COSIGNER, '48h/1h/0h/2h', true),
);
const sharedSpend: PsbtSpec = { ...usual, coins: [coin(place(multi, 0, 0), 1)] };
const ofMultiAndNative = { descriptors: [multi, `wpkh(${keyAt(ME, '84h/1h/0h')})`] };
const halfByCosigner = signedBy(cosigner, sharedSpend);
const stranger = secretsOf(
  secretNative.replace(keyAt(ME, '84h/1h/0h', true), keyAt(THIEF, '84h/1h/0h', true)),
  0,
  0,
);
const theirs = (): Row => {
  const [key] = [...stranger.publicKeys.values()] as [Bytes];
  const [privateKey] = [...stranger.privateKeys.values()];
  const from = place(`wpkh(${keyAt(THIEF, '84h/1h/0h')})`, 0, 0);
  if (privateKey === undefined || from.script.length === 0) throw new Error('no key');
  const own = signedBy(secretNative, usual);
  const [made] = own.inputs[0]?.partialSignatures ?? [];
  if (made === undefined) throw new Error('no signature');
  return [
    'one of a key that the script does not have',
    withInputs(halfByCosigner, (input) => ({
      partialSignatures: [
        ...input.partialSignatures,
        { publicKey: key, signature: made.signature },
      ],
    })),
    ['signature-invalid'],
    { ...ofMultiAndNative, says: ['The script does not have its key.'] },
  ];
};
const true_ = signedByCosigner(payFriendWithChange(multi));
const paidElsewhere = signedByCosigner(payFriend(multi, back(498_000n, multi, 4)));
const moved: Psbt = {
  ...true_,
  inputs: true_.inputs.map((input, i) => ({
    ...input,
    partialSignatures: paidElsewhere.inputs[i]?.partialSignatures ?? [],
  })),
};
const asThief: Psbt = {
  ...true_,
  inputs: true_.inputs.map((input) => ({
    ...input,
    partialSignatures: input.partialSignatures.map((each) => ({
      ...each,
      publicKey: keyOf(multi, 0, 0),
    })),
  })),
};
const more = of(multi);
const about = 'signature-invalid';

export const cases: readonly Case[] = [
  ...rows(
    [
      ['an output was replaced after it was signed', elsewhere],
      [
        'a signature for another amount',
        {
          ...halfSigned,
          inputs: halfSigned.inputs.map((input) => ({
            ...input,
            nonWitnessUtxo: undefined,
            witnessUtxo: { value: 99_999n, scriptPubKey: mine(0).script },
          })),
        },
        { source: BIP143_LIE },
      ],
      // Partial signatures that nodes or the script reject.
      [
        'one of a cosigner with a high S',
        withInputs(halfByCosigner, (input) => ({
          partialSignatures: input.partialSignatures.map(({ publicKey, signature }) => ({
            publicKey,
            signature: highS(signature),
          })),
        })),
        { ...ofMultiAndNative, says: ['Its S value is high, so nodes do not relay it.'] },
      ],
      theirs(),
    ],
    [
      ['a signature that holds', halfSigned],
      ['two of three that nothing signed', shared, ofShared],
      ['one of a cosigner with a low S', halfByCosigner, ofMultiAndNative],
      ['one of taproot', signedBy(secretTaproot, usualTaproot), ofTapAndNative],
    ],
  ),
  // Answers of a compromised cosigner, or of a program that signs wrongly.
  ...pair(
    ['the signature of a cosigner for other change', moved, more],
    ['the signature of a cosigner for this', true_, more],
    ['no signature yet', payFriendWithChange(multi), more],
  ),
  ...pair(
    ['the signature of a cosigner under our key', asThief, more],
    [
      'the signature of a cosigner who wrote its type out',
      signedByCosigner(payFriendWithChange(multi), 1),
      more,
    ],
  ),
  // MuSig2 nonces that spoil a signature, or reveal a key (BIP327).
  ...[
    ...pair(
      round(
        'a MuSig2 nonce whose first point is not on the curve',
        { musigPubNonces: replaced((old) => Uint8Array.of(5, ...old.subarray(1))) },
        [about],
      ),
      round('MuSig2 nonces of all participants', {}, []),
    ),
    ...pair(
      round(
        'a MuSig2 nonce whose second point is not on the curve',
        { musigPubNonces: replaced((old) => old.map((byte, i) => (i === 33 ? 0 : byte))) },
        [about],
      ),
      round('the MuSig2 nonce of one participant', { musigPubNonces: nonces.slice(0, 1) }, []),
    ),
    ...pair(
      round(
        'a MuSig2 nonce that another participant copied',
        { musigPubNonces: replaced(() => nonces[0]?.value ?? new Uint8Array(66)) },
        [about],
      ),
      round('no MuSig2 nonce yet', { musigPubNonces: [] }, []),
    ),
  ].map((vector) => ({
    ...vector,
    ...(vector.name.includes('copied') ? { says: ['A MuSig2 nonce is used twice.'] } : {}),
  })),
];
