import { expect, test } from 'vitest';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { curve, keyOf, publicKeyOf } from '../support/signing.ts';

test('a key whose BIP86 tweak gives no output key has no output', () => {
  // One of 2^128 keys has such a tweak: the curve reports it for every key here.
  const never = { ...curve, tweakXOnlyPublicKey: () => undefined };
  const provider = createKeyProvider({ keys: [keyOf(1)], bip86: true }, never);
  expect(provider.getTaprootSpendData(publicKeyOf(1).subarray(1))).toBeUndefined();
});
