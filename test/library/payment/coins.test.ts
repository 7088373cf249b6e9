import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  type Account,
  ColdsignError,
  type FundOptions,
  fromCore,
  fromEsplora,
  fund,
  openAccount,
  type Utxo,
  type UtxoList,
} from '../../../src/index.ts';
import { readCoinFile } from '../../../src/library/payment/coin-files.ts';
import { networks } from '../../../src/public/script.ts';
import {
  type AccountKind,
  accountKinds,
  accountTexts,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

type ChangeTarget = FundOptions['change'];

const account: Account = open(accountTexts.wpkh);
const address = account.address(3);
const txid = 'ab'.repeat(32);

/** Reads coins as callers without types and servers provide them. */
const read = (utxos: unknown, options?: { readonly height?: number }) =>
  account.coins(utxos as UtxoList, options);

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ColdsignError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}

describe("one coin in each backend's format", () => {
  // Copied from answers of blockstream.info/testnet, an electrs and a node, with other values.
  const esplora = {
    txid,
    vout: 1,
    status: { confirmed: true, block_height: 100, block_hash: '00'.repeat(32), block_time: 1 },
    value: 12_345_678,
  };
  const electrum = { tx_hash: txid, tx_pos: 1, height: 100, value: 12_345_678 };
  const [script] = utxosOf(account, [1, 1, 1, 1]).slice(3);
  const scriptPubKey = encodeHex(
    account.coins([script as Utxo])[0]?.scriptPubKey ?? new Uint8Array(),
  );
  const listunspent = {
    txid,
    vout: 1,
    address,
    label: '',
    scriptPubKey,
    amount: 0.12345678,
    confirmations: 3,
    spendable: true,
    solvable: true,
    desc: 'wpkh()',
    parent_descs: [],
    safe: true,
  };
  const scantxoutset = {
    success: true,
    txouts: 9,
    height: 102,
    bestblock: '00'.repeat(32),
    unspents: [
      {
        txid,
        vout: 1,
        scriptPubKey,
        desc: 'wpkh()',
        amount: 0.12345678,
        coinbase: false,
        height: 100,
        blockhash: '00'.repeat(32),
        confirmations: 3,
      },
    ],
    total_amount: 0.12345678,
  };

  test.each<[string, unknown, { readonly height?: number }]>([
    ['Esplora', [{ ...esplora, address }], { height: 102 }],
    ['Electrum', [{ ...electrum, address }], { height: 102 }],
    ['Electrum, by script', [{ ...electrum, scriptPubKey }], { height: 102 }],
    ['listunspent', [listunspent], {}],
    ['scantxoutset', scantxoutset, {}],
    [
      'scantxoutset of older nodes',
      {
        ...scantxoutset,
        unspents: scantxoutset.unspents.map(({ confirmations: _, ...rest }) => rest),
      },
      {},
    ],
    ['in bigints', [{ txid, vout: 1, address, value: 12_345_678n, confirmations: 3 }], {}],
  ])('%s', (_, list, options) => {
    expect(read(list, options)).toEqual([
      expect.objectContaining({
        txid,
        vout: 1,
        value: 12_345_678n,
        address,
        side: 'receive',
        index: 3,
        confirmations: 3,
        safe: true,
        coinbase: false,
      }),
    ]);
  });

  test('reads its own result again, also as a copy', () => {
    const lists = [
      [{ ...esplora, address }],
      [listunspent],
      [{ ...esplora, status: { confirmed: false }, address }],
      [{ ...esplora, status: { confirmed: false }, safe: true, address }],
    ];
    for (const list of lists) {
      const coins = read(list);
      expect(account.coins(coins)).toEqual(coins);
      expect(account.coins(structuredClone(coins))).toEqual(coins);
    }
  });

  test('a repeated coin in a list counts once', () => {
    expect(
      read([
        { ...esplora, address },
        { ...electrum, address },
      ]),
    ).toHaveLength(1);
  });

  test("an unconfirmed coin is unsafe unless it is the wallet's own change", () => {
    const open = { ...esplora, status: { confirmed: false }, address };
    expect(read([open])[0]).toMatchObject({ confirmations: 0, safe: false });
    expect(read([{ ...listunspent, confirmations: 0 }])[0]).toMatchObject({
      confirmations: 0,
      safe: true,
    });
    expect(read([{ ...electrum, height: -1, address }])[0]).toMatchObject({
      confirmations: 0,
      safe: false,
    });
  });
});

test.each([1, 50, 293, '500.00000000', 0.001, '0.00100000', 1e-8])(
  'reads the amount %s of a node',
  (amount) => {
    const [coin] = account.coins([{ txid, vout: 1, address, amount }]);
    expect(coin?.value).toBe(BigInt(Math.round(Number(amount) * 1e8)));
    expect(fromCore([{ txid, vout: 1, address, amount }])[0]?.value).toBe(coin?.value);
  },
);

