import { expect, test } from 'vitest';
import { loadPart } from '../../src/encoding/load-part.ts';
import {
  combine,
  type ErrorCode,
  extract,
  formatPsbt,
  fund,
  openAccount,
  type Psbt,
  parsePsbt,
  parseUri,
  reviewFirst,
  type SignOptions,
  sign,
} from '../../src/index.ts';
import {
  createCoinSource,
  createEsploraSource,
  createFileStorage,
  createIndexedDbStorage,
  listCoins,
} from '../../src/public/wallet.ts';

const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const network = 'regtest';
const account = openAccount(`wpkh(${WIF})`, { network });
const legacy = openAccount(`pkh(${WIF})`, { network });
/** An account of another key. */
const stranger = openAccount('wpkh(cVpF924EspNh8KjYsfhgY96mmxvT6DgdWiTYMtMjuM74hJaU5psW)', {
  network,
});
const to = stranger.address(0);
const utxo = (vout = 0, more = {}) => ({
  txid: '11'.repeat(32),
  vout,
  value: 90_000n,
  confirmations: 200,
  address: account.address(0),
  ...more,
});
type Order = Parameters<typeof fund>[0];
const coinsOf = (...utxos: readonly object[]) => account.coins(utxos as never);
const pay = (more: Partial<Order> = {}) =>
  fund({
    coins: coinsOf(utxo()),
    outputs: [{ address: to, value: 50_000n }],
    change: account,
    feeRate: 2,
    ...more,
  });
const { psbt } = pay();
const withInput = (more: object): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) => ({ ...input, ...more })),
});
const byDevice = (thrown: unknown, options: Partial<SignOptions> = {}) =>
  sign(psbt, { device: { signPsbt: () => Promise.reject(thrown) }, ...options });
const named = (name: string) => Object.assign(new Error(name), { name });

/** Queries a server that answers every request like this. */
const esplora = (text: string | Error, status = 200, more = {}) =>
  createEsploraSource({
    url: 'https://esplora.test/api',
    network,
    fetch: async () => {
      if (text instanceof Error) throw text;
      return { status, text: async () => text };
    },
    ...more,
  }).tip();

/**
 * A call of public functions that ends with each code. The type requires every code of the union.
 */
