import { describe, expect, test } from 'vitest';
import { createEsploraSource, type EsploraOptions } from '../../src/servers/esplora.ts';
import { listCoins } from '../../src/servers/list-coins.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import {
  accountCoins,
  accountBranches as branches,
  accountChain as chain,
  firstPayment as first,
  incomingPayment as incoming,
  accountScript as script,
} from '../support/chains/account-chain.ts';
import type { IndexedChain } from '../support/chains/indexed-chain.ts';
import { mineChain, payment } from '../support/chains/mined-chain.ts';
import { bytesOf } from '../support/chains/world.ts';
import { createEsploraBridge, type EsploraAnswer } from '../support/nodes/esplora-bridge.ts';

type Change = (path: string, answer: EsploraAnswer) => EsploraAnswer | Promise<EsploraAnswer>;

/** A server of this chain, whose answers a test may change. */
function open(
  indexed: IndexedChain = chain,
  change: Change = (_, answer) => answer,
  options: Partial<EsploraOptions> = {},
) {
  const asked: string[] = [];
  const bridge = createEsploraBridge({
    chain: () => indexed,
    feeRates: async () => ({ 1: 12.5, 6: 3 }),
    broadcast: async (hex) => {
      if (hex.length > 400) throw new Error('{"code":-26,"message":"min relay fee not met"}');
      return transactionId(decodeTransaction(bytesOf(hex), { witness: true }) ?? first);
    },
  });
  const source = createEsploraSource({
    url: 'https://esplora.test/api/',
    network: 'regtest',
    async fetch(url, { method, body = '' }) {
      const path = url.replace('https://esplora.test/api', '');
      asked.push(`${method} ${path}`);
      const answer = await change(path, await bridge(method, path, body));
      return { status: answer.status, text: async () => answer.body };
    },
    ...options,
  });
  return { source, asked };
}

/** Changes every JSON answer to such a path. */
const changed =
  <T>(pattern: RegExp, edit: (value: T) => unknown): Change =>
  (path, answer) =>
    pattern.test(path)
      ? { ...answer, body: JSON.stringify(edit(JSON.parse(answer.body))) }
      : answer;

describe('an Esplora server', () => {
  test('gets no more requests once the signal of its source aborts', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const stop: Change = (path, answer) => {
      if (path.includes('/scripthash/')) controller.abort('enough');
      return answer;
    };
    const { source, asked } = open(chain, stop, { signal });
    const aborted = { code: 'ABORTED', cause: 'enough' };
    await expect(source.transactions([script(0, 0), script(0, 1)])).rejects.toMatchObject(aborted);
    const before = asked.length;
    await new Promise((done) => setTimeout(done));
    await expect(source.tip()).rejects.toMatchObject(aborted);
    expect(asked.length).toBe(before);
    expect(asked.filter((path) => path.includes('/merkle-proof'))).toEqual([]);
  });

  test('returns coins, which are proven down to the tip', async () => {
    const { coins, next } = await listCoins(open().source, branches);
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
    expect(asked.filter((path) => path.includes('/scripthash/'))).toHaveLength(40);
    expect(asked).toHaveLength(42);
  });

  test('is not asked again for a proof that it has given', async () => {
    const { source, asked } = open();
    await listCoins(source, branches);
    const proofs = () => asked.filter((path) => path.endsWith('merkle-proof')).length;
    expect(proofs()).toBe(2);
    await listCoins(source, branches);
    expect(proofs()).toBe(2);
  });

  test('returns all transactions of an address, page by page', async () => {
    const payments = Array.from({ length: 60 }, (_, i) => payment([[script(0, 0), BigInt(i + 1)]]));
    const spread = payments.map((each, i) => ({
      ...each,
      inputs: [{ ...each.inputs[0], prevout: { txid: 'ef'.repeat(32), vout: i } }],
    })) as typeof payments;
    const waiting = spread.slice(55);
    const { source, asked } = open(mineChain([spread.slice(0, 30), spread.slice(30, 55)], waiting));
    const { coins } = await listCoins(source, branches);
    expect(coins).toHaveLength(60);
    expect(asked.filter((path) => path.includes('/txs/chain'))).toHaveLength(3);
  });

  test('claims fee rates, and accepts transactions or gives the reason', async () => {
    const { source } = open();
    expect(await source.feeRates()).toEqual({ 1: 12.5, 6: 3 });
    expect(await source.broadcast(incoming)).toBe(transactionId(incoming));
    const large = payment(Array.from({ length: 9 }, (_, i) => [script(0, i), 5n] as const));
    await expect(source.broadcast(large)).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
      message: expect.stringContaining('min relay fee not met'),
    });
  });
});

type Tx = { vout: { value: number }[]; txid: string; status: Record<string, unknown> };
type Proof = { merkle: string[]; pos: number; block_height: number };
type BlockJson = Record<string, number | string>;