test.each([294, 100_000, '100000'])(
  'refuses the amount %s of a node without decimals',
  (amount) => {
    const listed = { txid, vout: 1, address, amount };
    expect(() => fromCore([listed])).toThrow(
      `coin 0 has the amount ${amount} BTC, without decimals`,
    );
    const file = (text: string) => readCoinFile(text, undefined)?.coins ?? [];
    const coinsOf = (text: string) => account.coins(file(text));
    expect(() => coinsOf(JSON.stringify([listed]))).toThrow('without decimals');
    const printed = JSON.stringify([listed]).replace(
      /"amount":[^}]*/,
      `"amount":${amount}.00000000`,
    );
    expect(coinsOf(printed)[0]?.value).toBe(BigInt(amount) * 100_000_000n);
  },
);

test.each([-1n, 21n * 10n ** 14n + 1n, 0.5])('an adapter refuses the value %s', (value) => {
  const owner = { address };
  const listed = { txid, vout: 1, value: value as number, status: { confirmed: true } };
  expect(() => fromEsplora([listed], owner)).toThrow('A coin has no amount');
});

describe('faults in a list', () => {
  const good = { txid, vout: 1, value: 1000, address };
  const [whole] = utxosOf(account, [5000]);
  test.each<[string, unknown, string]>([
    [
      'no address or script',
      [{ txid, vout: 1, value: 1000 }],
      'INVALID_COIN: coin 0 does not say whose it is',
    ],
    [
      'a cut txid',
      [{ ...good, txid: txid.slice(1) }],
      'INVALID_COIN: coin 0 has no txid of 64 hex digits',
    ],
    ['no output', [{ ...good, vout: '1' }], 'INVALID_COIN: coin 0 has no vout'],
    [
      'satoshi with a fraction',
      [{ ...good, value: 0.5 }],
      'INVALID_AMOUNT: coin 0 has no amount, or two',
    ],
    ['two amounts', [{ ...good, amount: 0.1 }], 'INVALID_AMOUNT: coin 0 has no amount, or two'],
    [
      'more than there is',
      [{ ...good, value: 21e14 + 1 }],
      'INVALID_AMOUNT: coin 0 has no amount, or two',
    ],
    [
      'BTC that floating point has changed',
      [{ txid, vout: 1, address, amount: 0.1 + 0.2 }],
      'INVALID_AMOUNT: coin 0 has no amount, or two',
    ],
    ...[100_000, 294, 546, 2_000_000, 21_000_000, '100000', 1e5].map(
      (amount): [string, unknown, string] => [
        `satoshi as the amount of a node: ${typeof amount} ${amount}`,
        [{ txid, vout: 1, address, amount }],
        `INVALID_AMOUNT: coin 0 has the amount ${amount} BTC, without decimals`,
      ],
    ),
    [
      'more than exists in several coins',
      [1, 2].map((vout) => ({ ...good, vout, value: 15e14 })),
      'INVALID_AMOUNT: The coins hold 30000000.00000000 BTC together, and 21 million BTC exist',
    ],
    [
      'satoshi as the amount of a node, with its transaction',
      [{ ...whole, value: undefined, amount: 5000 }],
      'INVALID_AMOUNT: coin 0 is listed with 500000000000 satoshi, but its transaction gives it 5000',
    ],
    [
      'an amount that the transaction does not have',
      [{ ...whole, value: 5001 }],
      'INVALID_AMOUNT: coin 0 is listed with 5001 satoshi, but its transaction gives it 5000',
    ],
    [
      'another transaction',
      [{ ...whole, txid }],
      'INVALID_COIN: coin 0 has a previous transaction whose id is not its txid',
    ],
    [
      'another address than the transaction pays',
      [{ ...whole, address }],
      'INVALID_COIN: coin 0 pays another address than the one that is named',
    ],
    [
      'another output',
      [{ ...whole, vout: 1 }],
      'INVALID_COIN: coin 0 is output 1 of a transaction that has fewer',
    ],
    [
      "a stranger's coin",
      [{ ...good, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }],
      "FOREIGN_COIN: coin 0 pays bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080 which is not the account's",
    ],
    [
      'an address of main',
      [{ ...good, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
      'INVALID_ADDRESS: ',
    ],
    ['no list', {}, 'WRONG_ARGUMENT: The coins must be a list'],
    ['nothing in a list', [undefined], 'INVALID_COIN: coin 0 has no txid of 64 hex digits'],
    ['a list with a hole', new Array(1), 'INVALID_COIN: coin 0 has no txid of 64 hex digits'],
    [
      'an address beside a script that is not hexadecimal',
      [{ ...good, scriptPubKey: '0x00' }],
      'INVALID_COIN: coin 0 has a scriptPubKey that is not hexadecimal',
    ],
    [
      'an address of bytes',
      [{ ...good, address: Uint8Array.of(1) }],
      'INVALID_COIN: coin 0 has an address that is no text',
    ],
  ])('%s', (_, list, words) => {
    expect(codeOf(() => read(list))).toContain(words);
  });

  test('a coin beyond the range is found with a larger range', () => {
    const far = open(accountTexts.wpkh).address(150);
    const utxo: Utxo = { ...good, address: far };
    const near = (range: number) =>
      openAccount(accountTexts.wpkh, { network: 'regtest', range }).coins([utxo])[0]?.index;
    expect(codeOf(() => near(100))).toContain('FOREIGN_COIN');
    expect(near(151)).toBe(150);
  });
});

describe('invalid account descriptors', () => {
  test.each<[string, unknown, string]>([
    ['an address', 'addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)', 'INVALID_DESCRIPTOR'],
    [
      'keys of another network',
      'wpkh(xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8/0/*)',
      'INVALID_DESCRIPTOR',
    ],
    [
      'hardened steps behind a public key',
      accountTexts.wpkh.replace(
        /tprv\w+/,
        'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H',
      ),
      'INVALID_DESCRIPTOR',
    ],
    ['a wrong checksum', `${accountTexts.wpkh}#aaaaaaaa`, 'INVALID_DESCRIPTOR'],
    ['nothing', undefined, 'WRONG_ARGUMENT'],
    ['three sides', accountTexts.wpkh.replace('<0;1>', '<0;1;2>'), 'INVALID_DESCRIPTOR'],
  ])('%s', (_, text, code) => {
    expect(codeOf(() => open(text as string))).toContain(code);
  });

  test('errors contain no private key', () => {
    const words = codeOf(() => open(`${accountTexts.wpkh})`));
    expect(words).toContain('INVALID_DESCRIPTOR');
    expect(words).not.toContain('tprv8ZgxMBicQKsPe');
  });
});

describe('a coin is a plain value', () => {
  const outputs = [{ address: SOMEBODY, value: 10_000n }];
  /** Copies as they arrive in a worker, in IndexedDB or in another window. */
  const copies = (kind: AccountKind) => {
    const own = open(accountTexts[kind]);
    const coins = own.coins(utxosOf(own, [90_000, 80_000]));
    return { own, coins, copied: coins.map((coin) => structuredClone(coin)) };
  };

  test.each(accountKinds)('is accepted as a copy by fund, of an account %s', (kind) => {
    const { own, coins, copied } = copies(kind);
    expect(copied).toEqual(coins);
    const pay = (from: typeof coins, change: ChangeTarget) =>
      fund({ coins: from, outputs, change, feeRate: 3 }).psbt;
    // The account was not opened here, so it is opened from its public descriptors.
    const watching = watchOnly(own);
    const watched = watching.coins(utxosOf(own, [90_000, 80_000]));
    const expected = pay(watched, own.changeAddress(0));
    expect(pay(copied, own.changeAddress(0))).toEqual(expected);
    expect(pay(copied, { account: own, index: 0 })).toEqual(pay(coins, { account: own, index: 0 }));
    expect(structuredClone(expected)).toEqual(expected);
  });

  test('leads to the account for change, whose positions count', () => {
    const { own, copied } = copies('wpkh');
    const change = own.withNext({ change: 4 });
    const psbt = fund({ coins: copied, outputs, change, feeRate: 3 }).psbt;
    expect(psbt.outputs.map(({ scriptPubKey: script }) => own.find(script)?.index)).toContain(4);
  });

  test('needs the account itself if only private keys can derive the scripts', () => {
    const own = open(`wpkh(${TEST_XPRV}/84h/<0;1>/*h)`);
    const copied = structuredClone(own.coins(utxosOf(own, [90_000])));
    const pay = (change: ChangeTarget) => () =>
      codeOf(() => fund({ coins: copied, outputs, change, feeRate: 3 }).psbt);
    expect(pay(own)()).toBe('nothing');
    expect(pay(SOMEBODY)()).toMatch(/^INVALID_DESCRIPTOR: /);
  });

  test('contains no private key', () => {
    for (const kind of accountKinds) {
      expect(inspect(copies(kind).coins, { depth: 9 })).not.toMatch(/[a-z]prv[A-Za-z0-9]/);
    }
  });

  test.each([
    ['no account', {}],
    ['an account without descriptors', { account: { network: networks.regtest } }],
    [
      'descriptors that are no texts',
      { account: { network: networks.regtest, descriptors: [1, 2] } },
    ],
  ])('rejects a coin with %s', (_, change) => {
    const { own, copied } = copies('wpkh');
    const coins = copied.map(({ account: _account, ...coin }) => ({ ...coin, ...change }));
    const options = { coins, outputs, change: own, feeRate: 3 } as unknown as FundOptions;
    expect(codeOf(() => fund(options).psbt)).toMatch(/^WRONG_ARGUMENT: coins must be/);
  });
});
