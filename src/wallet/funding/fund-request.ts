import type { MempoolGraph } from '../../chain/mempool-graph.ts';
import type { OutputType } from '../../descriptor/descriptor.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { SilentPlaceholders } from '../../psbt/silent-signing.ts';
import type { SilentRecipient } from '../../silent/silent-address.ts';
import type { OutPoint, Transaction, TxIn, TxOut } from '../../transaction/transaction.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../transaction/weight.ts';
import type { FeeRate } from '../fee-rate.ts';
import type { WalletOptions } from '../options.ts';
import type { Random } from '../random.ts';
import type { Wallet, WalletEnvironment } from '../wallet.ts';
import type { CoinLimits } from './coin-limits.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import type { Algorithm } from './coin-selection/selection.ts';
import type { FundingError } from './funding-error.ts';

export type Recipient = {
  readonly output: TxOut;
  /** True if the fee, or a share of it, is subtracted from this output. */
  readonly subtractFee: boolean;
  /**
   * The silent payment address that is paid. The script of `output` is a placeholder of the same
   * size.
   */
  readonly silent?: SilentRecipient | undefined;
};

export const silentPlaceholders = (
  recipients: readonly Pick<Recipient, 'output' | 'silent'>[],
): SilentPlaceholders =>
  new Map(
    recipients.flatMap(({ output, silent }) =>
      silent ? [[encodeHex(output.scriptPubKey), silent] as const] : [],
    ),
  );

/** A coin that must be spent. Core: PreselectedInput. */
export type PresetInput = {
  readonly outPoint: OutPoint;
  /** Absent: the sequence of selected coins. */
  readonly sequence: number | undefined;
  /** Weight units of the signed input, if the caller gives them. */
  readonly weight: number | undefined;
  /** The coin, if it is not the wallet's. */
  readonly external: TxOut | undefined;
  /** Data that is already in the input. */
  readonly scripts?: Pick<TxIn, 'scriptSig' | 'witness'> | undefined;
};

/** A coin that must be spent, as a plain value. */
export type PresetCoin = SelectableCoin & Pick<PresetInput, 'sequence' | 'scripts'>;

/** The coins that funding chooses from. */
export type FundingCoins = {
  /** Spent in any case, by inputs in this order. */
  readonly preset: readonly PresetCoin[];
  readonly available: readonly SelectableCoin[];
};

/** Spends all coins, and leaves no change. Core: sendall. */
export type SpendAll = {
  /** Indexes of the recipients that share what the other ones and the fee leave. */
  readonly shares: ReadonlySet<number>;
  /** Skip coins that cost more to spend than they are worth. */
  readonly sendMax: boolean;
};

/** The part of a request that only needs the coins, and no wallet. */
type ChoiceRequest = CoinLimits & {
  /** True if coins beside the preset ones may be spent. */
  readonly allowOtherInputs: boolean;
  readonly includeUnsafe: boolean;
  /** Index of change among the outputs; absent: random. */
  readonly changePosition?: number | undefined;
  readonly feeRate?: FeeRate | undefined;
  /** True if `feeRate` applies even below the minimum rates of the wallet and the mempool. */
  readonly overrideFeeRate: boolean;
  readonly signalRbf: boolean;
  /** Sequence number of selected coins; absent: `signalRbf` decides. */
  readonly sequence?: number | undefined;
  readonly avoidPartialSpends: boolean;
  readonly maxTxWeight: number;
  readonly version: number;
  readonly locktime: number;
  /** Absent: as few coins as the recipients need, and change. */
  readonly all?: SpendAll | undefined;
};

/** The requested transaction. Core: CCoinControl with the recipients. */
export type FundingRequest = ChoiceRequest & {
  readonly recipients: readonly Recipient[];
  /** No outpoint occurs twice, unless all coins are spent. */
  readonly preset: readonly PresetInput[];
  /** False if coins of a watch-only wallet are not selected. */
  readonly includeWatching: boolean;
  /** The change script; absent: a new address of the wallet. */
  readonly changeScript?: Bytes | undefined;
  readonly changeType?: OutputType | undefined;
  /** True to skip coins of addresses that were spent from before, if the wallet avoids reuse. */
  readonly avoidReuse?: boolean | undefined;
  /**
   * Sizes inputs of taproot and miniscript by the path that the wallet's keys can take, and counts
   * every byte that pushes a redeem script. Otherwise they are sized like Core's: by the key path
   * or the largest path, and one byte for the push.
   */
  readonly sizesPaths: boolean;
  /**
   * The number of the `spendingPaths` entry (0 is the smallest) that spends each coin of the wallet
   * and determines the size of its input. Absent: not chosen.
   */
  readonly path?: number | undefined;
  /** Keys and scripts of external coins, to compute the size of their inputs. */
  readonly solving: FlatSigningProvider;
};

