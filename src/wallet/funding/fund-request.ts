import type { MempoolGraph } from '../../chain/mempool-graph.ts';
import type { OutputType } from '../../descriptor/descriptor.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../encoding/bytes.ts';
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
};

/** A coin that is spent in any case. Core: PreselectedInput. */
export type PresetInput = {
  readonly outPoint: OutPoint;
  /** Absent: that of coins that are chosen. */
  readonly sequence: number | undefined;
  /** In weight units, of the signed input, where the caller knows better. */
  readonly weight: number | undefined;
  /** The coin, where it is not the wallet's. */
  readonly external: TxOut | undefined;
  /** What is in the input already. */
  readonly scripts?: Pick<TxIn, 'scriptSig' | 'witness'> | undefined;
};

/** What a transaction should be like. Core: CCoinControl with the recipients. */
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
  /** Where change goes; absent: to a new address of the wallet. */
  readonly changeScript: Bytes | undefined;
  readonly changeType: OutputType | undefined;
  /** Among the outputs; absent: anywhere. */
  readonly changePosition: number | undefined;
  readonly feeRate: FeeRate | undefined;
  /** `feeRate` counts even below the least rates that the wallet and the mempool take. */
  readonly overrideFeeRate: boolean;
  readonly signalRbf: boolean;
  /** Of the coins that are chosen; absent: as `signalRbf` has it. */
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
   * Which of its descriptor's `spendingPaths`, the smallest being 0, each coin of the wallet is
   * spent by: so large are inputs. Absent: not said.
   */
  readonly path?: number | undefined;
  /** Keys and scripts of coins that are not the wallet's, to tell the size of their inputs. */
  readonly solving: FlatSigningProvider;
};

/** What nodes ask for, in satoshi per 1,000 vbytes. */
export type RelayFees = {
  /** `-minrelaytxfee` */
  readonly minRelayFee: FeeRate;
  /** What the mempool asks for now, when it is full. */
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

/** What funding knows of the chain. */
export type FundingView = {
  /** For the confirmation target of this transaction; `undefined`: there is none. */
  readonly estimate: FeeRate | undefined;
  /** For the longest target. */
  readonly longestEstimate: FeeRate | undefined;
  readonly relay: RelayFees;
  readonly mempool: MempoolGraph;
};

type FundingEnvironment = WalletEnvironment & {
  readonly options: WalletOptions;
  readonly random: Random;
  /** Coins that are not to be chosen, because somebody is just signing for them. */
  readonly reserved?: ReadonlySet<string> | undefined;
};

/** Everything that funding is done with. */
export type Funding = {
  readonly request: FundingRequest;
  readonly view: FundingView;
  readonly environment: FundingEnvironment;
};

/**
 * Where a fee rate comes from: it was given, estimated, or is the least that one of these takes.
 * Core: FeeReason.
 */
export type FeeReason = 'given' | 'estimate' | 'mempool minimum' | 'fallback' | 'required';

export type Funded = {
  /** With the change address taken. */
  readonly wallet: Wallet;
  /** Unsigned. */
  readonly transaction: Transaction;
  /** In satoshi. */
  readonly fee: number;
  /** As much of it as lifts unconfirmed transactions that are built on. */
  readonly bumpFee: number;
  /** In virtual bytes, signed, at most. */
  readonly vsize: number;
  /** Where its rate comes from. */
  readonly feeReason: FeeReason;
  readonly changePosition: number | undefined;
  readonly algorithm: Algorithm;
  readonly waste: number;
};
