import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { joinParts } from '../../../src/crypto/section-file.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { type Descriptor, subdescriptors } from '../../../src/descriptor/descriptor.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createWallets } from '../../../src/library/create-wallets.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import { createWalletEncoder, decodeWallet } from '../../../src/wallet/codec/codec.ts';
import { keysOf } from '../../../src/wallet/keys/keyring.ts';
import { encryptWallet } from '../../../src/wallet/keys/unlock.ts';
import { createWallet, sessionOf, type Wallet } from '../../../src/wallet/wallet.ts';
import { createFundedChain } from '../../support/chains/funded-chain.ts';
import { SOMEBODY } from '../../support/generate/accounts.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV, TEST_XPUB, withDescriptorText } from '../../support/generate/wallet.ts';
import { harness } from '../../support/harness.ts';
import { passphraseKey } from '../../support/passphrase-key.ts';

const network = networks.regtest;
const OTHER =
  'tprv8ZgxMBicQKsPcsdFh6cwwTfh1x5ctCYqSKjE3F3X7UnyDXXDgZjwrzeMRMvBzqDUk2Zo6Hyk3p8yxnbxGAxDhJhDJxt3H9Z6xfToZgeTHPw';
const scriptOf = (address: string) => {
  const script = decodeAddress(address, network);
  if ('error' in script) throw new Error(address);
  return script;
};

/** What a file has to hold of a wallet; keys compare by what they reveal. */
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
  // The mempool is asked again.
  const transactions = [...wallet.ledger.transactions].map(([txid, each]) => {
    const { mempoolConflicts: _, ...known } = each;
    return [txid, known];
  });
  const ledger = { ...wallet.ledger, transactions };
  const stored = { ...rest, ledger, ...sessionOf(wallet), descriptors };
  return { ...stored, keys, sealed, locks: stays, mac: proof?.mac };
}

/** A wallet with two coins beside a chain, kept as bytes. */
async function start() {
  const kept = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => kept.get(name),
    write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes.slice()),
    names: async () => [...kept.keys()],
  };
  const scrypt = { n: 2, r: 1, p: 1 };
  const wallets = createWallets(storage, {
    network,
    secp256k1,
    keypoolSize: 5,
    scryptCost: scrypt,
  });
  const random = createRandom(3).bytes;
  const base = {
    network,
    profile: 'default',
    secp256k1,
    wallets,
    random,
    walletName: 'w',
  } as const;
  const bare = harness({ ...base, now: () => 1_700_000_000 } satisfies Context);
  const texts = [`wpkh(${TEST_XPRV}/84h/1h/0h/0/*)`, `wpkh(${TEST_XPRV}/84h/1h/0h/1/*)`];
  const { checksum } = await bare.call('getdescriptorinfo', [texts[0]]);
  const [address] = await bare.call('deriveaddresses', [`${texts[0]}#${checksum}`, [0, 0]]);
  const chain = createFundedChain([
    { value: 1_000_000n, scriptPubKey: scriptOf(address) },
    { value: 500_000n, scriptPubKey: scriptOf(address) },
  ]);
  const { time } = await chain.source.tip();
  const context: Context = { ...base, chain: chain.source, now: () => time + 60 };
  const calls = harness(context);
  await calls.call('createwallet', ['w', false, true]);
  const requests = texts.map((text, i) => ({
    ...{ desc: addChecksum(text), timestamp: 0, active: true, internal: i === 1 },
  }));
  await calls.call('importdescriptors', [requests]);
  return { ...calls, kept, wallets, address };
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
const changing: { readonly [method: string]: (world: World) => Promise<unknown> } = {
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
  encryptwallet: ({ call }) => call('encryptwallet', ['pass']),
  getnewaddress: ({ call }) => call('getnewaddress', ['label']),
  getrawchangeaddress: ({ call }) => call('getrawchangeaddress', []),
  importdescriptors: ({ call }) =>
    call('importdescriptors', [[{ desc: addChecksum(`unused(${OTHER})`), timestamp: 'now' }]]),
  importlabels: ({ call, address }) =>
    call('importlabels', [JSON.stringify({ type: 'addr', ref: address, label: 'dad' })]),
  keypoolrefill: ({ call }) => call('keypoolrefill', [30]),
  lockunspent: async ({ call }) => {
    const [{ txid, vout }] = await call('listunspent', []);
    return call('lockunspent', [false, [{ txid, vout }], true]);
  },
  psbtbumpfee: async (world) => world.call('psbtbumpfee', [await pay(world), { fee_rate: 20 }]),
  review: async ({ call }) => {
    const [{ txid, vout }] = await call('listunspent', []);
    return call('review', [await call('createpsbt', [[{ txid, vout }], [{ [SOMEBODY]: 0.001 }]])]);
  },
  rescanblockchain: ({ call }) => call('rescanblockchain', []),
  send: pay,
  sendall: ({ call }) => call('sendall', [[SOMEBODY], null, null, 5]),
  sendmany: ({ call }) =>
    call('sendmany', { dummy: '', amounts: { [SOMEBODY]: 0.003 }, comment: 'note', fee_rate: 5 }),
  sendtoaddress: ({ call }) =>
    call('sendtoaddress', { address: SOMEBODY, amount: 0.003, fee_rate: 5, comment: 'note' }),
  setlabel: ({ call, address }) => call('setlabel', [address, 'é \u{1f600}']),
  setwalletflag: ({ call }) => call('setwalletflag', ['avoid_reuse']),
  signrawtransactionwithwallet: async ({ call }) => {
    const { txid, vout } = await largest(call);
    const hex = await call('createrawtransaction', [[{ txid, vout }], [{ [SOMEBODY]: 0.0099 }]]);
    return call('signrawtransactionwithwallet', [hex]);
  },
  walletcreatefundedpsbt: ({ call }) =>
    call('walletcreatefundedpsbt', [[], [{ [SOMEBODY]: 0.003 }], 0, { fee_rate: 5 }]),
  walletprocesspsbt: async ({ call }) => {
    const { txid, vout } = await largest(call);
    const psbt = await call('createpsbt', [[{ txid, vout }], [{ [SOMEBODY]: 0.0099 }]]);
    return call('walletprocesspsbt', [psbt]);
  },
};

