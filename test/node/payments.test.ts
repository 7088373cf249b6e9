import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import * as face from '../../src/index.ts';
import { extract, formatPsbt, fund, type NodeUtxo, sign, type UtxoList } from '../../src/index.ts';
import { accountKinds, accountTexts, open, watchOnly } from '../support/generate/accounts.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';

let node: RealNode;
let client: NodeClient;

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  await client.call('createwallet', 'theirs');
  await client.call('generatetoaddress', 110, String(await client.call('getnewaddress')));
  for (const kind of accountKinds) {
    const account = open(accountTexts[kind]);
    for (const index of [0, 1, 2])
      await client.call('sendtoaddress', account.address(index), 0.01 * (index + 1));
    // A chain of more than 25 unconfirmed payments would leave some out of the mempool.
    await client.call('generatetodescriptor', 1, 'raw(51)');
  }
  await client.call('generatetodescriptor', 12, 'raw(51)');
}, 300_000);
afterAll(() => node.stop());

/** Returns the node's list of an account's coins, and the transactions that made them. */
async function listed(kind: (typeof accountKinds)[number]): Promise<UtxoList> {
  const { descriptors } = open(accountTexts[kind]);
  const objects = descriptors.map((desc) => ({ desc, range: 10 }));
  const { unspents, height } = (await client.call('scantxoutset', 'start', objects)) as {
    readonly unspents: readonly NodeUtxo[];
    readonly height: number;
  };
  const whole = await Promise.all(
    unspents.map(async (utxo) => {
      const { hex } = (await client.call('gettransaction', utxo.txid)) as { readonly hex: string };
      return { ...utxo, hex };
    }),
  );
  return { unspents: whole, height };
}

test.each(accountKinds)(
  'the node accepts a payment from %s, and finalizes its PSBT to the same transaction',
  async (kind) => {
    const holder = open(accountTexts[kind]);
    const watcher = watchOnly(holder);
    const coins = watcher.coins(await listed(kind));
    expect(coins.map(({ value }) => value).sort()).toEqual([1_000_000n, 2_000_000n, 3_000_000n]);
    const address = String(await client.call('getnewaddress'));
    const psbt = fund({
      coins,
      outputs: [{ address, value: 2_500_000n }],
      change: watcher,
      feeRate: 3,
      psbtVersion: 0,
    }).psbt;
    const analyzed = (await client.call('analyzepsbt', formatPsbt(psbt))) as {
      readonly fee: number;
      readonly next: string;
    };
    // The node does not report what an unsigned taproot input lacks.
    expect(analyzed.next).toBe(kind.startsWith('tr') ? 'updater' : 'signer');
    const signed = await sign(psbt, { keys: holder });
    expect(signed.problems).toEqual([]);
    const { hex, vsize, fee } = extract(signed.psbt);
    const finalized = (await client.call('finalizepsbt', formatPsbt(signed.psbt))) as {
      readonly hex: string;
      readonly complete: boolean;
    };
    expect(finalized).toMatchObject({ complete: true, hex });
    const [verdict] = (await client.call('testmempoolaccept', [hex])) as readonly {
      readonly allowed: boolean;
      readonly vsize: number;
      readonly fees: { readonly base: number };
    }[];
    expect(verdict).toMatchObject({ allowed: true, vsize });
    expect(BigInt(Math.round((verdict?.fees.base ?? 0) * 1e8))).toBe(fee);
  },
);

test('a coinbase is refused while the node refuses it, and spent in the first possible block', async () => {
  const account = open(accountTexts.wpkh);
  await client.call('generatetoaddress', 1, account.address(11));
  await client.call('generatetodescriptor', 98, 'raw(51)');
  const read = async (changed: object) => {
    const desc = `addr(${account.address(11)})`;
    const { unspents, height } = (await client.call('scantxoutset', 'start', [desc])) as {
      readonly unspents: readonly NodeUtxo[];
      readonly height: number;
    };
    return account.coins({ unspents: unspents.map((utxo) => ({ ...utxo, ...changed })), height });
  };
  const pay = async (changed: object) => {
    const coins = await read(changed);
    const sum = coins.reduce((total, { value }) => total + value, 0n);
    const outputs = [{ address: account.address(12), value: sum, subtractFee: true }];
    const psbt = fund({ coins, outputs, change: account, feeRate: 3, spendAll: true }).psbt;
    const { hex } = extract((await sign(psbt, { keys: account })).psbt);
    const verdicts = (await client.call('testmempoolaccept', [hex])) as readonly object[];
    return verdicts[0];
  };
  await expect(pay({})).rejects.toMatchObject({ code: 'IMMATURE_COIN' });
  // The node's answer to the same payment from a coin that is not marked as a coinbase.
  expect(await pay({ coinbase: false })).toMatchObject({
    allowed: false,
    'reject-reason': 'bad-txns-premature-spend-of-coinbase',
  });
  await client.call('generatetodescriptor', 1, 'raw(51)');
  expect(await pay({})).toMatchObject({ allowed: true });
});

