import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import {
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import type { SigningProgress } from '../../src/signing/job.ts';
import { buildTaprootOutput } from '../../src/signing/taproot-output.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import {
  curve,
  keyOf,
  publicKeyOf,
  type Signer,
  type Spend,
  sign,
  spendOf,
  xOnlyOf,
} from '../support/signing.ts';

const keys = [keyOf(1)];
const p2pkh = p2pkhScript(hash160(publicKeyOf(1)));
const p2wpkh = p2wpkhScript(hash160(publicKeyOf(1)));
const p2tr = p2trScript(xOnlyOf(1));

function withoutAmount({ transaction, coins }: Spend, input: number): Spend {
  const prevout = transaction.inputs[input]?.prevout;
  const key = prevout ? outPointKey(prevout) : '';
  const coin = coins.get(key);
  const changed = new Map(coins);
  if (coin) changed.set(key, { ...coin, value: undefined });
  return { transaction, coins: changed };
}

const errorsOf = (spend: Spend, signer = {}) =>
  sign(spend, { keys, ...signer }).errors.map(({ index, error }) => ({ index, ...error }));

describe('coins', () => {
  test('a missing coin is an error of its input, and of taproot inputs', () => {
    expect(errorsOf(spendOf([p2pkh, undefined, p2wpkh, p2tr]))).toEqual([
      { index: 1, kind: 'coin-not-found' },
      { index: 3, kind: 'script', error: 'WITNESS_PROGRAM_WITNESS_EMPTY' },
    ]);
  });

  test('an amount is required if a witness commits to it', () => {
    expect(errorsOf(withoutAmount(spendOf([p2pkh]), 0))).toEqual([]);
    expect(errorsOf(withoutAmount(spendOf([p2wpkh]), 0))).toEqual([
      { index: 0, kind: 'missing-amount' },
    ]);
    const script = p2pkScript(publicKeyOf(2));
    const output = p2wshScript(sha256(script));
    // Core requires it as soon as the witness contains a script, but not for an empty witness.
    expect(errorsOf(withoutAmount(spendOf([output]), 0), { scripts: [script] })).toEqual([
      { index: 0, kind: 'missing-amount' },
    ]);
    expect(errorsOf(withoutAmount(spendOf([output]), 0))).toEqual([
      { index: 0, kind: 'script', error: 'WITNESS_PROGRAM_WITNESS_EMPTY' },
    ]);
  });
});

describe('sighash types', () => {
  test('SINGLE does not sign inputs without their output', () => {
    for (const type of [Sighash.SINGLE, Sighash.SINGLE | Sighash.ANYONECANPAY]) {
      const spend = spendOf([p2pkh, p2pkh, p2tr, p2pkh]);
      const scriptSig = Uint8Array.of(Op.OP_1);
      const inputs = spend.transaction.inputs.map((input, i) =>
        i === 3 ? { ...input, scriptSig } : input,
      );
      const begun = { ...spend, transaction: { ...spend.transaction, inputs } };
      const { errors, transaction } = sign(begun, { keys, sighashType: type });
      expect(errors.map(({ index, withoutOutput }) => [index, withoutOutput])).toEqual([
        [1, true],
        [2, true],
        [3, true],
      ]);
      expect(transaction.inputs[3]?.scriptSig).toEqual(scriptSig);
      expect(transaction.inputs[1]?.scriptSig).toHaveLength(0);
    }
  });

  test.each([
    [Sighash.DEFAULT, 64, 1],
    [Sighash.ALL, 65, 1],
    [Sighash.NONE, 65, 2],
    [Sighash.SINGLE, 65, 3],
    [0x81, 65, 0x81],
    [0x82, 65, 0x82],
    [0x83, 65, 0x83],
  ])('%i', (sighashType, schnorrLength, ecdsaByte) => {
    const { transaction, complete } = sign(spendOf([p2tr, p2wpkh], { outputs: 2 }), {
      keys,
      sighashType,
    });
    expect(complete).toBe(true);
    expect(transaction.inputs[0]?.witness[0]).toHaveLength(schnorrLength);
    expect(transaction.inputs[1]?.witness[0]?.at(-1)).toBe(ecdsaByte);
  });
});

