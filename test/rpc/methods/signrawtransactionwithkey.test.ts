import { describe, expect, test } from 'vitest';
import { hash160 } from '../../../src/crypto/hash.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { CallOptions } from '../../../src/public/rpc.ts';
import { execute, RpcError } from '../../../src/public/rpc.ts';
import { p2pkhScript, p2trScript, p2wpkhScript } from '../../../src/script/builders.ts';
import { Op } from '../../../src/script/opcodes.ts';
import { buildScript } from '../../../src/script/script.ts';
import { encodeControlBlock, tapLeafHash, tapTweakHash } from '../../../src/script/taproot.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { curve, keyOf, publicKeyOf, spendOf, xOnlyOf } from '../../support/signing.ts';

const regtest = networks.regtest;
const ours = { network: 'regtest' } as const;
const core = { network: 'regtest', profile: 'core' } as const;
const wif = (number: number) => encodeWif(keyOf(number), regtest);

type Result = {
  hex: string;
  complete: boolean;
  errors?: { vout: number; error: string }[];
  details?: { input: number; fix: string }[];
};

/** Returns a call that spends these scripts. `extra` is added to each of `prevtxs`. */
function argumentsOf(scripts: readonly Uint8Array[], keys: readonly string[], extra: object = {}) {
  const { transaction } = spendOf(scripts, { program: new Uint8Array(20).fill(7) });
  const prevtxs = scripts.map((scriptPubKey, vout) => ({
    txid: '11'.repeat(32),
    vout,
    scriptPubKey: encodeHex(scriptPubKey),
    // Most of two coins is paid, so the fee is no obstacle.
    amount: scripts.length === 1 ? '0.001' : '0.00052',
    ...extra,
  }));
  const hexstring = encodeHex(encodeTransaction(transaction));
  return { hexstring, privkeys: keys, prevtxs };
}

async function call(args: object, options: CallOptions = ours): Promise<Result> {
  const text = await execute('signrawtransactionwithkey', JSON.stringify(args), options);
  return JSON.parse(text);
}

const p2wpkh = p2wpkhScript(hash160(publicKeyOf(1)));

describe('the default profile', () => {
  const { hexstring, privkeys, prevtxs } = argumentsOf([p2wpkh], [wif(1)]);
  const texts = { hexstring, privkeys: JSON.stringify(privkeys), prevtxs: JSON.stringify(prevtxs) };

  test('takes lists as JSON text, which Core refuses', async () => {
    expect(await call(texts)).toEqual(await call({ hexstring, privkeys, prevtxs }));
    await expect(call(texts, core)).rejects.toMatchObject({ code: -3 });
  });

  test('signs ALL, and taproot in its own form, when no sighash type is given', async () => {
    const both = argumentsOf([p2wpkh, p2trScript(xOnlyOf(1))], [wif(1)]);
    for (const options of [ours, core]) {
      const { hex, complete } = await call(both, options);
      expect(complete).toBe(true);
      expect(hex).toMatch(/0140[0-9a-f]{128}00000000$/);
      expect(hex).toMatch(/0247[0-9a-f]{140}01210279be/);
    }
  });

  test('signs for the taproot output of a key by BIP86, which Core does not find', async () => {
    const tweaked = curve.tweakXOnlyPublicKey(xOnlyOf(1), tapTweakHash(xOnlyOf(1)));
    const args = argumentsOf([p2trScript(tweaked?.xOnly ?? xOnlyOf(1))], [wif(1)]);
    expect(await call(args)).toMatchObject({ complete: true });
    expect((await call(args, core)).errors?.[0]?.error).toBe(
      'Witness program was passed an empty witness',
    );
  });
});

describe('tapLeaves', () => {
  const leaf = buildScript(xOnlyOf(2), Op.CHECKSIG);
  const root = tapLeafHash(0xc0, leaf);
  const output = curve.tweakXOnlyPublicKey(xOnlyOf(1), tapTweakHash(xOnlyOf(1), root));
  const script = p2trScript(output?.xOnly ?? xOnlyOf(1));
  const controlBlock = encodeControlBlock(0xc0, output?.parity ?? 0, xOnlyOf(1), []);
  const leaves = (block: Uint8Array) => ({
    tapLeaves: [{ script: encodeHex(leaf), controlBlock: encodeHex(block) }],
  });

  test('let a script be signed', async () => {
    expect(await call(argumentsOf([script], [wif(2)], leaves(controlBlock)))).toMatchObject({
      complete: true,
    });
    expect(await call(argumentsOf([script], [wif(2)]))).toMatchObject({ complete: false });
  });

  test('must belong to the output', async () => {
    const wrong = encodeControlBlock(0xc0, output?.parity === 1 ? 0 : 1, xOnlyOf(1), []);
    for (const block of [wrong, controlBlock.subarray(1), controlBlock.subarray(0, 1)]) {
      await expect(call(argumentsOf([script], [wif(2)], leaves(block)))).rejects.toMatchObject({
        code: -8,
      });
    }
  });

  test('ignores leaves of other types', async () => {
    for (const tapLeaves of ['x', 7, {}, [1], [{}], [{ script: '51' }]]) {
      const args = argumentsOf([script], [], { tapLeaves });
      await expect(call(args)).rejects.toBeInstanceOf(RpcError);
    }
  });
});

describe('details name a fix', () => {
  const fixes = async (scripts: readonly Uint8Array[], more: object = {}) => {
    const args = { ...argumentsOf(scripts, [wif(1)]), ...more };
    const { details } = await call(args, { ...ours, details: true });
    return details?.map(({ input, fix }) => [input, fix] as const);
  };
  const other = p2pkhScript(hash160(publicKeyOf(7)));

  test('a key that is missing', async () => {
    const hash = encodeHex(hash160(publicKeyOf(7)));
    expect(await fixes([p2wpkh, other])).toEqual([[1, expect.stringContaining(hash)]]);
    expect((await call(argumentsOf([other], []))).details).toBeUndefined();
  });

  test('SINGLE without its output', async () => {
    expect(await fixes([p2wpkh, p2wpkh], { sighashtype: 'SINGLE' })).toEqual([
      [1, expect.stringContaining('sighash type')],
    ]);
  });

  test('a coin that taproot needs', async () => {
    const { prevtxs } = argumentsOf([p2trScript(xOnlyOf(1)), other], []);
    const told = await fixes([p2trScript(xOnlyOf(1)), other], { prevtxs: prevtxs.slice(0, 1) });
    expect(told).toEqual([
      [0, expect.stringContaining('every output')],
      [1, expect.stringContaining('prevtxs')],
    ]);
  });
});

test('coins may come from a source, and prevtxs have priority', async () => {
  const { hexstring, privkeys, prevtxs } = argumentsOf([p2wpkh], [wif(1)]);
  const { coins } = spendOf([p2wpkh]);
  const options = { ...ours, findCoins: () => coins };
  expect(await call({ hexstring, privkeys }, options)).toMatchObject({ complete: true });
  const [prevtx] = prevtxs;
  const other = { ...prevtx, scriptPubKey: encodeHex(p2pkhScript(hash160(publicKeyOf(1)))) };
  await expect(call({ hexstring, privkeys, prevtxs: [other] }, options)).rejects.toMatchObject({
    code: -22,
  });
});
