import type { ScryptCost } from '../crypto/passphrase.ts';
import type { OutputType } from '../descriptor/descriptor.ts';

/**
 * bitcoind's options about wallets, with its defaults in `defaultWalletOptions`. Fee rates in
 * sat/vB.
 */
export type WalletOptions = {
  /**
   * `-keypool`: how many positions each descriptor looks ahead of the last used one. Default: 1000.
   */
  readonly keypoolSize: number;
  /** `-addresstype`: of new addresses that name none. Default: `bech32`. */
  readonly addressType: OutputType;
  /** `-changetype`: of change. `undefined`, the default: as the recipients have it. */
  readonly changeType: OutputType | undefined;
  /** `-fallbackfee`: the rate in sat/vB if none can be estimated. Default: 0, which fails. */
  readonly fallbackFeeRate: number;
  /** `-mintxfee`: the lowest rate of a transaction, in sat/vB. Default: 1. */
  readonly minTxFeeRate: number;
  /** `-maxtxfee`: the highest fee of one transaction, in satoshi. Default: 10,000,000. */
  readonly maxTxFee: number;
  /** `-discardfee`: change that is dust at this rate (sat/vB) goes to the fee. Default: 10. */
  readonly discardFeeRate: number;
  /**
   * `-consolidatefeerate`: up to this rate (sat/vB) more coins than needed are spent together.
   * Default: 10.
   */
  readonly consolidateFeeRate: number;
  /**
   * `-txconfirmtarget`: where no rate is given, within how many blocks a transaction should
   * confirm. Default: 6.
   */
  readonly confirmTarget: number;
  /**
   * `-walletrbf`: whether transactions signal that they may be replaced (BIP125). Default: true.
   */
  readonly signalRbf: boolean;
  /** `-spendzeroconfchange`: whether own change is spent before it is confirmed. Default: true. */
  readonly spendZeroConfChange: boolean;
  /**
   * `-avoidpartialspends`: whether coins of one address are spent all together or not at all.
   * Default: false.
   */
  readonly avoidPartialSpends: boolean;
  /**
   * `-maxapsfee`: how much more fee, in satoshi, is paid for spending coins of one address
   * together; below 0: that is not tried. Default: 0.
   */
  readonly maxApsFee: number;
  /**
   * `-walletrejectlongchains`: whether what a mempool would refuse for its unconfirmed ancestors is
   * not made. Default: true.
   */
  readonly rejectLongChains: boolean;
  /**
   * `-walletbroadcast`: whether payments go out by themselves; else they wait in the outbox.
   * Default: true.
   */
  readonly broadcasts: boolean;
  /**
   * `-deprecatedrpc=removeprunedfunds`: whether removeprunedfunds is there in the profile `core`.
   * Default: false.
   */
  readonly removesPrunedFunds: boolean;
  /** Cost of one passphrase guess. The file host raises it to about a second on its machine. */
  readonly scryptCost: ScryptCost;
};

/** bitcoind's. */
export const defaultWalletOptions: WalletOptions = {
  keypoolSize: 1000,
  addressType: 'bech32',
  changeType: undefined,
  fallbackFeeRate: 0,
  minTxFeeRate: 1,
  maxTxFee: 10_000_000,
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
