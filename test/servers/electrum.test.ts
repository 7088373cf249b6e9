import { describe, expect, test } from 'vitest';
import { createElectrumSource, type ElectrumOptions } from '../../src/servers/electrum.ts';
import type { ElectrumHandlers } from '../../src/servers/electrum-client.ts';
import { listCoins } from '../../src/servers/list-coins.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import {
  accountCoins,
  accountBlocks as blocks,
  accountBranches as branches,
  accountChain as chain,
  firstPayment as first,
  incomingPayment as incoming,
  accountScript as script,
  spendOfFirst as spend,
} from '../support/chains/account-chain.ts';
import type { IndexedChain } from '../support/chains/indexed-chain.ts';
import { mineChain, payment } from '../support/chains/mined-chain.ts';
import { createElectrumPeer, type ElectrumPeer } from '../support/nodes/electrum-bridge.ts';

type Reply = { readonly id: number; readonly result?: unknown };
type Change = (method: string, reply: Reply, params: readonly unknown[]) => unknown;

type Opened = {
  readonly source: ReturnType<typeof createElectrumSource>;
  /** Requests, and the number of connections. */
  readonly asked: string[];
  connections: number;
  /** Number of connections that the source has closed. */
  closed: number;
  /** The newest connection. */
  peer: ElectrumPeer | undefined;
  handlers: ElectrumHandlers | undefined;
  chain: IndexedChain;
};

/** A server of this chain, whose answers a test may change. */
function open(
  indexed: IndexedChain = chain,
  change: Change = (_, reply) => reply,
  { newest, ...options }: Partial<ElectrumOptions> & { readonly newest?: string } = {},
): Opened {
  const asked: string[] = [];
  const source = createElectrumSource({
    network: 'regtest',
    transport(handlers) {
      opened.connections += 1;
      opened.handlers = handlers;
      const methods = new Map<number, { method: string; params: unknown[] }>();
      const peer = createElectrumPeer(
        {
          chain: () => opened.chain,
          estimateFee: async (blocks) => (blocks > 100 ? -1 : 0.00012345 / blocks),
          broadcast: async (hex) => {
            if (hex.length > 400) throw new Error('the transaction was rejected: min relay fee');
            return transactionId(incoming);
          },
        },
        (message) => {
          const reply = JSON.parse(message);
          const { method = '', params = [] } = methods.get(reply.id) ?? {};
          const text = reply.method === undefined ? change(method, reply, params) : reply;
          handlers.onMessage(typeof text === 'string' ? text : JSON.stringify(text));
        },
        newest,
      );
      opened.peer = peer;
      return {
        send(message) {
          const request = JSON.parse(message);
          methods.set(request.id, request);
          asked.push(request.method);
          void peer.onMessage(message);
        },
        close: () => {
          opened.closed += 1;
        },
      };
    },
    ...options,
  });
  const opened: Opened = {
    source,
    asked,
    connections: 0,
    closed: 0,
    peer: undefined,
    handlers: undefined,
    chain: indexed,
  };
  return opened;
}

const result =
  (method: string, edit: (value: never) => unknown): Change =>
  (asked, reply) =>
    asked === method ? { ...reply, result: edit(reply.result as never) } : reply;

describe('an Electrum server', () => {
  test('gets no more requests once the signal of its source aborts, and the connection closes', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const stop: Change = (method, reply) => {
      if (method === 'blockchain.scripthash.subscribe') controller.abort('enough');
      return reply;
    };
    const opened = open(chain, stop, { signal });
    const aborted = { code: 'ABORTED', cause: 'enough' };
    await expect(opened.source.transactions([script(0, 0)])).rejects.toMatchObject(aborted);
    await expect(opened.source.tip()).rejects.toMatchObject(aborted);
    expect(opened.asked.filter((method) => method.includes('get_history'))).toEqual([]);
    expect([opened.connections, opened.closed]).toEqual([1, 1]);
  });

  test.each(['1.4', '1.6'])('of protocol %s tells of coins, proven to the tip', async (newest) => {
    const { source } = open(chain, undefined, { newest });
    const { coins, next } = await listCoins(source, branches);
    const found = coins.map(({ value: amount, branch, index, block }) => [
      amount,
      branch,
      index,
      block,
    ]);
    expect(found).toMatchObject(accountCoins);
    expect(next).toEqual([5, 1]);
  });

  test('is asked once for each address up to two gap limits, when the account is fresh', async () => {
    const { source, asked } = open(mineChain([[]]));
    await listCoins(source, branches);
    const subscribed = asked.filter((method) => method.endsWith('scripthash.subscribe'));
    expect(subscribed).toHaveLength(40);
    // These are the version, the genesis block and the tip.
    expect(asked).toHaveLength(43);
  });

  test('is not asked again until it announces a change, and then only about the change', async () => {
    const opened = open();
    const before = await listCoins(opened.source, branches);
    opened.asked.length = 0;
    expect(await listCoins(opened.source, branches)).toEqual(before);
    expect(opened.asked).toEqual([]);
    opened.chain = mineChain([...blocks, [incoming]]);
    await opened.peer?.notify();
    const { coins, tip } = await listCoins(opened.source, branches);
    expect(tip.height).toBe(6);
    expect(coins.map(({ block }) => block?.height)).toEqual([2, 4, 6]);
    expect([...opened.asked].sort()).toEqual([
      'blockchain.block.header',
      'blockchain.block.headers',
      'blockchain.scripthash.get_history',
      'blockchain.transaction.get_merkle',
    ]);
  });

  test('is asked for proofs again after a reorganisation', async () => {
    const opened = open();
    await listCoins(opened.source, branches);
    const other = payment([[Uint8Array.of(0x51, ...new Uint8Array(31)), 1n]]);
    opened.chain = mineChain([[], [other, first], [], [spend], [], []]);
    await opened.peer?.notify();
    const { coins } = await listCoins(opened.source, branches);
    expect(coins.map(({ block }) => [block?.hash, block?.index, block?.evidence])).toEqual([
      [opened.chain.hashes[2], 2, 'chain'],
      [opened.chain.hashes[4], 1, 'chain'],
    ]);
  });

  test('gets all requests again on a new connection', async () => {
    const opened = open();
    await listCoins(opened.source, branches);
    opened.handlers?.onClose(new Error('read ECONNRESET'));
    opened.chain = mineChain([...blocks, [incoming]]);
    const { coins } = await listCoins(opened.source, branches);
    expect(coins.map(({ block }) => block?.height)).toEqual([2, 4, 6]);
    expect(opened.connections).toBe(2);
  });

  test('claims fee rates, and accepts transactions or gives the reason', async () => {
    const { source } = open();
    const rates = await source.feeRates();
    expect(rates[1]).toBe(12.345);
    expect(rates[1008]).toBeUndefined();
    expect(await source.broadcast(incoming)).toBe(transactionId(incoming));
    const large = payment(Array.from({ length: 9 }, (_, i) => [script(0, i), 5n] as const));
    await expect(source.broadcast(large)).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
      message: expect.stringContaining('min relay fee'),
    });
  });
});

