import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import {
  multisigScript,
  nullDataScript,
  p2aScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../src/script/builders.ts';
import { refusingChecker } from '../../src/script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { Op } from '../../src/script/opcodes.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import { readExistingSignatures } from '../../src/signing/existing-signatures.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { createRandom } from '../support/generate/random.ts';
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

/** The signers in turn, each on what the one before made. */
function inTurn(spend: Spend, signers: readonly Signer[]) {
  let { transaction } = spend;
  let complete = false;
  for (const signer of signers) {
    ({ transaction, complete } = sign({ ...spend, transaction }, signer));
  }
  return { transaction, complete };
}

const multisig = (required: number, keys: number) =>
  multisigScript(
    required,
    Array.from({ length: keys }, (_, i) => publicKeyOf(i + 1)),
  );
const wraps: [name: string, wrap: (script: Uint8Array) => Uint8Array][] = [
  ['bare', (script) => script],
  ['P2SH', (script) => p2shScript(hash160(script))],
  ['P2WSH', (script) => p2wshScript(sha256(script))],
  ['P2SH-P2WSH', (script) => p2shScript(hash160(p2wshScript(sha256(script))))],
];

describe.each(wraps)('%s multisig by signers in turn', (_, wrap) => {
  test('comes out the same in every order', () => {
    const random = createRandom(7);
    for (let round = 0; round < 6; round++) {
      const { required, total } = random.pick([
        { required: 2, total: 3 },
        { required: 3, total: 3 },
        { required: 3, total: 5 },
        { required: 4, total: 7 },
      ]);
      const script = multisig(required, total);
      const scripts = [script, p2wshScript(sha256(script))];
      const chosen = random
        .shuffle(Array.from({ length: total }, (_, i) => i + 1))
        .slice(0, required);
      const spend = spendOf([wrap(script), wrap(script)]);
      const atOnce = sign(spend, { keys: chosen.map((n) => keyOf(n)), scripts });
      const turns = inTurn(
        spend,
        random.shuffle(chosen).map((n) => ({ keys: [keyOf(n)], scripts })),
      );
      expect(atOnce.complete).toBe(true);
      expect(turns.complete).toBe(true);
      expect(encodeTransaction(turns.transaction)).toEqual(encodeTransaction(atOnce.transaction));
    }
  });

  test('keeps each signature with its own sighash type', () => {
    const script = multisig(2, 2);
    const scripts = [script, p2wshScript(sha256(script))];
    const { complete } = inTurn(spendOf([wrap(script)]), [
      { keys: [keyOf(2)], scripts, sighashType: Sighash.NONE | Sighash.ANYONECANPAY },
      { keys: [keyOf(1)], scripts, sighashType: Sighash.SINGLE },
    ]);
    expect(complete).toBe(true);
  });

  test('finds its scripts in the transaction', () => {
    const script = multisig(2, 2);
    const first = { keys: [keyOf(1)], scripts: [script, p2wshScript(sha256(script))] };
    const { complete } = inTurn(spendOf([wrap(script)]), [first, { keys: [keyOf(2)] }]);
    expect(complete).toBe(true);
  });
});

describe('an input that is signed', () => {
  const resign = (
    script: Uint8Array,
    again: Signer,
  ): { before: Transaction; after: Transaction } => {
    const spend = spendOf([script]);
    const { transaction } = sign(spend, { keys: [keyOf(1)] });
    return { before: transaction, after: sign({ ...spend, transaction }, again).transaction };
  };

  test.each([
    ['P2PKH', p2pkhScript(hash160(publicKeyOf(1)))],
    ['P2WPKH', p2wpkhScript(hash160(publicKeyOf(1)))],
  ])('%s stays as it is, whatever the keys and sighash type', (_, script) => {
    const none = { keys: [keyOf(1)], sighashType: Sighash.NONE };
    for (const signer of [none, {}]) {
      const { before, after } = resign(script, signer);
      expect(after).toEqual(before);
    }
  });

  test('is signed again for P2TR if the key is there, else kept', () => {
    const script = p2trScript(xOnlyOf(1));
    const again = resign(script, { keys: [keyOf(1)], sighashType: Sighash.NONE });
    expect(again.before.inputs[0]?.witness[0]).toHaveLength(64);
    expect(again.after.inputs[0]?.witness[0]).toHaveLength(65);
    const { before, after } = resign(script, {});
    expect(after).toEqual(before);
  });

  test('loses a signature for another amount', () => {
    const script = multisig(2, 2);
    const spend = spendOf([p2wshScript(sha256(script))]);
    const { transaction } = sign(spend, { keys: [keyOf(1)], scripts: [script] });
    const coins = new Map([...spend.coins].map(([key, coin]) => [key, { ...coin, value: 7n }]));
    const { errors } = sign({ transaction, coins }, { keys: [keyOf(2)], scripts: [script] });
    expect(errors[0]?.error).toEqual({ kind: 'script', error: 'SIG_NULLFAIL' });
  });
});

test('an input that brings nothing is signed already where its script holds so', () => {
  const templates = [
    p2pkScript(publicKeyOf(1)),
    p2pkhScript(hash160(publicKeyOf(1))),
    p2shScript(hash160(Uint8Array.of(Op.OP_1))),
    multisig(1, 2),
    p2wpkhScript(hash160(publicKeyOf(1))),
    p2wshScript(sha256(Uint8Array.of(Op.OP_1))),
    p2trScript(xOnlyOf(1)),
    nullDataScript(xOnlyOf(1)),
    p2aScript,
    witnessScript(2, xOnlyOf(1)),
    Uint8Array.of(Op.OP_1),
    Uint8Array.of(Op.OP_0),
    Uint8Array.of(),
  ];
  const { transaction, coins } = spendOf(templates);
  const spent = transaction.inputs.map(({ prevout }) => coins.get(outPointKey(prevout)));
  const cache = createSighashCache(transaction, spent);
  const answers = templates.map((script, i) => readExistingSignatures(cache, i, script, curve));
  expect(answers.map(({ complete }) => complete)).toEqual(
    templates.map((script) => {
      const failure = verifyScript(emptyBytes, script, [], STANDARD_VERIFY_FLAGS, refusingChecker);
      return failure === undefined;
    }),
  );
  expect(answers.filter(({ complete }) => complete)).toHaveLength(2);
});
