import { describe, expect, test } from 'vitest';
import type { NodeWord } from '../../../src/chain/node-answers.ts';
import type { ChainSource } from '../../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { printJson } from '../../../src/json/print.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, toPlain } from '../../../src/rpc/plain.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../../src/transaction/txid.ts';
import { loadWorld } from '../../support/chains/world.ts';
import { type Made, openLock, spend } from '../../support/generate/mempool.ts';
import { harness } from '../../support/harness.ts';

const bare: Context = {
  network: networks.regtest,
  profile: 'default',
  secp256k1: kernelSecp256k1,
};

async function call(context: Context, name: string, ...params: unknown[]): Promise<unknown> {
  const method = methods.find((each) => each.name === name);
  const list = fromPlain(params);
  if (method === undefined || !Array.isArray(list)) throw new Error(name);
  return toPlain(await runMethod(method, list, context));
}

const hexOf = (transaction: Transaction) => encodeHex(encodeTransaction(transaction));

/** Opens a recorded chain with a coin that anyone may spend. */
function openWorld() {
  const world = loadWorld('gbt');
  const found = world.file.coins.find(([, , , coinbase, script, satoshis]) => {
    return !coinbase && script === encodeHex(openLock.scriptPubKey) && satoshis > 1_000_000;
  });
  if (found === undefined) throw new Error('the world has an open coin');
  const [txid, vout, , , , satoshis] = found;
  const coin = { outPoint: { txid, vout }, value: BigInt(satoshis), lock: openLock };
  const { chain } = world;
  return { coin, chain, context: { ...bare, chain: chain.source } };
}

const KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const TXID = '11'.repeat(32);
const ADDRESS = 'bcrt1q02hfur4tnqvyjygwyt8x65gjj6vapvqlv0n4q5d584f4v8nxwlvs4r6jqq';

/** Makes a signed payment, and returns the coin that it spends as a user would move it. */
async function signed(paid = '0.999') {
  const { descriptor } = (await call(bare, 'getdescriptorinfo', `wpkh(${KEY})`)) as {
    readonly descriptor: string;
  };
  const [address] = (await call(bare, 'deriveaddresses', descriptor)) as readonly string[];
  const { scriptPubKey } = (await call(bare, 'validateaddress', address)) as {
    readonly scriptPubKey: string;
  };
  const coin = { txid: TXID, vout: 0, scriptPubKey, amount: '1' };
  const raw = await call(bare, 'createrawtransaction', [coin], [{ [ADDRESS]: paid }]);
  const { hex } = (await call(
    { ...bare, profile: 'core' },
    ...(['signrawtransactionwithkey', raw, [KEY], [coin]] as const),
  )) as { readonly hex: string };
  return { hex, coin };
}

type Verdict = {
  readonly txid: string;
  readonly allowed?: boolean;
  readonly 'package-error'?: string;
  readonly 'reject-reason'?: string;
  readonly 'reject-details'?: string;
  readonly unchecked?: readonly string[];
};

const withVersion = (made: Made, version: number): Made => {
  const transaction = { ...made.transaction, version };
  const txid = transactionId(transaction);
  const outputs = made.outputs.map((output) => ({
    ...output,
    outPoint: { ...output.outPoint, txid },
  }));
  return { transaction, outputs };
};

const nameOf = ({ transaction }: Made) =>
  `${transactionId(transaction)} (wtxid=${witnessTransactionId(transaction)})`;

