import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createTemplateCache } from '../../../src/mining/mining.ts';
import { defaultMiningOptions } from '../../../src/mining/options.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../../src/psbt/psbt.ts';
import { execute } from '../../../src/public/rpc.ts';
import type { Context } from '../../../src/rpc/context.ts';
import type { Transaction, TxOut } from '../../../src/transaction/transaction.ts';
import { bytesOf } from '../../support/chains/world.ts';
import { harness } from '../../support/harness.ts';
import { readVector } from '../../support/paths.ts';
import { keysOf, readPsbt, writePsbt } from '../../support/psbt.ts';

async function call(method: string, ...params: readonly unknown[]) {
  const options = { network: 'regtest', profile: 'core' } as const;
  return JSON.parse(await execute(method, JSON.stringify(params), options));
}

const { roles } = JSON.parse(readVector('psbt/bip174.json'));
const nothing = new Uint8Array(0);
const anyone = bytesOf('51');
const WIF = 'cP53pDbR5WtAD8dYAW9hhTjuvvTVaEiQBdrz9XPrgLBeRFiyCbQr';
const [key] = keysOf([WIF]);
const publicKey = key?.publicKey(nobleSecp256k1) ?? nothing;

/** Makes a PSBT that spends one output, with the given data about it. */
function spending(
  witnessUtxo: TxOut | undefined,
  paid = 900n,
  more: Partial<PsbtInput> = {},
): Psbt {
  const transaction: Transaction = {
    version: 2,
    locktime: 0,
    inputs: [
      {
        prevout: { txid: 'dd'.repeat(32), vout: 0 },
        scriptSig: nothing,
        sequence: 0,
        witness: [],
      },
    ],
    outputs: [{ value: paid, scriptPubKey: anyone }],
  };
  const psbt = createPsbt(transaction, 2);
  return { ...psbt, inputs: psbt.inputs.map((input) => ({ ...input, ...more, witnessUtxo })) };
}

const analyze = (psbt: Psbt) => call('analyzepsbt', writePsbt(psbt));