type Verdict = { readonly allowed: boolean; readonly 'reject-reason'?: string };
type Entry = {
  readonly vsize: number;
  readonly ancestorsize: number;
  readonly fees: { readonly base: number; readonly ancestor: number };
};

const satoshi = (btc: number) => BigInt(Math.round(btc * 1e8));

test.each(accountKinds)(
  'the node replaces a payment from %s by the cheapest replacement, and refuses one that pays less',
  async (kind) => {
    const account = open(accountTexts[kind]);
    const coins = account.coins(await listed(kind));
    const address = String(await client.call('getnewaddress'));
    const order = { coins, outputs: [{ address, value: 900_000n }], change: account };
    const first = face.fund({ ...order, feeRate: 3 });
    const sent = face.extract((await face.sign(first.psbt, { keys: account })).psbt);
    await client.call('sendrawtransaction', sent.hex);
    const least = face.fund({ replaces: sent, change: account });
    const finish = async ({ psbt }: face.Funded) =>
      face.extract((await face.sign(psbt, { keys: account })).psbt);
    const made = await finish(least);
    const judge = async (hex: string) =>
      ((await client.call('testmempoolaccept', [hex])) as readonly Verdict[])[0];
    const verdict = await judge(made.hex);
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ allowed: true });
    // One satoshi less than the old fee plus the cost of the new size.
    const chosen = coins.filter(({ txid, vout }) =>
      least.psbt.inputs.some(({ prevout }) => prevout.txid === txid && prevout.vout === vout),
    );
    const sum = chosen.reduce((total, { value }) => total + value, -900_000n);
    const payLess = async (vsize: number, index = 9) => {
      const fee = (sent.fee ?? 0n) + BigInt(vsize) - 1n;
      const rest = { address: account.changeAddress(index), value: sum - fee };
      const outputs = [...order.outputs, rest];
      return finish(face.fund({ ...order, coins: chosen, outputs, feeRate: 0.1, spendAll: true }));
    };
    let cheap = await payLess(made.vsize);
    // A signature is sometimes a byte shorter, and then a lower fee suffices. A new address changes
    // the signature: without it two sizes could alternate endlessly.
    for (let tries = 0; cheap.fee !== (sent.fee ?? 0n) + BigInt(cheap.vsize) - 1n; tries += 1) {
      expect(tries).toBeLessThan(50);
      cheap = await payLess(cheap.vsize, 10 + tries);
    }
    expect(await judge(cheap.hex)).toMatchObject({ allowed: false });
    await client.call('sendrawtransaction', made.hex);
    const pool = (await client.call('getrawmempool')) as readonly string[];
    expect(pool).toContain(made.txid);
    expect(pool).not.toContain(sent.txid);
    await client.call('generatetodescriptor', 1, 'raw(51)');
  },
);

test('a child lifts its parents to the package rate that the node computes', async () => {
  const account = open(accountTexts.wpkh);
  const { address, side, index } = account.withNext({ receive: 15 }).nextAddress();
  const txid = String(await client.call('sendtoaddress', address, 0.02));
  const { ancestorsize: vsize, fees } = (await client.call('getmempoolentry', txid)) as Entry;
  const { vout } = (
    (await client.call('gettransaction', txid)) as {
      readonly details: readonly { readonly address: string; readonly vout: number }[];
    }
  ).details.find((detail) => detail.address === address) ?? { vout: -1 };
  const coins = account.coins([{ txid, vout, value: 2_000_000n, address, side, index }], {
    ancestors: { [txid]: { vsize, fee: satoshi(fees.ancestor) } },
  });
  const child = face.fund({
    coins,
    change: account,
    packageFeeRate: 40,
    spendAll: true,
    includeUnsafe: true,
  });
  const { hex, txid: childId } = face.extract(
    (await face.sign(child.psbt, { keys: account })).psbt,
  );
  await client.call('sendrawtransaction', hex);
  const entry = (await client.call('getmempoolentry', childId)) as Entry;
  const rate = Number(satoshi(entry.fees.ancestor)) / entry.ancestorsize;
  expect(rate).toBeGreaterThanOrEqual(40);
  expect(rate).toBeLessThan(40.3);
});
