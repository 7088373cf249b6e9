import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeHeader, hashBytes } from '../../../src/chain/block-codec.ts';
import type { ChainSource } from '../../../src/chain/source.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { type Descriptor, subdescriptors } from '../../../src/descriptor/descriptor.ts';
import { concatBytes, equalBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createWallets } from '../../../src/library/create-wallets.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import { decodeTransaction, encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId, witnessTransactionId } from '../../../src/transaction/txid.ts';
import {
  createWalletEncoder,
  decodeWallet,
  encodeWallet,
} from '../../../src/wallet/codec/codec.ts';
import { keysOf } from '../../../src/wallet/keys/keyring.ts';
import { encryptWallet } from '../../../src/wallet/keys/unlock.ts';
import { createWallet, sessionOf, type Wallet } from '../../../src/wallet/wallet.ts';
import { createFundedChain } from '../../support/chains/funded-chain.ts';
import type { MemoryChain } from '../../support/chains/memory-chain.ts';
import { blockOnTop, payTo } from '../../support/chains/wallet-beside-chain.ts';
import { SOMEBODY } from '../../support/generate/accounts.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV, TEST_XPUB, withDescriptorText } from '../../support/generate/wallet.ts';
import { harness } from '../../support/harness.ts';
import { passphraseKey } from '../../support/passphrase-key.ts';
import { readVector, root } from '../../support/paths.ts';

const network = networks.regtest;
const OTHER =
  'tprv8ZgxMBicQKsPcsdFh6cwwTfh1x5ctCYqSKjE3F3X7UnyDXXDgZjwrzeMRMvBzqDUk2Zo6Hyk3p8yxnbxGAxDhJhDJxt3H9Z6xfToZgeTHPw';
/** Another program's file of a multisig wallet. */
const COSIGNERS: string = JSON.parse(readVector('formats/files.json'))[
  'coldcard/multisig/export-p2wsh-myself.txt'
];
const scriptOf = (address: string) => {
  const script = decodeAddress(address, network);
  if ('error' in script) throw new Error(address);
  return script;
};

/** Returns the data of a wallet that a file must contain. Keys are compared by their bytes. */
function comparable(wallet: Wallet): unknown {
  const { keyring, locks, proof, ...rest } = wallet;
  const keys = [...(keyring.kind === 'open' ? keyring.keys : [])].map(([id, table]) => [
    id,
    [...table].map(([hash, key]) => [hash, key.compressed, key.reveal()]),
  ]);
  const sealed = keyring.kind === 'open' ? undefined : keyring.sealed;
  const stays = new Map([...locks].filter(([, isLasting]) => isLasting));
  const descriptors = [...wallet.descriptors].map(([id, owner]) => {
    const { descriptor: _, scripts, publicKeys, ...others } = owner;
    const counts = (positions: ReadonlyMap<string, number>) =>
      [...positions].filter(([, position]) => position < owner.rangeEnd);
    return [id, others, counts(scripts), counts(publicKeys)];
  });
  // The mempool is queried again.
  const transactions = [...wallet.ledger.transactions].map(([txid, each]) => {
    const { mempoolConflicts: _, ...known } = each;
    return [txid, known];
  });
  const ledger = { ...wallet.ledger, transactions };
  const stored = { ...rest, ledger, ...sessionOf(wallet), descriptors };
  return { ...stored, keys, sealed, locks: stays, mac: proof?.mac };
}

type Store = {
  readonly kept: Map<string, Uint8Array>;
  readonly chain: MemoryChain;
  readonly address: string;
  /** Methods that changed the stored bytes. */
  readonly changed: Set<string>;
  readonly network: { isOnline: boolean };
};

