import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { partsOfScripts, readAnswerTransaction } from '../../src/psbt/answer-transaction.ts';
import { addFinalScripts } from '../../src/psbt/final-scripts.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { takeSignatures } from '../../src/psbt/take-signatures.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { signTransaction } from '../../src/signing/sign-transaction.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { curve, keyOf, publicKeyOf, xOnlyOf } from '../support/signing.ts';

// Core's signrawtransactionwithkey writes the signatures that it has into the scripts of a multisig
// input (script/sign.cpp, ProduceSignature). src/signing makes the same, to the byte, as
// test/vectors/signrawtransactionwithkey proves; here such answers come back.

const three = multisigScript(
  3,
  [1, 2, 3].map((number) => publicKeyOf(number)),
);
const scripts = {
  wpkh: p2wpkhScript(hash160(publicKeyOf(1))),
  pkh: p2pkhScript(hash160(publicKeyOf(1))),
  tr: p2trScript(xOnlyOf(1)),
  wsh: p2wshScript(sha256(three)),
  sh: p2shScript(hash160(three)),
  shwsh: p2shScript(hash160(p2wshScript(sha256(three)))),
};
type Kind = keyof typeof scripts;

function spending(kind: Kind, fields: Partial<PsbtInput> = {}): Psbt {
  const empty = { scriptSig: new Uint8Array(0), sequence: 0xfffffffd, witness: [] };
  const previous: Transaction = {
    version: 2,
    locktime: 0,
    inputs: [{ ...empty, prevout: { txid: '22'.repeat(32), vout: 0 } }],
    outputs: [{ value: 100_000n, scriptPubKey: scripts[kind] }],
  };
  const transaction = {
    version: 2,
    locktime: 0,
    inputs: [{ ...empty, prevout: { txid: transactionId(previous), vout: 0 } }],
    outputs: [{ value: 99_000n, scriptPubKey: scripts.wpkh }],
  };
  const known = {
    nonWitnessUtxo: previous,
    witnessScript: kind === 'wsh' || kind === 'shwsh' ? three : new Uint8Array(0),
    redeemScript:
      kind === 'sh' ? three : kind === 'shwsh' ? p2wshScript(sha256(three)) : new Uint8Array(0),
  };
  const psbt = createPsbt(transaction, 2);
  return { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, ...known, ...fields })) };
}

const inputOf = (psbt: Psbt): PsbtInput => {
  const [input] = psbt.inputs;
  if (input === undefined) throw new Error('one input');
  return input;
};

/** The transaction that a program with these keys answers with, read as it is read from a file. */
function answer(kind: Kind, numbers: readonly number[], sighashType: 0 | 1 | 2 = 0): Psbt {
  const psbt = spending(kind);
  const { prevout, nonWitnessUtxo } = inputOf(psbt);
  const [coin] = nonWitnessUtxo?.outputs ?? [];
  if (coin === undefined) throw new Error('a coin');
  const provider = createKeyProvider(
    { keys: numbers.map((n) => keyOf(n)), scripts: [three, p2wshScript(sha256(three))] },
    curve,
  );
  const { transaction } = signTransaction({
    transaction: unsigned(psbt),
    coins: new Map([[outPointKey(prevout), coin]]),
    provider,
    sighashType,
    secp256k1: curve,
  });
  const read = readAnswerTransaction(encodeTransaction(transaction));
  if (read === undefined) throw new Error('a transaction');
  return read;
}

const unsigned = (psbt: Psbt): Transaction => ({
  version: 2,
  locktime: 0,
  inputs: psbt.inputs.map(({ prevout, sequence = 0 }) => ({
    prevout,
    sequence,
    scriptSig: new Uint8Array(0),
    witness: [],
  })),
  outputs: psbt.outputs.map(({ value, scriptPubKey }) => ({ value, scriptPubKey })),
});

const taken = (own: Psbt, given: Psbt) => {
  const result = takeSignatures(own, given, curve);
  if ('error' in result) return result;
  const { partialSignatures, finalScriptSig, finalWitness } = inputOf(result.psbt);
  return {
    parts: partialSignatures.map(({ publicKey }) => publicKey),
    isFinal: finalScriptSig.length + finalWitness.length > 0,
  };
};

describe('a signed transaction', () => {
  test('is a PSBT of version 0 with its scripts and witnesses', () => {
    const psbt = answer('wpkh', [1]);
    expect(psbt.version).toBe(0);
    const [output] = psbt.outputs;
    expect(output).toMatchObject({ value: 99_000n, scriptPubKey: scripts.wpkh });
    expect(inputOf(psbt).finalWitness.map(({ length }) => length)).toEqual([71, 33]);
    expect(inputOf(answer('pkh', [1])).finalScriptSig.length).toBe(106);
    const back = addFinalScripts(unsigned(psbt), psbt);
    expect(readAnswerTransaction(encodeTransaction(back))).toEqual(psbt);
  });

  test('is none if the bytes are not one', () => {
    expect(readAnswerTransaction(new Uint8Array(3))).toBe(undefined);
    expect(readAnswerTransaction(new Uint8Array(0))).toBe(undefined);
  });

  test('is read without and with witnesses', () => {
    const transaction = unsigned(spending('pkh'));
    expect(readAnswerTransaction(encodeTransaction(transaction))?.inputs).toHaveLength(1);
    const witness = [Uint8Array.of(1)];
    const inputs = transaction.inputs.map((input) => ({ ...input, witness }));
    const read = readAnswerTransaction(encodeTransaction({ ...transaction, inputs }));
    expect(read?.inputs[0]?.finalWitness).toEqual(witness);
  });
});

