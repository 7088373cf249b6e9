import { describe, expect, test } from 'vitest';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import { createDeferringVerifier, createRememberingVerifier } from '../../src/sighash/verifier.ts';

const bytes = (value: number, length = 32) => new Uint8Array(length).fill(value);

/** Answers no, and counts how often it was asked. */
function countingVerifier() {
  const asked = { times: 0 };
  const no = () => {
    asked.times += 1;
    return false;
  };
  const verifier = {
    verifyEcdsa: no,
    verifySchnorr: no,
    tweakXOnlyPublicKey: () => {
      asked.times += 1;
      return undefined;
    },
  };
  return { verifier, asked };
}

describe('deferring', () => {
  test('takes our own ECDSA signatures for valid and asks about others', () => {
    const { verifier, asked } = countingVerifier();
    const own = bytes(1, 64);
    const nonceY = bytes(9);
    const deferring = createDeferringVerifier(verifier, ({ signature }) =>
      signature === own ? { nonceY } : undefined,
    );
    expect(deferring.verifyEcdsa(own, bytes(2), bytes(3, 33))).toBe(true);
    expect(asked.times).toBe(0);
    expect(deferring.verifyEcdsa(bytes(4, 64), bytes(2), bytes(3, 33))).toBe(false);
    expect(asked.times).toBe(1);
    const expected: SignatureCheck[] = [
      { kind: 'ecdsa', signature: own, digest: bytes(2), publicKey: bytes(3, 33), nonceY },
    ];
    expect(deferring.takePending()).toEqual(expected);
    expect(deferring.takePending()).toEqual([]);
  });

  test('takes every Schnorr signature for valid', () => {
    const { verifier, asked } = countingVerifier();
    const deferring = createDeferringVerifier(verifier, () => undefined);
    expect(deferring.verifySchnorr(bytes(1, 64), bytes(2), bytes(3))).toBe(true);
    expect(asked.times).toBe(0);
    expect(deferring.takePending()).toEqual([
      { kind: 'schnorr', signature: bytes(1, 64), digest: bytes(2), publicKey: bytes(3) },
    ]);
  });
});

test('remembering asks once for each question', () => {
  const { verifier, asked } = countingVerifier();
  const remembering = createRememberingVerifier(verifier);
  for (let i = 0; i < 3; i++) {
    remembering.verifyEcdsa(bytes(1, 64), bytes(2), bytes(3, 33));
    remembering.verifySchnorr(bytes(1, 64), bytes(2), bytes(3));
    remembering.tweakXOnlyPublicKey(bytes(1), bytes(2));
  }
  expect(asked.times).toBe(3);
  remembering.verifyEcdsa(bytes(1, 64), bytes(2), bytes(4, 33));
  expect(asked.times).toBe(4);
});