/** Opens wallets that are stored as bytes. Each call queries the chain first. */
function openStore(store: Store, time: number, keypoolSize: number) {
  const { kept, chain, changed } = store;
  const storage = {
    read: async (name: string) => kept.get(name),
    write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes.slice()),
    names: async () => [...kept.keys()],
  };
  const scryptCost = { n: 2, r: 1, p: 1 };
  const made = createWallets(storage, { network, secp256k1, keypoolSize, scryptCost });
  const writeNew = async (name: string, make: () => Wallet) => {
    kept.set(name, encodeWallet(make(), { network, secp256k1 }));
    return { ok: true, warnings: [] } as const;
  };
  const wallets = { ...made, writeNew };
  const source: ChainSource = {
    ...chain.source,
    broadcast: async (transaction, options) =>
      store.network.isOnline
        ? chain.source.broadcast(transaction, options)
        : { message: 'offline', offline: true },
    // A node that accepts each package of one transaction.
    async ask(method, params) {
      const [[hex = '']] = JSON.parse(params);
      const transaction = decodeTransaction(decodeHex(hex) ?? new Uint8Array(0), {
        witness: true,
      });
      if (method !== 'submitpackage' || transaction === undefined) throw new Error(method);
      chain.submit(transaction);
      const result = { txid: transactionId(transaction), fees: { base: 0.0001 } };
      const results = { [witnessTransactionId(transaction)]: result };
      return { json: JSON.stringify({ package_msg: 'success', 'tx-results': results }) };
    },
  };
  const random = createRandom(3).bytes;
  const base = { network, profile: 'default', secp256k1, wallets, random } as const;
  const calls = harness({ ...base, walletName: 'w', chain: source, now: () => time + 60 });
  async function call(method: string, params?: unknown, name = 'w') {
    if (wallets.get(name) && method !== 'sendoutbox') await calls.call('getbalance', [], name);
    const before = new Map(kept);
    const result = await calls.call(method, params, name);
    const isSame = (each: string) => {
      const [old, bytes] = [before.get(each), kept.get(each)];
      return old === bytes || (old && bytes && equalBytes(old, bytes));
    };
    if (![...kept.keys()].every(isSame)) changed.add(method);
    return result;
  }
  return { ...store, call, wallets, time };
}

/** Creates a wallet with two coins, and a chain. */
async function start() {
  const texts = [`wpkh(${TEST_XPRV}/84h/1h/0h/0/*)`, `wpkh(${TEST_XPRV}/84h/1h/0h/1/*)`];
  const random = createRandom(3).bytes;
  const bare = harness({ network, profile: 'default', secp256k1, random });
  const { checksum } = await bare.call('getdescriptorinfo', [texts[0]]);
  const [address] = await bare.call('deriveaddresses', [`${texts[0]}#${checksum}`, [0, 0]]);
  const chain = createFundedChain([
    { value: 1_000_000n, scriptPubKey: scriptOf(address) },
    { value: 500_000n, scriptPubKey: scriptOf(address) },
  ]);
  const { time } = await chain.source.tip();
  const kept = new Map<string, Uint8Array>();
  const store = { kept, chain, address, changed: new Set<string>(), network: { isOnline: true } };
  const world = openStore(store, time, 5);
  await world.call('createwallet', ['w', false, true]);
  const requests = texts.map((text, i) => ({
    desc: addChecksum(text),
    timestamp: 0,
    active: true,
    internal: i === 1,
  }));
  await world.call('importdescriptors', [requests]);
  world.changed.clear();
  return world;
}

/** Gives out all addresses of a wallet that can derive more only while it is unlocked. */
async function runDry({ call }: World): Promise<void> {
  const desc = addChecksum(`wpkh(${TEST_XPRV}/7/*h)`);
  const request = { desc, timestamp: 'now', active: true, range: [0, 4], next_index: 0 };
  await call('importdescriptors', [[request]]);
  await call('encryptwallet', ['pass']);
  await call('getnewaddress', []);
}

/** Returns a transaction in a new block, and its proof by `gettxoutproof`. */
async function proven({ chain, address }: World) {
  const transaction = payTo(address, 70_000n, 7);
  const { height } = await chain.source.tip();
  const time = 1_700_000_000 + height;
  const block = await blockOnTop(chain.source, [transaction], time);
  const txid = transactionId(transaction);
  const header = { ...block.header, merkleRoot: txid };
  chain.connect({ ...block, header });
  const proof = [
    encodeHex(encodeHeader(header)),
    ...['01000000', '01', encodeHex(hashBytes(txid)), '01', '01'],
  ];
  return { txid, hex: encodeHex(encodeTransaction(transaction)), proof: proof.join('') };
}

async function signedElsewhere({ call }: World): Promise<string> {
  const { txid, vout } = await largest(call);
  const psbt = await call('createpsbt', [[{ txid, vout }], [{ [SOMEBODY]: 0.0099 }]]);
  return (await call('walletprocesspsbt', [psbt])).hex;
}

type World = Awaited<ReturnType<typeof start>>;

async function pay({ call }: World): Promise<string> {
  return (await call('send', [{ [SOMEBODY]: 0.003 }, null, null, 5])).txid;
}

