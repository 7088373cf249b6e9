import { describe, expect, test } from 'vitest';
import type { ChainSource } from '../../src/chain/source.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { execute } from '../../src/library/call.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { decodeAddress } from '../../src/script/address.ts';
import type { CoinSource } from '../../src/servers/coin-source.ts';
import { createElectrumSource } from '../../src/servers/electrum.ts';
import { createEsploraSource } from '../../src/servers/esplora.ts';
import { createSourceChain } from '../../src/servers/source-chain.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import type { IndexedChain } from '../support/chains/indexed-chain.ts';
import { mineChain, payment } from '../support/chains/mined-chain.ts';
import { transactionOf } from '../support/chains/world.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { createElectrumPeer, type ElectrumPeer } from '../support/nodes/electrum-bridge.ts';
import { createEsploraBridge } from '../support/nodes/esplora-bridge.ts';

type World = {
  chain: IndexedChain;
  /** Requests to the server. */
  readonly asked: string[];
  /** Broadcast transactions. */
  readonly sent: Transaction[];
  readonly source: CoinSource;
  tell(): Promise<void>;
};

function broadcastTo(world: Pick<World, 'sent'>) {
  return async (hex: string) => {
    const transaction = transactionOf(hex);
    if (transaction.outputs.length > 5) throw new Error('{"code":-26,"message":"dust"}');
    world.sent.push(transaction);
    return transactionId(transaction);
  };
}

function esplora(chain: IndexedChain): World {
  const asked: string[] = [];
  const sent: Transaction[] = [];
  const bridge = createEsploraBridge({
    chain: () => world.chain,
    feeRates: async () => ({ 2: 10, 6: 2.5 }),
    broadcast: broadcastTo({ sent }),
  });
  const source = createEsploraSource({
    url: 'https://esplora.test',
    network: 'regtest',
    async fetch(url, { method, body }) {
      const path = url.replace('https://esplora.test', '');
      asked.push(path);
      const answer = await bridge(method, path, body);
      return { status: answer.status, text: async () => answer.body };
    },
  });
  const world: World = { chain, asked, sent, source, tell: async () => {} };
  return world;
}

function electrum(chain: IndexedChain): World {
  const asked: string[] = [];
  const sent: Transaction[] = [];
  let peer: ElectrumPeer | undefined;
  const source = createElectrumSource({
    network: 'regtest',
    transport({ onMessage }) {
      const opened = createElectrumPeer(
        {
          chain: () => world.chain,
          estimateFee: async (blocks) => (blocks < 6 ? 0.0001 : 0.000025),
          broadcast: broadcastTo({ sent }),
        },
        onMessage,
      );
      peer = opened;
      return {
        send(message) {
          asked.push(JSON.parse(message).method);
          void opened.onMessage(message);
        },
        close: () => {},
      };
    },
  });
  const world: World = { chain, asked, sent, source, tell: async () => peer?.notify() };
  return world;
}

const servers = [
  ['Esplora', esplora],
  ['Electrum', electrum],
] as const;

/** An app with one wallet on such a chain. */
function startApp(chain: ChainSource, keypoolSize = 1000) {
  const options = {
    network: 'regtest',
    wallets: createWallets(
      { read: async () => undefined, write: async () => {}, names: async () => [] },
      { network: 'regtest', keypoolSize, scryptCost: { n: 2, r: 1, p: 1 } },
    ),
    chain,
    now: () => 1296695000,
    random: createRandom(5).bytes,
  } as const;
  return (method: string, params: Parameters<typeof execute>[1] = []) =>
    execute(method, params as [], options);
}

const context = { network: networks.regtest, secp256k1: nobleSecp256k1 };

async function scriptsOf(desc: string, from: number, to: number): Promise<Uint8Array[]> {
  const found = await execute('deriveaddresses', [desc, [from, to]], { network: 'regtest' });
  return (found as string[]).map((address) => {
    const script = decodeAddress(address, context.network);
    if (!(script instanceof Uint8Array)) throw new Error(address);
    return script;
  });
}

async function withChecksum(text: string): Promise<string> {
  const info = await execute('getdescriptorinfo', [text], { network: 'regtest' });
  return `${text}#${(info as { checksum: string }).checksum}`;
}

const receive = await withChecksum(`wpkh(${TEST_XPRV}/0/*)`);
const change = await withChecksum(`wpkh(${TEST_XPRV}/1/*)`);
const [first, , , fourth] = await scriptsOf(receive, 0, 3);
const far = (await scriptsOf(receive, 22, 22))[0];
if (first === undefined || fourth === undefined || far === undefined) throw new Error('no scripts');
const foreign = (vout: number) => ({ txid: 'ab'.repeat(32), vout });
const paid = payment([[first, 50_000_000n]], foreign(1));
const later = payment([[fourth, 25_000_000n]], foreign(2));
const behind = payment([[far, 5_000_000n]], foreign(3));
const blocks = [[paid], [], [later, behind], []];

const requests = [
  { desc: receive, timestamp: 0, active: true, range: [0, 999] },
  { desc: change, timestamp: 0, active: true, internal: true, range: [0, 999] },
];

