import type { Psbt } from '../../../src/psbt/psbt.ts';
import {
  COSIGNER,
  keyAt,
  multi,
  nested,
  of,
  pkh,
  place,
  thief,
  tr,
  WALLET_KINDS,
} from '../../../test/support/review/accounts.ts';
import { at, coin, field, other } from '../../../test/support/review/coins.ts';
import {
  back,
  ofShared,
  ofTap,
  type PsbtSpec,
  pay,
  payAs,
  payFriend,
  payFriendWithChange,
  shared,
  signedBy,
  two,
  typed,
  withFacts,
  withType,
} from '../../../test/support/review/payments.ts';
import { type Case, OPEN_TYPES, pair, pairs, rows } from '../../../test/support/review/rows.ts';

const taproot: PsbtSpec = {
  coins: [coin(place(tr, 0, 0), 20)],
  outputs: [pay(60_000n), back(39_800n, tr)],
};
const open = { fee: 'open', source: OPEN_TYPES } as const;
const openFee = { fee: 'open' } as const;
const stranger = coin(place(thief, 0, 2), 202, { value: 60_000n });
const joined: PsbtSpec = {
  coins: [at(tr, 0, 730_000n), { ...stranger, ...field({ sighashType: 2 }) }],
  outputs: [pay(512_345n, other), back(276_000n, tr, 3)],
};
const typedChange = (text: string, sighashType: number) =>
  withFacts(payFriend(text, back(499_000n, text, 4)), field({ sighashType }));
const ofOpen = (text: string) => ({ ...of(text), fee: 'open' as const });
const path = '48h/1h/0h/2h';
const secret = multi.replace(keyAt(COSIGNER, path), keyAt(COSIGNER, path, true));
const signed = (spec: PsbtSpec, sighashType?: number): Psbt => {
  const psbt = signedBy(secret, spec, { sighashType });
  return { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, sighashType: undefined })) };
};
const more = of(multi);

export const cases: readonly Case[] = [
  ...rows(
    [
      ['NONE: whoever gets it takes the money', typed(2), open],
      ['NONE of one input of two', typed(2, two, 1), open],
      ['NONE|ANYONECANPAY', typed(0x82), ['sighash-none', 'sighash-anyone-can-pay'], open],
      ['NONE of a taproot input', typed(2, taproot), { ...open, descriptors: [tr] }],
    ],
    [['ALL, said in so many words', typed(1)]],
  ),
  ...pair(
    ['NONE by two of three', withType(shared, 2), { ...ofShared, ...openFee }],
    ['a stranger whose own input asks for NONE', joined, ['inputs-of-others'], ofTap],
    ['ALL by two of three', withType(shared, 1), ofShared],
  ),
  ...pairs(
    [
      'NONE|ANYONECANPAY of a nested coin',
      typedChange(nested, 0x82),
      ['sighash-none', 'sighash-anyone-can-pay'],
      ofOpen(nested),
    ],
    ['ALL of a nested coin', typedChange(nested, 1), of(nested)],
    ['NONE of a legacy coin', typedChange(pkh, 2), ofOpen(pkh)],
    ['ALL of a legacy coin', typedChange(pkh, 1), of(pkh)],
    // Answers of a compromised cosigner, or of a program that signs wrongly.
    [
      'a cosigner has signed NONE|ANYONECANPAY, and the field says nothing',
      signed(payFriendWithChange(multi), 0x82),
      ['sighash-none', 'sighash-anyone-can-pay', 'sighash-differs'],
      { ...more, fee: 'open' },
    ],
    ['the same payment before the cosigner', { ...payFriendWithChange(multi), version: 2 }, more],
  ),
  // The same attacks on every kind of wallet, in PSBTs of both versions.
  ...WALLET_KINDS.flatMap((row) => {
    const [name, text] = row;
    return pair(
      [`${name}: NONE`, withType(payAs(row), 2), { ...of(text), fee: 'open' }],
      [`${name}: ALL`, withType(payAs(row), 1), of(text)],
    );
  }),
];
