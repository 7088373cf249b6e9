import { describe, expect, test } from 'vitest';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { sign } from '../../src/library/payment/sign.ts';
import { client, execute, RpcError, send } from '../../src/public/rpc.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { besideNode } from '../support/nodes/live-context.ts';
import { payingNode } from '../support/nodes/paying-node.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { keyAt, person } from '../support/review/accounts.ts';

const SINK = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const H = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const [owner, heir, third] = [person(1), person(2), person(3)];
const own = (secret = false) => keyAt(owner, '48h/1h/0h', secret);
const late = (secret = false) => keyAt(heir, '48h/1h/1h', secret);
const more = keyAt(third, '48h/1h/2h');
let chain: Pick<CallOptions, 'chain' | 'network' | 'now'>;

const ask = payingNode(({ url }) => {
  chain = besideNode(url);
});
const mine = (count: number) => ask('generatetoaddress', [count, SINK]);

/** Creates a wallet of this descriptor with one confirmed coin of one bitcoin. */
async function walletOf(text: string): Promise<CallOptions> {
  const nested = text.startsWith('sh(') ? 'p2sh-segwit' : 'bech32';
  const type = text.startsWith('tr(') ? 'bech32m' : nested;
  const options = {
    ...chain,
    wallets: createMemoryHost({ keypoolSize: 5, addressType: type }),
    random: createRandom(text.length).bytes,
  };
  const watches = !text.includes('tprv');
  await execute(
    'createwallet',
    { wallet_name: 'w', blank: true, disable_private_keys: watches },
    options,
  );
  const request = { desc: addChecksum(text), active: true, range: 20, timestamp: 'now' };
  expect(await execute('importdescriptors', [[request]], options)).toMatchObject([
    { success: true },
  ]);
  const address = await execute('getnewaddress', ['', type], options);
  await ask('sendtoaddress', [address, 1], 'node');
  await mine(1);
  return options;
}

type Lock = 'older' | 'after';
async function numberOf(text: string, isIt: (path: { [K in Lock]?: number }) => boolean) {
  const { paths = [] } = await execute('getdescriptorinfo', [addChecksum(text), true], chain);
  const path = paths.findIndex(isIt);
  expect(path).toBeGreaterThanOrEqual(0);
  return path;
}

async function judged(hex: string) {
  const [verdict] = await ask<
    { allowed: boolean; 'reject-reason'?: string; vsize: number; fees: { base: number } }[]
  >('testmempoolaccept', [[hex]]);
  if (verdict === undefined) throw new Error('the node answers');
  return verdict;
}

/**
 * Expects that the node accepts a transaction and that its fee fits its size; each signature may be
 * a byte shorter.
 */
async function expectExact(hex: string, rate: number, signatures: number) {
  const verdict = await judged(hex);
  expect(verdict).toMatchObject({ allowed: true });
  const fee = Math.round(verdict.fees.base * 1e8);
  expect(fee).toBeGreaterThanOrEqual(rate * verdict.vsize);
  expect(fee).toBeLessThanOrEqual(rate * (verdict.vsize + Math.ceil(signatures / 4)));
}

const refused = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      return error.message;
    },
  );

describe('a wallet pays by the named path', () => {
  const pay = (path: number) => ({
    outputs: { [SINK]: 0.2 },
    fee_rate: 10,
    options: { path, add_to_wallet: false },
  });

  test('older() is used once its coins are old enough, with its sequence and size', async () => {
    const text = `wsh(or_d(multi(2,${own()},${more}),and_v(v:pkh(${late(true)}),older(10))))`;
    const path = await numberOf(text, ({ older }) => older === 10);
    const options = await walletOf(text);
    expect(await refused(send(pay(path), options))).toBe('Insufficient funds');
    await mine(8);
    expect(await refused(send(pay(path), options))).toBe('Insufficient funds');
    await mine(1);
    const { hex = '', complete } = await send(pay(path), options);
    expect(complete).toBe(true);
    const { vin } = await ask<{ vin: { sequence: number }[] }>('decoderawtransaction', [hex]);
    expect(vin.map(({ sequence }) => sequence)).toEqual([10]);
    await expectExact(hex, 10, 1);
    // Core pays for the larger path.
    const usual = await execute(
      'walletcreatefundedpsbt',
      { outputs: { [SINK]: 0.2 }, options: { fee_rate: 10 } },
      { ...options, profile: 'core' },
    );
    const chosen = await execute(
      'walletcreatefundedpsbt',
      { outputs: { [SINK]: 0.2 }, options: { fee_rate: 10, path } },
      options,
    );
    expect(Number(chosen.fee)).toBeLessThan(Number(usual.fee));
  }, 300_000);

  test('after() is used with its lock time, which the chain must have reached', async () => {
    const height = (await ask<number>('getblockcount')) + 20;
    const text = `wsh(or_d(pk(${own()}),and_v(v:pk(${late(true)}),after(${height}))))`;
    const path = await numberOf(text, ({ after }) => after === height);
    const options = await walletOf(text);
    const { hex = '', complete } = await send(pay(path), options);
    expect(complete).toBe(true);
    const { locktime } = await ask<{ locktime: number }>('decoderawtransaction', [hex]);
    expect(locktime).toBe(height);
    expect((await judged(hex))['reject-reason']).toBe('non-final');
    await mine(height - (await ask<number>('getblockcount')));
    await expectExact(hex, 10, 1);
  }, 300_000);

  test('a taproot leaf is signed by others for a watch-only wallet', async () => {
    const text = `tr(${H},{pk(${own()}),and_v(v:multi_a(2,${late()},${more}),older(3))})`;
    const path = await numberOf(text, ({ older }) => older === 3);
    const options = await walletOf(text);
    await mine(2);
    const { psbt } = await execute(
      'walletcreatefundedpsbt',
      { outputs: { [SINK]: 0.2 }, options: { fee_rate: 10, path } },
      options,
    );
    const signers = [heir, third].map(({ root }) => root.privateExtendedKey);
    const signed = await sign(readPsbt(psbt), { keys: signers });
    expect(signed.complete).toBe(true);
    const done = writePsbt(signed.psbt);
    const { hex = '' } = await execute('finalizepsbt', [done], options);
    // Each of the two signatures reserves a byte: signers choose the sighash type.
    await expectExact(hex, 10, 2);
  }, 300_000);
});

