import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { combine, extract, finalize, sign as signPayment } from '../../src/index.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import type { Psbt, PsbtInput } from '../../src/psbt/psbt.ts';
import { shareFields } from '../../src/psbt/silent-fields.ts';
import { judgeSilentPayments } from '../../src/psbt/silent-payments.ts';
import { takeSignatures } from '../../src/psbt/take-signatures.ts';
import { uniqueId } from '../../src/psbt/unsigned-transaction.ts';
import { silentSigning as silent } from '../../src/public/descriptor.ts';
import { unsignedTransaction } from '../../src/public/psbt.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { parseSighashType } from '../../src/sighash/sighash-type.ts';
import {
  prove,
  type SilentKind,
  silentAddress,
  silentKey,
  silentPsbt,
} from '../support/generate/silent-payments.ts';
import { harness } from '../support/harness.ts';
import { writePsbt } from '../support/psbt.ts';

// BIP375 gives each role of BIP174 work of its own. Every door calls these functions.

const keyOf = (n: number): PrivateKey => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const KINDS: readonly SilentKind[] = ['wpkh', 'tr', 'pkh', 'tr'];
const outputs = [[1, 2], [2, 1], p2wpkhScript(new Uint8Array(20).fill(9)), [1, 1]] as const;
const pending = silentPsbt({ kinds: KINDS, outputs, shares: 'none' });
const expected = silentPsbt({ kinds: KINDS, outputs, shares: 'global' });
const scriptsOf = (psbt: Psbt) => psbt.outputs.map((each) => encodeHex(each.scriptPubKey));
const limits = { maxFee: 1_000_000n, maxFeeRate: 0 };
const signed = async (psbt: Psbt, ...keys: readonly number[]) =>
  (await signPayment(psbt, { keys: keys.map(keyOf), silent, ...limits })).psbt;

describe('several signers', () => {
  test('combine keeps shares that were made apart', async () => {
    const [a, b] = await Promise.all([signed(pending, 0, 1), signed(pending, 2, 3)]);
    for (const joined of [combine(a, b), combine(b, a), combine(pending, a, b)]) {
      const done = await signed(joined, 0, 1);
      expect(scriptsOf(done)).toEqual(scriptsOf(expected));
      const all = await signed(done, 2, 3);
      expect(extract(all, limits).transaction.outputs).toHaveLength(4);
    }
  });

  test('combine keeps scripts that another signer computed, with its signatures', async () => {
    const first = await signed(pending, 0, 1);
    const second = await signed(first, 2, 3);
    const answer = await signed(second, 0, 1);
    // Each answer is combined with the PSBT that was sent out, which has no scripts yet.
    const all = combine(first, second, answer);
    expect(scriptsOf(all)).toEqual(scriptsOf(expected));
    expect(all.txModifiable).toBe(0);
    expect(extract(all, limits).hex).toMatch(/^02/);
  });

  test('combine refuses shares and scripts that are false, and names silent payments', async () => {
    const done = await signed(pending, 0, 1, 2, 3);
    const stolen = done.outputs.map((output, i) =>
      i === 0 ? { ...output, scriptPubKey: p2trScript(new Uint8Array(32).fill(3)) } : output,
    );
    expect(() => combine(pending, { ...done, outputs: stolen })).toThrow(
      expect.objectContaining({ code: 'SILENT_PAYMENT' }),
    );
    const part = await signed(pending, 0, 1);
    const inputs = part.inputs.map((input) => ({
      ...input,
      unknown: input.unknown.map(({ key, value }) => ({
        key,
        value: key[0] === 0x1e ? value.map((byte, i) => (i === 40 ? byte ^ 1 : byte)) : value,
      })),
    }));
    const taken = takeSignatures(pending, { ...part, inputs }, secp256k1);
    expect(taken).toEqual({ error: 'silent payment' });
  });

  test('combine takes no shares of other scan keys, and no other unknown fields', async () => {
    const part = await signed(pending, 0, 1);
    const other = silentAddress(7, 7).scanKey;
    const foreign = [
      ...shareFields('input', other, new Uint8Array(33).fill(2), new Uint8Array(64)),
      { key: Uint8Array.of(0x77), value: Uint8Array.of(1) },
    ];
    const inputs = part.inputs.map((input) => ({
      ...input,
      unknown: [...input.unknown, ...foreign],
    }));
    const global = [...part.unknown, { key: Uint8Array.of(0x77), value: Uint8Array.of(1) }];
    const taken = takeSignatures(pending, { ...part, inputs, unknown: global }, secp256k1);
    expect('psbt' in taken && taken.psbt.inputs.map(({ unknown }) => unknown.length)).toEqual([
      4, 4, 0, 0,
    ]);
    expect('psbt' in taken && taken.psbt.unknown).toEqual([]);
  });
});

