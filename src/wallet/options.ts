import type { ScryptCost } from '../crypto/passphrase.ts';
import type { OutputType } from '../descriptor/descriptor.ts';
import { DEFAULT_MAX_FEE } from '../transaction/fee-bounds.ts';

/** bitcoind's wallet options, with its defaults in `defaultWalletOptions`. Fee rates in sat/vB. */
export type WalletOptions = {
  /**
   * `-keypool`: how many positions each descriptor looks ahead of the last used one. Default: 1000.
   */
  readonly keypoolSize: number;
  /** `-addresstype`: type of new addresses by default. Default: `bech32`. */
  readonly addressType: OutputType;
  /** `-changetype`: type of change. Default: `undefined`, which follows the recipients. */
  readonly changeType: OutputType | undefined;
  /** `-fallbackfee`: the rate in sat/vB if none can be estimated. Default: 0, which fails. */
  readonly fallbackFeeRate: number;
  /** `-mintxfee`: the lowest rate of a transaction, in sat/vB. Default: 1. */
  readonly minTxFeeRate: number;
  /** `-maxtxfee`: the highest fee of one transaction, in satoshi. Default: 10,000,000. */
  readonly maxTxFee: number;
  /** `-discardfee`: change that is dust at this rate (sat/vB) is added to the fee. Default: 10. */
  readonly discardFeeRate: number;
  /**
   * `-consolidatefeerate`: up to this rate (sat/vB), more coins than needed are spent together.
   * Default: 10.
   */
  readonly consolidateFeeRate: number;
  /**
   * `-txconfirmtarget`: blocks within which a transaction should confirm, if no rate is given.
   * Default: 6.
   */
  readonly confirmTarget: number;
  /** `-walletrbf`: transactions signal that they are replaceable (BIP125). Default: true. */
  readonly signalRbf: boolean;
  /** `-spendzeroconfchange`: spend own change before it is confirmed. Default: true. */
  readonly spendZeroConfChange: boolean;
  /** `-avoidpartialspends`: spend all coins of an address together or none. Default: false. */
  readonly avoidPartialSpends: boolean;
  /**
   * `-maxapsfee`: the most extra fee, in satoshi, for spending all coins of an address together; a
   * negative value disables it. Default: 0.
   */
  readonly maxApsFee: number;
  /**
   * `-walletrejectlongchains`: reject transactions that a mempool would refuse for their
   * unconfirmed ancestors. Default: true.
   */
  readonly rejectLongChains: boolean;
  /**
   * `-walletbroadcast`: broadcast payments immediately, instead of leaving them in the outbox.
   * Default: true.
   */
  readonly broadcasts: boolean;
  /**
   * `-deprecatedrpc=removeprunedfunds`: offer removeprunedfunds in the profile `core`. Default:
   * false.
   */
  readonly removesPrunedFunds: boolean;
  /** Cost of one passphrase guess. The file host raises it to about a second on its machine. */
  readonly scryptCost: ScryptCost;
};

/** bitcoind's defaults. */
export const defaultWalletOptions: WalletOptions = {
  keypoolSize: 1000,
  addressType: 'bech32',
  changeType: undefined,
  fallbackFeeRate: 0,
  minTxFeeRate: 1,
  maxTxFee: Number(DEFAULT_MAX_FEE),
  discardFeeRate: 10,
  consolidateFeeRate: 10,
  confirmTarget: 6,
  signalRbf: true,
  spendZeroConfChange: true,
  avoidPartialSpends: false,
  maxApsFee: 0,
  rejectLongChains: true,
  broadcasts: true,
  removesPrunedFunds: false,
  scryptCost: { n: 2 ** 15, r: 8, p: 1 },
};
