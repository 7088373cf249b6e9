import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { allOwnersTask, feeFactsTask, leastFeeFacts } from '../../src/psbt/fee-facts.ts';
import { createPsbt, type Psbt, type PsbtInput, type PsbtOutput } from '../../src/psbt/psbt.ts';
import { multisigScript, p2wpkhScript, p2wshScript } from '../../src/script/builders.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { runNow, runTask } from '../../src/signing/task.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionWeight, virtualSize } from '../../src/transaction/weight.ts';
import { curve, publicKeyOf, xOnlyOf } from '../support/signing.ts';

const script = p2wpkhScript(hash160(publicKeyOf(1)));
const nothing = new Uint8Array(0);
const origin = (byte: number) => ({ fingerprint: new Uint8Array(4).fill(byte), path: [] });
const named = (byte: number) => [{ publicKey: publicKeyOf(byte), origin: origin(byte) }];
const taprootNamed = (byte: number) => [
  { xOnly: xOnlyOf(byte), leafHashes: new Set<string>(), origin: origin(byte) },
];

function psbtOf(
  inputs: readonly Partial<PsbtInput>[],
  outputs: readonly Partial<PsbtOutput>[] = [{}],
): Psbt {
  const spent = inputs.map((_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: nothing,
    sequence: 0,
    witness: [],
  }));
  const paid = outputs.map(() => ({ value: 1000n, scriptPubKey: script }));
  const psbt = createPsbt({ version: 2, inputs: spent, outputs: paid, locktime: 0 }, 2);
  const witnessUtxo = { value: 5000n, scriptPubKey: script };
  return {
    ...psbt,
    inputs: psbt.inputs.map((input, i) => ({ ...input, witnessUtxo, ...inputs[i] })),
    outputs: psbt.outputs.map((output, i) => ({ ...output, ...outputs[i] })),
  };
}
const facts = (psbt: Psbt) => leastFeeFacts(psbt, emptyProvider);

describe('the payment', () => {
  test.each<[bigint, string, Psbt]>([
    [3000n, 'all outputs, if none names a key', psbtOf([{}], [{}, { value: 2000n }])],
    [
      2000n,
      'the outputs without a signer’s key',
      psbtOf([{ keyPaths: named(1) }], [{ keyPaths: named(1) }, { value: 2000n }]),
    ],
    [
      2000n,
      'those without a signer’s taproot key',
      psbtOf(
        [{ tapKeyPaths: taprootNamed(1) }],
        [{ tapKeyPaths: taprootNamed(1) }, { value: 2000n }],
      ),
    ],
    [
      1000n,
      'those that name another signer only',
      psbtOf([{ keyPaths: named(1) }], [{ keyPaths: named(2) }, { keyPaths: named(1), value: 9n }]),
    ],
    [
      7n,
      'those that name no signer, where change names several keys',
      psbtOf(
        [{ keyPaths: named(1) }],
        [{ keyPaths: [...named(2), ...named(1)] }, { keyPaths: named(2), value: 7n }],
      ),
    ],
    [
      1000n,
      'all outputs, if all are change',
      psbtOf([{ keyPaths: named(1) }], [{ keyPaths: named(1) }]),
    ],
    [1n, 'one satoshi', psbtOf([{ keyPaths: named(1) }], [{ keyPaths: named(1) }, { value: 1n }])],
    [
      2000n,
      'the outputs without any key, if no input names one',
      psbtOf([{}], [{ keyPaths: named(2) }, { value: 2000n }]),
    ],
  ])('is %i: %s', (paid, _, psbt) => {
    expect(facts(psbt)?.paid).toBe(paid);
  });
});

