import { type OutputType, outputTypes } from '../../descriptor/descriptor.ts';
import { toFeeRate } from '../../wallet/fee-rate.ts';
import { defaultWalletOptions, type WalletOptions } from '../../wallet/options.ts';
import {
  amountRow,
  flagRow,
  type High,
  integerRow,
  type OptionReader,
  type OptionRow,
  type OptionSpec,
  option,
  readRows,
} from './option-specs.ts';
import type { Failure } from './parse-command-line.ts';

function typeRow<T>(text: string, help: string, what: string, fallback: T) {
  const spec = option(text, help);
  const read: OptionRow<OutputType | T>['read'] = (options, { faults }) => {
    const given = options.text(spec.name) ?? '';
    const type = outputTypes.find((each) => each === given);
    if (given !== '' && type === undefined) faults.push(`Unknown ${what} type '${given}'`);
    return type ?? fallback;
  };
  return { spec, read };
}

/** Declares an option for an amount, read as a number of satoshi for the wallet. */
function feeRow(text: string, help: string, fallback: number, high: High): OptionRow<number> {
  const { spec, read } = amountRow(text, help, BigInt(fallback), high);
  return { spec, read: (options, messages) => Number(read(options, messages)) };
}

/** Declares a fee rate: the option is in BTC/kvB, the value in sat/vB. */
function rateRow(text: string, help: string, fallback: number, high?: High): OptionRow<number> {
  const { spec, read } = amountRow(text, help, BigInt(toFeeRate(fallback)), high);
  return { spec, read: (options, messages) => Number(read(options, messages)) / 1000 };
}

/** wallet.h: HIGH_TX_FEE_PER_KB. */
const highRate = (meaning: string): High => ({ above: 1_000_000n, meaning });

const defaults = defaultWalletOptions;

const maxApsFee = feeRow(
  'maxapsfee=<amount>',
  'The highest extra fee (in BTC) for spending all coins of an address together; -1 never tries it',
  defaults.maxApsFee,
  // wallet.h: HIGH_APS_FEE.
  {
    above: 10_000n,
    meaning:
      'This is the maximum transaction fee you pay (in addition to the normal fee) to prioritize partial spend avoidance over regular coin selection.',
  },
);

