import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { isSilentField, silentSpend, spendFields } from '../../src/psbt/silent-fields.ts';
import { judgeSilentPayments } from '../../src/psbt/silent-payments.ts';
import { silentSigning } from '../../src/psbt/silent-signing.ts';
import { uniqueId } from '../../src/psbt/unsigned-transaction.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { Sighash, type SighashType } from '../../src/sighash/sighash-type.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { silentPrivateKey } from '../../src/silent/keys.ts';
import { type SilentKind, silentKey, silentPsbt } from '../support/generate/silent-payments.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { hexBytes } from '../support/signing.ts';

const keyOf = (bytes: Bytes): PrivateKey => {
  const key = PrivateKey.from(bytes, true);
  if (key === undefined) throw new Error('no key');
  return key;
};

function sign(psbt: Psbt, keys: readonly Bytes[], sighashType?: SighashType) {
  const provider = createKeyProvider({ keys: keys.map(keyOf), bip86: true }, secp256k1);
  const silent = silentSigning;
  const types = { sighashType, storedTypes: true };
  const job = { psbt, provider, secp256k1, finalize: true, silent, ...types };
  const signed = signPsbt(job);
  return 'error' in signed ? signed.error : signed;
}
function signed(psbt: Psbt, keys: readonly Bytes[]) {
  const done = sign(psbt, keys);
  if (typeof done === 'string') throw new Error(done);
  return done;
}
const scriptsOf = ({ outputs }: Psbt) =>
  outputs.map(({ scriptPubKey: script }) => encodeHex(script));

const KINDS: readonly SilentKind[] = ['wpkh', 'pkh', 'nested', 'tr', 'multisig', 'tr', 'wpkh'];
const outputs = [[1, 2], [2, 1], [1, 1], p2wpkhScript(new Uint8Array(20).fill(9)), [1, 1]] as const;
const pending = silentPsbt({ kinds: KINDS, outputs, shares: 'none' });
const keys = KINDS.map((_, n) => silentKey(n));
/** The same PSBT, made by independent code. */
const expected = scriptsOf(silentPsbt({ kinds: KINDS, outputs, shares: 'global' }));

describe('a signer that has all keys', () => {
  test('computes one share for each scan key, and the scripts that other code computes', () => {
    const { psbt } = signed(pending, keys);
    expect(scriptsOf(psbt)).toEqual(expected);
    expect(psbt.unknown.filter((field) => isSilentField(field, 'global'))).toHaveLength(4);
    expect(judgeSilentPayments(psbt, secp256k1)?.faults).toEqual([]);
    expect(psbt.txModifiable).toBe(0);
  });

  test('signs in the same step if possible', () => {
    const simple = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'none' });
    expect(signed(simple, keys.slice(0, 2)).complete).toBe(true);
  });

  test('throws instead of writing a script or a share that was computed wrongly', () => {
    const flip = (bytes: Bytes): Bytes => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte));
    const { tweakPublicKey, multiplyByKey } = kernelSecp256k1;
    if (multiplyByKey === undefined) throw new Error('no kernel');
    const provider = createKeyProvider({ keys: keys.map(keyOf), bip86: true }, kernelSecp256k1);
    const job = { psbt: pending, provider, finalize: true, silent: silentSigning };
    const faults: readonly Partial<Secp256k1>[] = [
      { tweakPublicKey: (key, tweak) => tweakPublicKey(key, flip(tweak)) },
      { multiplyByKey: (secret, points) => multiplyByKey(flip(secret), points) },
    ];
    for (const wrong of faults) {
      const sign = () => signPsbt({ ...job, secp256k1: { ...kernelSecp256k1, ...wrong } });
      expect(sign).toThrow(ComputationFault);
    }
  });

  test('clears the flags that let inputs and outputs be added, and keeps the third', () => {
    const open = { ...pending, txModifiable: 7 };
    expect(signed(open, keys).psbt.txModifiable).toBe(4);
  });
});

