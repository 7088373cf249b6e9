import { expect, test } from 'vitest';
import { decodePoint } from '../../src/crypto/curve/point.ts';
import { proveDleq, verifyDleq } from '../../src/crypto/dleq.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { readPoint } from '../../src/crypto/musig.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { readVector } from '../support/paths.ts';
import { hexBytes } from '../support/signing.ts';

type Row = {
  readonly comment: string;
  readonly proof: string;
  readonly message: string;
  readonly result_success: 'TRUE' | 'FALSE';
} & { readonly [P in 'point_G' | 'point_A' | 'point_B' | 'point_C']: string };

const rows: readonly Row[] = JSON.parse(readVector('psbt/bip374.json'));

const curves = [nobleSecp256k1, kernelSecp256k1];
const cases = curves.flatMap((curve) =>
  rows.map((row) => [curve.name, row.comment, row, curve] as const),
);

test.each(cases)('%s verifies the proof of BIP374: %s', (_name, _comment, row, curve) => {
  const point = (hex: string) => {
    const found = readPoint(hexBytes(hex), curve) ?? decodePoint(hexBytes(hex));
    if (found === undefined) throw new Error('no point');
    return found;
  };
  const claim = {
    generator: point(row.point_G),
    publicKey: point(row.point_A),
    base: point(row.point_B),
    share: point(row.point_C),
    proof: hexBytes(row.proof),
    message: hexBytes(row.message),
  };
  expect(verifyDleq(claim, curve)).toBe(row.result_success === 'TRUE');
});

type Generated = {
  readonly index: string;
  readonly scalar_a: string;
  readonly auxrand_r: string;
  readonly message: string;
  readonly result_proof: string;
  readonly point_G: string;
  readonly point_B: string;
};
const generated: readonly Generated[] = JSON.parse(readVector('psbt/bip374-generate.json'));

test.each(
  curves.flatMap((curve) => generated.map((row) => [curve.name, row.index, row, curve] as const)),
)('%s makes the proof of BIP374, row %s', (_name, _index, row, curve) => {
  const base = decodePoint(hexBytes(row.point_B === 'INFINITY' ? '' : row.point_B));
  const generator = decodePoint(hexBytes(row.point_G));
  const made =
    base &&
    proveDleq(
      {
        privateKey: hexBytes(row.scalar_a),
        base,
        auxiliary: hexBytes(row.auxrand_r),
        message: hexBytes(row.message),
        generator,
      },
      curve,
    );
  expect(made ? encodeHex(made.proof) : 'INVALID').toBe(row.result_proof);
});
