import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../../src/chain/block-codec.ts';
import { type ConsensusParams, consensusParams } from '../../../src/chain/consensus.ts';
import type { ChainSource, ChainTip, MempoolEntry } from '../../../src/chain/source.ts';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createTemplateCache } from '../../../src/mining/mining.ts';
import { defaultMiningOptions, type MiningOptions } from '../../../src/mining/options.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { Op } from '../../../src/script/opcodes.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { bytesOf, loadWorld, type World } from '../../support/chains/world.ts';
import { openLock, type Spendable, spend } from '../../support/generate/mempool.ts';
import { harness } from '../../support/harness.ts';

type Setting = {
  readonly chain?: Partial<ChainSource>;
  readonly params?: ConsensusParams;
  readonly options?: Partial<MiningOptions>;
  readonly now?: () => number;
  readonly network?: keyof typeof networks;
};

function attach(source: ChainSource | undefined, setting: Setting = {}) {
  const {
    network = 'regtest',
    params = consensusParams[network],
    now = () => 1_700_072_600,
  } = setting;
  const context: Context = {
    network: networks[network],
    profile: 'core',
    secp256k1: nobleSecp256k1,
    ...(source === undefined ? {} : { chain: { ...source, ...setting.chain } }),
    mining: {
      options: { ...defaultMiningOptions, ...setting.options },
      params,
      cache: createTemplateCache(),
    },
    now,
    reportBug: (error) => {
      throw error;
    },
  };
  const { ask } = harness(context);
  return async (request: unknown = { rules: ['segwit'] }) => {
    const { result, error } = await ask('getblocktemplate', [request]);
    return error ?? result;
  };
}

function openCoins(world: World): Spendable[] {
  return world.file.coins
    .filter(([, , , coinbase, script]) => !coinbase && script === encodeHex(openLock.scriptPubKey))
    .map(([txid, vout, , , , satoshis]) => ({
      outPoint: { txid, vout },
      value: BigInt(satoshis),
      lock: openLock,
    }));
}

/**
 * Makes a world with two transactions in its mempool, the second spending the first, and a view of
 * it to change.
 */
async function tampered(
  change: (entries: MempoolEntry[], coins: Spendable[]) => readonly MempoolEntry[],
) {
  const world = loadWorld('gbt');
  const coins = openCoins(world);
  const first = spend(coins.slice(0, 1), { feeRate: 5, outputs: [openLock] });
  world.chain.submit(first.transaction);
  world.chain.submit(spend(first.outputs, { feeRate: 10, outputs: [openLock] }).transaction);
  const { source } = world.chain;
  const view = await source.mempool();
  const entries = change([...view.entries], coins);
  return attach(source, { chain: { mempool: async () => ({ ...view, entries }) } })();
}

/** Returns the chain's mempool entry for a transaction. */
function entryOf(transaction: Transaction): MempoolEntry {
  const entry = loadWorld('gbt').chain.submit(transaction);
  if (entry === undefined) throw new Error('the transaction spends coins of the world');
  return entry;
}

