import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import {
  multisigScript,
  p2pkhScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { buildTaprootOutput } from '../../src/signing/taproot-output.ts';
import { runNow } from '../../src/signing/task.ts';
import { isComplete, verifyInput, verifyInputs } from '../../src/signing/verify-inputs.ts';
import { outPointKey, type TxIn } from '../../src/transaction/transaction.ts';
import { createRandom } from '../support/generate/random.ts';
import { curve, keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

const hash = hash160(publicKeyOf(1));
const spend = spendOf([p2pkhScript(hash), p2wpkhScript(hash)]);
const { transaction } = sign(spend, { keys: [keyOf(1)] });

test('a transaction is complete if every coin is known and every script holds', () => {
  expect(isComplete(transaction, spend.coins, curve)).toBe(true);
  expect(isComplete(spend.transaction, spend.coins, curve)).toBe(false);
  for (const { prevout } of transaction.inputs) {
    const fewer = new Map(spend.coins);
    fewer.delete(outPointKey(prevout));
    expect(isComplete(transaction, fewer, curve)).toBe(false);
  }
  for (const at of transaction.inputs.keys()) {
    const inputs = transaction.inputs.map((input, i) =>
      i === at ? { ...input, sequence: input.sequence - 1 } : input,
    );
    expect(isComplete({ ...transaction, inputs }, spend.coins, curve)).toBe(false);
  }
});

describe('inputs that are verified together', () => {
  const leaf = (script: Bytes) => {
    const tree = [{ depth: 0, leafVersion: 0xc0, script }];
    return buildTaprootOutput(xOnlyOf(9), tree, curve) ?? expect.unreachable();
  };
  const both = buildScript(xOnlyOf(1), Op.CHECKSIGVERIFY, xOnlyOf(2), Op.CHECKSIG);
  // Fails after its signature, whatever that is.
  const late = buildScript(xOnlyOf(1), Op.CHECKSIGVERIFY, Op.OP_0);
  const multisig = multisigScript(2, [publicKeyOf(1), publicKeyOf(2), publicKeyOf(3)]);
  const [ofBoth, ofLate] = [leaf(both), leaf(late)];
  const kinds = [
    p2trScript(xOnlyOf(1)),
    p2wpkhScript(hash),
    p2wshScript(sha256(multisig)),
    p2trScript(ofBoth.outputKey),
    p2trScript(ofLate.outputKey),
  ];
  const all = spendOf([...kinds, ...kinds]);
  const { inputs } = sign(all, {
    keys: [keyOf(1), keyOf(2), keyOf(3)],
    scripts: [multisig],
    taproot: [[ofBoth.outputKey, ofBoth.spendData]],
  }).transaction;
  const coins = inputs.map(({ prevout }) => all.coins.get(outPointKey(prevout)));
  const cache = createSighashCache(all.transaction, coins);
  const session = { cache, secp256k1: curve };
  const signature = inputs[0]?.witness[0] ?? new Uint8Array();
  const lateBlock = ofLate.spendData.leaves[0]?.controlBlocks[0] ?? new Uint8Array();
  const changed = (bytes: Bytes) => bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte));
  const witnesses = inputs.map(({ witness }, i) =>
    i % kinds.length === 4 ? [signature, late, lateBlock] : witness,
  );
  /** As it is, with each item of its witness changed, or one item in the place of another. */
  const variantsOf = (witness: TxIn['witness'], other: TxIn['witness']) => [
    witness,
    ...witness.map((item, i) => witness.map((each, j) => (i === j ? changed(item) : each))),
    witness.map((item, i) => (i === 0 ? (witness[1] ?? item) : item)),
    witness.map((item, i) => (i === 1 ? (witness[0] ?? item) : item)),
    other,
    [],
  ];
  const verdicts = (list: readonly { index: number; witness: TxIn['witness'] }[]) =>
    list.map(({ index, witness }) =>
      verifyInput(index, { scriptSig: new Uint8Array(), witness }, cache, curve),
    );
  /** All signatures that hold where the inputs are as they were signed. */
  const right: SignatureCheck[] = [];
  const recording: typeof curve = {
    ...curve,
    verifyEcdsa: (...[signature, digest, publicKey]) => {
      const holds = curve.verifyEcdsa(signature, digest, publicKey);
      if (holds) right.push({ kind: 'ecdsa', signature, digest, publicKey });
      return holds;
    },
    verifySchnorr: (...[signature, digest, publicKey]) => {
      const holds = curve.verifySchnorr(signature, digest, publicKey);
      if (holds) right.push({ kind: 'schnorr', signature, digest, publicKey });
      return holds;
    },
  };
  for (const [index, witness] of witnesses.entries())
    verifyInput(index, { scriptSig: new Uint8Array(), witness }, cache, recording);

  test.each([
    ['no signature was verified before', []],
    ['the right ones were', right],
  ])('have the verdicts that each has alone, where %s', (_, verified) => {
    const random = createRandom(56);
    const count = kinds.length;
    const variants = witnesses.flatMap((witness, index) =>
      variantsOf(witness, witnesses[(index + count) % (2 * count)] ?? []).map((each) => ({
        index,
        witness: each,
      })),
    );
    const signer = { sign: () => [], verifyAll: curve.verifyAll };
    // Few, and all at once: groups are halved until the wrong ones are found.
    for (const length of [1, 2, 3, 9, variants.length]) {
      const list = random.shuffle(variants).slice(0, length);
      const together = list.map(({ index, witness }) => ({
        index,
        data: { scriptSig: new Uint8Array(), witness },
        verified,
      }));
      expect(runNow(verifyInputs(together, session, signer))).toEqual(verdicts(list));
    }
    expect(verdicts(variants).filter((each) => each === undefined).length).toBeGreaterThan(7);
    expect(new Set(verdicts(variants).map((each) => each?.error)).size).toBeGreaterThan(5);
  });
});