describe('several signers', () => {
  const part = (from: number, to: number) => keys.slice(from, to);

  test('each make their shares, and sign once all are there', () => {
    const first = signed(pending, part(0, 3));
    expect(first.complete).toBe(false);
    expect(first.psbt.inputs.every((input) => input.partialSignatures.length === 0)).toBe(true);
    expect(scriptsOf(first.psbt)).toEqual(scriptsOf(pending));
    const second = signed(first.psbt, part(3, 7));
    expect(scriptsOf(second.psbt)).toEqual(expected);
    const third = signed(second.psbt, part(0, 3)).psbt;
    const open = third.inputs.filter(({ finalWitness, finalScriptSig }) => {
      return finalWitness.length === 0 && finalScriptSig.length === 0;
    });
    expect(open).toEqual([]);
  });

  test('sign in parallel, and the combiner joins them', () => {
    const [one, two] = [signed(pending, part(0, 3)).psbt, signed(pending, part(3, 7)).psbt];
    const both = combinePsbts(one, two);
    if (both === undefined) throw new Error('not combined');
    const done = signed(readPsbt(writePsbt(both)), keys).psbt;
    expect(scriptsOf(done)).toEqual(expected);
    // PSBTs with and without scripts are of the same transaction.
    expect(uniqueId(done)).toBe(uniqueId(pending));
    expect(combinePsbts(pending, done)).toBeDefined();
    const [first, ...rest] = done.outputs;
    if (first === undefined) throw new Error('no output');
    const forged = {
      ...done,
      outputs: [{ ...first, scriptPubKey: p2trScript(new Uint8Array(32).fill(3)) }, ...rest],
    };
    expect(combinePsbts(done, forged)).toBeUndefined();
  });

  test('refuse another signer’s share with an invalid proof', () => {
    const first = signed(pending, part(0, 3)).psbt;
    const inputs = first.inputs.map((input, i): PsbtInput => {
      if (i !== 1) return input;
      const unknown = input.unknown.map((field) =>
        field.key[0] === 0x1e
          ? { ...field, value: field.value.map((byte, at) => byte ^ (at === 40 ? 1 : 0)) }
          : field,
      );
      return { ...input, unknown };
    });
    expect(sign({ ...first, inputs }, part(3, 7))).toBe('SILENT_PAYMENT');
  });

  test('do not sign while a share is missing', () => {
    const first = signed(pending, part(0, 3)).psbt;
    const again = signed(first, part(0, 5)).psbt;
    expect(again.inputs.every(({ finalWitness }) => finalWitness.length === 0)).toBe(true);
    expect(scriptsOf(again)).toEqual(scriptsOf(pending));
  });
});