describe('a faulty mempool view', () => {
  test('fees and sigops are computed from the coins if the source lacks them', async () => {
    const known = await tampered((entries) => entries);
    const found = await tampered((entries) =>
      entries.map((entry) => ({ ...entry, fee: undefined, sigopCost: undefined })),
    );
    expect(found).toEqual(known);
    expect(found.transactions).toHaveLength(2);
  });

  test('the fee of a transaction whose parent is missing cannot be found', async () => {
    const answer = await tampered((entries) =>
      entries.slice(1).map((each) => ({ ...each, fee: undefined })),
    );
    expect(answer.code).toBe(-1);
    expect(answer.message).toMatch(
      /^Mempool transaction [0-9a-f]{64} spends a coin that is not known$/,
    );
  });

  test('a missing parent is refused', async () => {
    expect(await tampered((entries) => entries.slice(1))).toEqual({
      code: -1,
      message: 'TestBlockValidity failed: bad-txns-inputs-missingorspent',
    });
  });

  test('a double spend is refused', async () => {
    const answer = await tampered((entries, coins) => [
      ...entries,
      entryOf(spend(coins.slice(0, 1), { feeRate: 20, outputs: [openLock, openLock] }).transaction),
    ]);
    expect(answer.message).toBe('TestBlockValidity failed: bad-txns-inputs-missingorspent');
  });

  test.each([
    ['too high', 1n, 'TestBlockValidity failed: bad-cb-amount'],
    ['too low', -1n, 'The fees of the mempool view are not those of its coins'],
  ])('a fee that is %s is refused', async (_, change, message) => {
    const answer = await tampered((entries) =>
      entries.map((entry) => ({ ...entry, fee: (entry.fee ?? 0n) + change })),
    );
    expect(answer).toEqual({ code: -1, message });
  });

  test('false sigops are refused', async () => {
    const answer = await tampered((entries) =>
      entries.map((entry) => ({ ...entry, sigopCost: 4 })),
    );
    expect(answer.message).toBe('The sigop costs of the mempool view are not those of its coins');
  });

  test.each([
    ['txid', { txid: '44'.repeat(32) }],
    ['wtxid', { wtxid: '44'.repeat(32) }],
    ['weight', { weight: 400 }],
  ])("a %s that is another transaction's", async (_, change) => {
    const answer = await tampered((entries) =>
      entries.slice(0, 1).map((each) => ({ ...each, ...change })),
    );
    expect(answer.message).toBe(
      'The mempool view has transactions under names or weights that are not theirs',
    );
  });

  test('a failing script is refused if no node has run it', async () => {
    const broken = { ...openLock, witness: [Uint8Array.of(Op.OP_0)] };
    const answer = await tampered((_, coins) => {
      const [coin] = coins.map((each) => ({ ...each, lock: broken }));
      return coin === undefined
        ? []
        : [entryOf(spend([coin], { feeRate: 2, outputs: [openLock] }).transaction)];
    });
    expect(answer.message).toBe(
      'TestBlockValidity failed: block-script-verify-flag-failed (Witness program hash mismatch)',
    );
  });

  test('counts a repeated entry once', async () => {
    const answer = await tampered((entries) => [...entries, ...entries]);
    expect(answer.transactions).toHaveLength(2);
  });

  test('a view on top of another tip is stale', async () => {
    const { source } = loadWorld('gbt').chain;
    const view = { ...(await source.mempool()), tipHash: '11'.repeat(32) };
    const answer = await attach(source, { chain: { mempool: async () => view } })();
    expect(answer.code).toBe(-1);
    expect(answer.message).toBe(
      `The mempool was seen on top of ${view.tipHash}, the tip is ${(await source.tip()).hash}`,
    );
  });

  test('a chain that advances during reading is read again', async () => {
    const { source } = loadWorld('gbt').chain;
    const tip = await source.tip();
    let looks = 0;
    const moving = async (): Promise<ChainTip> =>
      ++looks < 4 ? { ...tip, hash: `${looks}`.repeat(64) } : tip;
    const answer = await attach(source, { chain: { tip: moving } })();
    expect(answer.previousblockhash).toBe(tip.hash);
  });
});

test('no request and no block causes an internal error', async () => {
  const world = loadWorld('gbt');
  const ask = attach(world.chain.source);
  const member = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('template', 'proposal', ['segwit'], '1'.repeat(65)),
  );
  const request = fc.record(
    { mode: member, rules: member, longpollid: member, data: member },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(request, async (value) => {
      expect((await ask(value))?.message).not.toBe('Internal bug detected');
    }),
  );
  const bytes = bytesOf(world.file.blocks.at(-1) ?? '');
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, byte) => {
      const data = bytes.slice();
      data[at] = byte;
      // On top of the tip, so that more than the header is checked.
      data.set(hashBytes(world.file.tip.hash), 4);
      await ask({ mode: 'proposal', data: encodeHex(data) });
    }),
  );
});

