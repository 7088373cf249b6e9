import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import type { ChainSource } from '../../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context, Profile } from '../../../src/rpc/context.ts';
import { helpList, usageLine } from '../../../src/rpc/help-text.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { openRpcDocument } from '../../../src/rpc/openrpc.ts';
import { toPlain } from '../../../src/rpc/plain.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { witnessTransactionId } from '../../../src/transaction/txid.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { besideChain, payTo } from '../../support/chains/wallet-beside-chain.ts';
import { loadWorld } from '../../support/chains/world.ts';
import { harness } from '../../support/harness.ts';
import { readVector } from '../../support/paths.ts';

/** Members of an object: whether each is required, and its own members. */
type Members = { readonly [name: string]: readonly [boolean, Members | null] };

const recorded: {
  readonly help: readonly string[];
  readonly parameters: {
    readonly [method: string]: readonly [
      string,
      readonly (readonly [string, boolean, ...string[]])[],
    ];
  };
  readonly members: { readonly [method: string]: Members | null };
  readonly answers: readonly { method: string; params: string; result: string }[];
} = JSON.parse(readVector('found/node-facts.regtest.json'));

const bare = (profile: Profile): Context => ({
  network: networks.regtest,
  profile,
  secp256k1: kernelSecp256k1,
  now: () => 1_700_000_000,
});

/** Creates a chain whose node gives only the recorded answers of Bitcoin Core. */
function recordedNode(): ChainSource {
  return {
    ...createMemoryChain(consensusParams.regtest).source,
    ask: async (method, params) => {
      const asked = JSON.stringify(JSON.parse(params).filter((each: unknown) => each !== null));
      const found = recorded.answers.findLast((each) => {
        const given = JSON.stringify(JSON.parse(each.params));
        return each.method === method && asked.startsWith(given.slice(0, -1));
      });
      return found === undefined ? { code: -1, message: 'not recorded' } : { json: found.result };
    },
  };
}

const passedOn = recorded.answers.filter(
  ({ method }) => !['getblockcount', 'getbestblockhash'].includes(method),
);

describe('first calls of clients with a node', () => {
  test.each(passedOn)(
    '$method $params returns the answer of the node, digit for digit',
    async (each) => {
      const { post } = harness({ ...bare('core'), chain: recordedNode() });
      const { method, params } = each;
      const text = await post(`{"id":1,"method":"${method}","params":${params}}`);
      expect(text).toBe(`{"result":${each.result},"error":null,"id":1}\n`);
    },
  );

  test('an error of the node reaches the caller', async () => {
    const { refusal } = harness({ ...bare('core'), chain: recordedNode() });
    expect(await refusal('getblockhash', [7])).toMatchObject({ code: -1, message: 'not recorded' });
  });

  test('submitpackage reports only accepted transactions to wallets', async () => {
    const source = createMemoryChain(consensusParams.regtest).source;
    const verdicts = new Map<string, object>();
    const beside = besideChain({
      ...source,
      ask: async () => ({
        json: JSON.stringify({
          package_msg: 'transaction failed',
          'tx-results': Object.fromEntries(verdicts),
          'replaced-transactions': [],
        }),
      }),
    });
    await beside.call('createwallet', ['w']);
    const address = await beside.call('getnewaddress', []);
    const [good, bad] = [payTo(address, 5000n, 1), payTo(address, 7000n, 2)];
    const txid = (made: typeof good) => witnessTransactionId(made);
    verdicts.set(txid(good), { txid: txid(good), vsize: 100, fees: { base: 0.001 } });
    verdicts.set(txid(bad), { txid: txid(bad), error: 'min relay fee not met' });
    const texts = [good, bad].map((made) => encodeHex(encodeTransaction(made)));
    await beside.call('submitpackage', [texts]);
    expect(await beside.call('gettransaction', [txid(good)])).toMatchObject({ amount: 0.00005 });
    expect(await beside.refusal('gettransaction', [txid(bad)])).toMatchObject({ code: -5 });
  });
});

