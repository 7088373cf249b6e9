import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { expand } from '../../../src/descriptor/expand.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { privateKeyLookup } from '../../../src/descriptor/private-keys.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { signrawtransactionwithkey } from '../../../src/rpc/methods/signrawtransactionwithkey.ts';
import { fromPlain, type PlainValue, toPlain } from '../../../src/rpc/plain.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';

const ours: Context = {
  network: networks.regtest,
  profile: 'default',
  secp256k1: kernelSecp256k1,
};
const core: Context = { ...ours, profile: 'core' };

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), {
  private: 0x04358394,
  public: 0x043587cf,
});
const [secret, open] = [root.privateExtendedKey, root.publicExtendedKey];
const one = PrivateKey.from(new Uint8Array(32).fill(1), true);
if (one === undefined) throw new Error('no key');
const key = encodeHex(one.publicKey(kernelSecp256k1));
const wif = encodeWif(one, networks.regtest);
const preimage = '05'.repeat(32);
const digest = encodeHex(sha256(new Uint8Array(32).fill(5)));

/** Signs a spend of the descriptor's output at a position. */
async function sign(
  desc: string,
  members: { readonly [member: string]: PlainValue },
  { position = 0, keys = [] as string[], context = ours, sequence = 144 } = {},
) {
  const parsed = parseDescriptor(desc, context);
  if ('error' in parsed) throw new Error(parsed.error);
  const source = {
    secp256k1: kernelSecp256k1,
    findPrivateKey: privateKeyLookup(parsed.privateKeys),
  };
  const [script] = expand(parsed.descriptors[0], position, source)?.scripts ?? [];
  const txid = '22'.repeat(32);
  const transaction = {
    version: 2,
    locktime: 0,
    inputs: [{ prevout: { txid, vout: 0 }, scriptSig: new Uint8Array(0), sequence, witness: [] }],
    outputs: [{ value: 1n, scriptPubKey: Uint8Array.of(0x51) }],
  };
  const prevtx = {
    txid,
    vout: 0,
    scriptPubKey: encodeHex(script ?? new Uint8Array(0)),
    amount: 0.00001,
    ...members,
  };
  const params = [encodeHex(encodeTransaction(transaction)), keys, [prevtx]];
  return toPlain(await runMethod(signrawtransactionwithkey, params.map(fromPlain), context)) as {
    // The method's result type.
    readonly complete: boolean;
  };
}

test.each([
  ['pkh', `pkh(${secret}/1h/*)`],
  ['nested', `sh(wpkh(${secret}/2/*h))`],
  ['multisig', `wsh(sortedmulti(2,${secret}/0/*,${secret}/1/*,${key}))`],
  ['miniscript', `wsh(and_v(v:pk(${secret}/3/*),older(144)))`],
  ['key path', `tr(${secret}/86h/0/*)`],
  ['tree', `tr(${key},{pk(${secret}/1/*),and_v(v:pk(${secret}/2/*),older(144))})`],
  ['keys by hash', `tr(${key},and_v(v:pkh(${secret}/2/*),older(100)))`],
])('private keys in a descriptor: %s', async (_, desc) => {
  expect(await sign(desc, { desc }, { position: 42 })).toMatchObject({ complete: true });
});

test('keys from the arguments sign for scripts of a descriptor', async () => {
  const described = `tr(${open}/0,{pk(${open}/1),pk(${key})})`;
  expect(await sign(described, { desc: described })).toMatchObject({ complete: false });
  expect(await sign(described, { desc: described }, { keys: [wif] })).toMatchObject({
    complete: true,
  });
});

test('preimages open hash locks', async () => {
  const desc = `wsh(and_v(v:pk(${secret}),sha256(${digest})))`;
  expect(await sign(desc, { desc })).toMatchObject({ complete: false });
  expect(await sign(desc, { desc, preimages: [preimage] })).toMatchObject({ complete: true });
  const tree = `tr(${key},and_v(v:pk(${secret}),sha256(${digest})))`;
  expect(await sign(tree, { desc: tree, preimages: [preimage] })).toMatchObject({ complete: true });
});

test('one of the ways of a multipath descriptor', async () => {
  const desc = `wpkh(${secret}/<0;1>/*)`;
  expect(await sign(`wpkh(${secret}/1/*)`, { desc }, { position: 5 })).toMatchObject({
    complete: true,
  });
});

test('a descriptor of something else', async () => {
  await expect(sign(`wpkh(${secret}/1)`, { desc: `wpkh(${secret}/2)` })).rejects.toMatchObject({
    code: -8,
    message: 'desc does not match scriptPubKey',
  });
  await expect(sign(`wpkh(${secret}/1)`, { desc: 'wpkh()' })).rejects.toMatchObject({
    code: -5,
    message: 'wpkh(): No key provided',
  });
  await expect(sign(`wpkh(${secret}/1)`, { desc: 5 })).rejects.toMatchObject({ code: -3 });
});

test('the profile core ignores descriptors', async () => {
  const desc = `wpkh(${secret}/1)`;
  expect(await sign(desc, { desc }, { context: core })).toMatchObject({ complete: false });
  expect(await sign(desc, { desc: 5, preimages: 7 }, { context: core })).toMatchObject({
    complete: false,
  });
});