describe('a signer refuses', () => {
  test('sighash types other than ALL, requested or stored', () => {
    for (const type of [2, 3, 0x81, 0x82, 0x83] as const) {
      expect(sign(pending, keys, type)).toBe('SILENT_SIGHASH');
    }
    expect(typeof sign(pending, keys, Sighash.ALL)).not.toBe('string');
    for (const sighashType of [0, 2, 3, 0x81]) {
      const inputs = pending.inputs.map((input, i) =>
        i === 0 ? { ...input, sighashType } : input,
      );
      expect(sign({ ...pending, inputs }, keys)).toBe('SILENT_SIGHASH');
    }
  });

  test('allows a taproot input with an explicit ALL', () => {
    const psbt = silentPsbt({ kinds: ['tr'], outputs: [[1, 1]], shares: 'none' });
    const inputs = psbt.inputs.map((input) => ({ ...input, sighashType: Sighash.ALL }));
    const done = signed({ ...psbt, inputs }, keys);
    expect(done.complete).toBe(true);
    expect(done.psbt.inputs[0]?.finalWitness[0]).toHaveLength(65);
  });

  test('coins of witness version 2 beside a silent payment', () => {
    const psbt = silentPsbt({ kinds: ['wpkh', 'future'], outputs: [[1, 1]], shares: 'none' });
    expect(sign(psbt, keys)).toBe('SILENT_PAYMENT');
  });

  test('a PSBT of version 0 with fields of silent payments', () => {
    expect(sign({ ...pending, version: 0 }, keys)).toBe('SILENT_PAYMENT');
  });

  test('keys that add up to nothing', () => {
    const psbt = silentPsbt({ kinds: ['wpkh', 'pkh'], outputs: [[1, 1]], shares: 'none' });
    const [first, second] = psbt.inputs;
    const key = secp256k1.negatePrivateKey(silentKey(0));
    const publicKey = keyOf(key).publicKey(secp256k1);
    if (first === undefined || second === undefined) throw new Error('no inputs');
    const witnessUtxo = { value: 60_000n, scriptPubKey: p2wpkhScript(hash160(publicKey)) };
    const origin = { fingerprint: new Uint8Array(4), path: [] };
    const other = {
      ...first,
      prevout: second.prevout,
      nonWitnessUtxo: undefined,
      witnessUtxo,
      keyPaths: [{ publicKey, origin }],
    };
    expect(sign({ ...psbt, inputs: [first, other] }, [silentKey(0), key])).toBe('SILENT_PAYMENT');
  });
});

describe('the vectors of BIP375, signed by their keys', () => {
  type Vector = { readonly description: string; readonly psbt: string };
  const { valid }: { readonly valid: readonly Vector[] } = JSON.parse(
    readVector('psbt/bip375.json'),
  );
  const secrets: readonly {
    readonly description: string;
    readonly privateKeys: (string | null)[];
  }[] = JSON.parse(readVector('psbt/bip375-keys.json'));
  const cases = valid.filter(
    ({ description }) =>
      !description.includes('bare OP_2') &&
      // Counts k by the order of outputs; the text sorts by spend key.
      !description.includes('output 0 uses label=3 / output 1 uses label=1'),
  );

  /** Removes the signers' data; scripts are those of the keys (see silent-payments.test.ts). */
  function unsigned(psbt: Psbt): Psbt {
    const blank = (input: PsbtInput): PsbtInput => {
      const { witnessUtxo, keyPaths } = input;
      const key = keyPaths.find(
        ({ publicKey }) =>
          witnessUtxo &&
          equalBytes(witnessUtxo.scriptPubKey, p2wpkhScript(sha256(publicKey).subarray(0, 20))),
      );
      const right = key &&
        witnessUtxo && {
          ...witnessUtxo,
          scriptPubKey: p2wpkhScript(hash160(key.publicKey)),
        };
      return {
        ...input,
        witnessUtxo: right ?? witnessUtxo,
        partialSignatures: [],
        tapKeySignature: undefined,
        unknown: [],
      };
    };
    const outputs = psbt.outputs.map((output) =>
      output.unknown.length > 0 ? { ...output, scriptPubKey: new Uint8Array(0) } : output,
    );
    return { ...psbt, unknown: [], inputs: psbt.inputs.map(blank), outputs };
  }

  test.each(cases.map((each) => [each.description, each] as const))(
    '%s',
    (description, { psbt }) => {
      const given = readPsbt(psbt);
      const known = secrets.find((each) => each.description === description)?.privateKeys ?? [];
      const done = sign(
        unsigned(given),
        known.flatMap((hex) => (hex ? [hexBytes(hex)] : [])),
      );
      if (typeof done === 'string') throw new Error(done);
      const isComputed = given.outputs.every(({ scriptPubKey: script }) => script.length > 0);
      if (isComputed) expect(scriptsOf(done.psbt)).toEqual(scriptsOf(given));
      expect(done.psbt.outputs.every(({ scriptPubKey: script }) => script.length > 0)).toBe(true);
      expect(judgeSilentPayments(done.psbt, secp256k1)?.faults).toEqual([]);
    },
  );
});