/** Greatest depth of a coin that is selected (wallet/coincontrol.h, DEFAULT_MAX_DEPTH). */
export const DEFAULT_MAX_DEPTH = 9_999_999;

/** The options of a payment that sets none. Every request for funding begins with them. */
export const usualRequest: Omit<FundingRequest, 'recipients' | 'preset' | 'locktime' | 'solving'> =
  {
    allowOtherInputs: true,
    includeUnsafe: false,
    includeWatching: true,
    overrideFeeRate: false,
    signalRbf: true,
    avoidPartialSpends: false,
    maxTxWeight: MAX_STANDARD_TX_WEIGHT,
    version: 2,
    sizesPaths: true,
  };

/** Fee rates that nodes require, in satoshi per 1,000 vbytes. */
export type RelayFees = {
  /** `-minrelaytxfee` */
  readonly minRelayFee: FeeRate;
  /** The current minimum of a full mempool. */
  readonly mempoolMinFee: FeeRate;
  /** `-dustrelayfee` */
  readonly dustRelayFee: FeeRate;
};

/** policy/policy.h: DEFAULT_MIN_RELAY_TX_FEE and DUST_RELAY_TX_FEE. */
export const defaultRelayFees: RelayFees = {
  minRelayFee: 100,
  mempoolMinFee: 0,
  dustRelayFee: 3000,
};

/** Facts about the chain that funding needs. */
export type FundingView = {
  /** Estimate for the confirmation target of this transaction; `undefined` if there is none. */
  readonly estimate?: FeeRate | undefined;
  /** Estimate for the longest target. */
  readonly longestEstimate?: FeeRate | undefined;
  readonly relay: RelayFees;
  readonly mempool: MempoolGraph;
};

/** The options of a wallet that decide which coins are chosen, and the randomness. */
type ChoiceEnvironment = { readonly options: WalletOptions; readonly random: Random };

/** Everything that decides about the choice, beside the coins, the recipients and the change. */
export type ChoiceOptions = {
  readonly request: ChoiceRequest;
  readonly view: FundingView;
  readonly environment: ChoiceEnvironment;
};

type FundingEnvironment = WalletEnvironment &
  ChoiceEnvironment & {
    /** Coins that must not be selected because another call is signing for them. */
    readonly reserved?: ReadonlySet<string> | undefined;
  };

/** All arguments of funding. */
export type Funding = {
  readonly request: FundingRequest;
  readonly view: FundingView;
  readonly environment: FundingEnvironment;
};

/** The destination of change. `C`: the type with everything that the caller knows about it. */
export type ChangeOutput<C> = {
  /** Empty if there is none; `error` has the reason. */
  readonly script: Bytes;
  readonly error?: FundingError | undefined;
  /** Vbytes to spend it later; `undefined` if unknown. */
  readonly spendVsize: number | undefined;
  /** Takes another destination, for a second attempt. */
  readonly another?: (() => C) | undefined;
};

/** The source of a fee rate: given, estimated, or one of the minimums. Core: FeeReason. */
export type FeeReason = 'given' | 'estimate' | 'mempool minimum' | 'fallback' | 'required';

/** The chosen coins in a transaction. */
export type Choice<C> = {
  /** Unsigned. */
  readonly transaction: Transaction;
  /** Satoshi. */
  readonly fee: number;
  /** The part of the fee that pays for unconfirmed parents. */
  readonly bumpFee: number;
  /** The maximum size of the signed transaction, in virtual bytes. */
  readonly vsize: number;
  /** The source of the fee rate. */
  readonly feeReason: FeeReason;
  readonly changePosition: number | undefined;
  /** The destination of change, used or only taken. */
  readonly change: C;
  readonly algorithm: Algorithm;
  readonly waste: number;
};

/** A funded transaction. */
export type Funded = Omit<Choice<never>, 'change'> & {
  /** The wallet with the change address marked as given out. */
  readonly wallet: Wallet;
};
