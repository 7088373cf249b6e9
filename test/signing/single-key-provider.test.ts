import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import {
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { createSingleKeyProvider } from '../../src/signing/single-key-provider.ts';
import { curve, keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

const keys = [keyOf(1), keyOf(2, false)];
const scriptsOf = (publicKey: Uint8Array) => [
  p2pkScript(publicKey),
  p2pkhScript(hash160(publicKey)),
];

test('signs for outputs of one key as a provider of everything does', () => {
  const spend = spendOf([
    ...scriptsOf(publicKeyOf(1)),
    p2wpkhScript(hash160(publicKeyOf(1))),
    p2trScript(xOnlyOf(1)),
    ...scriptsOf(publicKeyOf(2, false)),
  ]);
  const outcome = sign(spend, { provider: createSingleKeyProvider(keys, curve) });
  expect(outcome.complete).toBe(true);
  expect(outcome).toEqual(sign(spend, { keys }));
});

test('signs nothing for other keys, and nothing that hides a script', () => {
  const script = p2pkScript(publicKeyOf(1));
  const spend = spendOf([
    ...scriptsOf(publicKeyOf(2)),
    p2shScript(hash160(script)),
    p2wshScript(sha256(script)),
  ]);
  const { errors, transaction } = sign(spend, { provider: createSingleKeyProvider(keys, curve) });
  expect(errors.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(transaction).toEqual(spend.transaction);
});
