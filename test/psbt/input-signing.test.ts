import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { finalizePsbt, finalizeTask } from '../../src/psbt/finalize.ts';
import { type PsbtSignOptions, signPsbtInput } from '../../src/psbt/input-signing.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { runNow } from '../../src/signing/task.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { silentPsbt } from '../support/generate/silent-payments.ts';
import { curve, keyOf, publicKeyOf, xOnlyOf } from '../support/signing.ts';

// Core: SignPSBTInput (psbt.cpp): without a requested type the usual one is used, ALL or for taproot
// DEFAULT; an input that asks for another is a mismatch, and so is a signature of another type.

const scripts = { wpkh: p2wpkhScript(hash160(publicKeyOf(1))), tr: p2trScript(xOnlyOf(1)) };
type Kind = keyof typeof scripts;
const provider = createKeyProvider({ keys: [keyOf(1)] }, curve);

function psbtOf(kinds: readonly Kind[], fields: Partial<PsbtInput> = {}): Psbt {
  const inputs = kinds.map((_, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 0,
    witness: [],
  }));
  const outputs = [{ value: 1000n, scriptPubKey: scripts.wpkh }];
  const psbt = createPsbt({ version: 2, locktime: 0, inputs, outputs }, 2);
  return {
    ...psbt,
    inputs: psbt.inputs.map((each, i) => ({
      ...each,
      witnessUtxo: { value: 2000n, scriptPubKey: scripts[kinds[i] ?? 'wpkh'] },
      ...fields,
    })),
  };
}

type Options = Partial<PsbtSignOptions> & { readonly isSilent?: boolean };
function signed(kind: Kind, fields: Partial<PsbtInput>, options: Options = {}) {
  const session = openSession(psbtOf([kind], fields), curve);
  if (session === undefined) throw new Error('no lock time');
  const how = { provider, finalize: false, musigCreator: undefined, ...options };
  const { input, error } = signPsbtInput(session, 0, how);
  const signature = input.tapKeySignature ?? input.partialSignatures[0]?.signature;
  // The last byte of a signature is its type; DEFAULT has none.
  const type = signature && (signature.length === 64 ? 0 : signature.at(-1));
  return { type, error, stored: input.sighashType };
}

describe('the type of a signature', () => {
  const mismatch = { type: undefined, error: 'SIGHASH_MISMATCH' };
  test.each<[string, Kind, number | undefined, Options, object]>([
    ['ALL', 'wpkh', undefined, {}, { type: 1, stored: undefined }],
    ['DEFAULT', 'tr', undefined, {}, { type: 0, stored: undefined }],
    ['stored ALL', 'wpkh', 1, {}, { type: 1, stored: 1 }],
    ['stored DEFAULT', 'tr', 0, {}, { type: 0, stored: 0 }],
    ['requested ALL', 'wpkh', undefined, { sighashType: 1 }, { type: 1, stored: undefined }],
    ['requested ALL of taproot', 'tr', undefined, { sighashType: 1 }, { type: 1, stored: 1 }],
    ['requested DEFAULT', 'tr', undefined, { sighashType: 0 }, { type: 0, stored: undefined }],
    ['requested NONE', 'wpkh', undefined, { sighashType: 2 }, { type: 2, stored: 2 }],
    ['stored NONE', 'wpkh', 2, {}, mismatch],
    ['stored NONE, not to be used', 'wpkh', 2, { storedTypes: false }, mismatch],
    ['stored NONE, to be used', 'wpkh', 2, { storedTypes: true }, { type: 2, stored: 2 }],
    ['stored ALL of taproot', 'tr', 1, {}, mismatch],
    ['stored ALL of taproot, to be used', 'tr', 1, { storedTypes: true }, { type: 1, stored: 1 }],
    ['stored DEFAULT without taproot', 'wpkh', 0, { storedTypes: true }, mismatch],
    ['stored DEFAULT, to be used', 'tr', 0, { storedTypes: true }, { type: 0, stored: 0 }],
    ['a stored type that does not exist', 'wpkh', 5, { storedTypes: true }, mismatch],
    ['a taproot type that does not exist', 'tr', 0x80, { storedTypes: true }, mismatch],
    ['stored NONE, and requested ALL', 'wpkh', 2, { sighashType: 1, storedTypes: true }, mismatch],
    ['ALL beside a silent payment', 'tr', undefined, { isSilent: true }, { type: 1 }],
    ['DEFAULT there', 'tr', undefined, { isSilent: true, sighashType: 0 }, { type: 1 }],
    ['NONE there', 'tr', undefined, { isSilent: true, sighashType: 2 }, { type: 2 }],
  ])('is %s of %s', (_, kind, sighashType, options, expected) => {
    expect(signed(kind, { sighashType }, options)).toMatchObject(expected);
  });

  test('must be that of a signature that is there', () => {
    const none = new Uint8Array(71).fill(2);
    const partialSignatures = [{ publicKey: publicKeyOf(1), signature: none }];
    expect(signed('wpkh', { partialSignatures }).error).toBe('SIGHASH_MISMATCH');
    expect(signed('tr', { tapKeySignature: new Uint8Array(65).fill(2) }).error).toBe(
      'SIGHASH_MISMATCH',
    );
  });

  test('does not matter for an input that does not exist', () => {
    const session = openSession(psbtOf(['wpkh']), curve);
    if (session === undefined) throw new Error('no lock time');
    const how = { provider, finalize: false, musigCreator: undefined };
    expect(() => signPsbtInput(session, 1, how)).toThrow(RangeError);
  });
});