/** Checks the node's mempool entry of a transaction. */
async function expectSent(txid: string, rate: number, signatures: number) {
  const entry = await ask<{ vsize: number; fees: { base: number } }>('getmempoolentry', [txid]);
  const fee = Math.round(entry.fees.base * 1e8);
  expect(fee).toBeGreaterThanOrEqual(rate * entry.vsize);
  expect(fee).toBeLessThanOrEqual(rate * (entry.vsize + Math.ceil(signatures / 4)));
}

describe('a wallet with all keys signs by the named path, and pays for no more', () => {
  const [a, b, c] = [own(true), late(true), keyAt(third, '48h/1h/2h', true)];
  const d = keyAt(person(4), '48h/1h/3h', true);
  const texts = {
    'wsh with older and after': `wsh(or_i(and_v(v:pkh(${c}),older(8)),or_d(multi(2,${a},${b}),and_v(v:pkh(${d}),after(103)))))`,
    'sh(wsh) with andor': `sh(wsh(andor(pk(${a}),older(7),and_v(v:pk(${b}),after(102)))))`,
    'wsh with thresh': `wsh(thresh(2,pk(${a}),s:pk(${b}),sln:older(6)))`,
    'tr with three leaves': `tr(${a},{pk(${b}),{multi_a(2,${b},${c}),and_v(v:pk(${d}),older(5))}})`,
  };

  test.each(Object.entries(texts))(
    '%s',
    async (_kind, text) => {
      const { paths = [] } = await execute('getdescriptorinfo', [addChecksum(text), true], chain);
      const isSchnorr = text.startsWith('tr(');
      const options = await walletOf(text);
      const wallet = client(options);
      await mine(8);
      const coins = await wallet.listunspent();
      const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
      const raw = await execute(
        'createrawtransaction',
        { inputs: [], outputs: { [SINK]: 0.2 } },
        chain,
      );
      for (const [path, { signers, older, after }] of paths.entries()) {
        const count = signers.reduce((sum, { threshold }) => sum + threshold, 0);
        const check = (hex: string | undefined, rate: number) =>
          expectExact(hex ?? '', rate, isSchnorr ? 0 : count);
        const pay = {
          outputs: { [SINK]: 0.2 },
          fee_rate: 10,
          options: { path, add_to_wallet: false },
        };
        const { hex } = await send(pay, options);
        await check(hex, 10);
        const decoded = await ask<{ locktime: number; vin: { sequence: number }[] }>(
          'decoderawtransaction',
          [hex],
        );
        if (after !== undefined) expect(decoded.locktime).toBe(after);
        if (older !== undefined) expect(decoded.vin[0]?.sequence).toBe(older);

        const every = { path, add_to_wallet: false };
        const all = { recipients: [SINK], fee_rate: 11, options: every };
        await check((await wallet.sendall(all)).hex, 11);
        const named = { ...all, options: { ...every, inputs } };
        await check((await wallet.sendall(named)).hex, 11);

        const change = { path, fee_rate: 12 };
        const funded = await wallet.fundrawtransaction([raw, change]);
        const bySigner = { hexstring: funded.hex, path };
        await check((await wallet.signrawtransactionwithwallet(bySigner)).hex, 12);

        const prevtxs = coins.map(({ txid, vout, scriptPubKey, amount }) => ({
          txid,
          vout,
          scriptPubKey,
          amount,
          path,
          desc: addChecksum(text),
        }));
        const withKeys = { hexstring: funded.hex, privkeys: [], prevtxs };
        await check((await wallet.signrawtransactionwithkey(withKeys)).hex, 12);

        const made = { outputs: { [SINK]: 0.2 }, options: change };
        const { psbt } = await wallet.walletcreatefundedpsbt(made);
        await check((await wallet.walletprocesspsbt({ psbt, path })).hex, 12);
        const descriptors = [{ desc: addChecksum(text), range: 5 }];
        const told = await wallet.descriptorprocesspsbt({ psbt, descriptors, path });
        await check(told.hex, 12);
      }
    },
    300_000,
  );

  test.each(Object.entries(texts))(
    '%s, sent and sent again with a higher fee',
    async (_kind, text) => {
      const { paths = [] } = await execute('getdescriptorinfo', [addChecksum(text), true], chain);
      const options = await walletOf(text);
      const wallet = client(options);
      await mine(8);
      for (const [path, { signers }] of paths.entries()) {
        const count = signers.reduce((sum, { threshold }) => sum + threshold, 0);
        const one = { address: SINK, amount: 0.1, fee_rate: 4, replaceable: true, path };
        const txid = await wallet.sendtoaddress(one);
        if (typeof txid !== 'string') throw new Error('it is not verbose');
        await expectSent(txid, 4, count);
        const higher = { txid, options: { fee_rate: 9, path } };
        const { psbt } = await wallet.psbtbumpfee(higher);
        const { hex = '' } = await wallet.walletprocesspsbt({ psbt, path });
        const spent = await ask<{ vsize: number }>('decoderawtransaction', [hex]);
        const bumped = await wallet.bumpfee(higher);
        await expectSent(bumped.txid, 9, count);
        const again = await ask<{ vsize: number }>('getmempoolentry', [bumped.txid]);
        expect(Math.abs(spent.vsize - again.vsize)).toBeLessThanOrEqual(1);
        await mine(8);
        const many = { amounts: { [SINK]: 0.1 }, fee_rate: 5, path };
        const other = await wallet.sendmany(many);
        if (typeof other !== 'string') throw new Error('it is not verbose');
        await expectSent(other, 5, count);
        await mine(8);
      }
    },
    300_000,
  );
});