test('an input whose script is valid without a signature is unchanged', () => {
  // Core's ProduceSignature returns at once if DataFromTransaction found complete data.
  const preimage = new Uint8Array(32).fill(7);
  const script = buildScript(Op.SHA256, sha256(preimage), Op.EQUAL);
  const push = buildScript(preimage);
  const { transaction, coins } = spendOf([
    script,
    p2shScript(hash160(script)),
    p2wshScript(sha256(script)),
    p2wpkh,
  ]);
  const [bare, hidden, witness] = [push, buildScript(preimage, script), [preimage, script]];
  const inputs = transaction.inputs.map((input, i) => ({
    ...input,
    scriptSig: [bare, hidden][i] ?? input.scriptSig,
    witness: i === 2 ? witness : [],
  }));
  const signed = sign({ transaction: { ...transaction, inputs }, coins }, { keys });
  expect(signed.complete).toBe(true);
  expect(signed.transaction.inputs.slice(0, 3)).toEqual(inputs.slice(0, 3));
});

test('a transaction without inputs is complete', () => {
  expect(sign(spendOf([]), { keys })).toMatchObject({ complete: true, errors: [] });
});

test('arguments stay as they were', () => {
  const spend = spendOf([p2pkh, p2tr]);
  const copy = structuredClone(spend);
  sign(spend, { keys });
  expect(spend).toEqual(copy);
});

test('reports progress step by step, to the end of each', () => {
  const told: SigningProgress[] = [];
  sign(spendOf([p2pkh, p2wpkh, p2tr]), { keys, onProgress: (progress) => told.push(progress) });
  expect([...new Set(told.map(({ step }) => step))]).toEqual([
    'plan',
    'sign',
    'assemble',
    'verify',
  ]);
  for (const step of ['plan', 'sign', 'assemble', 'verify']) {
    const last = told.findLast((progress) => progress.step === step);
    expect(last).toEqual({ step, done: 3, total: 3 });
  }
});

test('reports the end of verification even without signatures', () => {
  const verified = (spend: Spend) => {
    const told: SigningProgress[] = [];
    sign(spend, { keys, onProgress: (progress) => told.push(progress) });
    return told.filter(({ step }) => step === 'verify');
  };
  const end = { step: 'verify', done: 1, total: 1 };
  expect(verified(spendOf([undefined]))).toEqual([end]);
  expect(verified(spendOf([p2wpkh])).filter(({ done }) => done === 1)).toEqual([end]);
  expect(verified(spendOf([]))).toEqual([]);
});

test('reports missing data', () => {
  const script = p2pkScript(publicKeyOf(2));
  const { errors } = sign(
    spendOf([p2pkhScript(hash160(publicKeyOf(2))), p2wshScript(sha256(script))]),
    {},
  );
  expect(errors.map(({ missing }) => missing)).toEqual([
    {
      publicKeys: [hash160(publicKeyOf(2))],
      signatures: [],
      redeemScript: undefined,
      witnessScript: undefined,
    },
    { publicKeys: [], signatures: [], redeemScript: undefined, witnessScript: sha256(script) },
  ]);
  const hidden = p2shScript(hash160(script));
  const withScript = { scripts: [script] };
  const missingOf = (output: Uint8Array, signer: Signer) =>
    sign(spendOf([output]), signer).errors[0]?.missing;
  const none = {
    publicKeys: [],
    signatures: [],
    redeemScript: undefined,
    witnessScript: undefined,
  };
  const signature = { ...none, signatures: [publicKeyOf(2)] };
  expect(missingOf(hidden, {})).toEqual({ ...none, redeemScript: hash160(script) });
  expect(missingOf(hidden, withScript)).toEqual(signature);
  expect(missingOf(p2wshScript(sha256(script)), withScript)).toEqual(signature);
  const hash = hash160(publicKeyOf(2));
  expect(missingOf(p2wpkhScript(hash), { publicKeys: [publicKeyOf(2)] })).toEqual(signature);
  const leaf = buildScript(xOnlyOf(3), Op.CHECKSIG);
  const tree = [{ depth: 0, leafVersion: 0xc0, script: leaf }];
  const output = buildTaprootOutput(xOnlyOf(1), tree, curve) ?? expect.unreachable();
  const taproot = [[output.outputKey, output.spendData] as const];
  const { signatures } = missingOf(p2trScript(output.outputKey), { taproot }) ?? none;
  expect(signatures).toContainEqual(xOnlyOf(3));
  const known = sign(spendOf([p2wshScript(sha256(script))]), withScript);
  expect(known.errors[0]?.withoutOutput).toBe(false);
});
