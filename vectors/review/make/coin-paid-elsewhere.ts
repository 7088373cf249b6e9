import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { silentAddress, silentPsbt } from '../../../test/support/generate/silent-payments.ts';
import {
  of,
  place,
  thief,
  thiefChange,
  tr,
  WALLET_KINDS,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import {
  at,
  coin,
  friend,
  mine,
  other,
  ourCoin,
  outPoint,
  stranger,
} from '../../../test/support/review/coins.ts';
import { earlierPast, fromEarlier, paidWithMoreFee } from '../../../test/support/review/history.ts';
import { mineNow } from '../../../test/support/review/joint.ts';
import {
  back,
  type OutputSpec,
  ofTap,
  type PsbtSpec,
  pay,
  payAs,
  tap,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, type Row, rows } from '../../../test/support/review/rows.ts';

/** The first coin has paid someone else before. */
const paidBefore = (text: string) => ({
  [outPoint(at(text, 2, 1_900_000n))]: {
    amount: '1900000',
    payees: payeesDigest([{ value: 1_700_000n, scriptPubKey: other, owner: undefined }]),
    isSigned: true,
    payments: [{ value: '1700000', script: encodeHex(other) }],
  },
});
const payeesOf = { others: 'f'.repeat(64) };
const sent = { value: 60_000n, scriptPubKey: stranger, owner: undefined };
const past = (payees: string, isSigned: boolean) => ({
  [outPoint(mine(0))]: { amount: '100000', payees, isSigned },
});
const [firstCoin, _secondCoin] = [at(tr, 0, 730_000n), at(tr, 1, 210_000n)];
const sentBefore = (value: bigint, script = other) => ({
  amount: '730000',
  payees: 'e'.repeat(64),
  isSigned: true,
  payments: [{ value: String(value), script: encodeHex(script) }],
});
const paid = (value: bigint, script?: Bytes) => ({
  [outPoint(firstCoin)]: sentBefore(value, script),
});
const before = (value: bigint, script = friend) => ({
  [outPoint(mineNow)]: {
    amount: '900000',
    payees: 'e'.repeat(64),
    isSigned: true,
    payments: [{ value: String(value), script: encodeHex(script) }],
  },
});
const payjoin = (theirs: bigint): PsbtSpec => ({
  coins: [mineNow, coin(place(thief, 0, 3), 205, { value: theirs })],
  outputs: [pay(500_000n, friend), back(399_000n + theirs, wpkh, 4)],
});
const paying = (shares: 'global' | 'none', value = 40_000n) =>
  silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares, value });