describe('spending a silent payment (BIP376)', () => {
  const spend = keyOf(silentKey(30));
  const tweak = silentKey(31);
  const secret = silentPrivateKey(spend, tweak, secp256k1);
  const outputKey = secret && secp256k1.publicKey(secret, true)?.subarray(1);
  if (outputKey === undefined) throw new Error('no key');
  const publicKey = spend.publicKey(secp256k1);
  const origin = { fingerprint: Uint8Array.of(1, 2, 3, 4), path: [0x80000160, 0, 5] };

  function spending(fields: PsbtInput['unknown'], key = outputKey): Psbt {
    const input = {
      prevout: { txid: '55'.repeat(32), vout: 1 },
      scriptSig: new Uint8Array(0),
      sequence: 0xfffffffd,
      witness: [],
    };
    const paid = { value: 40_000n, scriptPubKey: p2wpkhScript(new Uint8Array(20).fill(1)) };
    const psbt = createPsbt({ version: 2, inputs: [input], outputs: [paid], locktime: 0 }, 2);
    const witnessUtxo = { value: 41_000n, scriptPubKey: p2trScript(key ?? new Uint8Array(32)) };
    const inputs = psbt.inputs.map((each) => ({ ...each, witnessUtxo, unknown: fields }));
    return { ...psbt, inputs };
  }

  test('signs with the spend key and the tweak, and removes their fields', () => {
    const psbt = spending(spendFields(tweak, { publicKey, origin }));
    const again = readPsbt(writePsbt(psbt)).inputs[0];
    expect(again && silentSpend(again)?.keyPaths).toEqual([{ publicKey, origin }]);
    const done = signed(psbt, [silentKey(30)]);
    expect(done.complete).toBe(true);
    expect(done.psbt.inputs[0]?.finalWitness[0]).toHaveLength(64);
    expect(done.psbt.inputs[0]?.unknown).toEqual([]);
  });

  test('signs nothing by a wrong tweak, another spend key, or for an output of another', () => {
    const wrong = tweak.map((byte, i) => byte ^ (i === 5 ? 1 : 0));
    const fields = spendFields(tweak, { publicKey, origin });
    // BIP376: a signer must fail if the key with the tweak is not the output key.
    expect(sign(spending(spendFields(wrong, { publicKey, origin })), [silentKey(30)])).toBe(
      'SILENT_PAYMENT',
    );
    expect(signed(spending(fields), [silentKey(29)]).complete).toBe(false);
    expect(sign(spending(fields, publicKey.subarray(1)), [silentKey(30)])).toBe('SILENT_PAYMENT');
    const segwit = spending(fields);
    const scriptPubKey = p2wpkhScript(hash160(publicKey));
    const inputs = segwit.inputs.map((input) => {
      return { ...input, witnessUtxo: { value: 41_000n, scriptPubKey } };
    });
    expect(sign({ ...segwit, inputs }, [silentKey(30)])).toBe('SILENT_PAYMENT');
    expect(judgeSilentPayments({ ...segwit, inputs }, secp256k1)?.faults).toEqual([
      { kind: 'malformed', inputs: [0], outputs: [] },
    ]);
    const zero = spendFields(new Uint8Array(32), { publicKey, origin });
    expect(signed(spending(zero), [silentKey(30)]).complete).toBe(false);
    for (const none of [new Uint8Array(32), new Uint8Array(32).fill(0xff), tweak.slice(1)]) {
      const [input] = spending(spendFields(none, { publicKey, origin })).inputs;
      expect(input && silentSpend(input)).toBeUndefined();
    }
  });

  test('pays a silent payment address with the key of a silent payment', () => {
    const shown = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'none' });
    const psbt = { ...shown, inputs: spending(spendFields(tweak, { publicKey, origin })).inputs };
    const done = signed(psbt, [silentKey(30)]);
    expect(done.complete).toBe(true);
    expect(judgeSilentPayments(done.psbt, secp256k1)?.outputs[0]?.isProven).toBe(true);
  });
});
