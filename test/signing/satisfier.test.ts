import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2trScript, p2wshScript } from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { createKeyProvider, emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { planInput } from '../../src/signing/plan.ts';
import type { SigningProvider } from '../../src/signing/provider.ts';
import { emptySignatureData, type SignatureData } from '../../src/signing/signature-data.ts';
import { createSingleKeyProvider } from '../../src/signing/single-key-provider.ts';
import { buildTaprootOutput } from '../../src/signing/taproot-output.ts';
import { curve, keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

const preimage = new Uint8Array(32).fill(7);
const withHash = (key: Bytes, verify: number) =>
  buildScript(
    ...[key, verify, Op.SIZE, Uint8Array.of(32), Op.EQUALVERIFY],
    ...[Op.SHA256, sha256(preimage), Op.EQUAL],
  );

/** The witness of an only input, from a provider and the known data of the input. */
function witnessOf(script: Bytes, provider: SigningProvider, known: Partial<SignatureData> = {}) {
  const { transaction, coins } = spendOf([script]);
  const cache = createSighashCache(transaction, [...coins.values()]);
  const input = { index: 0, provider, sighashType: 0, known: { ...emptySignatureData, ...known } };
  return planInput(input, new Map(), { cache }).produced.data.witness;
}

test('a preimage comes from the input, or otherwise from the provider', () => {
  const script = withHash(publicKeyOf(1), Op.CHECKSIGVERIFY);
  const output = p2wshScript(sha256(script));
  const keys = createKeyProvider({ keys: [keyOf(1)], scripts: [script] }, curve);
  const knowing = { ...keys, getPreimage: () => preimage };
  expect(sign(spendOf([output]), { provider: knowing }).complete).toBe(true);
  const preimages = new Map([[`sha256:${encodeHex(sha256(preimage))}`, preimage]]);
  expect(witnessOf(output, keys, { preimages })[0]).toEqual(preimage);
  const other = { ...keys, getPreimage: () => new Uint8Array(32) };
  expect(witnessOf(output, other, { preimages })[0]).toEqual(preimage);
  expect(witnessOf(output, keys)).toEqual([script]);
});

test('a script with a key of no known form is not signed', () => {
  // Core: WshSatisfier::FromPKBytes asks CPubKey::IsValid.
  const odd = concatBytes(Uint8Array.of(5), xOnlyOf(2));
  const script = (key: Bytes) =>
    buildScript(
      ...[key, Op.CHECKSIG, Op.IFDUP, Op.NOTIF],
      ...[publicKeyOf(1), Op.CHECKSIG, Op.ENDIF],
    );
  for (const [key, items] of [
    [publicKeyOf(2), 3],
    [odd, 1],
  ] as const) {
    const provider = createKeyProvider({ keys: [keyOf(1)], scripts: [script(key)] }, curve);
    expect(witnessOf(p2wshScript(sha256(script(key))), provider)).toHaveLength(items);
  }
});

test('does not sign a script that is not miniscript, or without miniscript in the provider', () => {
  const bad = buildScript(publicKeyOf(1), Op.CHECKSIG, Op.NOT);
  const script = withHash(publicKeyOf(1), Op.CHECKSIGVERIFY);
  for (const [each, provider] of [
    [bad, createKeyProvider({ keys: [keyOf(1)], scripts: [bad] }, curve)],
    [script, { ...createSingleKeyProvider([keyOf(1)], curve), getScript: () => script }],
  ] as const) {
    expect(witnessOf(p2wshScript(sha256(each)), provider)).toEqual([each]);
  }
  const [badLeaf, leaf] = [
    buildScript(xOnlyOf(1), Op.CHECKSIG, Op.NOT),
    buildScript(xOnlyOf(1), Op.CHECKSIG),
  ];
  for (const [each, items, miniscript] of [
    [leaf, 3, emptyProvider.miniscript],
    [badLeaf, 0, emptyProvider.miniscript],
    [leaf, 0, undefined],
  ] as const) {
    const tree = [{ depth: 0, leafVersion: 0xc0, script: each }];
    const output = buildTaprootOutput(xOnlyOf(2), tree, curve) ?? expect.unreachable();
    const provider = {
      ...createSingleKeyProvider([keyOf(1)], curve),
      getTaprootSpendData: () => output.spendData,
      miniscript,
    };
    expect(witnessOf(p2trScript(output.outputKey), provider)).toHaveLength(items);
  }
});

test('pk_h in tapscript uses the x coordinate of the key', () => {
  const script = buildScript(
    ...[Op.DUP, Op.HASH160, hash160(xOnlyOf(2)), Op.EQUALVERIFY, Op.CHECKSIG],
  );
  const tree = [{ depth: 0, leafVersion: 0xc0, script }];
  const output = buildTaprootOutput(xOnlyOf(1), tree, curve) ?? expect.unreachable();
  const taproot = [[output.outputKey, output.spendData]] as const;
  const keys = createKeyProvider({ keys: [keyOf(2)], taproot }, curve);
  for (const publicKey of [publicKeyOf(2), publicKeyOf(2, false)]) {
    const provider: SigningProvider = {
      ...keys,
      getPublicKeyByXOnlyHash: (hash) =>
        encodeHex(hash) === encodeHex(hash160(xOnlyOf(2))) ? publicKey : undefined,
    };
    const spend = spendOf([p2trScript(output.outputKey)]);
    const { complete, transaction } = sign(spend, { provider });
    expect(complete).toBe(true);
    expect(transaction.inputs[0]?.witness[1]).toEqual(xOnlyOf(2));
  }
});
