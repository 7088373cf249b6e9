import type { SilentPlaceholders } from '../../psbt/silent-signing.ts';
import type { TxIn } from '../../transaction/transaction.ts';
import type {
  Funded,
  FundingView,
  PresetInput,
  Recipient,
} from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { RpcError } from '../error.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import type { Lifted } from './child-pays.ts';

/** Everything a method has parsed before it funds. */
export type FundingOrder = {
  readonly recipients: readonly Recipient[];
  /** Inputs to spend in any case. Without a sequence number, they get that of selected coins. */
  readonly inputs: readonly (Omit<TxIn, 'sequence'> & Pick<PresetInput, 'sequence'>)[];
  readonly locktime: number;
  readonly options: FundingOptions;
  /** True if the fee rate comes from the chain and not from the caller. */
  readonly isRateClaimed?: boolean;
  /** Facts about the chain, if they were read before. */
  readonly view?: FundingView;
  /** Creates the error if funding fails. If absent, it is a wallet error with Core's message. */
  readonly failure?: (error: FundingError, hint: string | undefined) => RpcError;
};

export type FundedOrder = Funded & {
  /** Fees of parent and child together, if a parent was named. */
  readonly lifted: Lifted | undefined;
  /** The path that its inputs are spent by, if one was chosen. */
  readonly path: number | undefined;
  /** Silent payments whose outputs have placeholder scripts. */
  readonly silent: SilentPlaceholders;
};

/** Inspects the funded transaction before the wallet is stored. */
export type FundingLook<T> = {
  /** Throws to cancel without changes. */
  readonly look: (made: T, wallet: Wallet) => Promise<void>;
  /** Called if the wallet has changed and funding starts over. */
  readonly again: () => void;
};