async function largest(call: World['call']) {
  const coins: { txid: string; vout: number; amount: number }[] = await call('listunspent', []);
  const [coin] = coins.sort((a, b) => b.amount - a.amount);
  if (coin === undefined) throw new Error('it has coins');
  return coin;
}

/** A call of each method that can change a wallet. */
const calls: { readonly [method: string]: (world: World) => Promise<unknown> } = {
  abandontransaction: async (world) => {
    world.network.isOnline = false;
    return world.call('abandontransaction', [await pay(world)]);
  },
  addhdkey: ({ call }) => call('addhdkey', [OTHER]),
  bumpfee: async (world) => world.call('bumpfee', [await pay(world), { fee_rate: 20 }]),
  createwalletdescriptor: async ({ call }) => {
    await call('addhdkey', [OTHER]);
    const keys = await call('gethdkeys', []);
    const { xpub } = keys.find((each: { descriptors: { desc: string }[] }) =>
      each.descriptors.some(({ desc }) => desc.startsWith('unused')),
    );
    return call('createwalletdescriptor', ['bech32m', { hdkey: xpub }]);
  },
  createwallet: ({ call }) => call('createwallet', ['x']),
  encryptwallet: ({ call }) => call('encryptwallet', ['pass']),
  fundrawtransaction: async ({ call }) => {
    const hex = await call('createrawtransaction', [[], [{ [SOMEBODY]: 0.003 }]]);
    return call('fundrawtransaction', [hex, { fee_rate: 5 }]);
  },
  getnewaddress: ({ call }) => call('getnewaddress', ['label']),
  getrawchangeaddress: ({ call }) => call('getrawchangeaddress', []),
  importdescriptors: ({ call }) =>
    call('importdescriptors', [[{ desc: addChecksum(`unused(${OTHER})`), timestamp: 'now' }]]),
  importlabels: ({ call, address }) =>
    call('importlabels', [JSON.stringify({ type: 'addr', ref: address, label: 'dad' })]),
  importprunedfunds: async (world) => {
    const { txid, hex, proof } = await proven(world);
    await world.call('removeprunedfunds', [txid]);
    return world.call('importprunedfunds', [hex, proof]);
  },
  importwallet: async ({ call }) => {
    await call('createwallet', ['v', true]);
    return call('importwallet', [COSIGNERS, null, 'now'], 'v');
  },
  keypoolrefill: ({ call }) => call('keypoolrefill', [30]),
  lockunspent: async ({ call }) => {
    const [{ txid, vout }] = await call('listunspent', []);
    return call('lockunspent', [false, [{ txid, vout }], true]);
  },
  markoutboxsent: async (world) => world.call('markoutboxsent', [[await signedElsewhere(world)]]),
  migratewallet: ({ call }) => call('migratewallet', ['m', '', true, walletDat()]),
  psbtbumpfee: async (world) => {
    // Without change, the higher fee needs another coin, whose change needs an address.
    const { txid, vout } = await largest(world.call);
    const options = { inputs: [{ txid, vout }], add_inputs: false };
    const outputs = [{ [SOMEBODY]: 0.009996 }];
    const paid = await world.call('send', [outputs, null, null, null, { ...options, fee_rate: 2 }]);
    return world.call('psbtbumpfee', [paid.txid, { fee_rate: 200 }]);
  },
  removeprunedfunds: async ({ call }) => call('removeprunedfunds', [(await largest(call)).txid]),
  restorewallet: async ({ call }) => {
    await call('backupwallet', ['copy']);
    return call('restorewallet', ['r', 'copy']);
  },
  review: async ({ call }) => {
    const [{ txid, vout }] = await call('listunspent', []);
    return call('review', [await call('createpsbt', [[{ txid, vout }], [{ [SOMEBODY]: 0.001 }]])]);
  },
  rescanblockchain: async ({ call }) => {
    await call('removeprunedfunds', [(await largest(call)).txid]);
    return call('rescanblockchain', []);
  },
  send: pay,
  sendall: ({ call }) => call('sendall', [[SOMEBODY], null, null, 5]),
  sendmany: ({ call }) =>
    call('sendmany', { dummy: '', amounts: { [SOMEBODY]: 0.003 }, comment: 'note', fee_rate: 5 }),
  sendoutbox: async (world) => {
    world.network.isOnline = false;
    await pay(world);
    world.network.isOnline = true;
    return world.call('sendoutbox', []);
  },
  sendrawtransaction: async (world) =>
    world.call('sendrawtransaction', [await signedElsewhere(world)]),
  sendtoaddress: ({ call }) =>
    call('sendtoaddress', { address: SOMEBODY, amount: 0.003, fee_rate: 5, comment: 'note' }),
  setlabel: ({ call, address }) => call('setlabel', [address, 'é \u{1f600}']),
  setwalletflag: ({ call }) => call('setwalletflag', ['avoid_reuse']),
  signrawtransactionwithwallet: async ({ call }) => {
    const { txid, vout } = await largest(call);
    const hex = await call('createrawtransaction', [[{ txid, vout }], [{ [SOMEBODY]: 0.0099 }]]);
    return call('signrawtransactionwithwallet', [hex]);
  },
  submitpackage: async (world) => world.call('submitpackage', [[await signedElsewhere(world)]]),
  walletcreatefundedpsbt: ({ call }) =>
    call('walletcreatefundedpsbt', [[], [{ [SOMEBODY]: 0.003 }], 0, { fee_rate: 5 }]),
  walletpassphrase: async (world) => {
    await runDry(world);
    return world.call('walletpassphrase', ['pass', 1000]);
  },
  walletpassphrasechange: async ({ call }) => {
    await call('encryptwallet', ['pass']);
    return call('walletpassphrasechange', ['pass', 'word']);
  },
  walletprocesspsbt: signedElsewhere,
};

