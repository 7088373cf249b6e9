import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { nullDataScript } from '../../script/builders.ts';
import type { Recipient } from '../../wallet/funding/fund-request.ts';
import { changePositions } from './change.ts';
import { isAccount, type OpenCoin } from './coin-account.ts';
import { readAddress } from './coins.ts';
import { PaymentError, wrongArgument } from './error.ts';
import type { Account, AccountSide } from './types.ts';

/** What is paid, and to whom. */
export type PaymentOutput =
  | {
      /** Of the account's network. */
      readonly address: string;
      /** In satoshi. */
      readonly amount: Satoshis;
      /** Whether the fee, or an equal share of it, comes out of this amount. Default: false. */
      readonly subtractFee?: boolean | undefined;
    }
  | {
      /** What OP_RETURN carries, as bytes or in hexadecimal. It costs nothing beyond its size. */
      readonly data: Bytes | string;
    };

/**
 * Where the rest goes: an account, to a position of its change that nothing was paid to, as far as
 * its coins, `listCoins`, `markUsed` and the payments tell that were funded with it before; a
 * position of it; an address.
 */
export type ChangeTarget =
  | Account
  | {
      /** Whose change it is. */
      readonly account: Account;
      /**
       * The position on its side for change, from 0: one that no change went to before tells less.
       */
      readonly index: number;
    }
  | string;

/** A place for change. */
export type ChangePlace = {
  readonly scriptPubKey: Bytes;
  /** Absent: somebody's address. */
  readonly own?: { readonly account: Account; readonly side: AccountSide; readonly index: number };
};

export function readOutputs(
  outputs: readonly PaymentOutput[],
  account: Account,
): readonly Recipient[] {
  return outputs.map((output, i) => {
    const name = `output ${i}`;
    if ('data' in output)
      return {
        output: { value: 0n, scriptPubKey: dataScript(output.data, name) },
        subtractFee: false,
      };
    const { address, amount, subtractFee = false } = output;
    if (typeof address !== 'string')
      throw wrongArgument(
        `${name} has no address`,
        'Write { address, amount: 60_000n } or { data }.',
      );
    if (typeof amount !== 'bigint' || amount <= 0n || amount > MAX_MONEY) {
      throw new PaymentError('INVALID_AMOUNT', `${name} has no amount of satoshi`, {
        hint: 'Amounts are bigints in satoshi, above 0: 0.0006 BTC is 60_000n.',
      });
    }
    return { output: { value: amount, scriptPubKey: readAddress(address, account) }, subtractFee };
  });
}

function dataScript(data: unknown, name: string): Bytes {
  const bytes = typeof data === 'string' ? decodeHex(data) : data;
  if (isBytes(bytes)) return nullDataScript(bytes);
  throw wrongArgument(
    `${name} has data that is neither bytes nor hexadecimal`,
    'Text becomes bytes by new TextEncoder().encode(text).',
  );
}

/**
 * One place, or of an account all that come into question, best first. An address is derived when
 * its place is asked for.
 */
export function placesForChange(
  target: ChangeTarget,
  coins: readonly OpenCoin[],
): readonly (() => ChangePlace)[] {
  const [first] = coins;
  if (typeof target === 'string' && first !== undefined) {
    const scriptPubKey = readAddress(target, first.account);
    return [() => ({ scriptPubKey })];
  }
  // Callers without types.
  const given: Partial<Account & { account: Account; index: number }> = Object(target);
  const account = given.account ?? given;
  if (!isAccount(account)) {
    throw wrongArgument(
      'change must be an account or an address',
      'What is not paid goes there: without it, it would be the fee.',
    );
  }
  if (given.index !== undefined) {
    const place = placeAt(account, given.index);
    return [() => place];
  }
  if (!account.isRange) return [() => placeAt(account, 0)];
  return changePositions(account, coins).map((index) => () => placeAt(account, index));
}

function placeAt(account: Account, index: number): ChangePlace {
  const scriptPubKey = readAddress(account.changeAddress(index), account);
  const place = account.find(scriptPubKey) ?? { side: 'change', index };
  return { scriptPubKey, own: { account, side: place.side, index } };
}