describe('the chain', () => {
  test('a missing chain is refused', async () => {
    expect(await attach(undefined)()).toEqual({
      code: -9,
      message: 'getblocktemplate needs a chain to ask: a node or a snapshot',
    });
  });

  test('the request is checked before the chain is asked', async () => {
    const ask = attach(undefined);
    expect(await ask({ mode: 'foo' })).toEqual({ code: -8, message: 'Invalid mode' });
    expect(await ask({ mode: 'proposal', data: '00' })).toEqual({
      code: -22,
      message: 'Block decode failed',
    });
  });

  test('an unreachable chain is reported', async () => {
    const { source } = loadWorld('gbt-0').chain;
    const tip = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await attach(source, { chain: { tip } })()).toEqual({
      code: -9,
      message: 'The chain cannot be asked: connect ECONNREFUSED',
    });
  });

  test('a chain with too few headers is refused', async () => {
    const { source } = loadWorld('gbt').chain;
    const headers = async (from: number, count: number) =>
      from < 50 ? [] : source.headers(from, count);
    expect(await attach(source, { chain: { headers } })()).toEqual({
      code: -1,
      message: 'The chain source does not know the headers from height 0 to 120',
    });
    // Without a deployment whose state depends on the past, eleven headers are enough.
    const params = { ...consensusParams.regtest, deployments: [] };
    const answer = await attach(source, { chain: { headers }, params })();
    expect(answer.height).toBe(121);
  });

  test.each([
    [0, false, -9, 'Bitcoin Core is not connected!'],
    [8, true, -10, 'Bitcoin Core is in initial sync and waiting for blocks...'],
  ])('main with %i connections', async (connections, initialBlockDownload, code, message) => {
    const { source } = createMemoryChain(consensusParams.main);
    const peers = async () => ({ connections, initialBlockDownload });
    const ask = attach(source, { chain: { peers }, network: 'main' });
    expect(await ask()).toEqual({ code, message });
    expect(await ask({ mode: 'submit' })).toEqual({ code: -8, message: 'Invalid mode' });
    expect(await ask({})).toEqual({ code, message });
  });
});

describe('networks at height 1', () => {
  const now = () => 1_750_000_000;
  const first = (network: 'main' | 'test' | 'testnet4' | 'signet', request?: unknown) =>
    attach(createMemoryChain(consensusParams[network]).source, { network, now })(request);

  test('main and testnet3 have no segwit yet', async () => {
    const frame = {
      rules: ['csv'],
      sigoplimit: 20000,
      sizelimit: 1000000,
      bits: '1d00ffff',
      height: 1,
    };
    for (const network of ['main', 'test'] as const) {
      const answer = await first(network);
      expect(answer).toMatchObject(frame);
      expect(answer).not.toHaveProperty('weightlimit');
      expect(answer.default_witness_commitment).toMatch(/^6a24aa21a9ed/);
    }
  });

  test('signet has its own rule and challenge', async () => {
    const answer = await first('signet', { rules: ['segwit', 'signet'] });
    expect(answer).toMatchObject({
      rules: ['csv', '!segwit', 'taproot', '!signet'],
      bits: '1e0377ae',
      target: `00000377ae${'0'.repeat(54)}`,
    });
    expect(answer.signet_challenge).toMatch(/^5121.*52ae$/);
    expect(Object.keys(answer).slice(-3)).toEqual([
      'height',
      'signet_challenge',
      'default_witness_commitment',
    ]);
    const missing =
      'getblocktemplate must be called with the signet rule set (call with {"rules": ["segwit", "signet"]})';
    expect(await first('signet')).toEqual({ code: -8, message: missing });
    expect((await first('signet', { rules: ['signet'] })).message).toMatch(/the segwit rule set/);
  });

  test('testnet4', async () => {
    expect(await first('testnet4')).toMatchObject({
      rules: ['csv', '!segwit', 'taproot'],
      bits: '1d00ffff',
    });
  });
});

describe('deployments that miners must support', () => {
  const { source } = loadWorld('gbt-149').chain;
  const withFork = (change: Partial<ConsensusParams['deployments'][number]>) => {
    const deployments = consensusParams.regtest.deployments.map((each) => ({
      ...each,
      name: 'fork',
      optional: false,
      ...change,
    }));
    return attach(source, {
      params: { ...consensusParams.regtest, deployments },
      now: () => 1_700_090_000,
    });
  };

  test('started: the bit is only set for miners that support it', async () => {
    const ask = withFork({});
    expect(await ask()).toMatchObject({ version: 0x20000000, vbavailable: { '!fork': 28 } });
    expect(await ask({ rules: ['segwit', 'fork'] })).toMatchObject({ version: 0x30000000 });
  });

  test('active: miners without support get no template', async () => {
    const ask = withFork({ startTime: -1 });
    expect(await ask()).toEqual({
      code: -8,
      message: "Support for 'fork' rule requires explicit client support",
    });
    expect((await ask({ rules: ['segwit', 'fork'] })).rules).toContain('!fork');
  });
});

