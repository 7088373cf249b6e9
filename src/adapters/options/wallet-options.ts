import type { OutputType } from '../../descriptor/descriptor.ts';
import { outputTypes } from '../../wallet/keys/addresses.ts';
import { defaultWalletOptions, type WalletOptions } from '../../wallet/options.ts';
import type { Options } from './load.ts';
import { parseMoney } from './money.ts';
import type { Failure } from './parse.ts';
import type { OptionSpec } from './specs.ts';

/** bitcoind's options about wallets. */
export const walletOptionSpecs: readonly OptionSpec[] = [
  {
    name: 'addresstype',
    argument: '<type>',
    help: 'What kind of addresses to use: legacy, p2sh-segwit, bech32 (default) or bech32m',
  },
  {
    name: 'avoidpartialspends',
    help: 'Spend all coins of an address together, or none of them (default: 0)',
  },
  {
    name: 'changetype',
    argument: '<type>',
    help: 'What kind of change to use: legacy, p2sh-segwit, bech32 or bech32m (default: by the recipients)',
  },
  {
    name: 'consolidatefeerate',
    argument: '<amount>',
    help: 'Up to this fee rate (in BTC/kvB) more coins than needed are spent together (default: 0.0001)',
  },
  {
    name: 'deprecatedrpc',
    argument: '<method>',
    help: 'With -profile=core: a method that Core has no more without this option: removeprunedfunds. May be repeated',
  },
  { name: 'disablewallet', help: 'No wallets, and no methods about them' },
  {
    name: 'discardfee',
    argument: '<amount>',
    help: 'Change that is dust at this fee rate (in BTC/kvB) goes to the fee (default: 0.0001)',
  },
  {
    name: 'fallbackfee',
    argument: '<amount>',
    help: 'The fee rate (in BTC/kvB) where none can be estimated; 0: fail (default: 0)',
  },
  {
    name: 'keypool',
    argument: '<n>',
    help: 'How many addresses each descriptor keeps in advance (default: 1000)',
  },
  {
    name: 'maxapsfee',
    argument: '<amount>',
    help: 'The most (in BTC) that is paid more for spending all coins of an address together; -1: never try it (default: 0)',
  },
  {
    name: 'maxtxfee',
    argument: '<amount>',
    help: 'The highest fee (in BTC) of one transaction (default: 0.1)',
  },
  {
    name: 'mintxfee',
    argument: '<amount>',
    help: 'The lowest fee rate (in BTC/kvB) of a transaction (default: 0.00001)',
  },
  {
    name: 'outbox',
    argument: '<dir>',
    help: "Where transactions lie as hexadecimal text until somebody sends them (default: outbox in the chain's data directory); -nooutbox: nowhere but in the wallet",
  },
  {
    name: 'signer',
    argument: '<cmd>',
    help: 'The command of a device that signs for wallets of external_signer, as HWI is one. It is started without a shell, in words parted by spaces',
    startsProgram: true,
  },
  {
    name: 'spendzeroconfchange',
    help: 'Spend change that is not confirmed yet (default: 1)',
  },
  {
    name: 'txconfirmtarget',
    argument: '<n>',
    help: 'Where no fee is given: what should confirm within this many blocks (default: 6)',
  },
  {
    name: 'wallet',
    argument: '<name>',
    help: 'Load this wallet. May be repeated',
    networkOnly: true,
  },
  {
    name: 'walletbroadcast',
    help: 'Payments go out by themselves; else they wait in the outbox until sendoutbox (default: 1)',
  },
  {
    name: 'walletdir',
    argument: '<dir>',
    help: "Where wallets lie (default: wallets in the chain's data directory)",
    networkOnly: true,
  },
  { name: 'walletrbf', help: 'Transactions signal that they may be replaced (default: 1)' },
  {
    name: 'walletrejectlongchains',
    help: 'Refuse to make what the mempool would refuse for its unconfirmed ancestors (default: 1)',
  },
];

export type ReadWalletOptions = {
  /** The cost of a passphrase is not an option: whoever keeps wallets knows it. */
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
    const value = text === undefined ? fallback : parseMoney(text);
    if (value === undefined) faults.push(`Invalid amount for -${name}=<amount>: '${text}'`);
    else if (value > high) warnings.push(`-${name} is set very high! ${meaning}`);
    return value ?? fallback;
  };
  const defaults = defaultWalletOptions;
  const read = {
    addressType: type('addresstype', 'address') ?? defaults.addressType,
    changeType: type('changetype', 'change'),
    minTxFee: money('mintxfee', defaults.minTxFee, highFees.minTxFee),
    maxApsFee:
      options.text('maxapsfee') === '-1'
        ? -1
        : money('maxapsfee', defaults.maxApsFee, highFees.maxApsFee),
    fallbackFee: money('fallbackfee', defaults.fallbackFee, highFees.fallbackFee),
    discardFee: money('discardfee', defaults.discardFee, highFees.discardFee),
    maxTxFee: money('maxtxfee', defaults.maxTxFee, highFees.maxTxFee),
    consolidateFeeRate: money('consolidatefeerate', defaults.consolidateFeeRate, neverHigh),
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
