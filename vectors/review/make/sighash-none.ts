import {
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
  payFriendWithChange,
  shared,
  taprootPayment,
  two,
  typed,
  typedChange,
  withType,
} from '../../../test/support/review/payments.ts';
import {
  type Case,
  ofOpen,
  openByType,
  openFee,
  pair,
  pairs,
  rows,
} from '../../../test/support/review/rows.ts';
import { signedByCosigner } from '../../../test/support/review/signed.ts';

const stranger = coin(place(thief, 0, 2), 202, { value: 60_000n });
const joined: PsbtSpec = {
  coins: [at(tr, 0, 730_000n), { ...stranger, ...field({ sighashType: 2 }) }],
  outputs: [pay(512_345n, other), back(276_000n, tr, 3)],
};
const more = of(multi);

export const cases: readonly Case[] = [
  ...rows(
    [
      ['NONE: anyone who sees it can take the money', typed(2), openByType],
      ['NONE of one input of two', typed(2, two, 1), openByType],
      ['NONE|ANYONECANPAY', typed(0x82), ['sighash-none', 'sighash-anyone-can-pay'], openByType],
      ['NONE of a taproot input', typed(2, taprootPayment), { ...openByType, descriptors: [tr] }],
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
      signedByCosigner(payFriendWithChange(multi), 0x82),
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