const proven = paying('global');
const addressOf = (scan: number) => formatSilentAddress(silentAddress(scan, 1), networks.regtest);
const row = (
  name: string,
  psbt: Psbt,
  findings: readonly FindingId[],
  address = addressOf(1),
): Row => {
  const [input] = psbt.inputs;
  const before = {
    amount: String(input?.witnessUtxo?.value),
    payees: '',
    isSigned: true,
    payments: [{ value: '40000', script: `5120${'33'.repeat(32)}`, silentAddress: address }],
  };
  const past = { [input ? outPointKey(input.prevout) : '']: before };
  return [name, psbt, findings, { past, descriptors: undefined }];
};
const rest = proven.unknown.slice(0, 1);
const theirs = at(thief, 3, 100_000n);
const payees = payeesDigest([{ value: 400_000n, scriptPubKey: friend, owner: undefined }]);
const payments = [{ value: '400000', script: encodeHex(friend) }];
const payjoinRow = { amount: `${ourCoin.value}`, payees, isSigned: true, payments };
const payjoinPast = { past: { [outPoint(ourCoin)]: payjoinRow } };
const payjoinTo = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [ourCoin, theirs],
  outputs,
});

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a coin that was signed for, to pay somebody else',
        usual,
        { past: past(payeesOf.others, true) },
      ],
    ],
    [
      [
        'the same payees with more fee: a replacement',
        { ...usual, outputs: [pay(60_000n), back(39_000n)] },
        { past: past(payeesDigest([sent]), true) },
      ],
      [
        'a coin that was looked at and not signed for',
        usual,
        { past: past(payeesOf.others, false) },
      ],
      [
        'a payment that is taken back',
        { coins: [mineNow], outputs: [back(899_000n)] },
        { past: before(400_000n) },
      ],
    ],
  ),
  ...pair(
    ['a replacement that pays the payee one satoshi less', tap, { ...ofTap, past: paid(512_346n) }],
    ['a replacement that pays the payee the same', tap, { ...ofTap, past: paid(512_345n) }],
    [
      'a second payee, after one that was replaced before',
      tap,
      {
        ...ofTap,
        past: paid(512_345n, friend),
        spent: { [outPoint(firstCoin)]: [sentBefore(512_345n)] },
      },
    ],
  ),
  ...pairs(
    [
      'a payjoin that takes 100,000 sat more and adds 1,000',
      payjoin(1_000n),
      ['coin-paid-elsewhere', 'inputs-of-others'],
      { past: before(400_000n) },
    ],
    [
      'a payjoin that takes 100,000 sat more and adds them',
      payjoin(100_000n),
      ['inputs-of-others'],
      { past: before(400_000n) },
    ],
    [
      'a replacement that pays the sum to another of two payees',
      { coins: [mineNow], outputs: [pay(400_000n, other), back(499_000n)] },
      { past: before(400_000n) },
    ],
    [
      'a replacement with a higher fee from the change',
      { coins: [mineNow], outputs: [pay(400_000n, friend), back(495_600n)] },
      { past: before(400_000n) },
    ],
  ),
  // The same attacks on every kind of wallet, in PSBTs of both versions.
  ...WALLET_KINDS.flatMap((row) => {
    const [name, text] = row;
    const rest = { ...of(text), past: paidBefore(text) };
    return pair(
      [`${name}: another payee for a coin`, payAs(row), rest],
      [
        `${name}: the same payee with more fee`,
        payAs(row, { outputs: [back(1_280_000n, text, 9), pay(1_700_000n, other)] }),
        rest,
      ],
    );
  }),
  ...pairs(
    // Earlier signatures, and what a thief makes of them.
    [
      'a replacement with ten times the payment',
      fromEarlier(pay(890_000n, friend), back(8_000n)),
      earlierPast,
    ],
    paidWithMoreFee,
    [
      'a replacement that pays the same sum to a stranger',
      fromEarlier(pay(100_000n, thiefChange), back(798_000n)),
      earlierPast,
    ],
    paidWithMoreFee,
  ),
  // Payments to a silent payment address, signed again: its scripts change with the inputs.
  ...pair(
    row('another silent payment', proven, ['coin-paid-elsewhere'], addressOf(2)),
    row('the same silent payment, by another script', proven, []),
    row('the same silent payment, whose script is pending', paying('none'), [
      'silent-script-pending',
    ]),
  ).concat(
    pair(
      row(
        'the same silent payment, by a script that nothing proves',
        { ...proven, unknown: rest },
        ['coin-paid-elsewhere', 'silent-proof-missing'],
      ),
    ),
    pair(
      row('the same silent payment, of less', paying('none', 39_999n), [
        'coin-paid-elsewhere',
        'silent-script-pending',
      ]),
    ),
  ),
  // Payjoins (BIP78) after the original payment of 400,000 sat was signed.
  ...pair(
    [
      'a payjoin that pays a third from our change',
      payjoinTo(pay(500_000n, friend), pay(200_000n, other), back(299_000n)),
      ['coin-paid-elsewhere', 'inputs-of-others'],
      payjoinPast,
    ],
    [
      'a payjoin whose payee splits the coin that it adds',
      payjoinTo(pay(450_000n, friend), pay(50_000n, other), back(499_000n)),
      ['inputs-of-others'],
      payjoinPast,
    ],
    [
      'a replacement that adds a payee',
      { coins: [ourCoin], outputs: [pay(400_000n, friend), pay(200_000n, other), back(298_000n)] },
      ['payee-added'],
      payjoinPast,
    ],
  ),
];