describe('an answer with final scripts', () => {
  test.each(['wpkh', 'pkh', 'tr'] as const)('is taken if they are valid: %s', (kind) => {
    expect(taken(spending(kind), answer(kind, [1]))).toEqual({ parts: [], isFinal: true });
  });

  test.each(['wsh', 'sh', 'shwsh'] as const)('is taken if they are valid: %s', (kind) => {
    expect(taken(spending(kind), answer(kind, [1, 2, 3]))).toEqual({ parts: [], isFinal: true });
  });

  test.each(['wpkh', 'pkh', 'tr'] as const)('is refused for another type: %s', (kind) => {
    const other = { error: 'other sighash type', input: 0 };
    expect(taken(spending(kind), answer(kind, [1], 2))).toEqual(other);
    expect(taken(spending(kind, { sighashType: 2 }), answer(kind, [1]))).toEqual(other);
    expect(taken(spending(kind, { sighashType: 2 }), answer(kind, [1], 2))).toEqual({
      parts: [],
      isFinal: true,
    });
  });

  test('is refused if a taproot signature has the type ALL and not DEFAULT', () => {
    expect(taken(spending('tr'), answer('tr', [1], 1))).toMatchObject({
      error: 'other sighash type',
    });
  });

  test.each(['wpkh', 'pkh', 'tr'] as const)('is refused if they are wrong: %s', (kind) => {
    const given = answer(kind, [1]);
    const flip = (bytes: Uint8Array) => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte));
    const { finalScriptSig, finalWitness } = inputOf(given);
    const wrong = {
      ...inputOf(given),
      finalScriptSig: flip(finalScriptSig),
      finalWitness: finalWitness.map((item, i) => (i === 0 ? flip(item) : item)),
    };
    expect(taken(spending(kind), { ...given, inputs: [wrong] })).toEqual({
      error: 'bad signature',
      input: 0,
      signature: 'in its final scripts',
    });
  });

  test('changes nothing of an input that is final, or whose coin is unknown', () => {
    const given = answer('wpkh', [1]);
    const final = spending('wpkh', { finalWitness: [Uint8Array.of(7)] });
    const kept = takeSignatures(final, given, curve);
    expect('psbt' in kept && inputOf(kept.psbt).finalWitness).toEqual([Uint8Array.of(7)]);
    const blind = spending('wpkh', { nonWitnessUtxo: undefined });
    expect(takeSignatures(blind, given, curve)).toEqual({ psbt: blind });
  });
});

describe('a multisig input that lacks signatures', () => {
  const kinds = ['wsh', 'sh', 'shwsh'] as const;

  test.each(kinds)('gives those that it has: %s', (kind) => {
    for (const numbers of [[1], [3], [1, 3], [2, 3]]) {
      expect(taken(spending(kind), answer(kind, numbers))).toEqual({
        parts: numbers.map((n) => publicKeyOf(n)),
        isFinal: false,
      });
    }
  });

  test.each(kinds)('completes what other signers have made: %s', (kind) => {
    const own = createKeyProvider({ keys: [keyOf(2)], scripts: [three] }, curve);
    const signed = signPsbt({
      psbt: spending(kind),
      provider: own,
      secp256k1: curve,
      finalize: false,
    });
    if ('error' in signed) throw new Error(signed.error);
    expect(taken(signed.psbt, answer(kind, [1, 3]))).toMatchObject({
      parts: expect.arrayContaining([1, 2, 3].map((n) => publicKeyOf(n))),
    });
  });

  test.each(kinds)('gives none of another type: %s', (kind) => {
    expect(taken(spending(kind), answer(kind, [1, 2], 2))).toEqual({
      error: 'other sighash type',
      input: 0,
    });
    expect(taken(spending(kind, { sighashType: 2 }), answer(kind, [1], 2))).toMatchObject({
      parts: [publicKeyOf(1)],
    });
  });

  test.each(kinds)('gives none if one is wrong or twice: %s', (kind) => {
    const given = inputOf(answer(kind, [1, 2]));
    const session = openSession(spending(kind), curve);
    if (session === undefined) throw new Error('no lock time');
    const checker = transactionChecker(session.cache, 0, curve);
    const signatures = (partsOfScripts(inputOf(spending(kind)), given, checker) ?? []).map(
      ({ signature }) => signature,
    );
    expect(signatures).toHaveLength(2);
    const [first = new Uint8Array(0), second = new Uint8Array(0)] = signatures;
    const flipped = second.map((byte, i) => (i === 20 ? byte ^ 1 : byte));
    const refused = { error: 'bad signature', input: 0, signature: 'in its final scripts' };
    const bare = { finalScriptSig: new Uint8Array(0) };
    const variants = [[first, flipped], [flipped], [first, first], []];
    for (const finalWitness of variants) {
      const input = {
        ...given,
        ...bare,
        finalWitness: [new Uint8Array(0), ...finalWitness, three],
      };
      const psbt = { ...answer(kind, [1]), inputs: [input] };
      expect(taken(spending(kind), psbt)).toEqual(refused);
    }
  });

  test('is only one whose own script is a multisig', () => {
    const given = answer('wsh', [1]);
    expect(taken(spending('wsh', { witnessScript: Uint8Array.of(0x51) }), given)).toMatchObject({
      error: 'bad signature',
    });
  });
});
