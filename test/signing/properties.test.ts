import * as btc from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import {
  multisigScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { walkScript } from '../../src/script/script.ts';
import { decodeTransaction, encodeTransaction } from '../../src/transaction/codec.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { runs } from '../support/generate/sample.ts';
import { keyOf, publicKeyOf, type Spend, sign, spendOf, xOnlyOf } from '../support/signing.ts';

/** An output with its scripts and keys. */
type Output = {
  readonly script: Bytes;
  readonly redeemScript?: Bytes;
  readonly witnessScript?: Bytes;
  readonly keys: readonly { readonly number: number; readonly compressed: boolean }[];
};

const inner = (compressed: fc.Arbitrary<boolean>) => {
  const key = fc.record({ number: fc.integer({ min: 1, max: 2 ** 31 }), compressed });
  const bytesOf = ({ number, compressed: short }: { number: number; compressed: boolean }) =>
    publicKeyOf(number, short);
  return fc.oneof(
    key.map((only) => ({ script: p2pkScript(bytesOf(only)), keys: [only] })),
    key.map((only) => ({ script: p2pkhScript(hash160(bytesOf(only))), keys: [only] })),
    fc
      .array(key, { minLength: 1, maxLength: 5 })
      .chain((keys) =>
        fc.record({ keys: fc.constant(keys), m: fc.integer({ min: 1, max: keys.length }) }),
      )
      .map(({ keys, m }) => ({ script: multisigScript(m, keys.map(bytesOf)), keys })),
  );
};

const anyForm = fc.boolean();
const shortForm = fc.constant(true);
const legacy: fc.Arbitrary<Output> = fc.oneof(
  inner(anyForm),
  inner(anyForm).map(({ script, keys }) => ({
    script: p2shScript(hash160(script)),
    redeemScript: script,
    keys,
  })),
);
const segwit: fc.Arbitrary<Output> = fc.oneof(
  inner(shortForm).map(({ script, keys }) => ({
    script: p2wshScript(sha256(script)),
    witnessScript: script,
    keys,
  })),
  inner(shortForm).map(({ script, keys }) => {
    const redeemScript = p2wshScript(sha256(script));
    return { script: p2shScript(hash160(redeemScript)), redeemScript, witnessScript: script, keys };
  }),
  fc.integer({ min: 1, max: 2 ** 31 }).map((number) => {
    const script = p2wpkhScript(hash160(publicKeyOf(number)));
    return { script, keys: [{ number, compressed: true }] };
  }),
  fc.integer({ min: 1, max: 2 ** 31 }).map((number) => {
    const redeemScript = p2wpkhScript(hash160(publicKeyOf(number)));
    const script = p2shScript(hash160(redeemScript));
    return { script, redeemScript, keys: [{ number, compressed: true }] };
  }),
  fc.integer({ min: 1, max: 2 ** 31 }).map((number) => ({
    script: p2trScript(xOnlyOf(number)),
    keys: [{ number, compressed: true }],
  })),
);
const sighashType = fc.constantFrom(0, 1, 2, 3, 0x81, 0x82, 0x83);

const scriptsOf = (outputs: readonly Output[]) =>
  outputs.flatMap(({ redeemScript, witnessScript }) =>
    [redeemScript, witnessScript].filter((script) => script !== undefined),
  );
const keysOf = (outputs: readonly Output[]) =>
  outputs.flatMap(({ keys }) => keys.map(({ number, compressed }) => keyOf(number, compressed)));
const spend = (outputs: readonly Output[]) =>
  spendOf(
    outputs.map(({ script }) => script),
    { outputs: outputs.length },
  );

const outputs = fc.array(fc.oneof(legacy, segwit), { minLength: 1, maxLength: 4 });

test('all keys complete every input, and it stays complete', () => {
  fc.assert(
    fc.property(outputs, sighashType, sighashType, (list, type, again) => {
      const given = spend(list);
      const signer = { keys: keysOf(list), scripts: scriptsOf(list), sighashType: type };
      const first = sign(given, signer);
      expect(first.errors).toEqual([]);
      const second = sign({ ...given, transaction: first.transaction }, { sighashType: again });
      expect(second.errors).toEqual([]);
      expect(second.transaction).toEqual(first.transaction);
    }),
    { numRuns: runs(60) },
  );
});

test('signers in any order complete what one signer completes', () => {
  const shuffled = outputs.chain((list) =>
    fc.record({
      list: fc.constant(list),
      turns: fc.shuffledSubarray(keysOf(list), { minLength: keysOf(list).length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ list, turns }) => {
      const scripts = scriptsOf(list);
      let { transaction, coins } = spend(list);
      for (const key of turns) {
        const before = sign({ transaction, coins }, { scripts }).errors.length;
        ({ transaction } = sign({ transaction, coins }, { keys: [key], scripts }));
        expect(sign({ transaction, coins }, { scripts }).errors.length).toBeLessThanOrEqual(before);
      }
      expect(sign({ transaction, coins }, { scripts }).complete).toBe(true);
    }),
    { numRuns: 25 },
  );
});

/** Returns the result of another library. */
function signElsewhere(list: readonly Output[], { transaction }: Spend, type: number): Bytes {
  const options = { allowUnknown: true, allowLegacyWitnessUtxo: true, lowR: true, version: 2 };
  const theirs = new btc.Transaction(options);
  for (const [i, { script, redeemScript, witnessScript }] of list.entries()) {
    const input = transaction.inputs[i];
    theirs.addInput({
      txid: input?.prevout.txid ?? '',
      index: i,
      sequence: input?.sequence ?? 0,
      sighashType: type === 0 && script[0] !== 0x51 ? 1 : type,
      witnessUtxo: { script, amount: 100_000n },
      ...(redeemScript && { redeemScript }),
      ...(witnessScript && { witnessScript }),
    });
  }
  for (const { scriptPubKey, value } of transaction.outputs) {
    theirs.addOutput({ script: scriptPubKey, amount: value });
  }
  for (const [i, { keys }] of list.entries()) {
    for (const { number } of keys) {
      theirs.signIdx(keyOf(number).reveal(), i, [0, 1, 2, 3, 0x81, 0x82, 0x83], new Uint8Array(32));
    }
  }
  theirs.finalize();
  return theirs.extract();
}

/**
 * Lists inputs with ECDSA signatures by sighash byte, for which the library uses other nonces than
 * Core if the first one does not fit.
 */
function readable({ inputs }: Transaction): string[][] {
  return inputs.map(({ scriptSig, witness }) =>
    [...(walkScript(scriptSig) ?? []).map(({ data }) => data), ...witness].map((item) =>
      item[0] === 0x30 && item.length > 60 ? `signature ${item.at(-1)}` : encodeHex(item),
    ),
  );
}

test('@scure/btc-signer makes the same transaction from compressed keys, and we find its signatures right', () => {
  const compressed: fc.Arbitrary<Output> = fc.oneof(
    segwit,
    inner(shortForm).map(({ script, keys }) => ({
      script: p2shScript(hash160(script)),
      redeemScript: script,
      keys,
    })),
  );
  const distinct = fc
    .array(compressed, { minLength: 1, maxLength: 3 })
    .filter((list) =>
      list.every(({ keys }) => new Set(keys.map((key) => key.number)).size === keys.length),
    )
    // The library has no key path for a key that is the output key.
    .filter((list) => list.every(({ script }) => script[0] !== 0x51));
  fc.assert(
    fc.property(distinct, sighashType, (list, type) => {
      const given = spend(list);
      const scripts = scriptsOf(list);
      const { transaction } = sign(given, { keys: keysOf(list), scripts, sighashType: type });
      const theirs = decodeTransaction(signElsewhere(list, given, type), { witness: true });
      expect(theirs && readable(theirs)).toEqual(readable(transaction));
      if (theirs) expect(sign({ ...given, transaction: theirs }, {}).errors).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('a transaction that was damaged after signing is signed again or in error, and never throws', () => {
  const spoiled = fc.record({
    list: outputs,
    at: fc.nat(),
    bit: fc.integer({ min: 0, max: 7 }),
  });
  fc.assert(
    fc.property(spoiled, ({ list, at, bit }) => {
      const given = spend(list);
      const scripts = scriptsOf(list);
      const signed = sign(given, { keys: keysOf(list), scripts }).transaction;
      const bytes = encodeTransaction(signed);
      const changed = bytes.slice();
      changed[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
      const transaction = decodeTransaction(changed, { witness: true });
      if (transaction === undefined) return;
      const { complete } = sign({ ...given, transaction }, { scripts });
      if (complete) expect(transaction.inputs.length).toBeLessThanOrEqual(list.length);
    }),
    { numRuns: runs(60) },
  );
});