describe('signatures of taproot beside a silent payment', () => {
  const tr = silentPsbt({ kinds: ['tr', 'tr'], outputs: [[1, 1]], shares: 'global' });

  test('are made with ALL, which the input names', async () => {
    const { inputs } = await signed(tr, 0);
    expect(inputs[0]?.finalWitness.map(({ length }) => length)).toEqual([65]);
    const half = await signPayment(
      { ...tr, inputs: tr.inputs.slice(0, 1), outputs: tr.outputs },
      { keys: keyOf(0), ...limits },
    ).catch((error: { readonly code: string }) => error.code);
    // Its shares are those of two inputs.
    expect(half).toBe('SILENT_PAYMENT');
  });

  test.each(['DEFAULT', 'ALL', undefined] as const)('count with %s', async (sighashType) => {
    // A cosigner signs with 65 bytes if it knows BIP375, and with 64 otherwise.
    const foreign = await signPayment(tr, {
      keys: keyOf(0),
      ...limits,
      ...(sighashType === undefined ? { silent } : { sighashType }),
    });
    const [first] = foreign.psbt.inputs;
    const signature = first?.finalWitness[0];
    expect(signature).toHaveLength(sighashType === 'DEFAULT' ? 64 : 65);
    const open: PsbtInput[] = tr.inputs.map((input, i) =>
      i === 0 ? { ...input, tapKeySignature: signature } : input,
    );
    const answer = { ...tr, inputs: open };
    const done = await signed(answer, 1);
    expect(finalize(done).complete).toBe(true);
    expect(extract(done, limits).transaction.inputs).toHaveLength(2);
    const own = await signed(tr, 1);
    expect(extract(combine(own, answer), limits).transaction.inputs).toHaveLength(2);
    expect(finalizePsbt(combine(tr, answer, own), secp256k1).complete).toBe(true);
  });

  test('are refused with other types', async () => {
    // A signer that does not know silent payments makes such a signature.
    const plain = { ...tr, outputs: tr.outputs.map((output) => ({ ...output, unknown: [] })) };
    const none = await signPayment(plain, { keys: keyOf(0), sighashType: 'NONE', ...limits });
    const [first] = none.psbt.inputs;
    const signature = first?.finalWitness[0];
    const inputs = tr.inputs.map((input, i) =>
      i === 0 ? { ...input, tapKeySignature: signature } : input,
    );
    expect(() => combine(tr, { ...tr, inputs })).toThrow(
      expect.objectContaining({ code: 'SIGHASH_MISMATCH' }),
    );
  });
});