describe('a known mempool without a node', () => {
  const { coin } = openWorld();

  function waiting(...made: readonly Made[]) {
    const { chain, context } = openWorld();
    for (const { transaction } of made) chain.submit(transaction);
    return async (...asked: readonly Made[]) => {
      const rawtxs = asked.map(({ transaction }) => hexOf(transaction));
      return (await call(context, 'testmempoolaccept', rawtxs, 0)) as [Verdict, ...Verdict[]];
    };
  }

  const small = { feeRate: 5, outputs: [openLock] };
  const two = { feeRate: 5, outputs: [openLock, openLock] };
  const original = spend([coin], small);

  test('accepts the replacement of a payment by a better paying one, and names a shortfall', async () => {
    const ask = waiting(original);
    const [better] = await ask(spend([coin], two));
    expect(better).toMatchObject({ allowed: true });
    expect(better.unchecked?.join()).not.toContain('replace');
    // 95.25 and 138.25 virtual bytes, and 100 satoshi more for each 1,000.
    for (const [feeRate, lack] of [
      [3, 'less fees than conflicting txs; 0.00000415 < 0.00000477'],
      [3.5, 'not enough additional fees to relay; 0.00000008 < 0.00000014'],
    ] as const) {
      const [{ txid, ...verdict }] = await ask(spend([coin], { ...two, feeRate }));
      expect(verdict).toMatchObject({
        allowed: false,
        'reject-reason': 'insufficient fee',
        'reject-details': `insufficient fee, rejecting replacement ${txid}, ${lack}`,
      });
    }
  });

  test('refuses a large replacement with a lower rate, though it pays more', async () => {
    const ballast = new Array(100).fill(openLock.scriptPubKey);
    const [verdict] = await waiting(original)(spend([coin], { ...small, feeRate: 2, ballast }));
    expect(verdict).toMatchObject({
      'reject-reason': 'replacement-failed',
      'reject-details':
        'replacement-failed, insufficient feerate: does not improve feerate diagram',
    });
  });

  test('counts the fees of everything that is replaced', async () => {
    const child = spend(original.outputs, { ...small, feeRate: 50 });
    const [verdict] = await waiting(original, child)(spend([coin], { ...small, feeRate: 20 }));
    expect(verdict['reject-details']).toContain('less fees than conflicting txs');
  });

  test('refuses a replacement that spends an output of the replaced transaction', async () => {
    const [verdict] = await waiting(original)(
      spend([coin, ...original.outputs], { ...small, feeRate: 50 }),
    );
    const { txid } = verdict;
    expect(verdict).toMatchObject({
      'reject-reason': 'bad-txns-spends-conflicting-tx',
      'reject-details': `bad-txns-spends-conflicting-tx, ${txid} spends conflicting transaction ${transactionId(original.transaction)}`,
    });
  });

  test('does not replace by several transactions at once', async () => {
    const rival = spend([coin], { ...two, feeRate: 50 });
    const [verdict, child] = await waiting(original)(rival, spend(rival.outputs, small));
    expect(verdict['reject-reason']).toBe('bip125-replacement-disallowed');
    expect(child).not.toHaveProperty('allowed');
  });

  test('accepts a cluster of 64, and no more', async () => {
    const chain: Made[] = [spend([coin], small)];
    while (chain.length < 65) chain.push(spend(chain[chain.length - 1]?.outputs ?? [], small));
    const [last] = await waiting(...chain.slice(0, 63))(...chain.slice(63, 64));
    expect(last.allowed).toBe(true);
    const [over] = await waiting(...chain.slice(0, 64))(...chain.slice(64));
    expect(over['reject-reason']).toBe('too-large-cluster');
    const both = await waiting(...chain.slice(0, 63))(...chain.slice(63));
    expect(both.map((each) => each['package-error'])).toEqual([
      'too-large-cluster',
      'too-large-cluster',
    ]);
  });

  test('allows a payment of version 3 one parent of that version and one small child', async () => {
    const parent = withVersion(spend([coin], two), 3);
    const [first, second] = parent.outputs;
    if (first === undefined || second === undefined) throw new Error('it has two');
    const child = withVersion(spend([first], small), 3);
    const old = spend([first], small);
    const ballast = new Array(25).fill(openLock.scriptPubKey);
    const large = withVersion(spend([first], { ...small, ballast }), 3);
    const grandchild = withVersion(spend(child.outputs, small), 3);
    const sibling = withVersion(spend([second], small), 3);
    const dear = withVersion(spend([second], { ...small, feeRate: 9 }), 3);
    const lone = spend([coin], small);
    const young = withVersion(spend(lone.outputs, small), 3);
    for (const [pool, asked, fault] of [
      [[parent], child, undefined],
      [
        ...([[parent], old] as const),
        `TRUC-violation, non-version=3 tx ${nameOf(old)} cannot spend from version=3 tx ${nameOf(parent)}`,
      ],
      [
        ...([[lone], young] as const),
        `TRUC-violation, version=3 tx ${nameOf(young)} cannot spend from non-version=3 tx ${nameOf(lone)}`,
      ],
      [
        ...([[parent], large] as const),
        `TRUC-violation, version=3 child tx ${nameOf(large)} is too big: 1171 > 1000 virtual bytes`,
      ],
      [
        ...([[parent, child], grandchild] as const),
        `TRUC-violation, tx ${nameOf(grandchild)} would have too many ancestors`,
      ],
      // The other child is evicted if this one pays for it.
      [[parent, child], dear, undefined],
      [
        ...([[parent, child], sibling] as const),
        expect.stringContaining('insufficient fee (including sibling eviction), rejecting'),
      ],
    ] as const) {
      const [verdict] = await waiting(...pool)(asked);
      expect(verdict['reject-details']).toEqual(fault);
    }
    const [together] = await waiting()(parent, child, sibling);
    expect(together['package-error']).toBe(
      `TRUC-violation, tx ${nameOf(parent)} would exceed descendant count limit`,
    );
  });
});

