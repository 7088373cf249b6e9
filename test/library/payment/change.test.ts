import { describe, expect, test } from 'vitest';
import { createCoinSource } from '../../../src/chain/create-coin-source.ts';
import { listCoins } from '../../../src/chain/list-coins.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { type Account, type AccountCoin, fund } from '../../../src/public/payment.ts';
import { decodeAddress } from '../../../src/script/address.ts';
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

/** At which position of its change a payment of 10,000 satoshi lies, and which coins it spends. */
function payFrom(coins: readonly AccountCoin[], account: Account, feeRate = 2) {
  const psbt = fund({
    coins,
    outputs: [{ address: SOMEBODY, amount: 10_000n }],
    change: account,
    feeRate,
  });
  return { psbt, change: changeOf(psbt, account), spent: psbt.inputs[0]?.prevout.vout };
}

function changeOf(psbt: Psbt, account: Account): number | undefined {
  const places = psbt.outputs.map(({ script }) => account.find(script));
  return places.find((place) => place?.side === 'change')?.index;
}

/** Twelve coins, of which each is enough for a payment. */
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
  test('puts change of payments that can both be mined to addresses of their own, though no list shows the first yet', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const coins = twelve(account);
    const [first, second, third] = [coins.slice(0, 1), coins.slice(1, 2), coins.slice(2, 3)];
    expect(payFrom(first, account).change).toBe(0);
    expect(payFrom(second, account).change).toBe(1);
    expect(payFrom(third, account).change).toBe(2);
    // The same payment again, and one with another fee that takes its place: of these the chain takes one.
    expect(payFrom(second, account).change).toBe(1);
    expect(payFrom(second, account, 9).change).toBe(1);
    expect(payFrom(first, account, 9).change).toBe(0);
  });

  test('takes the coins that the payment spends, not those that were offered, for what excludes another', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const coins = twelve(account);
    const one = payFrom(coins, account);
    const rest = coins.filter(({ vout, txid }) => {
      const spent = one.psbt.inputs.map(({ prevout }) => `${prevout.txid}:${prevout.vout}`);
      return !spent.includes(`${txid}:${vout}`);
    });
    expect(payFrom(rest, account).change).toBe(1);
    expect(payFrom(coins, account).change).toBe(0);
  });

  test('does not go further ahead than wallets look that are restored from the same descriptor', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const positions = twelve(account).map((coin) => payFrom([coin], account).change ?? -1);
    expect(positions.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(Math.max(...positions)).toBe(5);
  });

  test('goes behind change that was seen once, also when it was spent since', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const coins = twelve(account);
    account.coins([
      {
        txid: 'ab'.repeat(32),
        vout: 0,
        value: 5000,
        status: { confirmed: true },
        address: account.changeAddress(4),
      },
    ]);
    expect(payFrom(coins.slice(0, 1), account).change).toBe(5);
    account.markUsed([0, 9]);
    expect(payFrom(coins.slice(1, 2), account).change).toBe(9);
    account.markUsed([0, 3]);
    expect(payFrom(coins.slice(1, 2), account).change).toBe(9);
  });

  test('goes behind spent change of which listCoins has told, in an account that was just opened', async () => {
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
    const { coins } = await listCoins(source, account);
    expect(coins.map(({ branch, index }) => [branch, index])).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(payFrom(account.coins(coins), account).change).toBe(8);
  });

  test('stays where it is said to go, and where there is one address alone', () => {
    const account = watchOnly(open(accountTexts.wpkh));
    const coins = twelve(account);
    const outputs = [{ address: SOMEBODY, amount: 10_000n }];
    for (const coin of coins.slice(0, 3)) {
      const psbt = fund({ coins: [coin], outputs, change: { account, index: 4 }, feeRate: 2 });
      expect(changeOf(psbt, account)).toBe(4);
    }
    expect(payFrom(coins.slice(3, 4), account).change).toBe(0);
  });
});