const calls: { readonly [Code in ErrorCode]: () => unknown } = {
  WRONG_ARGUMENT: () => fund(null as never),
  INVALID_DESCRIPTOR: () => openAccount('wpkh(typo)'),
  INVALID_ADDRESS: () => parseUri('bitcoin:typo'),
  INVALID_AMOUNT: () => pay({ outputs: [{ address: to, value: 0n }] }),
  INVALID_KEY: () => sign(psbt, { keys: 'typo' }),
  INVALID_COIN: () => coinsOf({}),
  FOREIGN_COIN: () => coinsOf(utxo(0, { address: to })),
  INVALID_PSBT: () => parsePsbt('cHNidP8BADMC'),
  INSUFFICIENT_FUNDS: () => pay({ outputs: [{ address: to, value: 100_000n }] }),
  IMMATURE_COIN: () =>
    pay({ coins: coinsOf(utxo(0, { coinbase: true, confirmations: 5 })), spendAll: true }),
  UNSAFE_COIN: () => pay({ coins: coinsOf(utxo(0, { confirmations: 0 })), spendAll: true }),
  ANCESTORS_MISSING: () =>
    pay({
      coins: coinsOf(utxo(0, { confirmations: 0 })),
      feeRate: undefined,
      packageFeeRate: 5,
    }),
  NOT_REPLACEABLE: () =>
    pay({
      replaces: withInput({ prevout: { txid: '22'.repeat(32), vout: 0 }, witnessUtxo: undefined }),
    }),
  AMOUNT_TOO_SMALL: () => pay({ outputs: [{ address: to, value: 100n }] }),
  FEE_RATE_TOO_LOW: () => pay({ feeRate: 0.05 }),
  FEE_TOO_HIGH: () => pay({ maxFee: 1n }),
  PREVIOUS_TRANSACTION_MISSING: () =>
    pay({ coins: legacy.coins([utxo(0, { address: legacy.address(0) })]), change: legacy }),
  TOO_LARGE: () =>
    pay({
      outputs: Array.from({ length: 3500 }, () => ({ data: 'ff'.repeat(20) })),
      coins: coinsOf(utxo(0, { value: 900_000_000n })),
    }),
  NOT_FUNDED: () => {
    const ancestors = { vsize: 200, fee: 100n };
    const coins = Array.from({ length: 70 }, (_, vout) =>
      utxo(vout, { txid: `${vout + 10}`.repeat(32), confirmations: 0, safe: true, ancestors }),
    );
    return pay({ coins: coinsOf(...coins), spendAll: true, feeRate: undefined, packageFeeRate: 2 });
  },
  LOCK_TIMES: () =>
    formatPsbt(
      {
        ...psbt,
        inputs: [
          { heightLocktime: 100 },
          { prevout: { txid: '22'.repeat(32), vout: 0 }, timeLocktime: 1_600_000_000 },
        ].flatMap((lock) => psbt.inputs.map((input) => ({ ...input, ...lock }))),
      },
      'base64',
      { version: 0 },
    ),
  SILENT_PAYMENT: () =>
    pay({
      outputs: [
        {
          address:
            'sprt1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc8je3m8',
          value: 50_000n,
        },
      ],
    }),
  SIGHASH_MISMATCH: () => sign(withInput({ sighashType: 2 }), { keys: account }),
  SIGNER_FAILED: () =>
    sign(psbt, {
      signer: () => {
        throw new Error('no');
      },
    }),
  NOT_LOADED: () => loadPart(() => Promise.reject(new TypeError('Failed to fetch'))),
  DEVICE_REFUSED: () => byDevice({ statusCode: 0x6985 }),
  DEVICE_CANCELLED: () => byDevice(undefined),
  DEVICE_DISCONNECTED: () => byDevice(named('DisconnectedDevice')),
  DEVICE_BUSY: () => byDevice(named('TransportRaceCondition')),
  DEVICE_LOCKED: () => byDevice(named('LockedDeviceError')),
  OTHER_TRANSACTION: () => combine(psbt, pay({ feeRate: 3 }).psbt),
  BAD_SIGNATURE: async () => {
    const signed = await sign(psbt, { keys: account });
    const [input] = signed.psbt.inputs;
    return extract(withInput({ finalWitness: [new Uint8Array(71), input?.finalWitness[1]] }));
  },
  NOT_FINAL: () => extract(psbt),
  UNKNOWN_FEE: async () => {
    const signed = await sign(psbt, { keys: account });
    const bare = { witnessUtxo: undefined, nonWitnessUtxo: undefined };
    return extract({
      ...signed.psbt,
      inputs: signed.psbt.inputs.map((input) => ({ ...input, ...bare })),
    });
  },
  INVALID_URI: () => parseUri(`bitcoin:${account.address(0)}?req-x=1`, { network }),
  REVIEW_REFUSED: () =>
    sign(withInput({ witnessUtxo: undefined }), {
      keys: account,
      approve: reviewFirst({ account }),
    }),
  NOT_APPROVED: () => sign(psbt, { keys: account, approve: () => false }),
  ABORTED: () => sign(psbt, { keys: account, signal: AbortSignal.abort() }),
  STORAGE_FAILED: () => {
    const fail = async (): Promise<never> => {
      throw new Error('EIO');
    };
    const files = {
      mkdir: fail,
      readdir: fail,
      readFile: fail,
      open: fail,
      rename: fail,
      rm: fail,
    };
    return createFileStorage(files as never, 'folder').names();
  },
  STORAGE_CHANGED: () => {
    // An IndexedDB that has another wallet.
    const answer = (result: unknown) => ({
      result,
      set onsuccess(run: () => void) {
        queueMicrotask(run);
      },
    });
    const change = {
      objectStore: () => ({ get: () => answer(Uint8Array.of(2)) }),
      set oncomplete(run: () => void) {
        queueMicrotask(run);
      },
    };
    const database = { transaction: () => change };
    const storage = createIndexedDbStorage({ open: () => answer(database) });
    return storage.write('w', Uint8Array.of(3), Uint8Array.of(1));
  },
  SOURCE_UNREACHABLE: () => esplora(new TypeError('fetch failed')),
  SOURCE_TIMEOUT: () => esplora('', 200, { setTimeout: (run: () => void) => run() }),
  SOURCE_TOO_LARGE: () => esplora('x'.repeat(30_000_000)),
  SOURCE_NONSENSE: () => esplora('<html>'),
  SOURCE_FALSE: () =>
    createCoinSource(
      {
        tip: async () => ({ height: 5, hash: '00'.repeat(32), header: '00'.repeat(80) }),
        transactions: async () => [],
      } as never,
      { network },
    ).tip(),
  SOURCE_REFUSED: () => esplora('busy', 503),
  SOURCE_OTHER_CHAIN: () => {
    const tip = { height: 840_000, hash: '00'.repeat(32), time: 1_713_571_767 };
    const backend = { tip: async () => tip, transactions: async () => [] };
    return listCoins(createCoinSource(backend, { network: 'main' }), account);
  },
};

test.each(Object.entries(calls))(
  '%s is the code of an error of a public function',
  async (code, call) => {
    await expect((async () => call())()).rejects.toMatchObject({
      name: 'ColdsignError',
      code,
      hint: expect.stringMatching(/\w{3}/),
    });
  },
);
