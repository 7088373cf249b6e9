import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import type { SignatureVerifier } from '../../src/sighash/transaction-checker.ts';

/** Caches every answer, for tests that judge the same spend under many flags. */
export function createRememberingVerifier(secp256k1: SignatureVerifier): SignatureVerifier {
  return {
    verifyEcdsa: remember((...check) => secp256k1.verifyEcdsa(...check)),
    verifySchnorr: remember((...check) => secp256k1.verifySchnorr(...check)),
    tweakXOnlyPublicKey: remember((...tweaking) => secp256k1.tweakXOnlyPublicKey(...tweaking)),
  };
}

function remember<Arguments extends readonly Bytes[], Answer>(
  ask: (...values: Arguments) => Answer,
): (...values: Arguments) => Answer {
  const answers = new Map<string, { readonly answer: Answer }>();
  return (...values) => {
    const key = values.map(encodeHex).join(' ');
    const known = answers.get(key) ?? { answer: ask(...values) };
    answers.set(key, known);
    return known.answer;
  };
}
