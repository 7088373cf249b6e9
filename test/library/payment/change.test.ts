import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  type Account,
  type AccountCoin,
  formatPsbt,
  fund,
  openAccount,
} from '../../../src/index.ts';
import { fund as fundPayment } from '../../../src/library/payment/fund-payment.ts';
import { splitBatch } from '../../../src/library/payment/split-batch.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import { createCoinSource } from '../../../src/servers/create-coin-source.ts';
import { listCoins } from '../../../src/servers/list-coins.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { payment } from '../../support/chains/mined-chain.ts';
import {
  accountTexts,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';

/** Returns the position of the change of a payment of 10,000 satoshi, and the coins it spends. */
function payFrom(coins: readonly AccountCoin[], account: Account, feeRate = 2) {
  const psbt = fund({
    coins,
    outputs: [{ address: SOMEBODY, value: 10_000n }],
    change: account,
    feeRate,
  }).psbt;
  return { psbt, change: changeOf(psbt, account), spent: psbt.inputs[0]?.prevout.vout };
}

function changeOf(psbt: Psbt, account: Account): number | undefined {
  const places = psbt.outputs.map(({ scriptPubKey: script }) => account.find(script));
  return places.find((place) => place?.side === 'change')?.index;
}

/** Makes twelve coins, each enough for a payment. */
const twelve = (account: Account) =>
  account.coins(
    utxosOf(
      account,
      Array.from({ length: 12 }, (_, i) => 90_000 + i),
    ),
  );

const scriptOf = (account: Account, address: string): Uint8Array => {
  const script = decodeAddress(address, account.network);
  if (script instanceof Uint8Array) return script;
  throw new Error(script.error);
};

describe('change: account', () => {
  test('goes to the same position for the same call, independent of earlier calls', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const coins = twelve(account);
    const before = formatPsbt(payFrom(coins, account).psbt);
    for (const coin of coins) expect(payFrom([coin], account).change).toBe(0);
    expect(formatPsbt(payFrom(coins, account).psbt)).toBe(before);
  });

  test('goes after the positions that the app keeps, so that payments do not share an address', () => {
    let account = watchOnly(open(accountTexts.wpkh));
    const positions = twelve(account).map((coin) => {
      const { change } = fundPayment({
        coins: [coin],
        outputs: [{ address: SOMEBODY, value: 10_000n }],
        change: account,
        feeRate: 2,
      });
      // The state that the app keeps, also as text.
      account = account.withNext(JSON.parse(JSON.stringify(change?.next)));
      return change?.index;
    });
    expect(positions).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(account.next).toEqual({ receive: 0, change: 12 });
    const reopened = openAccount([...account.descriptors], {
      network: 'regtest',
      next: account.next,
    });
    expect(reopened.next).toEqual(account.next);
    // Going back would hand out addresses again.
    expect(() => reopened.withNext({ change: 3 })).toThrow(
      expect.objectContaining({ code: 'WRONG_ARGUMENT', message: expect.stringMatching(/change/) }),
    );
    expect(reopened.withNext({ receive: 3 }).next).toEqual({ receive: 3, change: 12 });
    expect(() => Object.assign(reopened.next, { change: 3 })).toThrow(TypeError);
  });

  test('goes after change among the given coins', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const seen = account.coins([
      {
        txid: 'ab'.repeat(32),
        vout: 0,
        value: 5000,
        status: { confirmed: true },
        address: account.changeAddress(4),
      },
    ]);
    const coins = [...twelve(account).slice(0, 1), ...seen];
    expect(payFrom(coins, account).change).toBe(5);
    expect(payFrom(coins, account.withNext([0, 9])).change).toBe(9);
    expect(payFrom(coins, account.withNext([0, 3])).change).toBe(5);
  });

  test.each([[{ change: -1 }], [{ change: 1.5 }], [[0, '1']], ['x']])(
    'refuses %o as positions',
    (next) => {
      const account = open(accountTexts.wpkh);
      expect(() => account.withNext(next as object)).toThrow(
        expect.objectContaining({ code: 'WRONG_ARGUMENT' }),
      );
    },
  );

  test('hands out addresses in order, and remembers none', () => {
    const account = open(accountTexts.wpkh);
    const first = account.nextAddress();
    expect(account.nextAddress()).toEqual(first);
    expect(first).toEqual({
      address: account.address(0),
      side: 'receive',
      index: 0,
      next: { receive: 1, change: 0 },
    });
    expect(account.withNext(first.next).nextAddress().address).toBe(account.address(1));
  });

  test('goes after spent change that listCoins found', async () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const paid = payment([[scriptOf(account, account.address(0)), 50_000n]]);
    const spend = payment(
      [
        [scriptOf(account, account.changeAddress(7)), 30_000n],
        [scriptOf(account, account.address(1)), 19_000n],
      ],
      { txid: transactionId(paid), vout: 0 },
    );
    const last = payment([[scriptOf(account, account.address(2)), 29_000n]], {
      txid: transactionId(spend),
      vout: 0,
    });
    const source = createCoinSource(
      {
        tip: async () => ({ height: 9, hash: '00'.repeat(32) }),
        transactions: async () =>
          [paid, spend, last].map((each) => ({
            hex: encodeHex(encodeTransaction(each)),
            height: 3,
          })),
      },
      { network: 'regtest' },
    );
    const { coins, next } = await listCoins(source, account);
    expect(coins.map(({ branch, index }) => [branch, index])).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(payFrom(account.coins(coins), account.withNext(next)).change).toBe(8);
  });

  test('stays at a given position, and at the only address', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const coins = twelve(account);
    const outputs = [{ address: SOMEBODY, value: 10_000n }];
    for (const coin of coins.slice(0, 3)) {
      const psbt = fund({ coins: [coin], outputs, change: { account, index: 4 }, feeRate: 2 }).psbt;
      expect(changeOf(psbt, account)).toBe(4);
    }
    expect(payFrom(coins.slice(3, 4), account).change).toBe(0);
  });
});