/** The same calls, with the world at the end of each case. */
const changing: { readonly [method: string]: (world: World) => Promise<World> } = {
  ...Object.fromEntries(
    Object.entries(calls).map(([method, run]) => [
      method,
      async (world: World) => {
        await run(world);
        return world;
      },
    ]),
  ),
  // It derives addresses for a larger `-keypool`.
  exportwatchonlywallet: async (world) => {
    await world.call('unloadwallet', ['w']);
    const larger = openStore(world, world.time, 40);
    await larger.call('loadwallet', ['w']);
    await larger.call('exportwatchonlywallet', ['watching']);
    return larger;
  },
};

/** Returns a wallet.dat with a seed, in base64. */
function walletDat(): string {
  const files: readonly { readonly name: string; readonly file: string }[] = JSON.parse(
    readVector('formats/wallet-dat.json'),
  );
  const { file = '' } = files.find(({ name }) => name === 'seed') ?? {};
  return gunzipSync(Buffer.from(file, 'base64')).toString('base64');
}

/** Returns the wallet of a case, if it is not `w`. */
const nameIn = (method: string): string =>
  ({ createwallet: 'x', importwallet: 'v', migratewallet: 'm', restorewallet: 'r' })[method] ?? 'w';

async function expectStored(world: World, name = 'w'): Promise<void> {
  const before = world.wallets.get(name)?.value;
  const bytes = world.kept.get(name);
  if (before === undefined || bytes === undefined) throw new Error('it is loaded');
  const read = decodeWallet(bytes, name, { network, secp256k1 });
  if ('error' in read) throw new Error(read.error);
  expect(comparable(read)).toEqual(comparable(before));
  await world.call('unloadwallet', [name], name);
  await world.call('loadwallet', [name]);
}

/** Runs a case. */
async function runCase(method: string, world: World): Promise<World> {
  return (await changing[method]?.(world)) ?? world;
}

const rpc = join(root, 'src/rpc');

/**
 * Returns the modules of rpc/ and sync/ that a module reaches by imports of values. Every call of a
 * wallet queries the chain first (wallet-call.ts), whose changes are not the method's.
 */
function reachedFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, from = ''] of text.matchAll(/^(?:im|ex)port (?!type)[^;]*? from '(\.[^']+)';/gm)) {
    const to = join(dirname(file), from);
    const isLook = file.endsWith('wallet-call.ts') && to.endsWith('sync-wallet.ts');
    if (!isLook && /\/src\/(rpc|sync)\//.test(to)) reachedFrom(to, seen);
  }
  return seen;
}

