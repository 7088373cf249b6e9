import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { type Bytes, concatBytes, emptyBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
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
import { pushMinimal } from '../../src/script/script.ts';
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

/** Signs in turn, each signer after the previous one. */
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
  test('is the same in every order', () => {
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

/** The input's data: pushes of the scriptSig, and the witness. */
type Brought = { readonly pushes?: readonly Bytes[]; readonly witness?: readonly Bytes[] };
function withInput(spend: Spend, { pushes = [], witness = [] }: Brought): Spend {
  const [input] = spend.transaction.inputs;
  const scriptSig = concatBytes(...pushes.map(pushMinimal));
  const inputs = input ? [{ ...input, scriptSig, witness }] : [];
  return { ...spend, transaction: { ...spend.transaction, inputs } };
}
function existingOf({ transaction, coins }: Spend, by = curve) {
  const spent = transaction.inputs.map(({ prevout }) => coins.get(outPointKey(prevout)));
  const script = spent[0]?.scriptPubKey ?? expect.unreachable();
  return readExistingSignatures(createSighashCache(transaction, spent), 0, script, by);
}
/** The signature by which key `number` signs for one of two. */
function signatureOf(number: number, wrap: (script: Bytes) => Bytes, script: Bytes, type = 0) {
  const scripts = [script, p2wshScript(sha256(script))];
  const signer = { keys: [keyOf(number)], scripts, sighashType: type };
  const { transaction } = sign(spendOf([wrap(script)]), signer);
  const found = existingOf({ transaction, coins: spendOf([wrap(script)]).coins });
  return [...found.data.signatures.values()][0]?.signature ?? expect.unreachable();
}

describe('partial signatures of other software, whatever is around them', () => {
  const script = multisig(2, 2);
  const program = p2wshScript(sha256(script));
  const around: { [name: string]: (items: readonly Bytes[]) => Brought } = {
    bare: (items) => ({ pushes: items }),
    P2SH: (items) => ({ pushes: [...items, script] }),
    P2WSH: (items) => ({ witness: [...items, script] }),
    'P2SH-P2WSH': (items) => ({ pushes: [program], witness: [...items, script] }),
  };

  test.each(wraps)(
    '%s: without padding, or beside a witness that is not asked for',
    (name, wrap) => {
      const bring = around[name] ?? expect.unreachable();
      const signature = signatureOf(1, wrap, script);
      const spend = spendOf([wrap(script)]);
      const atOnce = sign(spend, { keys: [keyOf(1), keyOf(2)], scripts: [script, program] });
      const brought = [[signature], [emptyBytes, signature], [signature, emptyBytes]].map(bring);
      const stray = { witness: [Uint8Array.of(1)], ...bring([signature]) };
      for (const each of [...brought, stray]) {
        const second = sign(withInput(spend, each), { keys: [keyOf(2)] });
        expect(second).toEqual(atOnce);
      }
    },
  );

  test('are found in the order of the keys, as Core does', () => {
    const script = multisig(3, 3);
    const [one, two] = [1, 2].map((key) => signatureOf(key, (bare) => bare, script));
    const found = (...items: (Bytes | undefined)[]) => {
      const pushes = items.map((item) => item ?? Uint8Array.of(1));
      const { data } = existingOf(withInput(spendOf([script]), { pushes }));
      return [...data.signatures.values()].map(({ publicKey }) => publicKey);
    };
    expect(found(emptyBytes, one, undefined, two)).toEqual([publicKeyOf(1), publicKeyOf(2)]);
    expect(found(emptyBytes, two, undefined, one)).toEqual([publicKeyOf(2)]);
  });
});

test('the first signature that the script reaches counts, if two are by one key', () => {
  const script = multisigScript(
    3,
    [3, 2, 1, 1].map((number) => publicKeyOf(number)),
  );
  const bare = (each: Bytes) => each;
  const [all, none] = [Sighash.ALL, Sighash.NONE].map((type) => signatureOf(1, bare, script, type));
  const wrong = signatureOf(2, bare, multisig(2, 2));
  const pushes = [emptyBytes, wrong, all ?? wrong, none ?? wrong];
  const { data, complete } = existingOf(withInput(spendOf([script]), { pushes }));
  expect(complete).toBe(false);
  expect([...data.signatures.values()].map(({ signature }) => signature)).toEqual([none]);
});

test('each signature is verified once, and libsecp256k1 agrees on valid ones', () => {
  const script = multisig(2, 2);
  const wrap = (inner: Bytes) => p2wshScript(sha256(inner));
  const right = signatureOf(1, wrap, script);
  const wrong = signatureOf(2, wrap, multisig(2, 3));
  const asked: string[] = [];
  const counting = {
    ...curve,
    verifyEcdsa: (...args: Parameters<typeof curve.verifyEcdsa>) => {
      asked.push(args.map(encodeHex).join());
      return curve.verifyEcdsa(...args);
    },
  };
  const spend = withInput(spendOf([wrap(script)]), { witness: [emptyBytes, right, wrong, script] });
  const { verified, data } = existingOf(spend, counting);
  expect(data.signatures.size).toBe(1);
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked).size).toBe(asked.length);
  expect(verified).toHaveLength(1);
  for (const { digest, publicKey, signature } of verified)
    expect(tiny.verify(digest, publicKey, signature)).toBe(true);
});

test('a script of one byte that fails stays beside its input', () => {
  const script = Uint8Array.of(Op.OP_0);
  for (const [output, brought] of [
    [p2wshScript(sha256(script)), { witness: [script] }],
    [p2shScript(hash160(script)), { pushes: [script] }],
  ] as const) {
    const spend = withInput(spendOf([output]), brought);
    expect(sign(spend, {}).transaction).toEqual(spend.transaction);
  }
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

test('an input without data counts as signed if its script is valid without data', () => {
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
