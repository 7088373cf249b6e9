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

/**
 * Least amount that was probably meant in satoshi: an amount of BTC from here on without a point.
 * 330 satoshi are dust.
 */
const LEAST_SATOSHI = 330n;

const isLikelySatoshi = (amount: string): boolean =>
  /^\d{3,16}$/.test(amount) && BigInt(amount) >= LEAST_SATOSHI;

export function readOutput({ address, amount }: Payment['payees'][number], session: Session) {
  if (address.trim() === '') throw failure('A recipient has no address yet.');
  const to = readAddress(unwrapped(address), session);
  const isWritten = /^\d{0,10}(\d|\.\d{1,8})$/.test(amount.trim());
  if (!isWritten) {
    throw failure('Enter the amount in BTC with a dot for decimals, such as 0.001 (100,000 sat).');
  }
  if (isLikelySatoshi(amount.trim())) {
    const btc = formatAmount(BigInt(amount.trim()));
    throw failure(
      `${amount.trim()} BTC? The amount is in BTC. If you mean ${amount.trim()} satoshi, enter ${btc}. Otherwise enter ${amount.trim()}.0.`,
    );
  }
  return [to, amount.trim().replace(/^\./, '0.')] as const;
}
