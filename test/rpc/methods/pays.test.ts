import { describe, expect, test } from 'vitest';
import { isJsonArray } from '../../../src/json/json.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, toPlain } from '../../../src/rpc/plain.ts';
import { list, member, readTranscript } from '../../support/vectors/transcript.ts';
import { makeWallets, replayStep, startWalletNode } from '../../support/vectors/wallet-node.ts';

const ADDRESS = 'bcrt1q02hfur4tnqvyjygwyt8x65gjj6vapvqlv0n4q5d584f4v8nxwlvs4r6jqq';
const OTHER = 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x';

/** Opens a wallet of the recorded world in the default profile. */
async function start(walletName: string, more: Partial<Context> = {}, isOnline = true) {
  const transcript = readTranscript('send-valid.json');
  const node = startWalletNode('send', { keypoolSize: 20 });
  const own = list(member(transcript.json, 'wallets')).filter(
    (entry) => member(entry, 'name') === walletName,
  );
  await makeWallets(node, own);
  for (const step of transcript.setup) if (step.wallet === walletName) await replayStep(node, step);
  const { chain, ...offline } = node.context;
  const world = isOnline && chain !== undefined ? { ...offline, chain } : offline;
  const context: Context = { ...world, profile: 'default', walletName, ...more };
  const call = async (name: string, ...params: unknown[]): Promise<unknown> => {
    const method = methods.find((each) => each.name === name);
    const list = fromPlain(params);
    if (method === undefined || !isJsonArray(list)) throw new Error(name);
    return toPlain(await runMethod(method, list, context));
  };
  const value = () => node.host.get(walletName)?.value;
  return { call, value };
}

type Call = Awaited<ReturnType<typeof start>>['call'];

async function onlyCoin(call: Call) {
  const [coin] = (await call('listunspent')) as { txid: string; vout: number; amount: number }[];
  if (coin === undefined) throw new Error('the wallet has a coin');
  return coin;
}

