import type { MempoolGraph } from '../../chain/mempool-graph.ts';
import type { OutputType } from '../../descriptor/descriptor.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { SilentStandIns } from '../../psbt/silent-signing.ts';
import type { SilentRecipient } from '../../silent/silent-address.ts';
import type { OutPoint, Transaction, TxIn, TxOut } from '../../transaction/transaction.ts';
import type { FeeRate } from '../fee-rate.ts';
import type { WalletOptions } from '../options.ts';
import type { Random } from '../random.ts';
import type { Wallet, WalletEnvironment } from '../wallet.ts';
import type { Algorithm } from './coin-selection/selection.ts';

export type Recipient = {
  readonly output: TxOut;
  /** The fee, or its share of it, comes out of this output. */
  readonly subtractFee: boolean;
  /** The silent payment address that is paid. The script of `output` is a stand-in for its size. */
  readonly silent?: SilentRecipient | undefined;
};

export const silentStandIns = (
  recipients: readonly Pick<Recipient, 'output' | 'silent'>[],
): SilentStandIns =>
  new Map(
    recipients.flatMap(({ output, silent }) =>
      silent ? [[encodeHex(output.scriptPubKey), silent] as const] : [],
    ),
  );

/** A coin that is spent in any case. Core: PreselectedInput. */
export type PresetInput = {
  readonly outPoint: OutPoint;
  /** Absent: that of coins that are chosen. */
  readonly sequence: number | undefined;
  /** Weight units of the signed input, if the caller knows better. */
  readonly weight: number | undefined;
  /** The coin, where it is not the wallet's. */
  readonly external: TxOut | undefined;
  /** Data that is already in the input. */
  readonly scripts?: Pick<TxIn, 'scriptSig' | 'witness'> | undefined;
};

/** The requested transaction. Core: CCoinControl with the recipients. */
export type FundingRequest = {
  readonly recipients: readonly Recipient[];
  /** No outpoint twice. */
  readonly preset: readonly PresetInput[];
  readonly allowOtherInputs: boolean;
  readonly includeUnsafe: boolean;
  /** False: coins of a watch-only wallet are not chosen. */
  readonly includeWatching: boolean;
  readonly minDepth: number;
  readonly maxDepth: number;
  /** The change script; absent: a new address of the wallet. */
  readonly changeScript?: Bytes | undefined;
  readonly changeType?: OutputType | undefined;
  /** Among the outputs; absent: anywhere. */
  readonly changePosition?: number | undefined;
  readonly feeRate?: FeeRate | undefined;
  /** `feeRate` counts even below the least rates that the wallet and the mempool take. */
  readonly overrideFeeRate: boolean;
  readonly signalRbf: boolean;
  /** Sequence number of selected coins; absent: `signalRbf` decides. */
  readonly sequence?: number | undefined;
  readonly avoidPartialSpends: boolean;
  /**
   * Coins of addresses that were spent from before are not chosen, where the wallet avoids them.
   */
  readonly avoidReuse?: boolean | undefined;
  readonly maxTxWeight: number;
  readonly version: number;
  readonly locktime: number;
  /**
   * An input of taproot or miniscript is as large as the path makes it that the wallet's keys can
   * take; else as by its key, or as large as any way, like Core's.
   */
  readonly sizesPaths: boolean;
  /**
   * The number of the `spendingPaths` entry (0 is the smallest) by which each coin of the wallet is
   * spent; it determines the size of inputs. Absent: not chosen.
   */
  readonly path?: number | undefined;
  /** Keys and scripts of coins that are not the wallet's, to tell the size of their inputs. */
  readonly solving: FlatSigningProvider;
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

type FundingEnvironment = WalletEnvironment & {
  readonly options: WalletOptions;
  readonly random: Random;
  /** Coins that must not be selected because another call is signing for them. */
  readonly reserved?: ReadonlySet<string> | undefined;
};

/** Everything that funding is done with. */
export type Funding = {
  readonly request: FundingRequest;
  readonly view: FundingView;
  readonly environment: FundingEnvironment;
};

/** The source of a fee rate: given, estimated, or one of the minimums. Core: FeeReason. */
export type FeeReason = 'given' | 'estimate' | 'mempool minimum' | 'fallback' | 'required';

export type Funded = {
  /** The wallet with the change address marked as given out. */
  readonly wallet: Wallet;
  /** Unsigned. */
  readonly transaction: Transaction;
  /** The fee in satoshi. */
  readonly fee: number;
  /** The part of the fee that pays for unconfirmed parents. */
  readonly bumpFee: number;
  /** The maximum size in virtual bytes, signed. */
  readonly vsize: number;
  /** The source of the fee rate. */
  readonly feeReason: FeeReason;
  readonly changePosition: number | undefined;
  readonly algorithm: Algorithm;
  readonly waste: number;
};
