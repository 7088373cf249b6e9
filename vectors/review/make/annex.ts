import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { tr } from '../../../test/support/review/accounts.ts';
import { friend } from '../../../test/support/review/coins.ts';
import { rawRow } from '../../../test/support/review/final.ts';
import { back, ofTap, pay, swap, tap } from '../../../test/support/review/payments.ts';
import { almost, type Case } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  rawRow('an item that looks like an annex', true, true, [
    'signature-invalid',
    'annex',
    'nothing-to-sign',
  ]),
  rawRow('no annex', false, false, ['nothing-to-sign']),
  ...almost([
    'a taproot coin without a witness',
    swap(tap, pay(512_345n, friend), {
      ...back(425_755n, tr, 3),
      knowledge: createFlatSigningProvider(),
    }),
    ofTap,
  ]),
];