describe('the next role', () => {
  test('is the updater while the output is unknown', async () => {
    expect(await analyze(spending(undefined))).toEqual({
      inputs: [{ has_utxo: false, is_final: false, next: 'updater' }],
      next: 'updater',
    });
  });

  test('is the updater while a key is unknown, then signer, finalizer and extractor', async () => {
    const { descriptor } = await call('getdescriptorinfo', `wpkh(${WIF})`);
    const [address] = await call('deriveaddresses', descriptor);
    const { scriptPubKey } = await call('validateaddress', address);
    const bare = spending({ value: 1000n, scriptPubKey: bytesOf(scriptPubKey) });
    const hash = scriptPubKey.slice(4);
    const input = { has_utxo: true, is_final: false };
    expect(await analyze(bare)).toEqual({
      inputs: [{ ...input, next: 'updater', missing: { pubkeys: [hash] } }],
      fee: 0.000001,
      next: 'updater',
    });
    const estimate = { estimated_vsize: 89, estimated_feerate: 0.00001123, fee: 0.000001 };
    const scan = [`wpkh(${WIF})`];
    const updated = await call('utxoupdatepsbt', writePsbt(bare), scan);
    expect(await call('analyzepsbt', updated)).toMatchObject({
      inputs: [{ ...input, next: 'signer', missing: { signatures: [hash] } }],
      ...estimate,
      next: 'signer',
    });
    // policy/feerate.h: GetFeePerK rounds down, also below zero: -7 / 89 is -0.0787.
    const spent = { value: 1000n, scriptPubKey: bytesOf(scriptPubKey) };
    const short = await call('utxoupdatepsbt', writePsbt(spending(spent, 1007n)), scan);
    expect(await call('analyzepsbt', short)).toMatchObject({
      estimated_vsize: 89,
      estimated_feerate: -0.00000079,
      fee: -0.00000007,
    });
    const signed = await call('descriptorprocesspsbt', updated, scan, 'ALL', true, false);
    expect(await call('analyzepsbt', signed.psbt)).toMatchObject({
      inputs: [{ ...input, next: 'finalizer' }],
      next: 'finalizer',
    });
    const final = await call('finalizepsbt', signed.psbt, false);
    expect(await call('analyzepsbt', final.psbt)).toMatchObject({
      inputs: [{ has_utxo: true, is_final: true, next: 'extractor' }],
      next: 'extractor',
    });
  });

  test('missing scripts are named by their hashes', async () => {
    const { inputs } = await call('analyzepsbt', roles.updated);
    expect(inputs.map(({ next }: { next: string }) => next)).toEqual(['signer', 'signer']);
    const updated = readPsbt(roles.updated);
    const without = updated.inputs.map((input) => ({ ...input, redeemScript: nothing }));
    const hidden = await analyze({ ...updated, inputs: without });
    // Core reports nothing about an input of which only the output is known, as long as no witness
    // is present.
    expect(hidden.inputs).toEqual([
      {
        has_utxo: true,
        is_final: false,
        next: 'updater',
        missing: { redeemscript: expect.stringMatching(/^[0-9a-f]{40}$/) },
      },
      { has_utxo: true, is_final: false, next: 'updater' },
    ]);
  });

  // Core of August 2026, SignPSBTInput: the stored type must be the usual one, DEFAULT for taproot.
  test('is the updater, without a size, for taproot that stores the sighash type ALL', async () => {
    const taproot = { value: 1000n, scriptPubKey: bytesOf(`5120${'79'.repeat(32)}`) };
    expect(await analyze(spending(taproot, 900n, { sighashType: 1 }))).toEqual({
      inputs: [{ has_utxo: true, is_final: false, next: 'updater' }],
      fee: 0.000001,
      next: 'updater',
    });
    expect(await analyze(spending(taproot))).toMatchObject({ estimated_vsize: 78 });
  });

  test('is empty if anyone can spend the coin', async () => {
    const psbt = spending({ value: 1000n, scriptPubKey: anyone });
    expect(await analyze(psbt)).toMatchObject({ next: 'extractor', estimated_vsize: 61 });
    expect(await call('finalizepsbt', writePsbt(psbt))).toMatchObject({ complete: true });
  });
});

describe('impossible transactions', () => {
  const error = (text: string) => ({ next: 'creator', error: `PSBT ${text}` });

  test('amounts out of range', async () => {
    const most = 2_100_000_000_000_001n;
    expect(await analyze(spending({ value: most, scriptPubKey: anyone }))).toEqual(
      error('is not valid. Input 0 has invalid value'),
    );
    expect(await analyze(spending({ value: 1n, scriptPubKey: anyone }, most))).toEqual(
      error('is not valid. Output amount invalid'),
    );
  });

  test('rejects an unspendable output', async () => {
    expect(await analyze(spending({ value: 1n, scriptPubKey: bytesOf('6a') }))).toEqual(
      error('is not valid. Input 0 spends unspendable output'),
    );
  });

  test('lock times that exclude each other', async () => {
    const { locktimes } = JSON.parse(readVector('psbt/bip370.json'));
    const { psbt } = locktimes.find(({ locktime }: { locktime: unknown }) => locktime === null);
    expect(await call('analyzepsbt', psbt)).toEqual(
      error('cannot be made into a valid transaction'),
    );
    expect(await call('finalizepsbt', psbt)).toEqual({ psbt, complete: false });
    await expect(call('utxoupdatepsbt', psbt)).rejects.toMatchObject({
      code: -25,
      message: 'The transaction cannot be valid',
    });
  });
});