type Proof = { merkle: string[]; pos: number; block_height: number };

describe('a lying Electrum server', () => {
  const lies: readonly (readonly [name: string, code: string, change: Change])[] = [
    [
      'that hands out another transaction than it was asked for',
      'SOURCE_FALSE',
      result('blockchain.transaction.get', () => chain.transactions.get(transactionId(spend))?.hex),
    ],
    [
      'that hands out a transaction with another amount',
      'SOURCE_FALSE',
      result('blockchain.transaction.get', (hex: string) =>
        hex.replace(/7011010000/, '7011ff0000'),
      ),
    ],
    [
      'with a false proof',
      'SOURCE_FALSE',
      result('blockchain.transaction.get_merkle', (proof: Proof) => ({
        ...proof,
        merkle: ['34'.repeat(32)],
      })),
    ],
    [
      'that says that what waits is in a block',
      'SOURCE_FALSE',
      result('blockchain.scripthash.get_history', (found: { tx_hash: string; height: number }[]) =>
        found.map((each) => ({ ...each, height: 2 })),
      ),
    ],
    [
      'with a header that has no work',
      'SOURCE_FALSE',
      (method, reply, [height]) =>
        method === 'blockchain.block.header' && Number(height) > 0
          ? { ...reply, result: `${String(reply.result).slice(0, -16)}ffff001d00000000` }
          : reply,
    ],
    [
      'whose headers do not link up',
      'SOURCE_FALSE',
      result('blockchain.block.headers', ({ hex }: { hex: string }) => ({
        hex: hex.slice(0, 160) + hex.slice(320),
      })),
    ],
    [
      'with another chain up to its tip',
      'SOURCE_FALSE',
      (method, reply, [from]) => {
        const other = mineChain([[], [incoming], [], [], []]);
        if (method === 'blockchain.headers.subscribe') {
          return { ...reply, result: { height: 5, hex: other.headers[5] } };
        }
        return method === 'blockchain.block.headers'
          ? { ...reply, result: { hex: other.headers.slice(Number(from)).join('') } }
          : reply;
      },
    ],
    [
      'of another chain',
      'SOURCE_OTHER_CHAIN',
      (method, reply, [height]) =>
        method === 'blockchain.block.header' && height === 0
          ? { ...reply, result: chain.headers[1] }
          : reply,
    ],
    ['that speaks HTTP', 'SOURCE_NONSENSE', () => 'HTTP/1.1 400 Bad Request'],
    [
      'of a protocol that nobody speaks',
      'SOURCE_NONSENSE',
      result('server.version', () => ['x', '2.0']),
    ],
    [
      'with more transactions than any wallet has',
      'SOURCE_TOO_LARGE',
      result('blockchain.scripthash.get_history', () =>
        Array.from({ length: 20_001 }, () => ({ tx_hash: 'ab'.repeat(32), height: 1 })),
      ),
    ],
    [
      'with an answer without an end',
      'SOURCE_TOO_LARGE',
      (method, reply) => (method === 'blockchain.transaction.get' ? 'a'.repeat(20_000_001) : reply),
    ],
    [
      'that hands on words for the terminal',
      'SOURCE_REFUSED',
      (method, reply) =>
        method === 'blockchain.scripthash.subscribe'
          ? { id: reply.id, error: { code: -101, message: 'excessive \x1b[2Jresource usage' } }
          : reply,
    ],
  ];

  test.each(lies)('%s is detected', async (_, code, change) => {
    const failure = await listCoins(open(chain, change).source, branches).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code, hint: expect.stringMatching(/\w/) });
    expect(String(failure)).not.toMatch(/\p{C}/u);
  });

  test('a silent server is given up, and its connection is closed', async () => {
    const opened = open(chain, undefined, {
      timeout: 5000,
      setTimeout: (run) =>
        void Promise.resolve()
          .then(() => Promise.resolve())
          .then(run),
      transport: () => ({ send: () => {}, close: () => closed.push('closed') }),
    });
    const closed: string[] = [];
    await expect(opened.source.tip()).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
    expect(closed).toEqual(['closed']);
  });

  test('an unreachable server is reported with the message of the system', async () => {
    const { source } = open(chain, undefined, {
      transport: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:50001')),
    });
    await expect(source.tip()).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