describe('a wallet whose keys only open a path with locks takes that path by default', () => {
  const secret = late(true);
  test.each([
    `wsh(or_d(multi(2,${own()},${more}),and_v(v:pkh(${secret}),older(6))))`,
    `tr(${own()},{pk(${more}),and_v(v:pk(${secret}),older(6))})`,
  ])(
    '%#',
    async (text) => {
      const options = await walletOf(text);
      const wallet = client(options);
      const pay = { outputs: { [SINK]: 0.2 }, fee_rate: 10, options: { add_to_wallet: false } };
      expect(await refused(send(pay, options))).toBe('Insufficient funds');
      await mine(5);
      const { hex = '', complete } = await send(pay, options);
      expect(complete).toBe(true);
      await expectExact(hex, 10, 1);
      const sent = await wallet.sendtoaddress({ address: SINK, amount: 0.1, fee_rate: 3 });
      if (typeof sent !== 'string') throw new Error('it is not verbose');
      const { txid } = await wallet.bumpfee({ txid: sent, options: { fee_rate: 7 } });
      await expectSent(txid, 7, 1);
      const all = { recipients: [SINK], fee_rate: 8, options: { add_to_wallet: false } };
      await mine(6);
      await expectExact((await wallet.sendall(all)).hex ?? '', 8, 1);
    },
    300_000,
  );
});

test('a path that is missing, or has different locks in the descriptors, is refused', async () => {
  const text = `wsh(or_d(pk(${own(true)}),and_v(v:pkh(${late()}),older(10))))`;
  const options = await walletOf(text);
  const pay = (path: number, profile: 'default' | 'core' = 'default') =>
    refused(
      send({ outputs: { [SINK]: 0.2 }, fee_rate: 10, options: { path } }, { ...options, profile }),
    );
  expect(await pay(2)).toBe('path must be below 2');
  expect(await pay(-1)).toBe('Negative path');
  expect(await pay(0, 'core')).toBe('Unexpected key path');
  const other = addChecksum(`wsh(or_d(pk(${own(true)}),and_v(v:pkh(${late()}),older(11))))`);
  const request = { desc: other, active: false, range: 20, timestamp: 'now' };
  await execute('importdescriptors', [[request]], options);
  expect(await pay(1)).toContain('differ in the locks of this path');
}, 300_000);
