import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient } from '../../src/adapters/chain/node/client.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { casesOfRun, createTally } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { TEST_XPRV, TEST_XPUB } from '../support/generate/wallet.ts';
import { type Harness, harness, type Reply } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { nodeHarness } from '../support/nodes/node-client.ts';

/**
 * Sends right and wrong calls of the methods around payments to the node and to us over the node's
 * chain, and compares answers and error messages.
 */
const seed = seedOfRun();
const REQUESTS = casesOfRun(1500);
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;
const KEYS = [
  'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  'cUeKHd5orzT3mz8P9pxyREHfsWtVfgsfDjiZZBcjUBAaGk1BTj7N',
  '91avARGdfge8E4tZfYLoxeJ5sGBdNJQH4kvjJoQFacbgwmaKkrx',
] as const;
const words = ['', 'm', 'ä\u{1f600}', 'line\nline', 'x'.repeat(300)] as const;

let node: RealNode;
let ours: Harness;
type List<T> = readonly [T, ...T[]];

/** Facts that requests refer to. */
const told = {
  addresses: ['bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'] as [string, ...string[]],
  /** Core signs messages only for these. */
  legacy: ['mpLQjfK79b7CCV4VMJWEWAj5Mpx8Up5zxB'] as [string, ...string[]],
  signed: [] as { readonly address: string; readonly signature: string; readonly text: string }[],
  /** Payments to the wallet, with their proofs. */
  proven: [] as { readonly txid: string; readonly hex: string; readonly proof: string }[],
};

beforeAll(async () => {
  node = await startNode('-changetype=bech32');
  const { origin, username, password } = new URL(node.url);
  const client = createNodeClient({ url: origin, login: { user: username, password } });
  ours = harness(
    liveContext(
      client,
      createMemoryHost({
        changeType: 'bech32',
        fallbackFeeRate: 20,
        removesPrunedFunds: true,
      }),
      seed,
    ),
  );
  await call('createwallet', ['funds']);
  await call('generatetoaddress', [110, await call('getnewaddress', [], 'funds')]);
  for (const name of ['keys', 'watches', 'poor']) await createPair(name);
  for (let i = 0; i < 6; i++) await prove();
}, 300_000);

afterAll(() => node.stop());

const { ask: askNode, call } = nodeHarness(() => node.url);

async function createPair(name: string): Promise<void> {
  const watches = name === 'watches';
  const key = watches ? TEST_XPUB : TEST_XPRV;
  await call('createwallet', [name, watches, true]);
  await ours.ask('createwallet', [name, watches, true]);
  const account = name === 'poor' ? 9 : 0;
  const ranges = [
    `pkh(${key}/${account}/<0;1>/*)`,
    `sh(wpkh(${key}/${account}/1/<0;1>/*))`,
    `wpkh(${key}/${account}/2/<0;1>/*)`,
    `tr(${key}/${account}/3/<0;1>/*)`,
  ].map((desc) => ({ desc: addChecksum(desc), timestamp: 'now', active: true, range: [0, 20] }));
  const single = watches ? [] : [{ desc: addChecksum(`pkh(${KEYS[0]})`), timestamp: 'now' }];
  const theirs = await call('importdescriptors', [[...ranges, ...single]], name);
  expect((await ours.ask('importdescriptors', [[...ranges, ...single]], name)).result).toEqual(
    theirs,
  );
  for (const type of addressTypes) {
    const address = await call<string>('getnewaddress', ['', type], name);
    expect((await ours.ask('getnewaddress', ['', type], name)).result).toBe(address);
    told.addresses.push(address);
    if (type === 'legacy') told.legacy.push(address);
  }
}

/** Mines a payment to a foreign address, and records its proof. */
async function prove(): Promise<void> {
  const to = told.addresses[told.proven.length + 1];
  const txid = await call<string>('sendtoaddress', [to, 0.1], 'funds');
  const [block] = await call<[string]>('generatetodescriptor', [1, 'raw(51)']);
  const hex = await call<string>('getrawtransaction', [txid]);
  told.proven.push({ txid, hex, proof: await call('gettxoutproof', [[txid], block]) });
}

type Call = readonly [method: string, params: readonly unknown[]];
type Make = (random: Random) => Call;

const anyOf = <T>(random: Random, list: readonly T[]): T => random.pick(list as List<T>);
const flag = (random: Random) => random.oneIn(2);

