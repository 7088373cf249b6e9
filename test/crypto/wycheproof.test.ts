import { describe, expect, test } from 'vitest';
import { parseDerLax } from '../../src/crypto/der.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { VerifyFlag } from '../../src/script/flags.ts';
import { checkSignatureEncoding } from '../../src/script/signature-encoding.ts';
import { curves } from '../support/curves.ts';
import { readVector } from '../support/paths.ts';

type Group = {
  readonly publicKey: string;
  /** Number, subject, message, signature, verdict. */
  readonly tests: readonly (readonly [number, string, string, string, 'valid' | 'invalid'])[];
};
const vectors: { readonly [name: string]: readonly Group[] } = JSON.parse(
  readVector('wycheproof/ecdsa.json'),
);
const bytesOf = (hex: string): Bytes => decodeHex(hex) ?? expect.unreachable();

const casesOf = (name: string) =>
  (vectors[name] ?? []).flatMap(({ publicKey, tests }) =>
    tests.map(([id, comment, message, signature, result]) => ({
      name: `${id}: ${comment}`,
      digest: sha256(bytesOf(message)),
      publicKey: bytesOf(publicKey),
      signature: bytesOf(signature),
      isValid: result === 'valid',
    })),
  );
type Case = ReturnType<typeof casesOf>[number];

/** Returns all cases that are judged differently. */
const wrong = (cases: readonly Case[], judge: (each: Case) => boolean) =>
  cases.filter((each) => judge(each) !== each.isValid).map(({ name }) => name);

/** A signature as Bitcoin accepts it since BIP66 and BIP146: strict DER and a low S. */
function verifyDer(curve: Secp256k1, { signature, digest, publicKey }: Case): boolean {
  const typed = Uint8Array.of(...signature, 1);
  const flags = VerifyFlag.DERSIG | VerifyFlag.LOW_S;
  if (checkSignatureEncoding(typed, flags) !== undefined) return false;
  const parsed = parseDerLax(signature);
  return parsed !== undefined && curve.verifyEcdsa(parsed, digest, publicKey);
}

describe.each(curves)('%s', (_, curve) => {
  const plain = casesOf('p1363');
  const check = ({ signature, digest, publicKey }: Case) =>
    ({ kind: 'ecdsa', signature, digest, publicKey }) as const;

  test('judges every R || S like Wycheproof, by each function', () => {
    expect(plain).toHaveLength(252);
    expect(
      wrong(plain, (each) => curve.verifyEcdsa(each.signature, each.digest, each.publicKey)),
    ).toEqual([]);
    expect(wrong(plain, (each) => curve.verifyAll([check(each)]))).toEqual([]);
    expect(wrong(plain, (each) => curve.confirm(check(each)))).toEqual([]);
  });

  test('judges lists like their worst signature', () => {
    const good = plain.filter(({ isValid }) => isValid).map(check);
    expect(curve.verifyAll(good)).toBe(true);
    for (const bad of plain.filter(({ isValid }) => !isValid)) {
      expect(curve.verifyAll([...good.slice(0, 3), check(bad)]), bad.name).toBe(false);
    }
  });

  test('judges every DER signature like Wycheproof for Bitcoin', () => {
    const cases = casesOf('bitcoin');
    expect(cases).toHaveLength(463);
    expect(wrong(cases, (each) => verifyDer(curve, each))).toEqual([]);
  });
});