test('converttopsbt drops signatures only when it may', async () => {
  const raw = await call(
    'createrawtransaction',
    [{ txid: '11'.repeat(32), vout: 1 }],
    [{ data: '00' }],
    7,
    false,
  );
  const made = await call('converttopsbt', raw);
  expect(await call('decodepsbt', made)).toMatchObject({ psbt_version: 2, fallback_locktime: 7 });
  const older = await call('converttopsbt', raw, false, null, 0);
  expect(await call('decodepsbt', older)).toMatchObject({ psbt_version: 0, tx: { locktime: 7 } });
  const { hex } = await call('finalizepsbt', roles.finalized);
  await expect(call('converttopsbt', hex)).rejects.toMatchObject({
    code: -22,
    message: 'Inputs must not have scriptSigs and scriptWitnesses',
  });
  expect(await call('converttopsbt', hex, true, true, 0)).toBe(roles.created);
  await expect(call('converttopsbt', made)).rejects.toMatchObject({
    code: -22,
    message: 'TX decode failed',
  });
});

test('outside of the profile core, converttopsbt changes the version of a PSBT', async () => {
  const convert = async (psbt: string, version: number) =>
    JSON.parse(await execute('converttopsbt', JSON.stringify([psbt, false, null, version])));
  const newer = await convert(roles.updated, 2);
  expect(await call('decodepsbt', newer)).toMatchObject({ psbt_version: 2, input_count: 2 });
  expect(await convert(newer, 0)).toBe(roles.updated);
});

describe('descriptors as arguments', () => {
  const psbt = writePsbt(spending(undefined));
  const refused = async (descriptors: unknown, code: number, message: string) => {
    for (const method of ['utxoupdatepsbt', 'descriptorprocesspsbt']) {
      await expect(call(method, psbt, descriptors)).rejects.toMatchObject({ code, message });
    }
  };

  test('are refused in a wrong form', async () => {
    await refused([7], -8, 'Scan object needs to be either a string or an object');
    await refused([{}], -8, 'Descriptor needs to be provided in scan object');
    await refused([{ desc: 7 }], -3, 'JSON value of type number is not of expected type string');
    await refused([{ desc: 'x()' }], -5, "'x()' is not a valid descriptor function");
    await refused(
      [{ desc: 'raw(51)', range: [-1, 0] }],
      -8,
      'Range should be greater or equal than 0',
    );
    const hardened = `wpkh(tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B/0h/*)`;
    await refused([hardened], -5, `Cannot derive script without private keys: '${hardened}'`);
  });

  test('come before the PSBT', async () => {
    await expect(call('utxoupdatepsbt', '?', [7])).rejects.toMatchObject({ code: -8 });
    await expect(call('descriptorprocesspsbt', '?', [], 'all')).rejects.toMatchObject({ code: -8 });
  });

  test('private keys of one also serve later ones', async () => {
    const open = `wpkh(${Buffer.from(publicKey).toString('hex')})`;
    const { descriptor } = await call('getdescriptorinfo', open);
    const [address] = await call('deriveaddresses', descriptor);
    const { scriptPubKey } = await call('validateaddress', address);
    const unsigned = writePsbt(spending({ value: 1000n, scriptPubKey: bytesOf(scriptPubKey) }));
    expect(await call('descriptorprocesspsbt', unsigned, [open])).toMatchObject({
      complete: false,
    });
    const both = [`pkh(${WIF})`, open];
    const { complete, hex } = await call('descriptorprocesspsbt', unsigned, both);
    expect([complete, typeof hex]).toEqual([true, 'string']);
  });
});

// Answers of a regtest node that was started with -bytespersigop=1000, and without.
test.each([
  [undefined, 110],
  [1000, 250],
])(
  'counts signature operations in the size with -bytespersigop=%s',
  async (bytesPerSigop, size) => {
    const psbt =
      'cHNidP8BAFICAAAAARERERERERERERERERERERERERERERERERERERERERERAAAAAAD/////AZBfAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YiBgJ5vmZ++dy7rFWgYpXOhwsHApv82y3OKNlZ8oFbFvgXmAQBAgMEAAA=';
    const options = bytesPerSigop === undefined ? {} : { bytesPerSigop };
    const context: Context = {
      network: networks.regtest,
      profile: 'core',
      secp256k1: nobleSecp256k1,
      mining: { options: { ...defaultMiningOptions, ...options }, cache: createTemplateCache() },
    };
    const { estimated_vsize } = await harness(context).call('analyzepsbt', [psbt]);
    expect(estimated_vsize).toBe(size);
  },
);