test('a claim beside the previous transaction stays, unless proofs are dropped', () => {
  const previous = {
    version: 2,
    locktime: 0,
    inputs: [],
    outputs: [{ value: 2000n, scriptPubKey: scripts.wpkh }],
  };
  const fields = {
    prevout: { txid: transactionId(previous), vout: 0 },
    nonWitnessUtxo: previous,
    witnessUtxo: { value: 1n, scriptPubKey: scripts.wpkh },
  };
  const claim = (options: Options) => {
    const session = openSession(psbtOf(['wpkh'], fields), curve);
    if (session === undefined) throw new Error('no lock time');
    const how = { provider, finalize: false, musigCreator: undefined, ...options };
    return signPsbtInput(session, 0, how).input.witnessUtxo?.value;
  };
  expect(claim({})).toBe(1n);
  expect(claim({ dropsProofs: false })).toBe(1n);
  expect(claim({ dropsProofs: true })).toBe(2000n);
});

describe('finalizing', () => {
  const final = (psbt: Psbt) => {
    const inputs = psbt.inputs.map((input, index) => {
      const session = openSession(psbt, curve);
      if (session === undefined) throw new Error('no lock time');
      const how = { provider, finalize: true, musigCreator: undefined };
      return index === 0 ? signPsbtInput(session, index, how).input : input;
    });
    return { ...psbt, inputs };
  };

  test('reports that the scripts of every input hold', () => {
    const half = final(psbtOf(['wpkh', 'tr']));
    expect(runNow(finalizeTask(half, curve))).toMatchObject({ complete: false, holds: false });
    const one = final(psbtOf(['wpkh']));
    expect(runNow(finalizeTask(one, curve))).toEqual({ psbt: one, complete: true, holds: true });
    expect(finalizePsbt(one, curve)).toEqual({ psbt: one, complete: true });
  });

  test('does nothing if lock times exclude each other', () => {
    const psbt = psbtOf(['wpkh', 'tr']);
    const inputs = psbt.inputs.map((input, i) =>
      i === 0 ? { ...input, heightLocktime: 5 } : { ...input, timeLocktime: 500_000_000 },
    );
    const excluding = { ...psbt, inputs };
    expect(runNow(finalizeTask(excluding, curve))).toEqual({
      psbt: excluding,
      complete: false,
      holds: false,
    });
  });

  test('refuses faults of silent payments, unless they are not read', () => {
    const outputs = [
      [1, 1],
      [2, 1],
    ] as const;
    const done = silentPsbt({ kinds: ['wpkh'], outputs, shares: 'global' });
    const halfDone: Psbt = {
      ...done,
      outputs: done.outputs.map((output, i) =>
        i === 0 ? { ...output, scriptPubKey: new Uint8Array(0) } : output,
      ),
    };
    expect(runNow(finalizeTask(halfDone, curve))).toEqual({
      psbt: halfDone,
      complete: false,
      holds: false,
    });
    const wrong = { ...done, unknown: done.unknown.filter(({ key }) => key[0] !== 0x08) };
    expect(runNow(finalizeTask(wrong, curve))).toEqual({
      psbt: wrong,
      complete: false,
      holds: false,
      error: 'SILENT_PAYMENT',
    });
    expect(finalizePsbt(wrong, curve, { readsSilent: false })).not.toHaveProperty('error');
  });
});