describe('the size of final inputs', () => {
  // Core's estimates take 72 bytes for a signature with its type (script/sign.cpp,
  // DummySignatureCreator; 71 for a low R): final ones that are shorter count as those.
  const signature = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes[0] = 0x30;
    return bytes;
  };
  const sizeOf = (scriptSig: Uint8Array, witness: readonly Uint8Array[]): number => {
    const transaction: Transaction = {
      version: 2,
      locktime: 0,
      inputs: [{ prevout: { txid: '11'.repeat(32), vout: 0 }, scriptSig, sequence: 0, witness }],
      outputs: [{ value: 1000n, scriptPubKey: script }],
    };
    return virtualSize(transactionWeight(transaction));
  };
  // The script of this coin is unknown, so that only the final scripts have a size.
  const witnessUtxo = { value: 5000n, scriptPubKey: p2wshScript(new Uint8Array(32)) };
  const witnessSize = (...witness: readonly Uint8Array[]) =>
    facts(psbtOf([{ finalWitness: witness, witnessUtxo }]))?.vsize;
  // Four bytes of a witness are one virtual byte, so each item is there four times.
  const four = (item: Uint8Array) => [item, item, item, item];

  test.each([
    [65, 72],
    [70, 72],
    [71, 72],
    [72, 72],
    [73, 73],
    [64, 64],
    [63, 63],
  ])('a witness signature of %i bytes counts as %i', (size, counted) => {
    expect(witnessSize(...four(signature(size)))).toBe(
      sizeOf(nothing, four(new Uint8Array(counted))),
    );
  });

  test('another item counts as it is', () => {
    for (const first of [0x31, 0x2f, 0x02]) {
      const item = new Uint8Array(70).fill(0x30);
      item[0] = first;
      expect(witnessSize(...four(item))).toBe(sizeOf(nothing, four(item)));
    }
  });

  test('a signature in a scriptSig is padded, and a scriptSig that cannot be read is not', () => {
    const push = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes);
    const vsizeOf = (finalScriptSig: Uint8Array) =>
      facts(psbtOf([{ finalScriptSig, witnessUtxo }]))?.vsize;
    expect(vsizeOf(concatBytes(push(signature(70)), push(publicKeyOf(1))))).toBe(
      sizeOf(new Uint8Array(1 + 72 + 34), []),
    );
    expect(vsizeOf(Uint8Array.of(5, 0x30))).toBe(sizeOf(new Uint8Array(2), []));
  });
});

describe('the facts', () => {
  test('need every amount, or count a missing one as 0', () => {
    const psbt = psbtOf([{}, { witnessUtxo: undefined }]);
    expect(runNow(feeFactsTask(psbt, emptyProvider))).toBe(undefined);
    expect(runNow(feeFactsTask(psbtOf([{}, {}]), emptyProvider))?.fee).toBe(9000n);
    expect(facts(psbt)?.fee).toBe(4000n);
  });

  test('do not exist if lock times exclude each other', () => {
    const psbt = psbtOf([{ heightLocktime: 5 }, { timeLocktime: 500_000_000 }]);
    expect(facts(psbt)).toBe(undefined);
  });

  test('let other work run before they are computed', async () => {
    let paused = 0;
    const pause = async () => {
      paused++;
    };
    const psbt = psbtOf([{ finalWitness: [nothing] }]);
    await runTask(feeFactsTask(psbt, emptyProvider, pause));
    expect(paused).toBeGreaterThan(0);
  });
});

test('all owners have the keys and scripts that the inputs name', () => {
  const multisig = multisigScript(1, [publicKeyOf(2)]);
  const nested = p2wshScript(sha256(multisig));
  const psbt = psbtOf([
    { keyPaths: named(1) },
    { witnessScript: multisig, redeemScript: nested },
    { tapKeyPaths: taprootNamed(3) },
    { redeemScript: Uint8Array.of(0x51) },
  ]);
  const provider = runNow(allOwnersTask(psbt, curve));
  expect(provider.getPublicKey(hash160(publicKeyOf(1)))).toEqual(publicKeyOf(1));
  expect(provider.getScript(hash160(nested))).toEqual(nested);
  expect(provider.getScript(hash160(multisig))).toEqual(multisig);
  expect(provider.getScript(hash160(Uint8Array.of(0x51)))).toEqual(Uint8Array.of(0x51));
  expect(provider.getScript(hash160(nothing))).toBe(undefined);
  // BIP340: an x-only key is that of an even y.
  const even = concatBytes(Uint8Array.of(2), xOnlyOf(3));
  expect(provider.getPublicKeyByXOnlyHash(hash160(xOnlyOf(3)))).toEqual(even);
});
