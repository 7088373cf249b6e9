import { encodeHex } from '../../../src/encoding/hex.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { of, wpkh } from './accounts.ts';
import { at, type CoinSpec, friend, mine, outPoint } from './coins.ts';
import { back, type OutputSpec, type PsbtSpec, pay } from './payments.ts';
import type { Row } from './rows.ts';

export const knownFrom = (...coins: readonly CoinSpec[]) =>
  Object.fromEntries(
    coins.map((each) => [
      outPoint(each),
      { amount: String(each.value), script: encodeHex(each.script) },
    ]),
  );
export const earlierCoin: CoinSpec = at(wpkh, 0, 900_000n);
export const fromEarlier = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [earlierCoin],
  outputs,
});
export const pastRow = (...paid: readonly OutputSpec[]) => ({
  amount: '900000',
  payees: payeesDigest(
    paid.map(({ value, script }) => ({ value, scriptPubKey: script, owner: undefined })),
  ),
  isSigned: true,
  payments: paid.map(({ value, script }) => ({ value: `${value}`, script: encodeHex(script) })),
});
export const earlierPast = {
  ...of(wpkh),
  past: { [outPoint(earlierCoin)]: pastRow(pay(100_000n, friend)) },
};
export const paidWithMoreFee: Row = [
  'the same payment with a higher fee',
  fromEarlier(pay(100_000n, friend), back(798_000n)),
  [],
  earlierPast,
];
export const pastPayments = (...paid: readonly (readonly [bigint, Uint8Array])[]) => ({
  amount: '900000',
  isSigned: true,
  payees: payeesDigest(
    paid.map(([value, scriptPubKey]) => ({ value, scriptPubKey, owner: undefined })),
  ),
  payments: paid.map(([value, script]) => ({ value: `${value}`, script: encodeHex(script) })),
});
export const knownMine = (amount: string) => ({
  [outPoint(mine(0))]: { amount, script: encodeHex(mine(0).script) },
});