describe('long polling', () => {
  const id = (hash: string, updates: number) => ({
    rules: ['segwit'],
    longpollid: `${hash}${updates}`,
  });

  async function poll(answers: readonly (ChainTip | undefined)[], counters: readonly number[]) {
    const { source } = loadWorld('gbt').chain;
    const tip = await source.tip();
    const waits: number[] = [];
    const looks = [...counters];
    const waitForTip = async (hash: string, milliseconds: number) => {
      expect(hash).toBe(tip.hash);
      waits.push(milliseconds);
      return answers.length < waits.length ? tip : answers[waits.length - 1];
    };
    const mempoolUpdates = async () => looks.shift() ?? 121;
    const answer = await attach(source, { chain: { waitForTip, mempoolUpdates } })(
      id(tip.hash, 121),
    );
    return { answer, waits };
  }

  test('the mempool is checked after a minute, then every ten seconds', async () => {
    const { answer, waits } = await poll([], [121, 121, 122]);
    expect(waits).toEqual([60_000, 10_000, 10_000]);
    expect(answer.height).toBe(121);
  });

  test('a new tip answers at once', async () => {
    const tip = await loadWorld('gbt').chain.source.tip();
    const { waits } = await poll([{ ...tip, hash: '22'.repeat(32) }], []);
    expect(waits).toEqual([60_000]);
  });

  test('the end of the program ends the wait', async () => {
    const { answer } = await poll([undefined], []);
    expect(answer).toEqual({ code: -9, message: 'Shutting down' });
  });

  test('an id of another tip does not wait, and is checked before the rules', async () => {
    const { source } = loadWorld('gbt').chain;
    const ask = attach(source);
    expect((await ask(id('33'.repeat(32), 5))).height).toBe(121);
    expect((await ask({ longpollid: 'x' })).message).toBe(
      "longpollid must be of length 64 (not 1, for 'x')",
    );
    expect((await ask({ longpollid: '33'.repeat(32) })).message).toMatch(/the segwit rule set/);
  });

  // Answers of Core (b88bffe550a3), except the byte of a split character, which is not text.
  test('an id is cut after 64 bytes, not characters', async () => {
    const ask = attach(loadWorld('gbt').chain.source);
    const zeros = (count: number) => '0'.repeat(count);
    expect((await ask({ longpollid: `${zeros(62)}é0` })).message).toBe(
      `longpollid must be hexadecimal string (not '${zeros(62)}é')`,
    );
    expect((await ask({ longpollid: `${zeros(63)}é` })).message).toBe(
      `longpollid must be hexadecimal string (not '${zeros(63)}?')`,
    );
    expect((await ask(id(`${'33'.repeat(32)}é`, 5))).height).toBe(121);
  });

  test('ends at once if nothing can change', async () => {
    const { source } = loadWorld('gbt').chain;
    const { hash } = await source.tip();
    expect(await attach(source)(id(hash, 121))).toEqual({
      code: -1,
      message: 'Long polling needs a chain that can change',
    });
  });
});

test('within one template the time never goes back', async () => {
  let clock = 1_700_080_000;
  const ask = attach(loadWorld('gbt').chain.source, { now: () => clock });
  expect((await ask()).curtime).toBe(clock);
  clock += 100;
  expect((await ask()).curtime).toBe(clock);
  clock -= 50_000;
  expect((await ask()).curtime).toBe(1_700_080_000);
});

test('a clock more than two hours behind the chain makes no template', async () => {
  const { source } = loadWorld('gbt').chain;
  expect(await attach(source, { now: () => 1_700_061_800 })()).toEqual({
    code: -1,
    message: 'TestBlockValidity failed: time-too-new, block timestamp too far in the future',
  });
  expect((await attach(source, { now: () => 1_700_061_801 })()).curtime).toBe(1_700_069_001);
});

test.each(['valid', 'invalid', 'unvalidated'] as const)(
  'a block that is known as %s',
  async (status) => {
    const { source } = loadWorld('gbt').chain;
    const data = loadWorld('gbt').file.blocks[0];
    const ask = attach(source, { chain: { blockStatus: async () => status } });
    const expected = {
      valid: 'duplicate',
      invalid: 'duplicate-invalid',
      unvalidated: 'duplicate-inconclusive',
    };
    expect(await ask({ mode: 'proposal', data })).toBe(expected[status]);
  },
);