describe('first calls of clients without a node', () => {
  const { chain } = loadWorld('gbt');

  test.each(['default', 'core'] as const)('the newest block is known (%s)', async (profile) => {
    const { call, refusal } = harness({ ...bare(profile), chain: chain.source });
    const { hash, height } = await chain.source.tip();
    expect(await call('getblockcount')).toBe(height);
    expect(await call('getbestblockhash')).toBe(hash);
    expect(await call('getblockhash', [height])).toBe(hash);
    expect(await call('getblockhash', [0])).toBe(consensusParams.regtest.genesis.hash);
    for (const outside of [-1, height + 1]) {
      expect(await refusal('getblockhash', [outside])).toMatchObject({
        code: -8,
        message: 'Block height out of range',
      });
    }
  });

  test('a block that the source lacks is not made up', async () => {
    const source = { ...chain.source, headers: async () => [] };
    const { refusal } = harness({ ...bare('default'), chain: source });
    expect(await refusal('getblockhash', [1])).toMatchObject({
      code: -5,
      message: expect.stringContaining('not known here'),
    });
  });

  test('getblockchaininfo has what the source contains, says offline and has no chainwork', async () => {
    const { call } = harness({ ...bare('default'), chain: chain.source });
    const info = await call('getblockchaininfo');
    const { hash, height, time, mediantime } = await chain.source.tip();
    const core = recorded.answers.find(({ method }) => method === 'getblockchaininfo');
    const { bits, target, difficulty } = JSON.parse(core?.result ?? '{}');
    expect(info).toMatchObject({ blocks: height, headers: height, bestblockhash: hash });
    expect(info).toMatchObject({ chain: 'regtest', time, mediantime, bits, target, difficulty });
    expect(info).toMatchObject({ verificationprogress: 0, offline: true });
    expect(info).not.toHaveProperty('chainwork');
    expect(info).not.toHaveProperty('size_on_disk');
  });

  test('a newest block that is a day old makes getblockchaininfo warn that newer ones are missing', async () => {
    const { time } = await chain.source.tip();
    const at = async (now: number) => {
      const { call } = harness({ ...bare('default'), chain: chain.source, now: () => now });
      return (await call('getblockchaininfo')).initialblockdownload;
    };
    expect(await at(time + 86_400)).toBe(false);
    expect(await at(time + 86_401)).toBe(true);
  });

  test('getnetworkinfo describes coldsign: no network, no peers, no time of theirs', async () => {
    for (const context of [bare('default'), { ...bare('default'), chain: chain.source }]) {
      expect(await harness(context).call('getnetworkinfo')).toMatchObject({
        version: 319900,
        subversion: '/coldsign/',
        networkactive: false,
        connections: 0,
        networks: [],
        offline: true,
      });
    }
  });

  test('getpeerinfo has no peers', async () => {
    for (const context of [bare('default'), { ...bare('default'), chain: chain.source }]) {
      expect(await harness(context).call('getpeerinfo')).toEqual([]);
    }
  });

  test.each(['getnetworkinfo', 'getpeerinfo', 'getblockchaininfo'])(
    '%s fails with -profile=core',
    async (name) => {
      const { refusal } = harness({ ...bare('core'), chain: chain.source });
      expect(await refusal(name)).toMatchObject({
        code: -9,
        message: expect.stringContaining('needs a node'),
      });
    },
  );

  test.each([
    ['getblockcount', []],
    ['getbestblockhash', []],
    ['getblockhash', [0]],
    ['getblockchaininfo', []],
    ['getmempoolinfo', []],
    ['estimatesmartfee', [6]],
    ['submitpackage', [[encodeHex(encodeTransaction(loadedTransaction()))], 0, 21_000_000]],
  ] as const)('%s without a chain reports the missing chain', async (name, params) => {
    for (const profile of ['default', 'core'] as const) {
      expect(await harness(bare(profile)).refusal(name, params)).toMatchObject({
        code: -9,
        message: `${name} needs a chain to ask: a node or a snapshot`,
      });
    }
  });

  test('estimatesmartfee has the rate of the source in BTC/kvB, or says that there is none', async () => {
    const source = (feeRate: number): ChainSource => ({
      ...chain.source,
      estimateFee: async (target) => ({ feeRate, blocks: target }),
    });
    const asked = (feeRate: number) =>
      harness({ ...bare('core'), chain: source(feeRate) }).call('estimatesmartfee', [6]);
    expect(await asked(12.345)).toEqual({ feerate: 0.00012345, blocks: 6 });
    const errors = ['Insufficient data or no feerate found'];
    expect(await asked(0)).toEqual({ errors, blocks: 6 });
  });
});

