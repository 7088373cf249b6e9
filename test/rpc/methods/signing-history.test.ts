import { describe, expect, test } from 'vitest';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { emptyBytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import { type CallOptions, client } from '../../../src/index.ts';
import { strictPolicy } from '../../../src/review/policy.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { decodeAddress, formatAddress } from '../../../src/script/address.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { walletOf } from '../../support/chains/one-coin-wallet.ts';
import { accountTexts, open, SOMEBODY } from '../../support/generate/accounts.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

const THIEF = open(accountTexts.tr).address(9);
const THIRD = open(accountTexts.tr).address(11);

/** A wallet with one coin of 1,000,000 sat that pays 300,000 sat to somebody in one of many ways. */
async function start() {
  const options = await walletOf(`wpkh(${TEST_XPRV}/84h/1h/0h/0/*)`, 'default');
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

/** Methods of wallets that sign no transaction. */
const others =
  'abandontransaction abortrescan addhdkey backupwallet createwallet createwalletdescriptor decodewallet derivehdkey encryptwallet ' +
  'exportlabels exportwallet exportwatchonlywallet getaddressesbylabel getaddressinfo getbalance getbalances gethdkeys ' +
  'getnewaddress getrawchangeaddress getreceivedbyaddress getreceivedbylabel gettransaction getwalletinfo importdescriptors importlabels ' +
  'importprunedfunds importwallet keypoolrefill listaddressgroupings listdescriptors listlabels listlockunspent listoutbox ' +
  'listreceivedbyaddress listreceivedbylabel listsinceblock listtransactions listunspent listwalletdir listwallets loadwallet ' +
  'lockunspent markoutboxsent psbtbumpfee removeprunedfunds rescanblockchain restorewallet sendoutbox setlabel setwalletflag ' +
  'signmessage simulaterawtransaction unloadwallet walletcreatefundedpsbt walletdisplayaddress walletlock walletpassphrase ' +
  'walletpassphrasechange fundrawtransaction enumeratesigners review';

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

describe('what a wallet has signed is remembered', () => {
  test('every method of wallets is known to sign or not to sign', () => {
    const ofWallets = methods.filter(
      ({ name, category }) => category === 'Wallet' || /wallet|send/.test(name),
    );
    const known = new Set([...Object.keys(signing), ...others.split(' '), 'sendrawtransaction']);
    expect(ofWallets.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  for (const [method, sign] of Object.entries(signing)) {
    test(`by ${method}: another payee for the same coin is a stop`, async () => {
      const world = await start();
      await sign(world);
      expect(world.held.value.history.length).toBeGreaterThan(0);
      await expectStopped(world);
    });

    test(`by ${method}: the history alone is enough, and so is the ledger`, async () => {
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

  test('with psbt: true and with add_to_wallet: false nothing but the history knows', async () => {
    for (const options of [{ psbt: true }, { add_to_wallet: false }]) {
      const world = await start();
      await world.wallet.send({ ...paying, options: { ...options } });
      expect([...world.held.value.ledger.spenders.keys()]).not.toContain(
        outPointKey(world.outPoint),
      );
      await expectStopped(world);
    }
  });

  test('a locked wallet still knows what waits in its outbox', async () => {
    const world = await start();
    await world.wallet.send(paying);
    await world.held.update((w) => ({ wallet: { ...w, history: emptyBytes }, value: undefined }));
    const theft = await psbtOf(world, { [THIEF]: 0.0099 });
    await world.wallet.encryptwallet({ passphrase: 'pass' });
    expect(await findings(world, theft)).toContain('coin-paid-elsewhere');
  });
});

describe('whom a wallet has paid by a PSBT', () => {
  /** An address that begins and ends like another one. */
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
      // The same payment again is not a second use of its address.
      expect(await findings(world, psbt)).not.toContain('address-used');
    });
  }

  test('does not count what was only reviewed', async () => {
    const world = await start();
    await findings(world, await psbtOf(world, { [lookAlike(SOMEBODY)]: 0.009 }));
    const found = await findings(world, await psbtOf(world, { [SOMEBODY]: 0.009 }));
    expect(found).not.toContain('address-look-alike');
  });
});

describe('a replacement that harms no payee is no stop', () => {
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
    test(`but one that ${what} is one`, async () => {
      const world = await start();
      await world.wallet.send(paying);
      const found = await findings(world, await psbtOf(world, outputs(world.own)));
      expect(found).toContain('coin-paid-elsewhere');
    });
  }
});
