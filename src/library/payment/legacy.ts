import type { Psbt } from '../../psbt/psbt.ts';
import type { FundOptions } from './fund-options.ts';
import { fund as fundPayment } from './fund-payment.ts';

/**
 * Returns only the PSBT of a payment.
 *
 * @deprecated `fund` of `coldsign` returns it as `psbt`, with the fee and the change.
 */
export function fund(order: FundOptions): Psbt {
  return fundPayment(order).psbt;
}
