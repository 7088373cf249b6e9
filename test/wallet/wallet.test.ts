import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { birthTime, createWallet } from '../../src/wallet/wallet.ts';

test('a birth time is exact, and absent if unknown, as in Core', () => {
  const wallet = createWallet({ name: 'w', network: networks.regtest });
  expect(birthTime(wallet)).toBeUndefined();
  const exact = 2n ** 53n + 1n;
  expect(birthTime({ ...wallet, keyTime: exact })).toBe(exact);
  // Core's UNKNOWN_TIME.
  expect(birthTime({ ...wallet, keyTime: 9223372036854775807n })).toBeUndefined();
  expect(birthTime({ ...wallet, keyTime: 9223372036854775806n })).toBe(9223372036854775806n);
});
