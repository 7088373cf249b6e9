import type { OutputType } from '../../descriptor/descriptor.ts';
import type { OutPoint } from '../../transaction/transaction.ts';
import type { FeeRate } from '../fee-rate.ts';
import type { NoAddress } from '../keys/addresses.ts';
import type { SelectionError } from './coin-selection/selection.ts';

/**
 * Why a transaction cannot be funded. Amounts in satoshi, rates in satoshi per 1,000 vbytes,
 * weights in weight units.
 */
export type FundingError =
  | SelectionError
  /** No rate is given, none can be estimated, and `-fallbackfee` is off. */
  | { readonly error: 'no fee rate' }
  /** `floors`: present if the given rate is below the minimum of the wallet or of relay. */
  | {
      readonly error: 'fee rate too low';
      readonly given: FeeRate;
      readonly least: FeeRate;
      readonly floors?: { readonly minTxFee: FeeRate; readonly minRelayFee: FeeRate };
    }
  /** The weight limit is outside these bounds. */
  | { readonly error: 'weight limit'; readonly least: number; readonly most: number }
  | { readonly error: 'recipient is dust' }
  /** The request has no recipient, no fee and no input. */
  | { readonly error: 'nothing to do' }
  /** `missing`: what all coins together lack after they paid for their inputs, if above 0. */
  | { readonly error: 'insufficient funds'; readonly missing?: number | undefined }
  /** The coins suffice for the recipients, but not for this fee as well. */
  | {
      readonly error: 'insufficient for fee';
      /** The fee of the transaction without its inputs. */
      readonly fee: number;
      readonly missing: number;
    }
  /** Change is needed, and the wallet has no address for it. */
  | { readonly error: 'no change address'; readonly reason: NoAddress; readonly type: OutputType }
  | { readonly error: 'change position' }
  /** The size of a signed input is unknown. */
  | { readonly error: 'unknown size' }
  /** A recipient that pays the fee would receive no amount, or dust. */
  | { readonly error: 'recipient below fee' }
  | { readonly error: 'recipient dust after fee' }
  /** Heavier than the standard limit for relay. */
  | { readonly error: 'too large' }
  /** Above `-maxtxfee`. */
  | { readonly error: 'fee too high' }
  /** The mempool would reject it for its unconfirmed ancestors. */
  | { readonly error: 'cluster too large' }
  | { readonly error: 'preset unknown'; readonly outPoint: OutPoint }
  /** Only if all coins are spent; other payments leave it to the mempool. */
  | { readonly error: 'preset spent'; readonly outPoint: OutPoint }
  | { readonly error: 'preset unsolvable'; readonly outPoint: OutPoint }
  /**
   * Version 3 may only spend unconfirmed version 3, and other versions may not spend it
   * unconfirmed.
   */
  | { readonly error: 'preset version'; readonly parent: number; readonly version: number }
  | SpendAllError;

/** Why all coins cannot be spent without change. */
type SpendAllError =
  /** The coins do not cover the fee. `sendMax`: coins that hold less than they cost stayed. */
  | { readonly error: 'all too little'; readonly sendMax: boolean }
  /** The coins do not cover the other outputs, or these and the fee. */
  | { readonly error: 'outputs above inputs' | 'too little for fee' }
  | { readonly error: 'share is dust' }
  | { readonly error: 'output is dust'; readonly index: number };