/** Returns a transaction of a recorded mempool. */
function loadedTransaction() {
  return payTo('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 1n, 0);
}

describe('declarations compared with Bitcoin Core', () => {
  const document = toPlain(openRpcDocument(methods, '1', true)) as {
    readonly methods: readonly {
      readonly name: string;
      readonly params: readonly {
        name: string;
        required: boolean;
        'x-bitcoin-aliases'?: string[];
      }[];
      readonly result: { readonly schema: Schema };
      readonly 'x-bitcoin-category': string;
    }[];
  };
  const shared = document.methods.filter(({ name }) => recorded.parameters[name] !== undefined);
  /** Clients find setmocktime by the list of help; funding needs a wallet here. */
  const elsewhere = new Set(['fundrawtransaction', 'setmocktime']);

  test('every usage line of a method of Core is that of Core', () => {
    const lines = new Map(recorded.help.map((line) => [line.split(' ')[0], line]));
    const ours = methods.filter(({ name }) => lines.has(name));
    expect(ours.length).toBeGreaterThan(80);
    for (const method of ours) expect(usageLine(method)).toBe(lines.get(method.name));
  });

  test.each(shared)('$name has the category and the parameters of Core', (method) => {
    const [category, params] = recorded.parameters[method.name] ?? [];
    if (!elsewhere.has(method.name)) expect(method['x-bitcoin-category']).toBe(category);
    const declared = methods.find(({ name }) => name === method.name)?.params ?? [];
    const beyond = new Set(declared.flatMap((each) => (each.beyondCore ? [each.name] : [])));
    const cores = method.params.filter(({ name }) => !beyond.has(name));
    expect(
      cores.map((each) => [each.name, each.required, ...(each['x-bitcoin-aliases'] ?? [])]),
    ).toEqual(params);
  });

  test.each(Object.keys(recorded.members))('the result of %s has the members of Core', (name) => {
    const schema = document.methods.find((each) => each.name === name)?.result.schema;
    const ours = without(membersOf(schema), absentOffline);
    expect(ours).toEqual(without(recorded.members[name] ?? null, absentOffline));
  });

  test('help and the OpenRPC document list echo only if hidden methods are asked for', () => {
    expect(helpList(methods)).not.toMatch(/^echo/m);
    const listed = JSON.stringify(toPlain(openRpcDocument(methods, '1')));
    expect(listed).not.toContain('"echo"');
    expect(JSON.stringify(document)).toContain('"echo"');
  });
});

type Schema = {
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
};

/** Members that only our answers without a node have, or lack. */
const absentOffline = new Set([
  'offline',
  'chainwork',
  'size_on_disk',
  'pruned',
  'tx_send_rate',
  'inv_buckets',
]);

function membersOf(schema: Schema | undefined): Members | null {
  if (schema?.properties !== undefined) {
    const { properties, required = [] } = schema;
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [
        name,
        [required.includes(name), membersOf(each)] as const,
      ]),
    );
  }
  if (schema?.items !== undefined) return membersOf(schema.items);
  return typeof schema?.additionalProperties === 'object'
    ? membersOf(schema.additionalProperties)
    : null;
}

const without = (members: Members | null, names: ReadonlySet<string>): Members | null =>
  members && Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
