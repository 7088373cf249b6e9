import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import {
  decodeExtendedPrivateKey,
  fingerprint,
  HARDENED,
} from '../../src/descriptor/extended-key.ts';
import {
  createFlatSigningProvider,
  noteOrigin,
  notePublicKey,
  noteScript,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { parseFixedPoint } from '../../src/encoding/amount.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { signPsbtInput } from '../../src/psbt/input-signing.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { updatePsbtOutput } from '../../src/psbt/sign-job.ts';
import { lockTime } from '../../src/psbt/unsigned-transaction.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { createMusigCreator } from '../../src/signing/musig-creator.ts';
import type { SigningProvider } from '../../src/signing/provider.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { bytesOf, transactionOf } from '../support/chains/world.ts';
import { readVector } from '../support/paths.ts';
import { keysOf, readPsbt, tryPsbt, writePsbt } from '../support/psbt.ts';

type Facts = { readonly valid?: string[]; readonly invalid: string[]; readonly outputs?: string[] };
const read = (name: string) => JSON.parse(readVector(`psbt/${name}.json`));
const bips = ['bip174', 'bip370', 'bip371', 'bip373'].map((name): [string, Facts] => [
  name,
  read(name),
]);

describe.each(bips)('%s', (_, { valid, invalid, outputs }) => {
  test('reads valid PSBTs and writes them back, except for the order of records', () => {
    for (const base64 of [...(valid ?? []), ...(outputs ?? [])]) {
      const psbt = tryPsbt(base64);
      expect(psbt, base64).not.toHaveProperty('error');
      if ('error' in psbt) continue;
      const again = writePsbt(psbt);
      expect(writePsbt(readPsbt(again))).toBe(again);
    }
  });

  test('refuses invalid PSBTs', () => {
    for (const base64 of invalid) expect(tryPsbt(base64), base64).toHaveProperty('error');
  });
});

test('BIP370: lock times', () => {
  for (const { psbt, locktime } of read('bip370').locktimes) {
    expect(lockTime(readPsbt(psbt))).toBe(locktime ?? undefined);
  }
});

/** Adds the provider's data and signatures to every input. */
function sign(psbt: Psbt, provider: SigningProvider): Psbt {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) throw new Error('no lock time');
  const inputs = psbt.inputs.map(
    (_, i) =>
      signPsbtInput(session, i, { provider, finalize: false, musigCreator: createMusigCreator })
        .input,
  );
  return { ...psbt, inputs };
}

/**
 * The BIP's signer does not grind for a low R, as Core does since then. So only the key of its
 * signatures with a high R counts.
 */
function withLowR(psbt: Psbt): Psbt {
  const inputs = psbt.inputs.map((input) => ({
    ...input,
    partialSignatures: input.partialSignatures.map(({ publicKey, signature }) => ({
      publicKey,
      signature: highRKeys.has(encodeHex(publicKey)) ? new Uint8Array(1) : signature,
    })),
  }));
  return { ...psbt, inputs };
}

const highRKeys = new Set(['02dab61ff49a14db6a7d02b0cd1fbb78fc4b18312b5b4e54dae4dba2fbfef536d7']);

