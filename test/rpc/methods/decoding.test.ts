import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { findMethod, runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, type PlainValue, toPlain } from '../../../src/rpc/plain.ts';
import { multisigScript, p2shScript, p2wshScript } from '../../../src/script/builders.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { createRandom, seedOfRun } from '../../support/generate/random.ts';

const context: Context = { network: networks.regtest, profile: 'core', secp256k1: kernelSecp256k1 };

async function call(name: string, params: readonly PlainValue[], world = context) {
  return toPlain(await runMethod(findMethod(methods, name), params.map(fromPlain), world)) as {
    // Members as the tests below expect them.
    readonly [member: string]: PlainValue;
  };
}

const txid = '11'.repeat(32);
const input = `${txid}00000000`;
const legacy = `0200000001${input}00ffffffff0100e1f5050000000001510000000`.concat('0');
const withWitness = `02000000000101${input}00ffffffff0100e1f50500000000015101010000000000`;

describe('decoderawtransaction', () => {
  test('a legacy form', async () => {
    const decoded = await call('decoderawtransaction', [legacy]);
    expect(decoded).toMatchObject({
      version: 2,
      size: legacy.length / 2,
      weight: legacy.length * 2,
      locktime: 0,
      vin: [{ txid, vout: 0, scriptSig: { asm: '', hex: '' }, sequence: 0xffffffff }],
      vout: [
        {
          n: 0,
          scriptPubKey: { asm: '1', desc: 'raw(51)#8lvh9jxk', hex: '51', type: 'nonstandard' },
        },
      ],
    });
    expect(decoded.txid).toBe(decoded.hash);
  });

  test('a witness form', async () => {
    const decoded = await call('decoderawtransaction', [withWitness]);
    expect(decoded).toMatchObject({ vin: [{ txinwitness: ['00'] }] });
    expect(decoded.txid).not.toBe(decoded.hash);
    expect(await call('decoderawtransaction', [withWitness, true])).toEqual(decoded);
  });

  test('a coinbase', async () => {
    const coinbase = legacy.replace(input, `${'00'.repeat(32)}ffffffff`);
    expect(await call('decoderawtransaction', [coinbase])).toMatchObject({
      vin: [{ coinbase: '' }],
    });
  });

  test.each([[withWitness, false], [legacy.slice(2)], [`${legacy}00`], ['zz'], ['']])(
    'not %j',
    async (...params) => {
      await expect(call('decoderawtransaction', params)).rejects.toMatchObject({
        code: -22,
        message: 'TX decode failed',
      });
    },
  );

  test('any bytes', async () => {
    const random = createRandom(seedOfRun());
    for (let i = 0; i < 500; i++) {
      const head = random.oneIn(2) ? [2, 0, 0, 0, random.int(3), random.int(3)] : [];
      const hex = encodeHex(Uint8Array.from([...head, ...random.bytes(random.int(100))]));
      await call('decoderawtransaction', [hex]).catch((error) => expect(error.code).toBe(-22));
    }
  });
});

describe('validateaddress', () => {
  test.each([
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', { isscript: false, iswitness: false }],
    ['2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br', { isscript: true, iswitness: false }],
    [
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      { isscript: false, iswitness: true, witness_version: 0 },
    ],
    ['bcrt1pfeesnyr2tx', { isscript: true, iswitness: true }],
  ])('%s', async (address, wanted) => {
    expect(await call('validateaddress', [address])).toMatchObject({
      isvalid: true,
      address,
      ...wanted,
    });
  });

  test('a fault and its place', async () => {
    expect(await call('validateaddress', ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt08q'])).toEqual(
      {
        isvalid: false,
        error_locations: [43],
        error: 'Invalid Bech32 checksum',
      },
    );
  });
});

describe('combinerawtransaction', () => {
  const keys = [1, 2, 3].map((byte) => {
    const key = PrivateKey.from(new Uint8Array(32).fill(byte), true);
    if (key === undefined) throw new Error('no key');
    return key;
  });
  const script = multisigScript(
    2,
    keys.map((key) => key.publicKey(kernelSecp256k1)),
  );

  test.each([
    ['bare', script, {}],
    ['sh', p2shScript(hash160(script)), { redeemScript: encodeHex(script) }],
    ['wsh', p2wshScript(sha256(script)), { witnessScript: encodeHex(script) }],
  ])('two signers of a multisig: %s', async (_, scriptPubKey, scripts) => {
    const prevtx = { txid, vout: 0, scriptPubKey: encodeHex(scriptPubKey), amount: 1, ...scripts };
    const sign = async (hex: string, ...signers: PrivateKey[]) => {
      const wifs = signers.map((key) => encodeWif(key, networks.regtest));
      return call('signrawtransactionwithkey', [hex, wifs, [prevtx]]);
    };
    const copies = await Promise.all(
      keys.slice(1).map(async (key) => (await sign(legacy, key)).hex ?? ''),
    );
    const coins = new Map([
      [outPointKey({ txid, vout: 0 }), { value: 100_000_000n, scriptPubKey }],
    ]);
    const world = { ...context, findCoins: () => coins };
    const combined = await call('combinerawtransaction', [[legacy, ...copies]], world);
    expect(await sign(`${combined}`)).toMatchObject({ hex: combined, complete: true });
    const both = await sign(legacy, ...keys.slice(1));
    expect(combined).toBe(both.hex);
    expect(await call('combinerawtransaction', [[combined as never, legacy]], world)).toBe(
      combined,
    );
  });

  test.each([
    [[[legacy]], -22, 'Missing transactions. At least two transactions required.'],
    [[[legacy, 'zz']], -22, 'TX decode failed for tx 1. Make sure the tx has at least one input.'],
    [[[legacy, 1]], -3, 'JSON value of type number is not of expected type string'],
    [
      [[legacy, legacy.replace('11', '12')]],
      -8,
      'Transaction number 2 not compatible with first transaction',
    ],
    [[[legacy, legacy]], -25, 'Input not found or already spent'],
  ])('%j', async (params, code, message) => {
    await expect(call('combinerawtransaction', params)).rejects.toMatchObject({ code, message });
  });
});
