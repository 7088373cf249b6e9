import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { hash160 } from '../../../src/crypto/hash.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { execute } from '../../../src/public/rpc.ts';
import { p2trScript, p2wpkhScript } from '../../../src/script/builders.ts';
import { tapTweakHash } from '../../../src/script/taproot.ts';
import { createKeyProvider } from '../../../src/signing/miniscript-provider.ts';
import type { SignatureRequest } from '../../../src/signing/signature-request.ts';
import type { OutPoint } from '../../../src/transaction/transaction.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { countedBytes } from '../../support/counted-bytes.ts';
import { answersOf, curve, keyOf, publicKeyOf, xOnlyOf } from '../../support/signing.ts';

const keys = [1, 2, 3].map((number) => keyOf(number));
const tweaked = curve.tweakXOnlyPublicKey(xOnlyOf(3), tapTweakHash(xOnlyOf(3)));
const outputScripts = [
  p2wpkhScript(hash160(publicKeyOf(1))),
  p2wpkhScript(hash160(publicKeyOf(2))),
  p2trScript(tweaked?.xOnly ?? new Uint8Array(32)),
];
const txid = '33'.repeat(32);
const inputs = outputScripts.map((_, vout) => ({ txid, vout }));
const texts = (name: (number: number) => string) =>
  [`wpkh(${name(1)})`, `wpkh(${name(2)})`, `tr(${name(3)})`].map(addChecksum);
const publicTexts = texts((number) => encodeHex(publicKeyOf(number)));
const privateTexts = texts((number) => encodeWif(keyOf(number), networks.regtest));

const findCoins = (outPoints: readonly OutPoint[]) =>
  new Map(
    outPoints.flatMap((outPoint) => {
      const scriptPubKey = outputScripts[outPoint.vout];
      return scriptPubKey ? [[outPointKey(outPoint), { value: 50_000n, scriptPubKey }]] : [];
    }),
  );
const base: CallOptions = { network: 'regtest', profile: 'core', findCoins };

const device = createKeyProvider({ keys }, curve);
const asked: number[] = [];
const signer = {
  publicKeys: keys.map((key) => key.publicKey(curve)),
  sign: async (requests: readonly SignatureRequest[]) => {
    asked.push(requests.length);
    return answersOf(requests, device);
  },
};
const workers = {
  signEcdsaMany: async (...args: Parameters<typeof curve.signEcdsaMany>) =>
    curve.signEcdsaMany(...args),
  signSchnorrMany: async (...args: Parameters<typeof curve.signSchnorrMany>) =>
    curve.signSchnorrMany(...args),
  verifyAll: async (...args: Parameters<typeof curve.verifyAll>) => curve.verifyAll(...args),
};

async function psbt(): Promise<string> {
  const made = await execute('createpsbt', [inputs, [{ data: '00' }]], base);
  return String(made);
}

describe('descriptorprocesspsbt', () => {
  test('an external signer and workers give the same result as local keys', async () => {
    const blank = await psbt();
    const here = await execute('descriptorprocesspsbt', [blank, privateTexts], base);
    expect(here).toMatchObject({ complete: true });
    const call = (descriptors: string[], more: CallOptions) =>
      execute('descriptorprocesspsbt', [blank, descriptors], { ...base, ...more });
    expect(await call(privateTexts, { workers })).toEqual(here);
    expect(await call(publicTexts, { signer })).toEqual(here);
    expect(await call(publicTexts, { signer, workers })).toEqual(here);
    expect(await call(publicTexts, { signer: { sign: signer.sign } })).toEqual(here);
    expect(await call(publicTexts, {})).toMatchObject({ complete: false });
  });

  test('reports a failing signer', async () => {
    const failing = { ...signer, sign: () => Promise.reject(new Error('unplugged')) };
    const options = { ...base, signer: failing };
    const call = execute('descriptorprocesspsbt', [await psbt(), publicTexts], options);
    await expect(call).rejects.toMatchObject({ code: -1 });
  });
});

describe('a watch-only wallet', () => {
  async function start(): Promise<CallOptions> {
    const host = createMemoryHost({ keypoolSize: 1, scryptCost: { n: 2, r: 1, p: 1 } });
    const options = {
      ...base,
      chain: createMemoryChain(consensusParams.regtest).source,
      wallets: host,
      walletName: 'watch',
      now: () => 1_700_000_000,
      random: countedBytes,
    };
    await execute('createwallet', ['watch', true], options);
    const requests = publicTexts.map((desc) => ({ desc, timestamp: 'now' as const }));
    const imported = await execute('importdescriptors', [requests], options);
    expect(imported).toEqual(publicTexts.map(() => expect.objectContaining({ success: true })));
    return options;
  }

  test('signs through an external signer, which is asked once', async () => {
    const options = await start();
    const update = await execute('utxoupdatepsbt', [await psbt(), publicTexts], base);
    const here = await execute('descriptorprocesspsbt', [await psbt(), privateTexts], base);
    expect(await execute('walletprocesspsbt', [String(update)], options)).toMatchObject({
      complete: false,
    });
    asked.length = 0;
    const signed = await execute('walletprocesspsbt', [String(update)], { ...options, signer });
    expect(signed).toEqual(here);
    expect(asked).toEqual([3]);
    const untold = { ...options, signer: { sign: signer.sign } };
    expect(await execute('walletprocesspsbt', [String(update)], untold)).toEqual(here);
    expect(asked).toEqual([3, 3]);
    const unsigned = await execute('walletprocesspsbt', [String(update), false], {
      ...options,
      signer,
    });
    expect(unsigned).toMatchObject({ complete: false });
    expect(asked).toEqual([3, 3]);
  });

  test('also signs raw transactions through it', async () => {
    const options = await start();
    const hex = await execute('createrawtransaction', [inputs, [{ data: '00' }]], base);
    const prevtxs = outputScripts.map((script, vout) => ({
      txid,
      vout,
      scriptPubKey: encodeHex(script),
      amount: '0.0005',
    }));
    const call = (more: CallOptions) =>
      execute('signrawtransactionwithwallet', [String(hex), prevtxs], { ...options, ...more });
    expect(await call({})).toMatchObject({ complete: false });
    asked.length = 0;
    expect(await call({ signer })).toMatchObject({ complete: true });
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await call({ signer: { sign: signer.sign } })).toMatchObject({ complete: true });
    let declined = 0;
    const sign = async (requests: readonly SignatureRequest[]) => {
      declined += requests.length;
      return [];
    };
    expect(await call({ signer: { ...signer, sign } })).toMatchObject({ complete: false });
    expect(declined).toBe(3);
  });
});