describe('BIP174', () => {
  const { roles, signerRefuses } = read('bip174');

  test('creator', () => {
    const inputs = roles.inputs.map(({ txid, vout }: { txid: string; vout: number }) => ({
      prevout: { txid, vout },
      scriptSig: new Uint8Array(0),
      sequence: 0xffffffff,
      witness: [],
    }));
    const outputs = roles.outputs.map(({ script, amount }: { script: string; amount: string }) => ({
      value: parseFixedPoint(amount, 8),
      scriptPubKey: bytesOf(script),
    }));
    const psbt = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 0);
    expect(writePsbt(psbt)).toBe(roles.created);
  });

  test('updater', () => {
    const flatProvider = createFlatSigningProvider();
    for (const script of roles.scripts) noteScript(flatProvider, bytesOf(script));
    const master = decodeExtendedPrivateKey(roles.master, networks.regtest);
    if (master === undefined) throw new Error('no master key');
    const origin = fingerprint(master.privateKey.publicKey(secp256k1));
    for (const { publicKey, path } of roles.keys) {
      const steps = path.split('/').slice(1);
      const numbers = steps.map((step: string) => HARDENED + Number.parseInt(step, 10));
      notePublicKey(flatProvider, bytesOf(publicKey));
      noteOrigin(flatProvider, bytesOf(publicKey), { fingerprint: origin, path: numbers });
    }
    const provider = toSigningProvider(flatProvider);
    const previous = roles.previousTransactions.map(transactionOf);
    const created = readPsbt(roles.created);
    const inputs = created.inputs.map((input, i) => {
      const transaction = previous.find(
        (each: ReturnType<typeof transactionOf>) => transactionId(each) === input.prevout.txid,
      );
      const witnessUtxo = transaction.outputs[input.prevout.vout];
      return i === 0 ? { ...input, nonWitnessUtxo: transaction } : { ...input, witnessUtxo };
    });
    const signed = sign({ ...created, inputs }, provider);
    const outputs = signed.outputs.map((output) => updatePsbtOutput(output, provider, secp256k1));
    const updated = { ...signed, outputs };
    expect(writePsbt(updated)).toBe(roles.updated);
    const all = updated.inputs.map((input) => ({ ...input, sighashType: 1 }));
    expect(writePsbt({ ...updated, inputs: all })).toBe(roles.withSighash);
  });

  test('signers', () => {
    for (const { keys, psbt } of roles.signed) {
      const provider = createKeyProvider({ keys: keysOf(keys) }, secp256k1);
      const signed = sign(readPsbt(roles.withSighash), provider);
      expect(writePsbt(withLowR(signed))).toBe(writePsbt(withLowR(readPsbt(psbt))));
    }
  });

  test('combiner, finalizer, extractor', () => {
    const [first, ...others] = roles.signed.map(({ psbt }: { psbt: string }) => readPsbt(psbt));
    expect(writePsbt(first && combinePsbts(first, ...others))).toBe(roles.combined);
    const { psbt, complete } = finalizePsbt(readPsbt(roles.combined), secp256k1);
    expect([complete, writePsbt(psbt)]).toEqual([true, roles.finalized]);
    const transaction = extractTransaction(psbt);
    if ('error' in transaction) throw new Error(transaction.error);
    expect(encodeHex(encodeTransaction(transaction))).toBe(roles.extracted);
  });

  test('combines unknown fields in the order of their keys', () => {
    const [a, b] = roles.unknown.parts.map(readPsbt);
    expect(writePsbt(combinePsbts(a, b))).toBe(roles.unknown.combined);
    expect(writePsbt(combinePsbts(b, a))).toBe(roles.unknown.combined);
  });

  test('does not sign inputs that a signer must not sign', () => {
    const keys = keysOf(roles.signed.flatMap(({ keys: each }: { keys: string[] }) => each));
    const provider = createKeyProvider({ keys }, secp256k1);
    for (const base64 of signerRefuses) {
      const psbt = readPsbt(base64);
      const signed = sign(psbt, provider);
      expect(finalizePsbt(signed, secp256k1).complete).toBe(false);
      const refused = signed.inputs.filter(
        ({ partialSignatures }, i) =>
          partialSignatures.length === psbt.inputs[i]?.partialSignatures.length,
      );
      expect(refused.length).toBeGreaterThan(0);
    }
  });
});

test('BIP373: partial signatures make a signature', () => {
  for (const { key, participants, nonces, signatures } of read('bip373').spends) {
    expect(finalizePsbt(readPsbt(participants), secp256k1).complete, key).toBe(false);
    expect(finalizePsbt(readPsbt(nonces), secp256k1).complete, key).toBe(false);
    const { psbt, complete } = finalizePsbt(readPsbt(signatures), secp256k1);
    expect([complete, psbt.inputs[0]?.finalWitness.length], key).toEqual([
      true,
      key === 'leaf' ? 3 : 1,
    ]);
  }
});
