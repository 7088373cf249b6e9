import { formatAmount } from '../../../encoding/amount.ts';
import { failure } from './failures.ts';
import { unwrapped } from './intake.ts';
import type { NameView } from './names.ts';
import { readAddress } from './payee.ts';
import type { Session } from './session.ts';

/** A payment as the user typed it. */
export type Payment = {
  readonly payees: readonly {
    readonly address: string;
    /** Amount in BTC. */
    readonly amount: string;
    /** The fee is subtracted from this amount. */
    readonly paysFee: boolean;
    /** The proof that the address belongs to a name. */
    readonly name?: NameView | undefined;
  }[];
  /** Fee rate in sat/vB. If empty, the estimate of the snapshot is used. */
  readonly feeRate: string;
  /** Coins to spend as `txid:vout`, and no others. If empty, the wallet chooses, as `send` does. */
  readonly coins: readonly string[];
};

type Payee = Payment['payees'][number];

/**
 * Least amount that was probably meant in satoshi: an amount of BTC from here on without a point.
 * 330 satoshi are dust.
 */
const LEAST_SATOSHI = 330n;

const isLikelySatoshi = (amount: string): boolean =>
  /^\d{3,16}$/.test(amount) && BigInt(amount) >= LEAST_SATOSHI;

/** Returns the address of a payee without spaces. The error names what is wrong with it. */
export function readTo({ address }: Payee, session: Session): string {
  if (address.trim() === '') throw failure('Enter the address of the recipient.');
  return readAddress(unwrapped(address), session);
}

/** Returns the amount of a payee in BTC. The error says how to write it. */
export function readAmount({ amount }: Payee): string {
  const typed = amount.trim();
  if (!/^\d{0,10}(\d|\.\d{1,8})$/.test(typed)) {
    throw failure('Enter the amount in BTC with a dot for decimals, such as 0.001 (100,000 sat).');
  }
  if (isLikelySatoshi(typed)) {
    const btc = formatAmount(BigInt(typed));
    throw failure(
      `${typed} BTC? The amount is in BTC. If you mean ${typed} satoshi, enter ${btc}. Otherwise enter ${typed}.0.`,
    );
  }
  return typed.replace(/^\./, '0.');
}

/** Returns the fee rate in sat/vB, or an empty text for the estimate of the snapshot. */
export function readRate({ feeRate }: Payment, hasEstimate: boolean): string {
  const rate = feeRate.trim();
  if (rate === '' && !hasEstimate) {
    throw failure(
      'There is no fee estimate. Enter a fee rate in sat/vB with a dot for decimals, such as 2.5.',
    );
  }
  if (!/^(\d*\.?\d{1,3})?$/.test(rate))
    throw failure('Enter a fee rate in sat/vB with a dot for decimals, such as 2.5.');
  return rate;
}