describe.each(servers)('a wallet with a server of %s', (_, open) => {
  test('finds its payments, and asks about two gap limits of unused addresses', async () => {
    const world = open(mineChain(blocks));
    const recent = { interval: 15_000, now: () => 0 };
    const call = startApp(createSourceChain(world.source, recent));
    await call('createwallet', { wallet_name: 'w', blank: true });
    world.asked.length = 0;
    expect(await call('importdescriptors', { requests })).toEqual([
      { success: true },
      { success: true },
    ]);
    const about = world.asked.filter((what) => /scripthash.*(txs$|subscribe$)/.test(what));
    // Up to position 22 + 20 on one branch, and 19 on the other.
    expect(about).toHaveLength(43 + 20);
    expect(await call('getbalances')).toMatchObject({ mine: { trusted: 0.8 } });
    const coins = (await call('listunspent')) as { amount: number; confirmations: number }[];
    expect(coins.map(({ amount, confirmations }) => [amount, confirmations]).sort()).toEqual([
      [0.05, 2],
      [0.25, 2],
      [0.5, 4],
    ]);
  });

  test('sees unconfirmed, mined and vanished transactions', async () => {
    const world = open(mineChain(blocks.slice(0, 1), [later]));
    const call = startApp(createSourceChain(world.source));
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    const balances = async () => ((await call('getbalances')) as { mine: object }).mine;
    expect(await balances()).toMatchObject({ trusted: 0.5, untrusted_pending: 0.25 });
    world.chain = mineChain([...blocks.slice(0, 1), [later]]);
    await world.tell();
    expect(await balances()).toMatchObject({ trusted: 0.75, untrusted_pending: 0 });
    world.chain = mineChain(blocks.slice(0, 1));
    await world.tell();
    expect(await balances()).toMatchObject({ trusted: 0.5 });
  });

  test('broadcasts, and knows this before the server reports it', async () => {
    const world = open(mineChain(blocks));
    const call = startApp(createSourceChain(world.source));
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    const to = await call('getnewaddress');
    const outputs = [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.1 }];
    const result = await call('send', { outputs, conf_target: 6, estimate_mode: 'economical' });
    expect(result).toMatchObject({ complete: true });
    const [transaction] = world.sent;
    if (transaction === undefined) throw new Error('nothing was sent');
    expect(transactionId(transaction)).toBe((result as { txid: string }).txid);
    expect(to).toMatch(/^bcrt1/);
    const balance = async () => {
      const { mine } = (await call('getbalances')) as { mine: { trusted: number } };
      return mine.trusted;
    };
    const after = await balance();
    expect(after).toBeLessThan(0.7);
    expect(after).toBeGreaterThan(0.69);
    world.chain = mineChain([...blocks, [transaction]]);
    await world.tell();
    expect(await balance()).toBe(after);
  });

  test('gets the reason of the server’s node for a refused transaction', async () => {
    const chain = createSourceChain(open(mineChain(blocks)).source);
    const refused = payment(Array.from({ length: 6 }, () => [first, 1n] as const));
    const answer = await chain.broadcast(refused);
    expect(answer).toMatchObject({ code: -26, settled: true });
    expect(JSON.stringify(answer)).not.toContain('redacted');
  });

  test('learns about coins by their outpoints, except spent ones', async () => {
    const spend = payment([[far, 1000n]], { txid: transactionId(paid), vout: 0 });
    const { source } = open(mineChain([...blocks, [spend]]));
    const chain = createSourceChain(source);
    const found = await chain.findCoins([
      { txid: transactionId(paid), vout: 0 },
      { txid: transactionId(later), vout: 0 },
      { txid: transactionId(later), vout: 7 },
      { txid: '12'.repeat(32), vout: 0 },
    ]);
    expect([...found]).toEqual([
      [
        `${transactionId(later)}:0`,
        { value: 25_000_000n, scriptPubKey: fourth, height: 3, coinbase: false },
      ],
    ]);
    const transactions = await chain.findTransactions?.([transactionId(paid), '12'.repeat(32)]);
    expect(
      [...(transactions ?? [])].map(([txid, each]) => [txid, encodeHex(encodeTransaction(each))]),
    ).toEqual([[transactionId(paid), encodeHex(encodeTransaction(paid))]]);
  });

  test('asks for a fee rate, which is a claim', async () => {
    const chain = createSourceChain(open(mineChain(blocks)).source);
    expect(await chain.estimateFee(6, 'unset')).toEqual({ feeRate: 2.5, blocks: 6 });
    expect(await chain.estimateFee(1, 'unset')).toMatchObject({ feeRate: 10 });
  });

  test('has the tip with the median of eleven times', async () => {
    const chain = createSourceChain(open(mineChain(Array.from({ length: 30 }, () => []))).source);
    const tip = await chain.tip();
    expect(tip).toMatchObject({ height: 30, time: 1296688602 + 600 * 30 });
    expect(tip.mediantime).toBe(tip.time - 5 * 600);
    expect(await chain.headers(30, 1)).toMatchObject([{ height: 30, hash: tip.hash }]);
  });

  test('reports that the server is behind', async () => {
    const chain = createSourceChain(open(mineChain(blocks)).source);
    const { time } = await chain.tip();
    expect(chain.notices?.(time + 7200)).toEqual([]);
    expect(chain.notices?.(time + 5 * 3600)).toEqual([
      expect.stringMatching(/^The newest block of the server, 4, .* 5 hours ago/),
    ]);
  });
});

test('does not repeat a recent question', async () => {
  const world = esplora(mineChain(blocks));
  let time = 0;
  const chain = createSourceChain(world.source, { interval: 15_000, now: () => time });
  chain.follow?.([{ id: 'x', scripts: new Map([[encodeHex(first), 0]]), next: 1 }]);
  await chain.mempoolUpdates();
  const once = world.asked.length;
  time = 14_999;
  await chain.mempoolUpdates();
  await chain.tip();
  expect(world.asked).toHaveLength(once);
  time = 15_000;
  await chain.mempoolUpdates();
  expect(world.asked.length).toBeGreaterThan(once);
});
