import { describe, expect, test } from 'vitest';
import type { ChainSource } from '../../../src/chain/source.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import type { Secp256k1 } from '../../../src/crypto/secp256k1.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { emptyBytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import { type CallOptions, client } from '../../../src/public/rpc.ts';
import { strictPolicy } from '../../../src/review/policy.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { decodeAddress, formatAddress } from '../../../src/script/address.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { createFundedChain } from '../../support/chains/funded-chain.ts';
import { walletOf } from '../../support/chains/one-coin-wallet.ts';
import { accountTexts, open, SOMEBODY } from '../../support/generate/accounts.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';
import { countSignatures, harness, signaturesOf, signingMethods } from '../../support/harness.ts';

const THIEF = open(accountTexts.tr).address(9);
const THIRD = open(accountTexts.tr).address(11);

/**
 * Creates a wallet with one coin of 1,000,000 sat that pays 300,000 sat to another owner in
 * different ways.
 */
async function start() {
  const made = await walletOf(`wpkh(${TEST_XPRV}/84h/1h/0h/0/*)`, 'default');
  const options = { ...made, secp256k1: countSignatures(secp256k1) };
  const wallet = client(options);
  const desc = addChecksum(`wpkh(${TEST_XPRV}/84h/1h/0h/1/*)`);
  const inside = { desc, timestamp: 'now', active: true, internal: true } as never;
  expect(await wallet.importdescriptors({ requests: [inside] })).toMatchObject([{ success: true }]);
  const [coin] = await wallet.listunspent({});
  if (coin === undefined) throw new Error('it has a coin');
  const held = options.wallets?.get('w');
  if (held === undefined) throw new Error('it is loaded');
  const outPoint = { txid: coin.txid, vout: coin.vout };
  const own = coin.address ?? '';
  return { options, wallet, outPoint, own, held };
}

type World = Awaited<ReturnType<typeof start>>;
type Outputs = { readonly [address: string]: number };

const psbtOf = ({ wallet, outPoint }: World, outputs: Outputs) =>
  wallet.createpsbt({
    inputs: [{ ...outPoint, sequence: 0xfffffffd }],
    outputs: Object.entries(outputs).map(([address, amount]) => ({ [address]: amount })),
  });

const rawOf = ({ wallet, outPoint }: World, outputs: Outputs) =>
  wallet.createrawtransaction({
    inputs: [outPoint],
    outputs: Object.entries(outputs).map(([address, amount]) => ({ [address]: amount })),
  });

const paying = { outputs: [{ [SOMEBODY]: 0.003 }], fee_rate: 5 };

/** Signs a payment of the coin, in each way that a wallet has. */
const signing: { readonly [method: string]: (world: World) => Promise<unknown> } = {
  send: ({ wallet }) => wallet.send(paying),
  sendall: ({ wallet }) => wallet.sendall({ recipients: [SOMEBODY], fee_rate: 5 }),
  sendtoaddress: ({ wallet }) =>
    wallet.sendtoaddress({ address: SOMEBODY, amount: 0.003, fee_rate: 5 }),
  sendmany: ({ wallet }) =>
    wallet.sendmany({ dummy: '', amounts: { [SOMEBODY]: 0.003 }, fee_rate: 5 }),
  async bumpfee({ wallet, held }) {
    const { txid = '' } = await wallet.send(paying);
    await held.update((w) => ({ wallet: { ...w, history: emptyBytes }, value: undefined }));
    await wallet.bumpfee({ txid, options: { fee_rate: 20 } });
  },
  walletprocesspsbt: async (world) =>
    world.wallet.walletprocesspsbt({ psbt: await psbtOf(world, { [SOMEBODY]: 0.009 }) }),
  signrawtransactionwithwallet: async (world) =>
    world.wallet.signrawtransactionwithwallet({
      hexstring: await rawOf(world, { [SOMEBODY]: 0.009 }),
    }),
};

async function findings({ wallet }: World, transaction: string): Promise<readonly string[]> {
  const found = await wallet.review({ transaction });
  if (typeof found === 'string') throw new Error(found);
  return found.findings.map(({ id }) => id);
}

async function expectStopped(world: World): Promise<void> {
  const theft = await psbtOf(world, { [THIEF]: 0.0099 });
  expect(await findings(world, theft)).toContain('coin-paid-elsewhere');
  expect(await findings(world, await rawOf(world, { [THIEF]: 0.0099 }))).toContain(
    'coin-paid-elsewhere',
  );
  const strict: CallOptions = { ...world.options, policy: strictPolicy, approve: () => true };
  await expect(client(strict).walletprocesspsbt({ psbt: theft })).rejects.toThrow(
    '(coin-paid-elsewhere)',
  );
}

describe('a wallet remembers what it signed', () => {
  test('every method of wallets that may sign a transaction has a case here', () => {
    const ofWallets = methods.filter(({ category }) => category === 'Wallet');
    const names = [...ofWallets.map(({ name }) => name), 'signrawtransactionwithwallet'];
    const signers = names.filter((name) => signingMethods.includes(name) && name !== 'signmessage');
    expect(signers.filter((name) => !(name in signing))).toEqual([]);
    expect(Object.keys(signing).filter((name) => !signers.includes(name))).toEqual([]);
  });

  test('every call of another method that makes a signature fails its test', async () => {
    const [digest, key] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const auxiliary = new Uint8Array(32);
    const ways: readonly ((curve: Secp256k1) => unknown)[] = [
      (curve) => curve.signEcdsa(digest, key),
      (curve) => curve.signSchnorr(digest, key, auxiliary),
      (curve) => curve.signEcdsaMany([{ digest, privateKey: key }]),
      (curve) => curve.signSchnorrMany([{ digest, privateKey: key, auxiliary }]),
    ];
    const { source } = createFundedChain([]);
    const base = { network: networks.regtest, profile: 'default', secp256k1 } as const;
    const ask = (findCoins: ChainSource['findCoins']) =>
      harness({ ...base, chain: { ...source, findCoins } }).ask('gettxout', ['00'.repeat(32), 0]);
    for (const way of ways) {
      const signed = ask(async () => {
        way(countSignatures(secp256k1));
        return new Map();
      });
      await expect(signed).rejects.toThrow('gettxout made a signature');
    }
    expect((await ask(async () => new Map())).result).toBeNull();
  });

  for (const [method, sign] of Object.entries(signing)) {
    test(`${method} stops another payee for the same coin`, async () => {
      const world = await start();
      expect(await signaturesOf(() => sign(world))).toBeGreaterThan(0);
      expect(world.held.value.history.length).toBeGreaterThan(0);
      await expectStopped(world);
    });

    test(`${method} needs only the history, or only the ledger`, async () => {
      const world = await start();
      await sign(world);
      const { ledger: spends, history } = world.held.value;
      const before = (await start()).held.value.ledger;
      await world.held.update((w) => ({ wallet: { ...w, ledger: before }, value: undefined }));
      await expectStopped(world);
      if (!spends.spenders.has(outPointKey(world.outPoint))) return;
      await world.held.update((w) => ({
        wallet: { ...w, ledger: spends, history: emptyBytes },
        value: undefined,
      }));
      expect(history).not.toBe(emptyBytes);
      await expectStopped(world);
    });
  }

  test('only the history knows a transaction of psbt: true or add_to_wallet: false', async () => {
    for (const options of [{ psbt: true }, { add_to_wallet: false }]) {
      const world = await start();
      await world.wallet.send({ ...paying, options: { ...options } });
      expect([...world.held.value.ledger.spenders.keys()]).not.toContain(
        outPointKey(world.outPoint),
      );
      await expectStopped(world);
    }
  });

  test('a locked wallet still knows its outbox', async () => {
    const world = await start();
    await world.wallet.send(paying);
    await world.held.update((w) => ({ wallet: { ...w, history: emptyBytes }, value: undefined }));
    const theft = await psbtOf(world, { [THIEF]: 0.0099 });
    await world.wallet.encryptwallet({ passphrase: 'pass' });
    expect(await findings(world, theft)).toContain('coin-paid-elsewhere');
  });
});

test('getwalletinfo lists signatures made in spite of a stop, and no honest payment', async () => {
  const world = await start();
  await world.wallet.walletprocesspsbt({ psbt: await psbtOf(world, { [SOMEBODY]: 0.0099 }) });
  expect(await world.wallet.getwalletinfo()).not.toHaveProperty('overridden');
  const theft = await psbtOf(world, { [THIEF]: 0.0099 });
  const approve = () => ({ confirmed: ['coin-paid-elsewhere'] });
  const asked = client({ ...world.options, policy: strictPolicy, approve });
  const { id } = (await world.wallet.review({ transaction: theft })) as { id: string };
  await asked.walletprocesspsbt({ psbt: theft });
  const told = await world.wallet.getwalletinfo();
  expect(told).toMatchObject({ overridden: [{ review: id, findings: ['coin-paid-elsewhere'] }] });
  const core = client({ ...world.options, profile: 'core' });
  expect(await core.getwalletinfo()).not.toHaveProperty('overridden');
});

describe("payees of a wallet's PSBTs", () => {
  /** Returns an address that begins and ends like another one. */
  function lookAlike(address: string): string {
    const script = decodeAddress(address, networks.regtest);
    if ('error' in script) throw new Error(address);
    for (let i = 0; ; i++) {
      const made = script.slice();
      new DataView(made.buffer).setUint32(made.length - 4, i);
      const text = formatAddress(made, networks.regtest) ?? '';
      if (text.endsWith(address.slice(-2)) && text !== address) return text;
    }
  }

  for (const isEncrypted of [false, true]) {
    test(`is compared with look-alike addresses${isEncrypted ? ' under a passphrase' : ''}, after a restart`, async () => {
      const world = await start();
      const { wallet } = world;
      if (isEncrypted) {
        await wallet.encryptwallet({ passphrase: 'pass' });
        await wallet.walletpassphrase({ passphrase: 'pass', timeout: 1000 });
      }
      const alike = lookAlike(SOMEBODY);
      const theft = await psbtOf(world, { [alike]: 0.009 });
      expect(await findings(world, theft)).not.toContain('address-look-alike');
      const psbt = await psbtOf(world, { [SOMEBODY]: 0.009 });
      await wallet.walletprocesspsbt({ psbt });
      await wallet.unloadwallet({ wallet_name: 'w' });
      await wallet.loadwallet({ filename: 'w' });
      if (isEncrypted) await wallet.walletpassphrase({ passphrase: 'pass', timeout: 1000 });
      expect(await findings(world, theft)).toContain('address-look-alike');
      // The same payment again does not use its address a second time.
      expect(await findings(world, psbt)).not.toContain('address-used');
    });
  }

  test('does not count transactions that were only reviewed', async () => {
    const world = await start();
    await findings(world, await psbtOf(world, { [lookAlike(SOMEBODY)]: 0.009 }));
    const found = await findings(world, await psbtOf(world, { [SOMEBODY]: 0.009 }));
    expect(found).not.toContain('address-look-alike');
  });
});

describe('a replacement that harms no payee is not stopped', () => {
  const honest: { readonly [what: string]: (own: string) => Outputs } = {
    'pays the same with more fee': (own) => ({ [SOMEBODY]: 0.003, [own]: 0.0068 }),
    'keeps the payee and adds one': (own) => ({ [SOMEBODY]: 0.003, [THIRD]: 0.002, [own]: 0.0047 }),
    'takes all back to oneself': (own) => ({ [own]: 0.0099 }),
  };
  for (const [what, outputs] of Object.entries(honest)) {
    test(`one that ${what}`, async () => {
      const world = await start();
      await world.wallet.send(paying);
      const found = await findings(world, await psbtOf(world, outputs(world.own)));
      expect(found).not.toContain('coin-paid-elsewhere');
    });
  }

  const harmful: { readonly [what: string]: (own: string) => Outputs } = {
    'pays the payee less and adds one': (own) => ({
      [SOMEBODY]: 0.002,
      [THIEF]: 0.001,
      [own]: 0.0068,
    }),
    'pays the payee more': (own) => ({ [SOMEBODY]: 0.005, [own]: 0.0048 }),
    'pays somebody else': (own) => ({ [THIEF]: 0.003, [own]: 0.0068 }),
  };
  for (const [what, outputs] of Object.entries(harmful)) {
    test(`is stopped if it ${what}`, async () => {
      const world = await start();
      await world.wallet.send(paying);
      const found = await findings(world, await psbtOf(world, outputs(world.own)));
      expect(found).toContain('coin-paid-elsewhere');
    });
  }
});

test('a replacement is not a second payment to its address', async () => {
  const world = await start();
  const { txid } = await world.wallet.send(paying);
  const replacing = await psbtOf(world, { [SOMEBODY]: 0.003, [THIRD]: 0.0068 });
  expect(await findings(world, replacing)).not.toContain('address-used');
  const change = (await world.wallet.listunspent({ minconf: 0 })).find(
    (coin) => coin.txid === txid,
  );
  if (change === undefined) throw new Error('it has change');
  const next = { ...world, outPoint: { txid: change.txid, vout: change.vout } };
  const again = await psbtOf(next, { [SOMEBODY]: 0.003, [THIRD]: 0.0035 });
  expect(await findings(world, again)).toContain('address-used');
});