describe('testmempoolaccept without a node', () => {
  test('predicts the mempool of a chain whose coins are all known', async () => {
    const { coin, context, chain } = openWorld();
    const payment = spend([coin], { feeRate: 5, outputs: [openLock] });
    const hex = hexOf(payment.transaction);
    const [first] = (await call(context, 'testmempoolaccept', [hex])) as [object];
    expect(first).toMatchObject({ allowed: true, offline: true });
    chain.submit(payment.transaction);
    expect(await call(context, 'testmempoolaccept', [hex])).toMatchObject([
      { allowed: false, 'reject-reason': 'txn-already-in-mempool' },
    ]);
  });

  test('checks a child against the outputs of its parent, and neither in the wrong order', async () => {
    const { coin, context } = openWorld();
    const parent = spend([coin], { feeRate: 5, outputs: [openLock] });
    const child = spend(parent.outputs, { feeRate: 5, outputs: [openLock] });
    const [one, two] = [hexOf(parent.transaction), hexOf(child.transaction)];
    expect(await call(context, 'testmempoolaccept', [one, two])).toMatchObject([
      { allowed: true },
      { allowed: true },
    ]);
    for (const [rawtxs, error] of [
      [[two, one], 'package-not-sorted'],
      [[one, one], 'package-contains-duplicates'],
    ] as const) {
      const found = (await call(context, 'testmempoolaccept', rawtxs)) as readonly object[];
      expect(found).toMatchObject([{ 'package-error': error }, { 'package-error': error }]);
      expect(found.some((each) => 'allowed' in each)).toBe(false);
    }
    expect(await call(context, 'testmempoolaccept', [two])).toMatchObject([
      { allowed: false, 'reject-reason': 'missing-inputs' },
    ]);
  });

  test('keeps to the highest fee rate, and stops there', async () => {
    const { coin, context } = openWorld();
    const parent = spend([coin], { feeRate: 50, outputs: [openLock] });
    const child = spend(parent.outputs, { feeRate: 1, outputs: [openLock] });
    const rawtxs = [parent, child].map(({ transaction }) => hexOf(transaction));
    const found = (await call(context, 'testmempoolaccept', rawtxs, '0.0001')) as readonly object[];
    expect(found[0]).toMatchObject({ allowed: false, 'reject-reason': 'max-fee-exceeded' });
    expect(found[1]).not.toHaveProperty('allowed');
  });

  test('uses coins given by the caller and reports what is unknown here', async () => {
    const { hex, coin } = await signed();
    const [found] = (await call(bare, 'testmempoolaccept', [hex], 0, [coin])) as [
      { readonly unchecked: readonly string[] },
    ];
    expect(found).toMatchObject({ allowed: true, offline: true });
    expect(found.unchecked.join()).toContain('Coins that only prevtxs contains');
  });

  test('notices a signature over a different amount', async () => {
    const { hex, coin } = await signed();
    const lie = { ...coin, amount: '1.5' };
    const [found] = (await call(bare, 'testmempoolaccept', [hex], 0, [lie])) as [object];
    expect(found).toMatchObject({
      allowed: false,
      'reject-reason': expect.stringMatching(/^mempool-script-verify-flag-failed \(Signature must/),
    });
  });

  test('does not call unknown coins missing', async () => {
    const { hex } = await signed();
    const [found] = (await call(bare, 'testmempoolaccept', [hex])) as [
      { readonly unchecked: readonly string[] },
    ];
    expect(found).not.toHaveProperty('allowed');
    expect(found.unchecked).toContain(`Coins that are not known here: ${TXID}:0`);
  });

  test('is refused in the profile core, because Core is a node', async () => {
    const { hex } = await signed();
    const asked = call({ ...bare, profile: 'core' }, 'testmempoolaccept', [hex]);
    await expect(asked).rejects.toMatchObject({ code: -9 });
  });
});

/** Creates a chain with a node that gives this answer to all calls. */
function nodeThat(answers: (method: string, params: string) => NodeWord): Context {
  const { source } = loadWorld('gbt').chain;
  const ask: ChainSource['ask'] = async (method, params) => answers(method, params);
  return { ...bare, chain: { ...source, ask } };
}

describe('a node is available', () => {
  test('passes on arguments and the answer unchanged', async () => {
    const asked: string[] = [];
    const ids = `"txid":"${TXID}","wtxid":"${TXID}"`;
    const fees =
      '"fees":{"base":0.00001000,"effective-feerate":0.00009009,"effective-includes":[]}';
    const json = `[{${ids},"allowed":true,"vsize":111,${fees}}]`;
    const context = nodeThat((method, params) => {
      asked.push(`${method} ${params}`);
      return { json };
    });
    const { hex } = await signed();
    const body = `{"method":"testmempoolaccept","params":[["${hex}"],0.0100],"id":1}`;
    expect(await harness(context).post(body)).toContain(json);
    expect(asked).toEqual([`testmempoolaccept [["${hex}"],0.0100]`]);
  });

  test("passes on errors with the node's message", async () => {
    const context = nodeThat(() => ({ code: -5, message: 'No such mempool transaction' }));
    await expect(call(context, 'getrawtransaction', TXID, 1)).rejects.toMatchObject({
      code: -5,
      message: 'No such mempool transaction',
    });
  });

  test('a proof that does not show the transaction is not passed on', async () => {
    const context = nodeThat(() => ({ json: '"00"' }));
    await expect(call(context, 'gettxoutproof', [TXID])).rejects.toThrow('does not show');
  });

  test('a proof is judged by its tree, not by the answer of the node', async () => {
    const context = nodeThat(() => ({ json: printJson([TXID]) }));
    expect(await call(context, 'verifytxoutproof', '00'.repeat(100))).toEqual([]);
  });
});

describe('a source other than a node', () => {
  test('knows its outputs, and those that its mempool creates and spends', async () => {
    const { coin, context, chain } = openWorld();
    const { txid, vout } = coin.outPoint;
    const before = await call(context, 'gettxout', txid, vout);
    expect(before).toMatchObject({ coinbase: false });
    const payment = spend([coin], { feeRate: 5, outputs: [openLock] });
    chain.submit(payment.transaction);
    const made = payment.outputs[0]?.outPoint ?? coin.outPoint;
    expect(await call(context, 'gettxout', txid, vout)).toBeNull();
    expect(await call(context, 'gettxout', txid, vout, false)).toEqual(before);
    expect(await call(context, 'gettxout', made.txid, 0)).toMatchObject({ confirmations: 0 });
    expect(await call(context, 'gettxout', made.txid, 0, false)).toBeNull();
    expect(await call(context, 'getrawtransaction', made.txid)).toBe(hexOf(payment.transaction));
    expect(await call(context, 'getrawtransaction', made.txid, true)).toMatchObject({
      txid: made.txid,
      hex: hexOf(payment.transaction),
    });
  });

  test('does not report a coin as spent if it does not know all coins', async () => {
    const { context } = openWorld();
    const { knowsAllCoins: _, ...some } = context.chain;
    const asked = call({ ...context, chain: some }, 'gettxout', TXID, 0);
    await expect(asked).rejects.toThrow('without a node, it may be spent or not');
    expect(await call(context, 'gettxout', TXID, 0)).toBeNull();
  });

  test('has no proofs', async () => {
    const { context } = openWorld();
    await expect(call(context, 'gettxoutproof', [TXID])).rejects.toThrow('needs a node');
  });
});