describe('a type other than ALL', () => {
  const TYPES = ['NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'NONE|ANYONECANPAY', 'SINGLE|ANYONECANPAY'];
  const text = 'A silent payment is signed with SIGHASH_ALL only';
  const refused = expect.objectContaining({ code: 'SILENT_PAYMENT', message: text });
  const wpkh = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'global' });
  const open = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'none' });

  test.each(TYPES)(
    '%s is refused with a clear text, asked for or named by an input',
    async (type) => {
      const number = parseSighashType(type);
      for (const psbt of [wpkh, open]) {
        // Also without `silent`, which knows nothing else of the payment.
        for (const options of [{ silent }, {}]) {
          const job = { keys: [keyOf(0), keyOf(1)], ...options, ...limits };
          await expect(signPayment(psbt, { ...job, sighashType: type as 'ALL' })).rejects.toEqual(
            refused,
          );
          for (const at of [0, 1]) {
            const inputs = psbt.inputs.map((input, i) =>
              i === at ? { ...input, sighashType: number } : input,
            );
            await expect(signPayment({ ...psbt, inputs }, job)).rejects.toEqual(refused);
          }
        }
      }
    },
  );

  test('is refused by a method in other words than a false address', async () => {
    const { ask } = harness({ network: networks.regtest, secp256k1, profile: 'default' });
    const key = encodeWif(keyOf(0), networks.regtest);
    const answer = await ask('descriptorprocesspsbt', [writePsbt(wpkh), [`wpkh(${key})`], 'NONE']);
    expect(answer.error?.message).toContain(text);
  });
});

describe('a PSBT whose script is not computed yet', () => {
  test('has no transaction to sign, which anyone could spend', () => {
    expect(unsignedTransaction(pending)).toBeUndefined();
    const scripts = unsignedTransaction(expected)?.outputs.map((each) => each.scriptPubKey.length);
    expect(scripts).toEqual([34, 34, 22, 34]);
  });

  test('keeps its id when its script is computed', () => {
    expect(uniqueId(pending)).toBe(uniqueId(expected));
  });
});

describe('the finalizer and the extractor', () => {
  const done = async () => signed(pending, 0, 1, 2, 3);
  const falsified = (psbt: Psbt): readonly Psbt[] => [
    // The address of another, which the script does not pay.
    {
      ...psbt,
      outputs: psbt.outputs.map((output, i) => {
        if (i !== 0) return output;
        const { scanKey, spendKey } = silentAddress(1, 5);
        const value = Uint8Array.from([...scanKey, ...spendKey]);
        return { ...output, unknown: [{ key: Uint8Array.of(0x09), value }] };
      }),
    },
    // A proof with one bit changed, and no proof at all.
    ...[1, 0].map((bit) => ({
      ...psbt,
      unknown: psbt.unknown.flatMap(({ key, value }) => {
        if (key[0] !== 0x08) return [{ key, value }];
        return bit === 0
          ? []
          : [{ key, value: value.map((byte, i) => (i === 3 ? byte ^ bit : byte)) }];
      }),
    })),
  ];

  test('pass a payment whose scripts are proven', async () => {
    const psbt = await done();
    expect(finalize(psbt).complete).toBe(true);
    expect(extractTransaction(psbt, { maxFeeRate: 0 }, secp256k1)).toHaveProperty('outputs');
  });

  test('leave a payment unchanged while the script of one output is not computed', async () => {
    const psbt = await done();
    const outputs = psbt.outputs.map((output, i) =>
      i === 0 ? { ...output, scriptPubKey: new Uint8Array(0) } : output,
    );
    const open = { ...psbt, outputs };
    expect(finalizePsbt(open, secp256k1)).toEqual({ psbt: open, complete: false });
  });

  test('refuse another address, a false proof and a missing one', async () => {
    for (const psbt of falsified(await done())) {
      const refused = expect.objectContaining({ code: 'SILENT_PAYMENT' });
      expect(() => finalize(psbt)).toThrow(refused);
      expect(() => extract(psbt, limits)).toThrow(refused);
      expect(extractTransaction(psbt, { maxFeeRate: 0 }, secp256k1)).toMatchObject({
        reason: 'silent-payment',
      });
      expect(finalizePsbt(psbt, secp256k1)).toMatchObject({
        complete: false,
        error: 'SILENT_PAYMENT',
      });
      await expect(signPayment(psbt, { keys: [], ...limits })).rejects.toEqual(refused);
    }
  });
});