async function expectStored(world: World): Promise<void> {
  const before = world.wallets.get('w')?.value;
  const bytes = world.kept.get('w');
  if (before === undefined || bytes === undefined) throw new Error('it is loaded');
  const read = decodeWallet(bytes, 'w', { network, secp256k1 });
  if ('error' in read) throw new Error(read.error);
  expect(comparable(read)).toEqual(comparable(before));
  await world.call('unloadwallet', ['w']);
  await world.call('loadwallet', ['w']);
}

/** Methods that change no wallet that is stored, or only one that they make or unload. */
const others =
  'abandontransaction abortrescan backupwallet createwallet decodewallet derivehdkey exportlabels exportwallet exportwatchonlywallet fundrawtransaction ' +
  'getaddressesbylabel getaddressinfo getbalance getbalances gethdkeys getreceivedbyaddress getreceivedbylabel gettransaction ' +
  'getwalletinfo importprunedfunds importwallet listaddressgroupings listdescriptors listlabels listlockunspent listoutbox ' +
  'listreceivedbyaddress listreceivedbylabel listsinceblock listtransactions listunspent listwalletdir listwallets loadwallet ' +
  'markoutboxsent removeprunedfunds restorewallet sendoutbox signmessage simulaterawtransaction unloadwallet walletdisplayaddress ' +
  'walletlock walletpassphrase walletpassphrasechange';

test('every method of wallets has a case here, or is known to need none', () => {
  const known = new Set([...Object.keys(changing), ...others.split(' ')]);
  const ofWallets = methods.filter(({ category }) => category === 'Wallet');
  expect(ofWallets.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

describe('a wallet is what it was when it is loaded again', () => {
  for (const [method, change] of Object.entries(changing)) {
    test(`after ${method}`, async () => {
      const world = await start();
      await change(world);
      await expectStored(world);
    });

    if (['encryptwallet', 'rescanblockchain'].includes(method)) continue;
    test(`after ${method} under a passphrase, unlocked and locked again`, async () => {
      const world = await start();
      await world.call('encryptwallet', ['pass']);
      await world.call('walletpassphrase', ['pass', 1000]);
      await change(world);
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

/** One of each kind; a new kind does not compile without one. */
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
    test(`of the kind ${kind} is read as it was written, with and without a passphrase`, () => {
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
        const read = decodeWallet(joinParts(parts), 'w', { network, secp256k1 });
        if ('error' in read) throw new Error(read.error);
        expect(comparable(read)).toEqual(comparable(wallet));
      }
    });
  }
});
