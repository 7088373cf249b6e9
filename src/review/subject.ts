import type { Bytes } from '../encoding/bytes.ts';
import type { SilentPayments } from '../psbt/silent-payments.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import type { FindingId } from './catalog.ts';
import type { Certainty, ReviewedInput } from './model.ts';

/** What a PSBT or a caller tells about one input, and what follows from it alone. */
export type Spend = Pick<ReviewedInput, 'lock' | 'signatures' | 'verdict'> & {
  readonly coin: Coin | undefined;
  readonly certainty: Certainty;
  readonly sighashType: SighashType | undefined;
  readonly problems: readonly FindingId[];
  /** Where keys that are named are said to come from. */
  readonly origins: readonly KeyOrigin[];
};

/** What a PSBT claims about an output. */
export type OutputClaim = {
  readonly origins: readonly KeyOrigin[];
  /** Scripts that it says are hashed in it. */
  readonly scripts: readonly Bytes[];
};

/** What is reviewed. */
export type Subject = {
  /** With the final scripts that are there. */
  readonly transaction: Transaction;
  readonly spends: readonly Spend[];
  readonly claims: readonly OutputClaim[];
  /** In virtual bytes, once it is signed. */
  readonly vsize: number;
  readonly fields: readonly string[];
  readonly isModifiable: boolean;
  /** `undefined`: it has none, or they cannot be recognised. */
  readonly silentPayments?: SilentPayments | undefined;
};

export const noClaim: OutputClaim = { origins: [], scripts: [] };
