import { describe, expect, test } from 'vitest';
import type { CoinBackend, ScriptBranches } from '../../src/servers/coin-source.ts';
import { createCoinSource } from '../../src/servers/create-coin-source.ts';
import { listCoins } from '../../src/servers/list-coins.ts';
import {
  accountBranches as branches,
  accountChain as chain,
  accountScript as script,
} from '../support/chains/account-chain.ts';
import type { IndexedChain } from '../support/chains/indexed-chain.ts';
import { mineChain } from '../support/chains/mined-chain.ts';

/** The transactions of a backend, each with its proof. */
function honest({
  headers,
  hashes,
  history,
  merkle,
}: IndexedChain): CoinBackend & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    tip: async () => ({
      height: headers.length - 1,
      hash: hashes[hashes.length - 1] ?? '',
      header: headers[headers.length - 1] ?? '',
    }),
    async transactions(scripts) {
      asked.push(scripts.length);
      return scripts
        .flatMap(({ sha256 }) => history(sha256))
        .map(({ txid, hex, height }) => {
          const proof = merkle(txid);
          if (height === undefined || proof === undefined) return { txid, hex };
          return { txid, hex, height, proof: { ...proof, header: headers[height] ?? '' } };
        });
    },
    headers: async (from, count) => headers.slice(from, from + count),
    feeRates: async () => ({ 1: 12.5, 6: 3, 144: -1 }),
  };
}

const open = (backend: CoinBackend) => createCoinSource(backend, { network: 'regtest' });

describe('an account is looked for', () => {
  test("works with an app's own backend of ten lines, whose answers count as claims", async () => {
    const { history, hashes } = chain;
    const source = createCoinSource(
      {
        tip: async () => ({ height: 5, hash: hashes[5] ?? '' }),
        transactions: async (scripts) =>
          scripts
            .flatMap(({ sha256 }) => history(sha256))
            .map(({ hex, height }) => ({ hex, ...(height && { height }) })),
        feeRates: async () => ({ 1: 12.5, 6: 3 }),
      },
      { network: 'regtest' },
    );
    const { coins, next, claims } = await listCoins(source, branches);
    expect(
      coins.map(({ value: amount, branch, index, block }) => [amount, branch, index, block]),
    ).toMatchObject([
      [20_000n, 0, 3, { height: 2, evidence: 'claim' }],
      [69_000n, 1, 0, { height: 4, evidence: 'claim' }],
      [5000n, 0, 4, undefined],
    ]);
    expect(next).toEqual([5, 1]);
    expect(claims).toEqual([
      'Only the source confirms that no coin is missing or spent elsewhere',
      'Only the source confirms that block 5 is the newest',
      '1 coin is unconfirmed, which only the source reports',
      '2 coins are in a block, which only the source confirms',
    ]);
    expect(await source.feeRates()).toEqual({ 1: 12.5, 6: 3 });
  });

  test('reports proofs as proofs, down to the tip', async () => {
    const { coins, claims } = await listCoins(open(honest(chain)), branches);
    expect(coins.map(({ block }) => block)).toMatchObject([
      { height: 2, hash: chain.hashes[2], time: 1296689802, index: 1, evidence: 'chain' },
      { height: 4, hash: chain.hashes[4], time: 1296691002, index: 1, evidence: 'chain' },
      undefined,
    ]);
    expect(claims).toHaveLength(3);
  });

  test('needs two gap limits of requests if it is fresh', async () => {
    const backend = honest(mineChain([[]]));
    expect((await listCoins(open(backend), branches)).coins).toEqual([]);
    expect(backend.asked).toEqual([40]);
  });

  test('searches up to the gap limit after the last used position, and no further', async () => {
    const backend = honest(chain);
    await listCoins(open(backend), branches);
    expect(backend.asked).toEqual([40, 5 + 1]);
  });

  test('stops at a limit of scripts if a server pays every one', async () => {
    const backend: CoinBackend = {
      ...honest(chain),
      transactions: async (scripts) =>
        scripts.map(({ scriptPubKey, sha256 }) => ({
          hex: `0200000001${sha256}00000000000000000001e803000000000000${(scriptPubKey.length / 2)
            .toString(16)
            .padStart(2, '0')}${scriptPubKey}00000000`,
        })),
    };
    const endless: ScriptBranches = [(index) => [Uint8Array.of(0x51, index >> 8, index & 255)]];
    await expect(listCoins(open(backend), endless, { gapLimit: 1000 })).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
    });
  });

  test('works with coinbases, all of which spend the same null outpoint', async () => {
    const mined = mineChain([[], []], [], script(0, 0));
    const { coins } = await listCoins(open(honest(mined)), branches);
    expect(coins.map(({ coinbase, block }) => [coinbase, block?.index])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });
});