/** Matches `update` of an `OpenWallet`, or a wallet that the host creates. */
const STORES = /\.update\(|host\.(create|restore)\(/;

test('every method whose modules store a change of a wallet has a case here', () => {
  const storing = methods
    .map(({ name }) => name)
    .filter((name) => {
      const file = join(rpc, 'methods', `${name}.ts`);
      if (!existsSync(file)) return false;
      return [...reachedFrom(file)].some((each) => STORES.test(readFileSync(each, 'utf8')));
    });
  expect(storing).toContain('walletpassphrase');
  expect(storing.filter((name) => !(name in changing))).toEqual([]);
  // No case is superfluous.
  expect(Object.keys(changing).filter((name) => !storing.includes(name))).toEqual([]);
});

/** Methods that need a locked wallet or one without a passphrase, or scan blocks for minutes. */
const withoutPassphrase = [
  ...['encryptwallet', 'rescanblockchain', 'walletpassphrase', 'walletpassphrasechange'],
  ...['createwallet', 'exportwatchonlywallet', 'importwallet', 'migratewallet', 'restorewallet'],
];

describe('a wallet is unchanged when it is loaded again', () => {
  for (const method of Object.keys(changing)) {
    test(`after ${method}, which changes the file`, async () => {
      const world = await runCase(method, await start());
      expect([...world.changed]).toContain(method);
      await expectStored(world, nameIn(method));
    });

    if (withoutPassphrase.includes(method)) continue;
    test(`after ${method} under a passphrase, unlocked and locked again`, async () => {
      const world = await start();
      await world.call('encryptwallet', ['pass']);
      await world.call('walletpassphrase', ['pass', 1000]);
      await runCase(method, world);
      await world.call('walletlock', []);
      await world.call('getnewaddress', ['since']);
      await expectStored(world);
      await world.call('walletpassphrase', ['pass', 1000]);
      expect(
        keysOf(world.wallets.get('w')?.value.keyring ?? { kind: 'open', keys: new Map() })?.size,
      ).toBeGreaterThan(0);
    });
  }
});

/** One descriptor of each kind. A new kind does not compile without one. */
const kinds: { readonly [kind in Descriptor['kind']]: string } = {
  addr: `addr(${SOMEBODY})`,
  raw: 'raw(6a0568656c6c6f)',
  pk: `pk(${TEST_XPRV}/1/*)`,
  pkh: `pkh(${TEST_XPRV}/44h/1h/0h/0/*)`,
  wpkh: `wpkh(${TEST_XPRV}/7/*h)`,
  combo: `combo(${TEST_XPRV}/9/*)`,
  rawtr: `rawtr(${TEST_XPRV}/3/*)`,
  unused: `unused(${TEST_XPRV})`,
  multi: `multi(1,${TEST_XPRV}/2/*,${TEST_XPUB}/3/*)`,
  multi_a: `tr(${TEST_XPRV}/86h/1h/0h/0/*,{pk(${TEST_XPRV}/1/*),sortedmulti_a(1,${TEST_XPRV}/2/*,${TEST_XPRV}/3/*)})`,
  sh: `sh(wpkh(${TEST_XPRV}/49h/1h/0h/0/*))`,
  wsh: `wsh(sortedmulti(2,${TEST_XPRV}/2/*,${TEST_XPUB}/3/*))`,
  tr: `tr(musig(${TEST_XPRV}/1,${TEST_XPUB}/2)/0/*)`,
  miniscript: `wsh(and_v(v:pk(${TEST_XPRV}/5/*),older(5)))`,
};

const kindsIn = (descriptor: Descriptor): readonly string[] => [
  descriptor.kind,
  ...subdescriptors(descriptor).flatMap(kindsIn),
];

describe('a wallet with a descriptor', () => {
  for (const [kind, text] of Object.entries(kinds)) {
    test(`reads the kind ${kind} as written, encrypted or not`, () => {
      const options = { secp256k1, random: createRandom(5) };
      const hasKeys = text.includes('tprv');
      const flags = { disablePrivateKeys: !hasKeys };
      const blank = createWallet({ name: 'w', network, flags });
      const open = withDescriptorText(blank, text, options);
      const [owner] = open.descriptors.values();
      expect(owner && kindsIn(owner.descriptor)).toContain(kind);
      const sealing = { secp256k1, random: createRandom(9).bytes };
      for (const wallet of [open, encryptWallet(open, passphraseKey('pass'), sealing)]) {
        const parts = createWalletEncoder({ network, secp256k1 })(wallet);
        if ('error' in parts) throw new Error(parts.part);
        const read = decodeWallet(concatBytes(...parts), 'w', { network, secp256k1 });
        if ('error' in read) throw new Error(read.error);
        expect(comparable(read)).toEqual(comparable(wallet));
      }
    });
  }
});
