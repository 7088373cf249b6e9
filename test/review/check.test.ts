import { sign } from '@noble/secp256k1';
import { describe, expect, test } from 'vitest';
import { encodeDer, parseDerLax } from '../../src/crypto/der.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { concatBytes, equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { scriptCode } from '../../src/psbt/diagnose.ts';
import { finalizePsbt, withFinalScripts } from '../../src/psbt/finalize.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { checkSigned } from '../../src/review/check.ts';
import { N, number32 } from '../support/curves.ts';
import { readPsbt } from '../support/psbt.ts';
import { keyAt, person, place, secretsOf } from '../support/review/accounts.ts';
import { buildPsbt } from '../support/review/payments.ts';
import { reviewVectors } from '../support/vectors/review-vectors.ts';

const vector = reviewVectors.find(({ name }) => name === 'two coins');
const before = readPsbt(vector?.psbt ?? '');
const keys = createFlatSigningProvider();
const text = `wpkh(${keyAt(person(1), '84h/1h/0h', true)})`;
for (const index of [0, 1]) mergeFlatSigningProvider(keys, secretsOf(text, 0, index));
const provider = toSigningProvider(keys);

function signed(finalize: boolean): Psbt {
  const done = signPsbt({ psbt: before, provider, finalize, secp256k1 });
  if ('error' in done) throw new Error(done.error);
  return done.psbt;
}

const toNumber = (bytes: Uint8Array) => BigInt(`0x${encodeHex(bytes)}`);

