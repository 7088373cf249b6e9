import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { signWithPlaceholders } from '../../src/psbt/placeholder-signing.ts';
import { createPsbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { p2trScript, p2wshScript } from '../../src/script/builders.ts';
import { curve, hexBytes, keyOf, publicKeyOf, xOnlyOf } from '../support/signing.ts';

// Core: SignPSBTInput without precomputed data (psbt.cpp) signs with DUMMY_SIGNATURE_CREATOR, whose
// checker accepts every signature and lock. An input is complete if ProduceSignature solves its
// script and VerifyScript accepts the result (script/sign.cpp).

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const key = hex(publicKeyOf(1));
const origin = { fingerprint: new Uint8Array(4), path: [] };

function errorOf(scriptPubKey: Uint8Array, fields: Partial<PsbtInput> = {}) {
  const nothing = new Uint8Array(0);
  const inputs = [
    {
      prevout: { txid: '11'.repeat(32), vout: 0 },
      scriptSig: nothing,
      sequence: 0xffffffff,
      witness: [],
    },
  ];
  const psbt = createPsbt({ version: 1, locktime: 0, inputs, outputs: [] }, 2);
  const witnessUtxo = { value: 1000n, scriptPubKey };
  const [input] = psbt.inputs.map((each): PsbtInput => ({ ...each, witnessUtxo, ...fields }));
  const session = input && openSession({ ...psbt, inputs: [input] }, curve);
  if (input === undefined || session === undefined) throw new Error('one input');
  return signWithPlaceholders(session, 0, input).error;
}

const keyPaths = [{ publicKey: publicKeyOf(1), origin }];
const witness = (script: string, more: Partial<PsbtInput> = {}) => {
  const witnessScript = hexBytes(script);
  return errorOf(p2wshScript(sha256(witnessScript)), { witnessScript, keyPaths, ...more });
};

describe('an input', () => {
  test.each([
    ['a key', `21${key}ac`],
    // and_v(v:pk(key),after(500)) and and_v(v:pk(key),older(10)), in a transaction without locks.
    ['a key and a height', `21${key}ad02f401b1`],
    ['a key and an age', `21${key}ad5ab2`],
  ])('is complete with %s', (_, script) => {
    expect(witness(script)).toBe(undefined);
  });

  test('is complete with a taproot key that is known', () => {
    expect(errorOf(p2trScript(xOnlyOf(1)))).toBe(undefined);
  });
});

describe('an input is incomplete', () => {
  test('if its witness script or its coin is unknown', () => {
    expect(errorOf(p2wshScript(new Uint8Array(32)))).toBe('INCOMPLETE');
    expect(errorOf(p2wshScript(new Uint8Array(32)), { witnessUtxo: undefined })).toBe(
      'MISSING_INPUTS',
    );
  });

  test('if no signer solves its script, although its lock is believed', () => {
    // 500 OP_CHECKLOCKTIMEVERIFY.
    expect(witness('02f401b1')).toBe('INCOMPLETE');
    // OP_1 is valid without any data, so it is final already.
    expect(witness('51', { finalWitness: [hexBytes('51')] })).toBe(undefined);
  });

  test('if its witness script has an uncompressed key, which no node relays', () => {
    const long = hex(keyOf(1, false).publicKey(curve));
    const named = [{ publicKey: hexBytes(long), origin }];
    expect(witness(`41${long}ac`, { keyPaths: named })).toBe('INCOMPLETE');
  });
});