/** Calls on keys, messages and proofs, whose answers are deterministic. */
const exact: readonly [Make, ...Make[]] = [
  (random) => ['signmessage', [random.pick(told.legacy), random.pick(words)]],
  (random) => ['signmessagewithprivkey', [random.pick(KEYS), random.pick(words)]],
  (random) => {
    const { address, signature, text } = anyOf(random, told.signed) ?? {};
    const given = random.oneIn(4) ? random.pick(told.legacy) : address;
    const kept = random.oneIn(4) ? signature?.replace(/[a-m]/, 'z') : signature;
    return ['verifymessage', [given, kept, random.oneIn(5) ? random.pick(words) : text]];
  },
  (random) => ['gethdkeys', [{ active_only: flag(random), private: flag(random) }]],
  (random) => {
    const hdkey = random.oneIn(3) ? { hdkey: random.pick([TEST_XPUB, TEST_XPRV, 'x']) } : {};
    const internal = random.oneIn(2) ? { internal: flag(random) } : {};
    return ['createwalletdescriptor', [random.pick(addressTypes), { ...hdkey, ...internal }]];
  },
  (random) => [
    'setwalletflag',
    [random.pick(['avoid_reuse', 'descriptor_wallet', 'key_origin_metadata', 'x']), flag(random)],
  ],
  (random) => ['keypoolrefill', [random.int(30)]],
  (random) => {
    const { hex, proof } = anyOf(random, told.proven);
    const other = anyOf(random, told.proven);
    return ['importprunedfunds', [random.oneIn(3) ? other.hex : hex, proof]];
  },
  (random) => ['removeprunedfunds', [anyOf(random, told.proven).txid]],
  (random) => ['walletdisplayaddress', [random.pick(told.addresses)]],
  () => ['enumeratesigners', []],
  (random) => ['getbalance', [null, 0, flag(random), flag(random)]],
];

/** Calls that would pay if they were correct and the wallet had coins. */
const paying: readonly [Make, ...Make[]] = [
  (random) => ['sendtoaddress', [random.pick(told.addresses), 0.1, '', '', flag(random)]],
  (random) => [
    'sendmany',
    ['', { [random.pick(told.addresses)]: 0.1 }, 1, '', [], flag(random), 6, 'unset', 5, true],
  ],
  (random) => ['sendall', [[random.pick(told.addresses)], 3, 'economical', null, options(random)]],
  (random) => ['send', [{ [random.pick(told.addresses)]: 1 }, 3, 'unset', null, options(random)]],
  (random) => ['fundrawtransaction', [anyOf(random, told.proven).hex, options(random), true]],
  (random) => ['bumpfee', [anyOf(random, told.proven).txid, options(random)]],
  (random) => ['psbtbumpfee', [anyOf(random, told.proven).txid, options(random)]],
  (random) => ['simulaterawtransaction', [[anyOf(random, told.proven).hex]]],
  (random) => ['getbalance', [null, random.int(3), true, flag(random)]],
  () => ['listsinceblock', ['', 1, true, false, true, 'x']],
  () => ['listreceivedbyaddress', [1, true, true, '', true]],
  () => ['listreceivedbylabel', [1, true, true, true]],
  (random) => ['getreceivedbyaddress', [random.pick(told.addresses), 1, true]],
  () => ['getreceivedbylabel', ['', 1, true]],
  () => ['listlabels', ['receive']],
  () => ['getaddressesbylabel', ['']],
  () => ['listaddressgroupings', []],
  (random) => ['testmempoolaccept', [[anyOf(random, told.proven).hex], 0.1]],
  (random) => ['sendrawtransaction', [anyOf(random, told.proven).hex, 0.1, 0]],
  (random) => ['getrawtransaction', [anyOf(random, told.proven).txid, random.int(2)]],
  (random) => ['gettxout', [anyOf(random, told.proven).txid, random.int(3), flag(random)]],
  (random) => ['gettxoutproof', [[anyOf(random, told.proven).txid]]],
  (random) => ['verifytxoutproof', [anyOf(random, told.proven).proof]],
];

function options(random: Random): object {
  const some = {
    conf_target: 5,
    estimate_mode: 'unset',
    fee_rate: 3,
    replaceable: true,
    minconf: 1,
    add_to_wallet: false,
    locktime: 0,
    psbt: true,
    inputs: [],
    lock_unspents: false,
    add_inputs: true,
    changeAddress: 'x',
    change_address: 'x',
    changePosition: 0,
    change_type: 'bech32',
    subtractFeeFromOutputs: [0],
    send_max: true,
    maxconf: 9,
    include_watching: false,
    solving_data: {},
    max_tx_weight: 400_000,
    feeRate: 0.1,
    original_change_index: 0,
    outputs: [],
    reduce_output: 0,
    confTarget: 2,
    version: 2,
  };
  return Object.fromEntries(Object.entries(some).filter(() => random.oneIn(8)));
}