describe('fields that BIP375 does not allow', () => {
  const faultsOf = (psbt: Psbt) => judgeSilentPayments(psbt, secp256k1)?.faults;
  const withOutput = (key: Bytes, value: Bytes): Psbt => ({
    ...pending,
    outputs: pending.outputs.map((output, i) =>
      i === 0 ? { ...output, unknown: [...output.unknown, { key, value }] } : output,
    ),
  });
  const [first] = pending.outputs;
  const info = first?.unknown[0]?.value ?? new Uint8Array(66);

  test.each([
    ['a second address with key data', Uint8Array.of(0x09, 1), info],
    ['a label with key data', Uint8Array.of(0x0a, 1), new Uint8Array(4)],
    ['a label of a wrong size', Uint8Array.of(0x0a), new Uint8Array(3)],
  ])('%s is malformed', async (_, key, value) => {
    const psbt = withOutput(key, value);
    expect(faultsOf(psbt)).toEqual([{ kind: 'malformed', inputs: [], outputs: [0] }]);
    await expect(signed(psbt, 0, 1, 2, 3)).rejects.toMatchObject({ code: 'SILENT_PAYMENT' });
  });

  test.each([
    ['a tweak of a wrong size', Uint8Array.of(0x20), new Uint8Array(31)],
    ['a tweak with key data', Uint8Array.of(0x20, 1), new Uint8Array(32)],
  ])('%s of an input is malformed', (_, key, value) => {
    const inputs = pending.inputs.map((input, i) =>
      i === 1 ? { ...input, unknown: [{ key, value }] } : input,
    );
    expect(faultsOf({ ...pending, inputs })?.map(({ kind }) => kind)).toEqual(['malformed']);
  });

  test('a proof without its share, and a share without its proof, stop with a reason', async () => {
    const { scanKey } = silentAddress(1, 1);
    const share = new Uint8Array(33).fill(2);
    const proof = prove(5n, scanKey, share);
    const [shareField, proofField] = shareFields('global', scanKey, share, proof);
    const [ofInput, proofOfInput] = shareFields('input', scanKey, share, proof);
    if (!shareField || !proofField || !ofInput || !proofOfInput) throw new Error('no fields');
    const at = (field: typeof ofInput): Psbt => ({
      ...pending,
      inputs: pending.inputs.map((input, i) => (i === 1 ? { ...input, unknown: [field] } : input)),
    });
    const cases: readonly (readonly [Psbt, string])[] = [
      [{ ...pending, unknown: [proofField] }, 'malformed'],
      [at(proofOfInput), 'malformed'],
      [{ ...pending, unknown: [shareField] }, 'proof-missing'],
      [at(ofInput), 'proof-missing'],
    ];
    for (const [psbt, kind] of cases) {
      expect(faultsOf(psbt)?.map((fault) => fault.kind)).toEqual([kind]);
      await expect(signed(psbt, 0, 1, 2, 3)).rejects.toMatchObject({ code: 'SILENT_PAYMENT' });
    }
  });

  test('more than 1,000 shares are not verified', () => {
    const many = Array.from({ length: 1001 }, (_, i) =>
      shareFields(
        'global',
        Uint8Array.from({ length: 33 }, (__, at) =>
          at === 0 ? 2 : at < 3 ? i >> (8 * (at - 1)) : 7,
        ),
        new Uint8Array(33).fill(2),
        new Uint8Array(64),
      ),
    ).flat();
    let operations = 0;
    const counted = new Proxy(secp256k1, {
      get: (curve, name) => {
        operations++;
        return Reflect.get(curve, name);
      },
    });
    const psbt = { ...pending, unknown: many };
    const faults = judgeSilentPayments(psbt, counted)?.faults;
    expect(faults?.map(({ kind }) => kind)).toEqual(['malformed']);
    // Each share that is verified takes several operations.
    expect(operations).toBeLessThan(1000);
  });
});