/** Options that change how a wallet pays, in the order in which Core reads them. */
const walletRows = {
  addressType: typeRow(
    'addresstype=<type>',
    'Type of addresses: legacy, p2sh-segwit, bech32 (default) or bech32m',
    'address',
    defaults.addressType,
  ),
  changeType: typeRow(
    'changetype=<type>',
    'Type of change addresses: legacy, p2sh-segwit, bech32 or bech32m (default: by the recipients)',
    'change',
    defaults.changeType,
  ),
  minTxFeeRate: rateRow(
    'mintxfee=<amount>',
    'The lowest fee rate (in BTC/kvB) of a transaction',
    defaults.minTxFeeRate,
    highRate('This is the minimum transaction fee you pay on every transaction.'),
  ),
  maxApsFee: {
    spec: maxApsFee.spec,
    read: (options, messages) =>
      options.text('maxapsfee') === '-1' ? -1 : maxApsFee.read(options, messages),
  },
  fallbackFeeRate: rateRow(
    'fallbackfee=<amount>',
    'The fee rate (in BTC/kvB) if none can be estimated; with 0, such a payment fails',
    defaults.fallbackFeeRate,
    highRate('This is the transaction fee you may pay when fee estimates are not available.'),
  ),
  discardFeeRate: rateRow(
    'discardfee=<amount>',
    'Change that is dust at this fee rate (in BTC/kvB) is added to the fee',
    defaults.discardFeeRate,
    highRate(
      'This is the transaction fee you may discard if change is smaller than dust at this level',
    ),
  ),
  maxTxFee: feeRow(
    'maxtxfee=<amount>',
    'The highest fee (in BTC) of one transaction',
    defaults.maxTxFee,
    // wallet.h: HIGH_MAX_TX_FEE.
    {
      above: 100_000_000n,
      meaning: 'Fees this large could be paid on a single transaction.',
    },
  ),
  consolidateFeeRate: rateRow(
    'consolidatefeerate=<amount>',
    'Fee rate (in BTC/kvB) up to which more coins than needed are spent, to consolidate them',
    defaults.consolidateFeeRate,
  ),
  confirmTarget: integerRow(
    'txconfirmtarget=<n>',
    'Confirmation target in blocks if no fee is given',
    defaults.confirmTarget,
  ),
  spendZeroConfChange: flagRow(
    'spendzeroconfchange',
    'Spend change that is not confirmed yet',
    defaults.spendZeroConfChange,
  ),
  signalRbf: flagRow(
    'walletrbf',
    'Transactions signal that they may be replaced',
    defaults.signalRbf,
  ),
  avoidPartialSpends: flagRow(
    'avoidpartialspends',
    'Spend all coins of an address together, or none of them',
    defaults.avoidPartialSpends,
  ),
  rejectLongChains: flagRow(
    'walletrejectlongchains',
    'Reject payments that the mempool would refuse because of unconfirmed ancestors',
    defaults.rejectLongChains,
  ),
  broadcasts: flagRow(
    'walletbroadcast',
    'Broadcast payments automatically; otherwise they wait in the outbox until sendoutbox',
    defaults.broadcasts,
  ),
  removesPrunedFunds: {
    spec: option(
      'deprecatedrpc=<method>',
      'With -profile=core, enable a method that Core has deprecated (removeprunedfunds). May be repeated',
    ),
    read: (options) => options.list('deprecatedrpc').includes('removeprunedfunds'),
  },
  keypoolSize: integerRow(
    'keypool=<n>',
    'Addresses that each descriptor derives in advance',
    defaults.keypoolSize,
  ),
} satisfies {
  // All except the cost of a passphrase, which the host sets.
  readonly [K in keyof Omit<WalletOptions, 'scryptCost'>]: OptionRow<WalletOptions[K]>;
};

const otherSpecs: readonly OptionSpec[] = [
  option('disablewallet', 'Disable wallets and their methods'),
  option(
    'outbox=<dir>',
    "Folder of transactions as hexadecimal text until they are sent (default: outbox in the chain's data directory); -nooutbox keeps them only in the wallet",
  ),
  option(
    'signer=<cmd>',
    'The command of a signing device, such as HWI, for wallets with external_signer. It is started without a shell; spaces separate its arguments',
    { startsProgram: true },
  ),
  option('wallet=<name>', 'Load this wallet. May be repeated', { networkOnly: true }),
  option('walletdir=<dir>', "Folder of wallets (default: wallets in the chain's data directory)", {
    networkOnly: true,
  }),
  option(
    'walletfolders',
    'Keep each wallet as NAME/wallet.dat, the path that Bitcoin Core uses, instead of NAME.wallet (default: 0). Only the path is the same: the file is not SQLite, and Core cannot open it',
  ),
];

/** bitcoind's wallet options, by name. */
export const walletOptionSpecs: readonly OptionSpec[] = [
  ...Object.values(walletRows).map(({ spec }) => spec),
  ...otherSpecs,
].sort((a, b) => (a.name < b.name ? -1 : 1));

export type ReadWalletOptions = {
  readonly options: Omit<WalletOptions, 'scryptCost'>;
  readonly warnings: readonly string[];
};

/** Core: CWallet::LoadWalletArgs. */
export function readWalletOptions(reader: OptionReader): ReadWalletOptions | Failure {
  const messages = { faults: [], warnings: [] };
  const options = readRows(walletRows, reader, messages);
  const [fault] = messages.faults;
  if (fault !== undefined) return { error: fault };
  return { options: { ...options, keypoolSize: Math.max(options.keypoolSize, 1) }, ...messages };
}
