import { expect, test } from 'vitest';
import { transactionWeight, virtualSize } from '../../src/transaction/weight.ts';
import { transactionOf } from '../support/chains/world.ts';
import { hex } from '../support/generate/script-text.ts';

/** BIP143's example of a native P2WPKH, signed: 343 bytes, 222 of them outside the witness. */
const SIGNED =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

test('a virtual size is only defined for a transaction or a weight', () => {
  const transaction = transactionOf(SIGNED);
  const weight = transactionWeight(transaction);
  // In BIP141, three times the size without witness plus the complete size.
  const whole = SIGNED.length / 2;
  const witness = 2 + 1 + 1 + 1 + 71 + 1 + 33;
  expect(weight).toBe(3 * (whole - witness) + whole);
  expect(virtualSize(transaction)).toBe(Math.ceil(weight / 4));
  expect(virtualSize(weight)).toBe(virtualSize(transaction));
  for (const nonsense of [SIGNED, hex(SIGNED), -1, Number.NaN, 400n, null, undefined, {}]) {
    expect(() => virtualSize(nonsense as never)).toThrow(
      expect.objectContaining({
        name: 'ColdsignError',
        code: 'WRONG_ARGUMENT',
        message: 'virtualSize takes a transaction as decodeTransaction gives it, or a weight',
      }),
    );
  }
});