describe('the change that fund reports', () => {
  const single = open('wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)');
  const ranged = open(accountTexts.wpkh);
  const cases = [
    ['the only address of the account', single, single.address(0), single],
    ['the next address for change', ranged, ranged.changeAddress(0), ranged],
    [
      'a chosen position for change',
      ranged,
      ranged.changeAddress(4),
      { account: ranged, index: 4 },
    ],
  ] as const;

  test.each(cases)('is not the payee, who has %s', (_, account, address, change) => {
    const coins = account.coins(utxosOf(account, [90_000]));
    // The order of the outputs follows from the arguments.
    for (const value of [9_000n, 20_000n, 30_000n, 41_000n, 60_000n, 70_000n]) {
      const funded = fundPayment({ coins, outputs: [{ address, value }], change, feeRate: 2 });
      const { psbt, fee } = funded;
      expect(funded.change?.value).toBe(90_000n - value - fee);
      expect(psbt.outputs[funded.change?.vout ?? -1]?.value).toBe(funded.change?.value);
    }
  });

  test.each(cases)(
    'is absent if there is none, and a payee has %s',
    (_, account, address, change) => {
      const coins = account.coins(utxosOf(account, [90_000]));
      const outputs = [{ address, value: 90_000n, subtractFee: true }];
      expect(fundPayment({ coins, outputs, change, feeRate: 2 }).change).toBeUndefined();
      expect(
        fundPayment({ coins, outputs, change, feeRate: 2, spendAll: true }).change,
      ).toBeUndefined();
    },
  );

  test('is the only output if everything goes to change', () => {
    const coins = twelve(ranged);
    const { psbt, change } = fundPayment({ coins, change: ranged, feeRate: 2, spendAll: true });
    expect(change).toMatchObject({ vout: 0, value: psbt.outputs[0]?.value, index: 0 });
  });

  test('is that of each payment of a batch', () => {
    const outputs = [11_000n, 12_000n].map((value) => ({ address: single.address(0), value }));
    const [coin] = single.coins(utxosOf(single, [90_000]));
    const [paid] = splitBatch({ coins: coin ? [coin] : [], outputs, change: single, feeRate: 2 });
    expect(paid?.change?.value).toBe(90_000n - 23_000n - (paid?.fee ?? 0n));
  });
});

test('an account of another network takes no change', () => {
  const account = open(accountTexts.wpkh);
  const coins = account.coins(utxosOf(account, [90_000]));
  const text = account.descriptors;
  for (const network of ['test', 'signet', 'testnet4'] as const) {
    const other = openAccount([...text], { network });
    for (const change of [other, { account: other, index: 3 }]) {
      expect(() =>
        fundPayment({ coins, outputs: [{ address: SOMEBODY, value: 1_000n }], change, feeRate: 2 }),
      ).toThrow(`The coins are of regtest, but change is an account of ${network}`);
    }
  }
});
