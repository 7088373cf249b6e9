import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { spendFields } from '../../src/psbt/silent-fields.ts';
import { silentSigning } from '../../src/psbt/silent-signing.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { SigningProvider } from '../../src/signing/provider.ts';
import { type SilentKind, silentKey, silentPsbt } from '../support/generate/silent-payments.ts';

// Private keys that are derived or copied for shares and for spending are overwritten afterwards.
// The curve sees each of them, so it keeps the arrays.

/** Functions whose first argument is a private key, or whose result is one. */
const TAKING = ['publicKey', 'isPrivateKey', 'tweakPrivateKey', 'negatePrivateKey'];
const MAKING = ['tweakPrivateKey', 'negatePrivateKey'];

function watchedCurve() {
  const seen = new Set<Bytes>();
  const secp256k1 = new Proxy(nobleSecp256k1, {
    get(curve, name) {
      const member: unknown = Reflect.get(curve, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const made: unknown = Reflect.apply(member, curve, args);
        const [first] = args;
        if (TAKING.includes(String(name)) && first instanceof Uint8Array) seen.add(first);
        if (MAKING.includes(String(name)) && made instanceof Uint8Array) seen.add(made);
        return made;
      };
    },
  });
  return { seen, secp256k1 };
}

const keyOf = (bytes: Bytes): PrivateKey => {
  const key = PrivateKey.from(bytes, true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const isZero = (bytes: Bytes): boolean => bytes.every((byte) => byte === 0);

/**
 * Signs, and returns the number of private keys that the curve saw beside the given ones. Each of
 * these must be zeros, and the given ones must be as they were.
 */
function wipedBy(
  psbt: Psbt,
  secrets: readonly Bytes[],
  change: (provider: SigningProvider) => SigningProvider = (provider) => provider,
): number {
  const { seen, secp256k1 } = watchedCurve();
  const keys = secrets.map(keyOf);
  const provider = change(createKeyProvider({ keys, bip86: true }, nobleSecp256k1));
  const job = { psbt, provider, secp256k1, finalize: true, silent: silentSigning };
  const signed = signPsbt(job);
  expect(signed).not.toHaveProperty('error');
  expect(keys.map((key) => key.reveal())).toEqual(secrets);
  const others = [...seen].filter((each) => !keys.some((key) => key.reveal() === each));
  expect(others.filter((each) => !isZero(each))).toEqual([]);
  return others.length;
}

const pending = (kinds: readonly SilentKind[]): Psbt =>
  silentPsbt({ kinds, outputs: [[1, 1]], shares: 'none' });
const parity = (n: number): number => keyOf(silentKey(n)).publicKey(nobleSecp256k1)[0] ?? 0;

describe('a signer overwrites the private keys of', () => {
  test('a share for all inputs, and their sum', () => {
    expect(wipedBy(pending(['wpkh', 'pkh']), [silentKey(0), silentKey(1)])).toBeGreaterThan(2);
  });

  test('a share of one input', () => {
    expect(wipedBy(pending(['wpkh', 'pkh']), [silentKey(1)])).toBeGreaterThan(0);
  });

  test('output keys with an odd and with an even y', () => {
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(new Set(numbers.map(parity))).toEqual(new Set([2, 3]));
    const kinds = numbers.map(() => 'tr' as const);
    expect(wipedBy(pending(kinds), numbers.map(silentKey))).toBeGreaterThan(16);
  });

  test.each(['the provider', 'the input'])('an output key whose tweak %s knows', (knows) => {
    const key = keyOf(silentKey(0));
    const internalKey = key.publicKey(nobleSecp256k1).subarray(1);
    const tweaked = nobleSecp256k1.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey));
    if (tweaked === undefined) throw new Error('no key');
    const psbt = pending(['tr']);
    const inputs = psbt.inputs.map(
      (input): PsbtInput => ({
        ...input,
        nonWitnessUtxo: undefined,
        witnessUtxo: { value: 41_000n, scriptPubKey: p2trScript(tweaked.xOnly) },
        tapInternalKey: knows === 'the input' ? internalKey : undefined,
      }),
    );
    const count = wipedBy({ ...psbt, inputs }, [silentKey(0)], (provider) =>
      knows === 'the provider' ? provider : { ...provider, getTaprootSpendData: () => undefined },
    );
    expect(count).toBeGreaterThan(2);
  });

  test('an input whose provider gives another key', () => {
    const wrong = keyOf(silentKey(9));
    const count = wipedBy(pending(['wpkh']), [], (provider) => ({
      ...provider,
      getPrivateKey: () => wrong,
    }));
    expect(count).toBeGreaterThan(0);
    expect(wrong.reveal()).toEqual(silentKey(9));
  });
});

describe('a signer that spends a silent payment overwrites its private key', () => {
  const tweak = silentKey(31);
  const origin = { fingerprint: new Uint8Array(4), path: [] };
  const spendKeys = [30, 32].map((n) => keyOf(silentKey(n)).publicKey(nobleSecp256k1));

  /** Spends the coin of spend key `n`, and names both keys, so that one does not lead to it. */
  function spending(n: number): Psbt {
    const paid = nobleSecp256k1.tweakPublicKey(
      keyOf(silentKey(n)).publicKey(nobleSecp256k1),
      tweak,
    );
    if (paid === undefined) throw new Error('no key');
    const input = {
      prevout: { txid: '55'.repeat(32), vout: 1 },
      scriptSig: new Uint8Array(0),
      sequence: 0xfffffffd,
      witness: [],
    };
    const output = { value: 40_000n, scriptPubKey: p2wpkhScript(new Uint8Array(20).fill(1)) };
    const psbt = createPsbt({ version: 2, inputs: [input], outputs: [output], locktime: 0 }, 2);
    const witnessUtxo = { value: 41_000n, scriptPubKey: p2trScript(paid.subarray(1)) };
    const fields = spendKeys.flatMap((publicKey, i) =>
      spendFields(tweak, { publicKey, origin }).slice(i === 0 ? 0 : 1),
    );
    const inputs = psbt.inputs.map((each) => ({ ...each, witnessUtxo, unknown: fields }));
    return { ...psbt, inputs };
  }

  test.each([30, 32])('also the one that is not of the coin: the coin of %i', (n) => {
    expect(wipedBy(spending(n), [silentKey(30), silentKey(32)])).toBeGreaterThan(2);
  });
});