function inverse(value: bigint): bigint {
  let [a, b, x, y] = [value, N, 1n, 0n];
  while (a > 1n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return ((x % N) + N) % N;
}

/** Signs the inputs with nonces chosen by a thief, by the textbook: s = (z + r d) / k. */
function withNonces(nonces: readonly bigint[]): Psbt {
  const session = openSession(before, secp256k1);
  if (session === undefined) throw new Error('no session');
  const inputs = before.inputs.map((input, i) => {
    const honest = signed(false).inputs[i]?.partialSignatures[0];
    const privateKey = [...keys.privateKeys.values()].find(
      (key) =>
        encodeHex(key.publicKey(secp256k1)) === encodeHex(honest?.publicKey ?? new Uint8Array(0)),
    );
    if (honest === undefined || privateKey === undefined) throw new Error('no key');
    const { script } = scriptCode(input, session.cache.coins[i]?.scriptPubKey ?? new Uint8Array(0));
    const z = toNumber(session.cache.ecdsaDigest(i, script, 1, 'witness_v0'));
    const k = nonces[i] ?? 1n;
    const r = toNumber((secp256k1.publicKey(number32(k), true) ?? new Uint8Array(33)).subarray(1));
    const d = toNumber(privateKey.reveal());
    const s = (inverse(k) * ((z + r * d) % N)) % N;
    const low = s > N / 2n ? N - s : s;
    const signature = concatBytes(
      encodeDer(concatBytes(number32(r), number32(low))),
      Uint8Array.of(1),
    );
    return { ...input, partialSignatures: [{ publicKey: honest.publicKey, signature }] };
  });
  return { ...before, inputs };
}

test('a final input without a signature is never fine next to a signed one', () => {
  const done = signed(true);
  for (const finalWitness of [[Uint8Array.of(1)], [new Uint8Array(0), new Uint8Array(33)]]) {
    const inputs = done.inputs.map((input, i) => (i === 1 ? { ...input, finalWitness } : input));
    const { signatures, isFine } = checkSigned(before, { ...done, inputs }, { secp256k1 });
    expect(isFine).toBe(false);
    expect(signatures.map(({ input, isValid }) => [input, isValid])).toEqual([
      [0, true],
      [1, false],
    ]);
  }
});

test('signatures of an honest signer are fine, final or not', () => {
  for (const finalize of [false, true]) {
    const { changes, signatures, isFine } = checkSigned(before, signed(finalize), {
      secp256k1,
      provider,
    });
    expect(changes.filter(({ isHarmless }) => !isHarmless)).toEqual([]);
    expect(isFine).toBe(true);
    expect(
      signatures.map(({ input, isValid, hasLowR, derivation }) => ({
        input,
        isValid,
        hasLowR,
        derivation,
      })),
    ).toEqual(
      [0, 1].map((input) => ({ input, isValid: true, hasLowR: true, derivation: 'default' })),
    );
  }
});

test('lists removals by a finalizer as harmless', () => {
  const { psbt } = finalizePsbt(signed(false), secp256k1);
  const { changes, isFine } = checkSigned(before, psbt, { secp256k1 });
  expect(isFine).toBe(true);
  expect(changes.every(({ kind, isHarmless }) => kind === 'removed' && isHarmless)).toBe(true);
});

test('an earlier legacy signature is not new, final or not', () => {
  const legacy = `pkh(${keyAt(person(1), '44h/1h/0h', true)})`;
  const spent = place(legacy, 0, 0);
  const own = toSigningProvider(secretsOf(legacy, 0, 0));
  const psbt = buildPsbt({
    coins: [{ ...spent, value: 100_000n, nonce: 1, previous: true }],
    outputs: [{ value: 99_000n, script: spent.script }],
  });
  const done = signPsbt({ psbt, provider: own, finalize: true, secp256k1 });
  if ('error' in done) throw new Error(done.error);
  expect(checkSigned(psbt, done.psbt, { secp256k1 }).signatures).toHaveLength(1);
  expect(checkSigned(done.psbt, done.psbt, { secp256k1 }).signatures).toEqual([]);
});

test('cannot judge a nonce if our keys are missing', () => {
  const { signatures } = checkSigned(before, signed(false), { secp256k1 });
  expect(signatures.map(({ derivation }) => derivation)).toEqual(['unknown', 'unknown']);
});

test('a chosen nonce of a thief is not the default one, despite a valid signature', () => {
  const { signatures, isFine } = checkSigned(before, withNonces([12_345n, 67_890n]), {
    secp256k1,
    provider,
  });
  expect(
    signatures.map(({ isValid, derivation, isRepeated }) => [isValid, derivation, isRepeated]),
  ).toEqual([
    [true, 'other', false],
    [true, 'other', false],
  ]);
  // A random nonce is not a fault by itself, but it is reported.
  expect(isFine).toBe(true);
});

test('reports that a repeated nonce reveals the key, within a PSBT or across all seen', () => {
  const twice = checkSigned(before, withNonces([12_345n, 12_345n]), { secp256k1 });
  expect(twice.signatures.map(({ isRepeated }) => isRepeated)).toEqual([true, true]);
  expect(twice.isFine).toBe(false);
  const once = checkSigned(before, withNonces([12_345n, 67_890n]), { secp256k1 });
  const [first] = once.signatures;
  const seen = new Map([[encodeHex(first?.nonce ?? new Uint8Array(0)), 'ff']]);
  expect(checkSigned(before, withNonces([12_345n, 67_890n]), { secp256k1, seen }).isFine).toBe(
    false,
  );
  const same = new Map(
    once.signatures.map(({ nonce, signature }) => [encodeHex(nonce), encodeHex(signature)]),
  );
  expect(
    checkSigned(before, withNonces([12_345n, 67_890n]), { secp256k1, seen: same }).isFine,
  ).toBe(true);
});

test('an invalid or missing signature is not fine', () => {
  const after = signed(false);
  const broken = after.inputs.map((input) => ({
    ...input,
    partialSignatures: input.partialSignatures.map(({ publicKey, signature }) => {
      const compact = parseDerLax(signature.subarray(0, -1))?.slice();
      if (compact === undefined) throw new Error('no signature');
      compact[40] = (compact[40] ?? 0) ^ 1;
      return { publicKey, signature: concatBytes(encodeDer(compact), Uint8Array.of(1)) };
    }),
  }));
  const found = checkSigned(before, { ...after, inputs: broken }, { secp256k1 });
  expect(found.signatures.map(({ isValid }) => isValid)).toEqual([false, false]);
  expect(found.isFine).toBe(false);
  expect(checkSigned(before, before, { secp256k1 })).toEqual({
    changes: [],
    signatures: [],
    unanswered: [],
    isFine: false,
  });
});

describe('a signer of RFC 6979 that does not look for a low R', () => {
  /** Signs by @noble/secp256k1, which uses RFC 6979 without grinding, so half of all R are high. */
  function plainlySigned(psbt: Psbt): Psbt {
    const session = openSession(psbt, secp256k1);
    const inputs = psbt.inputs.map((input, i) => {
      const [path] = input.keyPaths;
      const key = [...keys.privateKeys.values()].find((each) =>
        equalBytes(each.publicKey(secp256k1), path?.publicKey ?? new Uint8Array(0)),
      );
      const coin = session?.cache.coins[i];
      if (!session || !key || !coin || !path) throw new Error('no key');
      const { script } = scriptCode(input, coin.scriptPubKey);
      const digest = session.cache.ecdsaDigest(i, script, 1, 'witness_v0');
      const made = sign(digest, key.reveal(), { prehash: false });
      const signature = concatBytes(encodeDer(made), Uint8Array.of(1));
      return { ...input, partialSignatures: [{ publicKey: path.publicKey, signature }] };
    });
    return { ...psbt, inputs };
  }

  test('is deterministic with any R', () => {
    const seen = new Set<string>();
    for (let fee = 0n; fee < 12n; fee++) {
      const outputs = before.outputs.map((each, i) =>
        i === 0 ? { ...each, value: each.value - fee } : each,
      );
      const psbt = { ...before, outputs };
      for (const curve of [secp256k1, kernelSecp256k1]) {
        const checked = checkSigned(psbt, plainlySigned(psbt), { secp256k1: curve, provider });
        for (const { hasLowR, derivation } of checked.signatures) {
          expect(derivation).toBe(hasLowR ? 'default' : 'deterministic');
          seen.add(derivation);
        }
        expect(checked.isFine).toBe(true);
      }
    }
    expect([...seen].sort()).toEqual(['default', 'deterministic']);
  });
});

describe('changes by another signer', () => {
  const answer = signed(false);
  const changed = (psbt: Psbt) =>
    checkSigned(before, psbt, { secp256k1, provider, network: networks.main });
  const [input] = answer.inputs;
  const [output] = answer.outputs;
  if (input === undefined || output === undefined) throw new Error('no inputs');
  const others = { inputs: answer.inputs.slice(1), outputs: answer.outputs.slice(1) };

  test.each<readonly [string, Psbt, RegExp]>([
    [
      'an amount',
      { ...answer, outputs: [{ ...output, value: output.value + 1n }, ...others.outputs] },
      /^Output 0 pays .* BTC \(.* sat\) to bc1\w+ instead of .* to bc1\w+\.$/,
    ],
    [
      'a new output',
      { ...answer, outputs: [...answer.outputs, output] },
      /^Output \d is new: it pays .*\.$/,
    ],
    [
      'an output that is gone',
      { ...answer, outputs: others.outputs },
      /is gone: it paid|instead of/,
    ],
    [
      'a sequence',
      { ...answer, inputs: [{ ...input, sequence: 5 }, ...others.inputs] },
      /^The sequence of input 0 is 5 instead of \d+\.$/,
    ],
    [
      'another sighash type',
      { ...answer, inputs: answer.inputs.map((each) => ({ ...each, sighashType: 0x83 })) },
      /^Input 1 adds the sighash type\.$/,
    ],
    ['the lock time', { ...answer, fallbackLocktime: 7 }, /^The lock time is 7 instead of 0\.$/],
    ['the version', { ...answer, txVersion: 3 }, /^The version is 3 instead of 2\.$/],
    [
      'a sighash type',
      { ...answer, inputs: [{ ...input, sighashType: 2 }, ...others.inputs] },
      /^Input 0 adds the sighash type\.$/,
    ],
    [
      'the flags',
      { ...answer, txModifiable: 1 },
      /^The PSBT adds the flags that let others add inputs or outputs\.$/,
    ],
    [
      'a derivation that replaces another',
      {
        ...answer,
        outputs: [{ ...output, keyPaths: [] }, ...others.outputs].map((each, i) =>
          i === 0 ? { ...each, redeemScript: Uint8Array.of(1) } : each,
        ),
      },
      /^Output 0 adds the redeem script\.$/,
    ],
  ])('%s is a stop with one sentence', (_, psbt, text) => {
    const { changes, isFine } = changed(psbt);
    expect(isFine).toBe(false);
    expect(changes.filter(({ isHarmless }) => !isHarmless).map((each) => each.text)).toContainEqual(
      expect.stringMatching(text),
    );
  });

  test('fields of its own, derivations and extended keys that a signer adds are harmless', () => {
    const field = { key: Uint8Array.of(0xfc, 1, 65, 0), value: Uint8Array.of(1) };
    const { changes, isFine } = changed({ ...answer, proprietary: [field], unknown: [field] });
    expect({ isFine, kinds: changes.map(({ kind }) => kind) }).toEqual({
      isFine: true,
      kinds: ['added', 'added'],
    });
  });

  test('changes of the transaction do not hide those of fields', () => {
    const pays = { ...output, value: output.value + 1n, redeemScript: Uint8Array.of(1) };
    const asks = { ...input, sighashType: 0x83, keyPaths: [], tapKeyPaths: [] };
    const { changes } = changed({
      ...answer,
      inputs: [asks, ...others.inputs],
      outputs: [pays, ...others.outputs],
    });
    expect(changes.map(({ kind, part }) => `${kind} ${part}`).sort()).toEqual([
      'added input',
      'added output',
      'changed transaction',
      'removed input',
    ]);
  });

  test('the finished transaction is compared like its PSBT', () => {
    const { psbt } = finalizePsbt(answer, secp256k1);
    const transaction = withFinalScripts(psbt);
    if (transaction === undefined) throw new Error('not final');
    const found = checkSigned(before, transaction, { secp256k1, provider });
    expect(found).toMatchObject({ isFine: true, changes: [] });
    expect(found.signatures.map(({ derivation }) => derivation)).toEqual(['default', 'default']);
    const late = checkSigned(before, { ...transaction, locktime: 9 }, { secp256k1 });
    expect(late.isFine).toBe(false);
    expect(late.changes.map(({ part }) => part)).toEqual(['transaction']);
  });
});
