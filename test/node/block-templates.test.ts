import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockHex, blockOf, type TemplateJson } from '../support/chains/miner.ts';
import { type MiningNode, startMiningNode } from '../support/chains/mining-node.ts';
import { openLock, randomFamily, type Shape } from '../support/generate/mempool.ts';
import { changes } from '../support/generate/proposal.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';

const segwit = { rules: ['segwit'] };

function feesOf({ transactions }: TemplateJson): number {
  return transactions.reduce((total, { fee }) => total + fee, 0);
}

function sigopsOf({ transactions }: TemplateJson): number {
  return transactions.reduce((total, { sigops }) => total + sigops, 0);
}

/**
 * Returns the parts of a template other than its transactions, which two programs may choose
 * differently.
 */
function frameOf(template: TemplateJson) {
  const { transactions, coinbasevalue, longpollid, default_witness_commitment, ...frame } =
    template;
  return frame;
}

async function fillMempool(node: MiningNode, random: Random, families: number, shape?: Shape) {
  const list = Array.from({ length: families }, () => randomFamily(random, node.take, shape));
  await node.send(list.flat());
  await node.passTime(10);
}

/** Returns both templates of the same mempool, after checking that ours is valid. */
async function compare(node: MiningNode): Promise<{ ours: TemplateJson; theirs: TemplateJson }> {
  const theirs = (await node.theirs(segwit)) as TemplateJson;
  const ours = (await node.ours(segwit)) as TemplateJson;
  expect(frameOf(ours)).toEqual(frameOf(theirs));
  expect(feesOf(ours)).toBeGreaterThanOrEqual(feesOf(theirs));
  expect(ours.coinbasevalue - feesOf(ours)).toBe(theirs.coinbasevalue - feesOf(theirs));
  return { ours, theirs };
}

describe('templates for a real node', () => {
  let node: MiningNode;
  beforeAll(async () => {
    node = await startMiningNode();
  });
  afterAll(() => node.stop());

  test('100 random mempools: at least the fees of the node, which accepts every block', async () => {
    const random = createRandom(seedOfRun());
    let transactions = 0;
    for (let round = 0; round < 100; round++) {
      await fillMempool(node, random, 1 + random.int(8));
      const { ours, theirs } = await compare(node);
      // All transactions fit into the block, so both templates have the same ones, in any order.
      const facts = ({ transactions }: TemplateJson) =>
        transactions
          .map(({ depends, ...entry }) => ({ ...entry, depends: depends.length }))
          .sort((a, b) => (a.txid < b.txid ? -1 : 1));
      expect(facts(ours)).toEqual(facts(theirs));
      const proposal = { mode: 'proposal', data: blockHex(blockOf(ours, openLock.scriptPubKey)) };
      expect(await node.ours(proposal)).toBe(null);
      expect(await node.theirs(proposal)).toBe(null);
      await node.mine();
      transactions += ours.transactions.length;
    }
    expect(transactions).toBeGreaterThan(500);
  });

  test('a mempool with more signature operations than a block may have', async () => {
    const random = createRandom(seedOfRun());
    for (let round = 0; round < 5; round++) {
      await fillMempool(node, random, 8, 'heavy');
      await fillMempool(node, random, 10);
      const { ours } = await compare(node);
      expect(sigopsOf(ours)).toBeGreaterThan(60_000);
      expect(sigopsOf(ours)).toBeLessThanOrEqual(80_000);
      await node.mine();
    }
    while (((await node.theirs(segwit)) as TemplateJson).transactions.length > 0) {
      await node.mine();
      await node.passTime(10);
    }
  });

  test('proposals get the errors of the node', async () => {
    const random = createRandom(seedOfRun());
    const seen = new Set<unknown>();
    for (let round = 0; round < 4; round++) {
      await fillMempool(node, random, 6);
      const template = (await node.ours(segwit)) as TemplateJson;
      const block = blockOf(template, openLock.scriptPubKey);
      for (const { name, apply } of changes) {
        const proposal = { mode: 'proposal', data: blockHex(apply(block, random)) };
        const [ours, theirs] = await Promise.all([
          node.ours(proposal).catch(String),
          node.theirs(proposal).catch((error) =>
            String(error)
              .replace('getblocktemplate: ', '')
              .replace(/ \(-22\)$/, ''),
          ),
        ]);
        // Our target release has a different word for this error.
        const words =
          typeof theirs === 'string' ? theirs.replace(/^mandatory-script/, 'block-script') : theirs;
        expect({ name, verdict: ours }).toEqual({ name, verdict: words });
        seen.add(ours);
      }
      await node.mine();
    }
    console.log([...seen].sort().join('\n'));
    expect(seen.size).toBeGreaterThan(30);
  });
});

describe.each([40_000, 100_000])('a limited weight of %i', (blockMaxWeight) => {
  let node: MiningNode;
  beforeAll(async () => {
    node = await startMiningNode({ blockMaxWeight }, `-blockmaxweight=${blockMaxWeight}`);
  });
  afterAll(() => node.stop());

  test('the fees are at least those of the node', async () => {
    const random = createRandom(seedOfRun());
    for (let round = 0; round < 40; round++) {
      await fillMempool(node, random, 1 + random.int(25));
      await compare(node);
      await node.mine();
    }
  });
});
