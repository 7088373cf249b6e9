import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { analyzePsbt, missingEcdsaKeys } from '../../src/psbt/analyze.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import {
  multisigScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { nothingMissing } from '../../src/signing/signature-data.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { curve, publicKeyOf } from '../support/signing.ts';

// Core: AnalyzePSBT (node/psbt.cpp), with MoneyRange of amounts and of their sum.

const MAX = 2_100_000_000_000_000n;
const scriptPubKey = p2wpkhScript(hash160(publicKeyOf(1)));
const origin = { fingerprint: new Uint8Array(4), path: [] };

function psbtOf(inputs: readonly Partial<PsbtInput>[], values: readonly bigint[] = [900n]): Psbt {
  const spent = inputs.map((_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 0,
    witness: [],
  }));
  const outputs = values.map((value) => ({ value, scriptPubKey }));
  const psbt = createPsbt({ version: 2, inputs: spent, outputs, locktime: 0 }, 2);
  return { ...psbt, inputs: psbt.inputs.map((input, i) => ({ ...input, ...inputs[i] })) };
}
const coin = (value: bigint, script = scriptPubKey) => ({
  witnessUtxo: { value, scriptPubKey: script },
});
const analyze = (psbt: Psbt) => analyzePsbt(psbt, curve);

describe('an impossible transaction', () => {
  test.each<[string | undefined, readonly bigint[], readonly bigint[]]>([
    [undefined, [MAX], [MAX]],
    [undefined, [MAX - 1n, 1n], [MAX - 1n, 1n]],
    ['Input 0 has invalid value', [MAX + 1n], [1n]],
    ['Input 0 has invalid value', [-1n], [1n]],
    ['Input 1 has invalid value', [MAX, 1n], [1n]],
    ['Input 1 has invalid value', [5n, -1n], [1n]],
    ['Output amount invalid', [5n], [MAX + 1n]],
    ['Output amount invalid', [5n], [-1n]],
    ['Output amount invalid', [5n], [MAX, 1n]],
    ['Output amount invalid', [5n], [5n, -1n]],
  ])('%s: inputs of %s and outputs of %s', (error, inputs, outputs) => {
    const found = analyze(
      psbtOf(
        inputs.map((value) => coin(value)),
        outputs,
      ),
    ).error;
    expect(found).toBe(error && `PSBT is not valid. ${error}`);
  });

  test('spends an output that the previous transaction does not have', () => {
    const outputs = [{ value: 1000n, scriptPubKey }];
    const nonWitnessUtxo = { version: 2, locktime: 0, inputs: [], outputs };
    const txid = transactionId(nonWitnessUtxo);
    const spending = (vout: number) =>
      analyze(psbtOf([{ nonWitnessUtxo, prevout: { txid, vout } }])).error;
    expect([0, 1, 2].map(spending)).toEqual([
      undefined,
      'PSBT is not valid. Input 0 specifies invalid prevout',
      'PSBT is not valid. Input 0 specifies invalid prevout',
    ]);
    // The id is wrong, but the output exists: the coin is unknown.
    const wrong = { nonWitnessUtxo, prevout: { txid: '22'.repeat(32), vout: 0 } };
    expect(analyze(psbtOf([wrong]))).toMatchObject({ inputs: [{ hasUtxo: false }] });
  });
});

describe('the next role', () => {
  const multisig = multisigScript(2, [publicKeyOf(1), publicKeyOf(2)]);
  const keyPaths = [1, 2].map((n) => ({ publicKey: publicKeyOf(n), origin }));
  const wsh = coin(1000n, p2wshScript(sha256(multisig)));
  const sh = coin(1000n, p2shScript(hash160(p2wshScript(sha256(multisig)))));
  const redeemScript = p2wshScript(sha256(multisig));
  test.each<[string, Partial<PsbtInput>]>([
    ['updater', wsh],
    ['signer', { ...wsh, witnessScript: multisig, keyPaths }],
    ['updater', sh],
    ['updater', { ...sh, redeemScript }],
    ['signer', { ...sh, redeemScript, witnessScript: multisig, keyPaths }],
    ['updater', coin(1000n)],
    ['signer', { ...coin(1000n), keyPaths }],
  ])('is the %s', (next, input) => {
    expect(analyze(psbtOf([input])).inputs[0]?.next).toBe(next);
  });

  test('is the earliest of all inputs', () => {
    const signer = { ...coin(1000n), keyPaths };
    expect(analyze(psbtOf([signer, coin(1000n)])).next).toBe('updater');
    expect(analyze(psbtOf([signer, signer])).next).toBe('signer');
    expect(analyze(psbtOf([signer, {}]))).toMatchObject({ next: 'updater', inputs: [{}, {}] });
    expect(analyze(psbtOf([signer, {}]))).not.toHaveProperty('fee');
  });
});

test('keys of 32 bytes are of BIP340, whose signatures Core does not report', () => {
  const signatures = [new Uint8Array(32), publicKeyOf(1), publicKeyOf(1, false)];
  expect(missingEcdsaKeys({ ...nothingMissing, signatures })).toEqual(signatures.slice(1));
});

test('the fee and its rate are those of the amounts and the estimated size', () => {
  const keyPaths = [{ publicKey: publicKeyOf(1), origin }];
  const { fee, estimatedSize, estimatedFeeRate } = analyze(
    psbtOf([{ ...coin(1000n), keyPaths }], [400n, 45n]),
  );
  // A node's estimate for one output is 110 (test/rpc/methods/analyzepsbt); an output of P2WPKH has
  // 31 bytes.
  expect([fee, estimatedSize]).toEqual([555n, 141]);
  expect(estimatedFeeRate).toBeCloseTo(555 / 141, 2);
});
