import { expect, test } from 'vitest';
import { openAccount } from '../../../src/library/payment/account.ts';
import { TEST_XPUB } from '../../support/generate/wallet.ts';

const ranged = openAccount(`wpkh(${TEST_XPUB}/<0;1>/*)`, { network: 'regtest' });
const single = openAccount(`wpkh(${TEST_XPUB}/0/0)`, { network: 'regtest' });

test('an account has the positions 0 to 2^31 - 1', () => {
  expect(ranged.address(0)).not.toBe(ranged.address(0x7fffffff));
  for (const index of [-1, 0x80000000, 0.5, Number.NaN]) {
    expect(() => ranged.address(index)).toThrow('whole number from 0 to 2147483647');
  }
});

test('a descriptor without a wildcard has position 0 only', () => {
  expect(single.address(0)).toBe(ranged.address(0));
  expect(() => single.address(1)).toThrow('whole number from 0 to 0');
});