const oddities = [
  ...[null, true, false, -1, 0, 1, 1.5, 2 ** 31, 1e20, '', 'x', '0.1', '-1', 'é', '00', [], {}],
  ...[[[]], ['x'], [null], { x: 1 }, '*', '11'.repeat(32), 'zz'.repeat(32), KEYS[0], TEST_XPUB],
] as const;

/** Removes, adds or replaces an argument. */
function spoil(random: Random, params: readonly unknown[]): readonly unknown[] {
  const at = random.int(params.length);
  if (random.oneIn(6)) return params.slice(0, at);
  if (random.oneIn(12)) return [...params, random.pick(oddities)];
  return params.map((value, place) => (place === at ? strange(random, value) : value));
}

function strange(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.oneIn(3)) return random.pick(oddities);
  if (Array.isArray(value)) return [...value.slice(1), random.pick(oddities)];
  const keys = ['unknown', ...Object.keys(value)] as [string, ...string[]];
  return { ...value, [random.pick(keys)]: random.pick(oddities) };
}

const wallets = ['keys', 'watches', 'poor', ''] as const;

type Asked = { readonly call: Call; readonly wallet: string; readonly isExact: boolean };

function makeCall(random: Random): Asked {
  const isExact = random.oneIn(2);
  const [method, params] = random.pick(isExact ? exact : paying)(random);
  const isRight = isExact ? !random.oneIn(3) : random.oneIn(5);
  // An empty wallet cannot pay by mistake.
  const wallet = random.pick(isExact ? wallets : (['watches', 'poor', ''] as const));
  return { call: [method, isRight ? params : spoil(random, params)], wallet, isExact };
}

/** Methods that have more arguments in this node or in Core. */
const most = new Map<string, number>([
  ...[['testmempoolaccept', 2] as const, ['gettxoutproof', 2] as const],
  ...[['verifytxoutproof', 1] as const, ['sendrawtransaction', 3] as const],
  ['send', 5],
]);

/** Whether the error is specific to this node. */
function isForks([method, params]: Call, { error }: Reply): boolean {
  const message = error?.message ?? '';
  const isList = typeof params[1] !== 'object' || Array.isArray(params[1]);
  return (
    params.length > (most.get(method) ?? 99) ||
    // The node still takes a flag in place of the options, and a list of rejections in place of an
    // amount.
    (method === 'fundrawtransaction' && isList) ||
    (method === 'sendrawtransaction' && Array.isArray(params[2])) ||
    // The node does not know this option yet.
    (method === 'sendall' && JSON.stringify(params).includes('"version":')) ||
    // The node still reads this option; Core no longer does.
    (method === 'sendall' &&
      JSON.stringify(params).includes('"include_watching":') &&
      message.endsWith('of expected type bool')) ||
    // Core ignores this.
    (method === 'simulaterawtransaction' && message.startsWith('Unexpected key')) ||
    // The node requires both arguments or neither.
    (method === 'sendall' && message.startsWith('estimate_mode should be passed')) ||
    // A watch-only wallet has no private keys, and the node fails on the lookup.
    message.includes('map::at') ||
    // The node checks this flag first.
    (method === 'getbalance' && /dummy\|account|dummy is set|avoid reuse/.test(message)) ||
    // The node does not read a signature of another length.
    (method === 'verifymessage' && message === 'Malformed base64 encoding')
  );
}

/**
 * Returns the part that must be equal: for usage errors (-1, with the help text), only the code.
 */
function comparable({ result, error }: Reply, isExact: boolean): string {
  if (error === null) return isExact ? JSON.stringify({ result }) : 'done';
  const { code, message } = error;
  return JSON.stringify(code === -1 ? { code } : { code, message });
}

test(`${REQUESTS} valid and invalid calls to both`, { timeout: 0 }, async () => {
  const tally = createTally();
  const random = createRandom(seed);
  for (let i = 0; i < REQUESTS; i++) {
    const { call: asked, wallet, isExact } = makeCall(random);
    const [method, params] = asked;
    const its = await askNode(method, params, wallet);
    const own = await ours.ask(method, params, wallet);
    tally.add(`${method} ${its.error === null ? 'done' : its.error.code}`);
    if (method === 'signmessage' && own.error === null) {
      const [address = '', text = ''] = params as readonly string[];
      told.signed.push({ address, signature: own.result, text });
    }
    if (isForks(asked, its)) continue;
    const [said, theirs] = [comparable(own, isExact), comparable(its, isExact)];
    if (said === theirs) continue;
    const value = `${wallet} ${method} ${JSON.stringify(params)}: ${said} and not ${theirs}`;
    tally.differs({ value }, value);
  }
  tally.finish();
});