describe('a lying Esplora server', () => {
  const lies: readonly (readonly [name: string, code: string, change: Change])[] = [
    [
      'that says more about an amount than the transaction',
      'SOURCE_FALSE',
      changed<Tx[]>(/txs$/, (found) =>
        found.map((each) => ({ ...each, vout: each.vout.map((out) => ({ ...out, value: 9e6 })) })),
      ),
    ],
    [
      'that hands out a transaction under the id of another',
      'SOURCE_FALSE',
      changed<Tx[]>(/txs$/, (found) => found.map((each) => ({ ...each, txid: '12'.repeat(32) }))),
    ],
    [
      'with a false proof',
      'SOURCE_FALSE',
      changed<Proof>(/merkle-proof$/, (proof) => ({ ...proof, merkle: ['34'.repeat(32)] })),
    ],
    [
      'with a proof for another place',
      'SOURCE_FALSE',
      changed<Proof>(/merkle-proof$/, (proof) => ({ ...proof, pos: 3 })),
    ],
    [
      'with a header that has no work',
      'SOURCE_FALSE',
      changed<BlockJson>(/\/block\//, (block) => ({ ...block, bits: 0x1d00ffff })),
    ],
    [
      'with a header of its own for the merkle root that it needs',
      'SOURCE_FALSE',
      changed<BlockJson>(/\/block\//, (block) => ({ ...block, merkle_root: '56'.repeat(32) })),
    ],
    [
      'that says a block lies deeper than its proof does',
      'SOURCE_FALSE',
      changed<Tx[]>(/txs$/, (found) =>
        found.map((each) => ({ ...each, status: { ...each.status, block_height: 1 } })),
      ),
    ],
    [
      'that says that what waits is in a block',
      'SOURCE_FALSE',
      changed<Tx[]>(/txs$/, (found) =>
        found.map((each) => ({
          ...each,
          status: { confirmed: true, block_height: 2, block_hash: chain.hashes[2] },
        })),
      ),
    ],
    [
      'that puts a block into the chain twice',
      'SOURCE_FALSE',
      changed<BlockJson[]>(/\/blocks\/\d/, (blocks) =>
        blocks.map((block, i) => ({ ...block, ...(i === 1 && { ...blocks[0], height: 4 }) })),
      ),
    ],
    [
      'of another chain',
      'SOURCE_OTHER_CHAIN',
      (path, answer) =>
        path === '/block-height/0' ? { ...answer, body: 'ab'.repeat(32) } : answer,
    ],
    [
      'that answers with a page of HTML',
      'SOURCE_NONSENSE',
      (path, answer) =>
        path.startsWith('/scripthash') ? { ...answer, body: '<html>Moved</html>' } : answer,
    ],
    [
      'that answers with other JSON',
      'SOURCE_NONSENSE',
      changed<Tx[]>(/txs$/, () => [{ vin: 'none' }]),
    ],
    [
      'that has enough of questions',
      'SOURCE_REFUSED',
      (path, answer) =>
        path.startsWith('/scripthash') ? { status: 429, body: 'Too Many\x1b[2J Requests' } : answer,
    ],
    [
      'that answers more than anybody needs',
      'SOURCE_TOO_LARGE',
      (path, answer) =>
        path.startsWith('/scripthash') ? { ...answer, body: ' '.repeat(20_000_001) } : answer,
    ],
  ];

  test.each(lies)('%s is detected', async (_, code, change) => {
    const { source } = open(chain, change);
    const failure = await listCoins(source, branches).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code, hint: expect.stringMatching(/\w/) });
    expect(String(failure)).not.toMatch(/\p{C}/u);
  });

  test('is caught with an absurd fee rate', async () => {
    const { source } = open(
      chain,
      changed(/fee-estimates/, () => ({ 1: 4000 })),
    );
    await expect(source.feeRates()).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
  });

  test('is caught with another id for an accepted transaction', async () => {
    const { source } = open(chain, (path, answer) =>
      path === '/tx' ? { ...answer, body: 'ab'.repeat(32) } : answer,
    );
    await expect(source.broadcast(incoming)).rejects.toMatchObject({ code: 'SOURCE_FALSE' });
  });
});

describe('an unreachable Esplora server', () => {
  test("is reported with the system's message", async () => {
    const fetch = () =>
      Promise.reject(
        Object.assign(new TypeError('fetch failed'), { cause: new Error('connect ECONNREFUSED') }),
      );
    const { source } = open(chain, undefined, { fetch });
    await expect(source.tip()).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: 'esplora.test: connect ECONNREFUSED',
    });
  });

  test('is given up when the time is over', async () => {
    const { source } = open(chain, () => new Promise(() => {}), {
      timeout: 5000,
      setTimeout: (run, milliseconds) => {
        expect(milliseconds).toBe(5000);
        run();
      },
    });
    await expect(source.tip()).rejects.toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: 'esplora.test: no answer in 5 s',
    });
  });

  test('is asked again afterwards', async () => {
    let broken = true;
    const { source } = open(chain, (_, answer) => (broken ? { status: 502, body: '' } : answer));
    await expect(source.tip()).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
    broken = false;
    expect((await source.tip()).height).toBe(5);
  });
});
