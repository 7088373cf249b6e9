import { tr } from '../../../test/support/review/accounts.ts';
import { at, friend } from '../../../test/support/review/coins.ts';
import { ofTap, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../test/support/review/rows.ts';

const paying = (count: number): PsbtSpec => ({
  coins: [at(tr, 0, BigInt(count) * 1_000n + 100_000n)],
  outputs: Array.from({ length: count }, () => pay(1_000n, friend)),
});

export const cases: readonly Case[] = pair(
  ['501 outputs', paying(501), ['nothing-comes-back', 'output-repeated', 'outputs-many'], ofTap],
  ['500 outputs', paying(500), ['nothing-comes-back', 'output-repeated'], ofTap],
);
