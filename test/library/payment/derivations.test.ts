import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { expandMany } from '../../../src/descriptor/expand.ts';
import { privateKeyLookup } from '../../../src/descriptor/private-keys.ts';
import {
  type Account,
  ColdsignError,
  type FundOptions,
  fund,
  openAccount,
  type Utxo,
} from '../../../src/index.ts';
import { formatAddress } from '../../../src/script/address.ts';
import {
  accountKinds,
  accountTexts,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

/** Number of keys derived so far, in lists or one by one. */
let derived = 0;
const ladder = ['deriveChildren', 'tweakPublicKeyMany', 'tweakPublicKey', 'tweakPrivateKey'];
const curve = Object.fromEntries(
  Object.entries(nobleSecp256k1).map(([name, run]) => {
    if (typeof run !== 'function' || !ladder.includes(name)) return [name, run];
    const counted = (...args: readonly unknown[]): unknown => {
      const [, second] = args;
      derived += Array.isArray(second) ? second.length : 1;
      return Reflect.apply(run, nobleSecp256k1, args);
    };
    return [name, counted];
  }),
) as typeof nobleSecp256k1;

function count(run: () => unknown): number {
  derived = 0;
  try {
    run();
  } catch (error) {
    if (!(error instanceof ColdsignError)) throw error;
  }
  return derived;
}

const keys = { wpkh: 1, tr: 1, 'wsh(sortedmulti)': 3 } as const;
const openCounted = (kind: keyof typeof keys, range = 1000): Account => {
  const { descriptors } = watchOnly(open(accountTexts[kind]));
  return openAccount(descriptors, { network: 'regtest', secp256k1: curve, range });
};
const utxo = (address: string, more: object = {}): Utxo => ({
  txid: 'ab'.repeat(32),
  vout: 0,
  value: 90_000,
  status: { confirmed: true },
  address,
  ...more,
});

describe.each(Object.entries(keys))('an account of %s', (kind, cosigners) => {
  const account = () => openCounted(kind as keyof typeof keys);

  test('derives one key per cosigner for an address, and none for a repeated one', () => {
    const own = account();
    expect(count(() => own.address(500))).toBe(cosigners);
    expect(count(() => own.address(500))).toBe(0);
    expect(count(() => own.changeAddress(7))).toBe(cosigners);
  });

  test('finds coins of handed-out addresses without deriving', () => {
    const own = account();
    const [there, change] = [own.address(500), own.changeAddress(900)];
    expect(count(() => own.coins([utxo(there)]))).toBe(0);
    expect(own.coins([utxo(there), utxo(change, { vout: 1 })])).toMatchObject([
      { side: 'receive', index: 500 },
      { side: 'change', index: 900 },
    ]);
  });

  test('finds a coin with a given index by deriving one address', () => {
    const far = account().address(123_456);
    const change = account().changeAddress(700);
    const given = (address: string, more: object) => () =>
      expect(account_.coins([utxo(address, more)])).toMatchObject([more]);
    let account_ = account();
    expect(count(given(far, { index: 123_456, side: 'receive' }))).toBe(cosigners);
    account_ = account();
    expect(count(given(change, { index: 700, side: 'change' }))).toBe(cosigners);
    account_ = account();
    expect(count(given(change, { index: 700 }))).toBe(2 * cosigners);
    account_ = account();
    // As in listCoins.
    const listed = utxo(change, { branch: 1, index: 700 });
    expect(count(() => account_.coins([listed]))).toBe(cosigners);
  });

  test('checks each index: a wrong one costs a search, and a foreign coin is refused with any', () => {
    const own = openCounted(kind as keyof typeof keys, 40);
    for (const index of [0, 5, 39, -1, 1.5, 2 ** 31, Number.NaN]) {
      const found = own.coins([utxo(own.address(30), { index, side: 'change' })]);
      expect(found).toMatchObject([{ index: 30, side: 'receive' }]);
      expect(() => own.coins([utxo(SOMEBODY, { index })])).toThrow(ColdsignError);
    }
  });

  test('searches its range for a foreign coin once', () => {
    const own = openCounted(kind as keyof typeof keys, 50);
    expect(count(() => own.coins([utxo(SOMEBODY)]))).toBe(2 * 50 * cosigners);
    expect(count(() => own.coins([utxo(SOMEBODY)]))).toBe(0);
  });

  test('funds with one coin by few derivations, each time', () => {
    const own = openCounted(kind as keyof typeof keys, 20);
    const outputs = [{ address: SOMEBODY, value: 60_000n }];
    const coins = own.coins([utxo(own.address(0))]);
    const order: FundOptions = { coins, outputs, change: own, feeRate: 2 };
    fund(order).psbt;
    // The keys of the coin and of its change are cached.
    expect(count(() => fund(order).psbt)).toBe(0);
    expect(count(() => fund({ ...order, spendAll: true }).psbt)).toBe(0);
  });
});

describe('the memory of an account', () => {
  const texts = [
    ...accountKinds.map((kind) => accountTexts[kind]),
    `wpkh(${TEST_XPRV}/0h/*h)`,
    `tr(musig(${TEST_XPRV}/1/*,${TEST_XPRV}/2h/*))`,
    `tr(${TEST_XPRV}/<0;1>/*,pk(${TEST_XPRV}/5h/<2;3>/*h))`,
    `wpkh(${TEST_XPRV}/7)`,
  ];
  test.each(texts)('agrees with its descriptor without a memory: %s', (text) => {
    const account = open(text);
    const source = {
      secp256k1: nobleSecp256k1,
      findPrivateKey: privateKeyLookup(account.privateKeys),
    };
    for (const index of account.isRange ? [3, 0, 17, 3] : [0, 0]) {
      for (const side of ['receive', 'change'] as const) {
        const [expansion] = expandMany(account[side], [index], source);
        const [script = new Uint8Array()] = expansion?.scripts ?? [];
        const address = side === 'receive' ? account.address(index) : account.changeAddress(index);
        expect(address).toBe(formatAddress(script, account.network));
        expect(account.find(script)).toMatchObject({ index });
      }
    }
    const coins = account.coins(utxosOf(account, [90_000]));
    const outputs = [{ address: SOMEBODY, value: 40_000n }];
    const fresh = open(text);
    const copies = fresh.coins(utxosOf(account, [90_000]));
    expect(fund({ coins, outputs, change: account, feeRate: 3 }).psbt).toEqual(
      fund({ coins: copies, outputs, change: fresh, feeRate: 3 }).psbt,
    );
  });
});
