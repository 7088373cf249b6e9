import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2pkhScript } from '../../src/script/builders.ts';
import {
  type LegacyDigestRequest,
  legacyDigestsTogether,
} from '../../src/sighash/legacy-digests.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { createRandom } from '../support/generate/random.ts';
import { naiveLegacy } from '../support/naive-sighash.ts';

const random = createRandom(20261123);
const hashSpliced = kernelSecp256k1.hashSpliced ?? expect.unreachable();

function transactionOf(inputs: number, outputs: number): Transaction {
  return {
    version: random.int(3),
    inputs: Array.from({ length: inputs }, () => ({
      prevout: { txid: encodeHex(random.bytes(32)), vout: random.int(1000) },
      scriptSig: new Uint8Array(0),
      sequence: random.int(2 ** 32),
      witness: [],
    })),
    outputs: Array.from({ length: outputs }, () => ({
      value: BigInt(random.int(2 ** 32)),
      scriptPubKey: random.bytes(random.int(80)),
    })),
    locktime: random.int(2 ** 32),
  };
}

const requestsFor = (inputs: readonly number[]): LegacyDigestRequest[] =>
  inputs.map((input) => ({
    input,
    scriptCode: p2pkhScript(random.bytes(20)),
    type: Sighash.ALL,
  }));

test('digests made together equal single ones, wherever blocks end and inputs are omitted', () => {
  const lengths = [...Array.from({ length: 40 }, (_, i) => i + 1), 64, 100, 255];
  for (const length of lengths) {
    const transaction = transactionOf(length, 1 + random.int(3));
    const all = transaction.inputs.map((_, i) => i);
    for (const some of [all, all.filter(() => random.oneIn(3))]) {
      if (some.length === 0) continue;
      const requests = requestsFor(some);
      expect(legacyDigestsTogether(transaction, requests, hashSpliced)).toEqual(
        requests.map(({ input, scriptCode, type }) =>
          naiveLegacy(transaction, input, scriptCode, type),
        ),
      );
    }
  }
});

test('are not made together if they differ in more than a piece of one length', () => {
  const transaction = transactionOf(3, 3);
  const [a, b] = requestsFor([0, 1]);
  if (a === undefined || b === undefined) expect.unreachable();
  const made = (...requests: LegacyDigestRequest[]) =>
    legacyDigestsTogether(transaction, requests, hashSpliced);
  expect(made(a, b)).toHaveLength(2);
  expect(made(b, a)).toBeUndefined();
  expect(made(a, a)).toBeUndefined();
  expect(made(a, { ...b, type: Sighash.SINGLE })).toBeUndefined();
  expect(made(a, { ...b, scriptCode: new Uint8Array(24) })).toBeUndefined();
});
