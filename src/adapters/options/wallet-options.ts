import type { OutputType } from '../../descriptor/descriptor.ts';
import { parseMoney } from '../../encoding/amount.ts';
import { toFeeRate } from '../../wallet/fee-rate.ts';
import { outputTypes } from '../../wallet/keys/addresses.ts';
import { defaultWalletOptions, type WalletOptions } from '../../wallet/options.ts';
import type { Options } from './load.ts';
import type { Failure } from './parse-command-line.ts';

export type ReadWalletOptions = {
  /** All wallet options. The cost of a passphrase is not one: the host decides it. */
  readonly options: Omit<WalletOptions, 'scryptCost'>;
  readonly warnings: readonly string[];
};

/** Core: CWallet::LoadWalletArgs. */
export function readWalletOptions(options: Options): ReadWalletOptions | Failure {
  const warnings: string[] = [];
  const faults: string[] = [];
  const type = (name: string, what: string): OutputType | undefined => {
    const text = options.text(name) ?? '';
    const found = outputTypes.find((each) => each === text);
    if (text !== '' && found === undefined) faults.push(`Unknown ${what} type '${text}'`);
    return found;
  };
  const money = (name: string, fallback: number, { high, meaning }: High) => {
    const text = options.text(name);
    const value = text === undefined ? BigInt(fallback) : parseMoney(text);
    if (value === undefined) faults.push(`Invalid amount for -${name}=<amount>: '${text}'`);
    else if (value > high) warnings.push(`-${name} is set very high! ${meaning}`);
    return Number(value ?? fallback);
  };
  const rate = (name: string, fallback: number, high: High) =>
    money(name, toFeeRate(fallback), high) / 1000;
  const defaults = defaultWalletOptions;
  const read = {
    addressType: type('addresstype', 'address') ?? defaults.addressType,
    changeType: type('changetype', 'change'),
    minTxFeeRate: rate('mintxfee', defaults.minTxFeeRate, highFees.minTxFee),
    maxApsFee:
      options.text('maxapsfee') === '-1'
        ? -1
        : money('maxapsfee', defaults.maxApsFee, highFees.maxApsFee),
    fallbackFeeRate: rate('fallbackfee', defaults.fallbackFeeRate, highFees.fallbackFee),
    discardFeeRate: rate('discardfee', defaults.discardFeeRate, highFees.discardFee),
    maxTxFee: money('maxtxfee', defaults.maxTxFee, highFees.maxTxFee),
    consolidateFeeRate: rate('consolidatefeerate', defaults.consolidateFeeRate, neverHigh),
    confirmTarget: options.integer('txconfirmtarget') ?? defaults.confirmTarget,
    spendZeroConfChange: options.flag('spendzeroconfchange') ?? defaults.spendZeroConfChange,
    signalRbf: options.flag('walletrbf') ?? defaults.signalRbf,
    avoidPartialSpends: options.flag('avoidpartialspends') ?? defaults.avoidPartialSpends,
    rejectLongChains: options.flag('walletrejectlongchains') ?? defaults.rejectLongChains,
    broadcasts: options.flag('walletbroadcast') ?? defaults.broadcasts,
    removesPrunedFunds: options.list('deprecatedrpc').includes('removeprunedfunds'),
    keypoolSize: Math.max(options.integer('keypool') ?? defaults.keypoolSize, 1),
  };
  const [fault] = faults;
  return fault === undefined ? { options: read, warnings } : { error: fault };
}

type High = { readonly high: number; readonly meaning: string };

const neverHigh: High = { high: Number.POSITIVE_INFINITY, meaning: '' };

/**
 * wallet.h: HIGH_TX_FEE_PER_KB 0.01 BTC, HIGH_APS_FEE 0.0001 BTC, HIGH_MAX_TX_FEE 100 times the
 * first.
 */
const highFees = {
  minTxFee: {
    high: 1_000_000,
    meaning: 'This is the minimum transaction fee you pay on every transaction.',
  },
  maxApsFee: {
    high: 10_000,
    meaning:
      'This is the maximum transaction fee you pay (in addition to the normal fee) to prioritize partial spend avoidance over regular coin selection.',
  },
  fallbackFee: {
    high: 1_000_000,
    meaning: 'This is the transaction fee you may pay when fee estimates are not available.',
  },
  discardFee: {
    high: 1_000_000,
    meaning:
      'This is the transaction fee you may discard if change is smaller than dust at this level',
  },
  maxTxFee: {
    high: 100_000_000,
    meaning: 'Fees this large could be paid on a single transaction.',
  },
} as const satisfies { readonly [name: string]: High };