describe('sendtoaddress and sendmany', () => {
  test('pay, and keep the comments on the payment', async () => {
    const { call } = await start('one_wpkh');
    const args = [ADDRESS, '0.001', 'a book', 'the shop', false, null, null, null, null, 5];
    const txid = await call('sendtoaddress', ...args);
    expect(await call('gettransaction', txid)).toMatchObject({ comment: 'a book', to: 'the shop' });
    expect(await call('getbalance', '*', 1)).toBe(0);
  });

  test('report the origin of the rate on request', async () => {
    const { call } = await start('mixed');
    const amounts = { [ADDRESS]: '0.001', [OTHER]: '0.0001' };
    const args = ['', amounts, null, '', [OTHER], true, null, null, 7, true];
    expect(await call('sendmany', ...args)).toMatchObject({ fee_reason: 'None' });
  });

  const absurd: readonly (readonly [string, readonly unknown[]])[] = [
    ['sendtoaddress', [ADDRESS, '0.3', '', '', false, null, null, null, null, 20_000]],
    ['sendmany', ['', { [ADDRESS]: '0.3' }, null, '', [], null, null, null, 20_000]],
  ];

  test.each(absurd)('%s refuses an absurd fee unless allowed', async (method, args) => {
    const { call, value } = await start('mixed');
    const before = value();
    await expect(call(method, ...args)).rejects.toThrow('If it is meant, give maxfeerate');
    expect(value()).toBe(before);
    expect(await call(method, ...args, false, 0)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(absurd)(
    '%s shows the transaction before signing, and a refusal changes nothing',
    async (method, args) => {
      const seen: bigint[] = [];
      const approve: Context['approve'] = (review) => {
        seen.push(review.fee);
        return false;
      };
      const { call, value } = await start('mixed', { approve });
      const before = value();
      const asked = call(method, ...args, false, 0);
      await expect(asked).rejects.toThrow('Nothing was signed: the transaction was not approved');
      expect(seen).toHaveLength(1);
      expect(value()?.ledger).toBe(before?.ledger);
    },
  );

  test('refuse wallets that cannot sign before other checks', async () => {
    const { call } = await start('watch');
    const words = 'Error: Private keys are disabled for this wallet';
    await expect(call('sendmany', '', {})).rejects.toMatchObject({ code: -4, message: words });
    const asked = call('sendtoaddress', ADDRESS, 5);
    await expect(asked).rejects.toMatchObject({ code: -4, message: words });
  });

  test('report missing recipients', async () => {
    const { call } = await start('one_wpkh');
    await expect(call('sendmany', '', {})).rejects.toMatchObject({
      code: -6,
      message: 'Transaction must have at least one recipient',
    });
  });
});

describe('sendall', () => {
  const options = { fee_rate: 5 };

  test('pays all coins minus the fee, in equal parts and named amounts', async () => {
    const { call } = await start('mixed');
    const before = Number(await call('getbalance'));
    const recipients = [ADDRESS, { [OTHER]: '0.01' }];
    const { txid } = (await call('sendall', recipients, null, null, null, options)) as {
      readonly txid: string;
    };
    const { fee, details } = (await call('gettransaction', txid)) as {
      readonly fee: number;
      readonly details: readonly { readonly address: string; readonly amount: number }[];
    };
    const paid = new Map(details.map(({ address, amount }) => [address, -amount]));
    expect(paid.get(OTHER)).toBe(0.01);
    expect(paid.get(ADDRESS)).toBeCloseTo(before - 0.01 + fee, 8);
    expect(await call('listunspent', 0)).toEqual([]);
  });

  test('refuses an absurd fee, and shows the transaction before signing', async () => {
    const { call, value } = await start('one_wpkh', { approve: () => false });
    const before = value();
    const all = (most: object) => call('sendall', [ADDRESS], null, null, null, most);
    await expect(all({ fee_rate: 20_000 })).rejects.toThrow('If it is meant, give maxfeerate');
    const allowed = all({ ...options, lock_unspents: true });
    await expect(allowed).rejects.toThrow('the transaction was not approved');
    expect(value()).toBe(before);
  });

  test('returns a PSBT if it cannot sign', async () => {
    const { call } = await start('watch');
    const made = await call('sendall', [ADDRESS], null, null, null, options);
    expect(made).toMatchObject({ complete: false, psbt: expect.stringMatching(/^cHNidP/) });
  });
});

describe('bumpfee', () => {
  /** Makes a payment that no node has seen. */
  async function pay(more: Partial<Context> = {}) {
    const { call, value } = await start('one_wpkh', more, false);
    const args = [ADDRESS, '0.001', 'a book', '', false, null, null, null, null, 5];
    const txid = String(await call('sendtoaddress', ...args));
    return { call, value, txid };
  }

  test('replaces a payment whose child was abandoned', async () => {
    const { call, txid } = await pay();
    const { decoded } = (await call('gettransaction', txid, null, true)) as {
      readonly decoded: {
        readonly vout: readonly {
          readonly ischange?: boolean;
          readonly n: number;
          readonly value: number;
        }[];
      };
    };
    const change = decoded.vout.find(({ ischange }) => ischange === true);
    if (change === undefined) throw new Error('the payment has change');
    const options = { inputs: [{ txid, vout: change.n }], include_unsafe: true, fee_rate: 5 };
    const child = (await call('send', [{ [ADDRESS]: '0.001' }], null, null, null, options)) as {
      readonly txid: string;
    };
    await expect(call('bumpfee', txid)).rejects.toThrow(
      'Transaction has descendants in the wallet',
    );
    await call('abandontransaction', child.txid);
    expect(await call('bumpfee', txid, { fee_rate: 9 })).toHaveProperty('txid');
  });

  test('sends the replacement of a payment, and no longer the payment', async () => {
    const { call, txid } = await pay();
    const bumped = (await call('bumpfee', txid, { fee_rate: 9 })) as {
      readonly txid: string;
      readonly origfee: number;
      readonly fee: number;
    };
    expect(bumped.fee / bumped.origfee).toBeCloseTo(9 / 5, 1);
    const now = await call('gettransaction', bumped.txid);
    expect(now).toMatchObject({ replaces_txid: txid, comment: 'a book', fee: -bumped.fee });
    expect(await call('gettransaction', txid)).toMatchObject({ replaced_by_txid: bumped.txid });
    expect(await call('listoutbox')).toMatchObject([{ txid: bumped.txid }]);
    const words = `Cannot bump transaction ${txid} which was already bumped by transaction ${bumped.txid}`;
    await expect(call('bumpfee', txid)).rejects.toMatchObject({ code: -4, message: words });
    const again = (await call('psbtbumpfee', bumped.txid)) as { readonly fee: number };
    expect(again.fee).toBeGreaterThan(bumped.fee);
  });

  test('pays the same recipient, from the same coin', async () => {
    const { call, txid } = await pay();
    const spent = async (id: string) => {
      const { hex } = (await call('gettransaction', id)) as { readonly hex: string };
      const decoded = (await call('decoderawtransaction', hex)) as {
        readonly vin: readonly { readonly txid: string; readonly vout: number }[];
        readonly vout: readonly {
          readonly value: number;
          readonly scriptPubKey: { readonly address: string };
        }[];
      };
      const paid = decoded.vout.map((out) => [out.scriptPubKey.address, out.value] as const);
      return { coins: decoded.vin.map((input) => `${input.txid}:${input.vout}`), paid };
    };
    const bumped = (await call('bumpfee', txid)) as { readonly txid: string };
    const [before, after] = [await spent(txid), await spent(bumped.txid)];
    expect(after.coins).toEqual(before.coins);
    expect(new Map(after.paid).get(ADDRESS)).toBe(0.001);
    expect(new Set(after.paid.map(([to]) => to))).toEqual(new Set(before.paid.map(([to]) => to)));
  });

  test('refuses an absurd fee unless allowed', async () => {
    const { call, txid } = await pay();
    const asked = call('bumpfee', txid, { fee_rate: 20_000 });
    await expect(asked).rejects.toThrow('If it is meant, give maxfeerate');
    expect(await call('listoutbox')).toMatchObject([{ txid }]);
    expect(await call('bumpfee', txid, { fee_rate: 20_000, maxfeerate: 0 })).toHaveProperty('fee');
  });

  test('shows the transaction before signing, and a refusal leaves the old payment', async () => {
    let asked = 0;
    const { call, txid } = await pay({ approve: () => asked++ === 0 });
    const bumped = call('bumpfee', txid, { fee_rate: 9 });
    await expect(bumped).rejects.toThrow('the transaction was not approved');
    expect(await call('listoutbox')).toMatchObject([{ txid }]);
    expect(await call('gettransaction', txid)).not.toHaveProperty('replaced_by_txid');
  });

  test('is refused below the fee that nodes accept', async () => {
    const { call, txid } = await pay();
    const asked = call('bumpfee', txid, { fee_rate: 5 });
    await expect(asked).rejects.toThrow(
      /^Insufficient total fee .* \(oldFee .* \+ incrementalFee /,
    );
  });
});

describe('sendrawtransaction', () => {
  /** Signs a payment with a fee in BTC. */
  async function signed(call: Call, fee: number): Promise<string> {
    const { txid, vout, amount } = await onlyCoin(call);
    const outputs = [{ [ADDRESS]: (amount - fee).toFixed(8) }];
    const raw = await call('createrawtransaction', [{ txid, vout }], outputs);
    const { hex } = (await call('signrawtransactionwithwallet', raw, null, null, 0)) as {
      readonly hex: string;
    };
    return hex;
  }

  test('passes a transaction to the chain, and marks its coin as spent in the wallet', async () => {
    const { call } = await start('one_wpkh');
    const hex = await signed(call, 0.0001);
    const txid = await call('sendrawtransaction', hex);
    expect(await call('decoderawtransaction', hex)).toMatchObject({ txid });
    expect(await call('gettransaction', txid)).toMatchObject({ confirmations: 0 });
    expect(await call('listunspent', 0)).toEqual([]);
  });

  test('informs the wallet at once, before a replacement arrives', async () => {
    const { call, value } = await start('one_wpkh');
    const txid = String(await call('sendrawtransaction', await signed(call, 0.0001)));
    expect(value()?.ledger.transactions.get(txid)?.state).toEqual({ kind: 'mempool' });
    expect(await call('listoutbox')).toEqual([]);
  });

  test('refuses an absurd fee even if the servers would accept it', async () => {
    const { call } = await start('one_wpkh');
    const hex = await signed(call, 0.03);
    await expect(call('sendrawtransaction', hex)).rejects.toMatchObject({
      code: -25,
      message: 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    });
    expect(await call('listunspent')).toHaveLength(1);
    expect(await call('sendrawtransaction', hex, 0)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('burns coins only with permission, and reports that there is no node to send it to', async () => {
    const { call } = await start('one_wpkh', {}, false);
    const burning =
      '0100000001' +
      '11'.repeat(32) +
      '00000000' +
      '00ffffffff' +
      '01e803000000000000016a' +
      '00000000';
    await expect(call('sendrawtransaction', burning)).rejects.toThrow(
      'Unspendable output exceeds maximum configured by user (maxburnamount)',
    );
    const allowed = call('sendrawtransaction', burning, 0, 0.001);
    await expect(allowed).rejects.toThrow('sendrawtransaction needs a chain to ask');
    await expect(call('sendrawtransaction', '00', 1)).rejects.toThrow('TX decode failed');
    await expect(call('sendrawtransaction', burning, 1, 1)).rejects.toThrow(
      'Fee rates larger than or equal to 1BTC/kvB are not accepted',
    );
  });
});

describe('fundrawtransaction', () => {
  test('keeps signatures and scripts in inputs', async () => {
    const { call } = await start('one_wpkh');
    const { txid, vout, amount } = await onlyCoin(call);
    const raw = String(
      await call(
        'createrawtransaction',
        [{ txid, vout }],
        [{ [ADDRESS]: (amount - 0.0001).toFixed(8) }],
      ),
    );
    const signed = (await call('signrawtransactionwithwallet', raw)) as { readonly hex: string };
    const funded = (await call('fundrawtransaction', signed.hex, { fee_rate: 5 })) as {
      readonly hex: string;
    };
    const decoded = (await call('decoderawtransaction', funded.hex)) as {
      readonly vin: readonly { readonly txinwitness?: readonly string[] }[];
    };
    const { vin } = (await call('decoderawtransaction', signed.hex)) as typeof decoded;
    expect(decoded.vin[0]?.txinwitness).toHaveLength(2);
    expect(decoded.vin[0]).toEqual(vin[0]);
  });

  test('spends the coins whose weights are given, as Core does, whether they are inputs or not', async () => {
    const { call } = await start('mixed');
    const coins = (await call('listunspent')) as { txid: string; vout: number; amount: number }[];
    const least = coins.sort((a, b) => a.amount - b.amount)[0];
    const raw = await call('createrawtransaction', [], [{ [ADDRESS]: 0.3 }]);
    const options = { input_weights: [{ txid: least?.txid, vout: least?.vout, weight: 400 }] };
    const args = [raw, { ...options, fee_rate: 5 }] as const;
    const { hex } = (await call('fundrawtransaction', ...args)) as { readonly hex: string };
    const { vin } = (await call('decoderawtransaction', hex)) as { readonly vin: object[] };
    expect(vin).toContainEqual(expect.objectContaining({ txid: least?.txid, vout: least?.vout }));
    const unknown = { input_weights: [{ txid: '11'.repeat(32), vout: 0, weight: 400 }] };
    const asked = call('fundrawtransaction', raw, { ...unknown, fee_rate: 5 });
    await expect(asked).rejects.toThrow('Unable to find UTXO for external input');
  });

  test('refuses to add an absurd fee unless allowed', async () => {
    const { call } = await start('mixed');
    const raw = String(await call('createrawtransaction', [], [{ [ADDRESS]: 0.3 }]));
    const asked = call('fundrawtransaction', raw, { fee_rate: 20_000 });
    await expect(asked).rejects.toThrow('If it is meant, give maxfeerate');
    const allowed = { fee_rate: 20_000, maxfeerate: 0 };
    expect(await call('fundrawtransaction', raw, allowed)).toHaveProperty('hex');
  });
});

describe('simulaterawtransaction', () => {
  test('returns without a chain what the wallet would lose and get', async () => {
    const online = await start('one_wpkh');
    const { txid, vout, amount } = await onlyCoin(online.call);
    const mine = await online.call('getnewaddress');
    const outputs = [{ [String(mine)]: 0.002 }, { [ADDRESS]: 0.001 }];
    const first = await online.call('createrawtransaction', [{ txid, vout }], outputs);
    const decoded = (await online.call('decoderawtransaction', first)) as { readonly txid: string };
    const spend = [{ txid: decoded.txid, vout: 0 }];
    const second = await online.call('createrawtransaction', spend, [{ [ADDRESS]: 0.001 }]);
    for (const isOnline of [true, false]) {
      const { call } = await start('one_wpkh', {}, isOnline);
      await call('getnewaddress');
      const change = (sum: number) => ({ balance_change: Number((sum - amount).toFixed(8)) });
      expect(await call('simulaterawtransaction', [first])).toEqual(change(0.002));
      expect(await call('simulaterawtransaction', [first, second])).toEqual(change(0));
      await expect(call('simulaterawtransaction', [first, first])).rejects.toThrow(
        'Transaction(s) are spending the same output more than once',
      );
    }
  });
});
