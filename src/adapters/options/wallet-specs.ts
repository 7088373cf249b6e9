import { type OptionSpec, option } from './option-specs.ts';

/** bitcoind's options about wallets. */
export const walletOptionSpecs: readonly OptionSpec[] = [
  option(
    'addresstype=<type>',
    'Type of addresses: legacy, p2sh-segwit, bech32 (default) or bech32m',
  ),
  option(
    'avoidpartialspends',
    'Spend all coins of an address together, or none of them (default: 0)',
  ),
  option(
    'changetype=<type>',
    'Type of change addresses: legacy, p2sh-segwit, bech32 or bech32m (default: by the recipients)',
  ),
  option(
    'consolidatefeerate=<amount>',
    'Fee rate (in BTC/kvB) up to which more coins than needed are spent, to consolidate them (default: 0.0001)',
  ),
  option(
    'deprecatedrpc=<method>',
    'With -profile=core: enables a method that Core has deprecated: removeprunedfunds. May be repeated',
  ),
  option('disablewallet', 'Disable wallets and their methods'),
  option(
    'discardfee=<amount>',
    'Change that is dust at this fee rate (in BTC/kvB) is added to the fee (default: 0.0001)',
  ),
  option(
    'fallbackfee=<amount>',
    'The fee rate (in BTC/kvB) if none can be estimated; 0 fails (default: 0)',
  ),
  option('keypool=<n>', 'Addresses that each descriptor derives in advance (default: 1000)'),
  option(
    'maxapsfee=<amount>',
    'The highest extra fee (in BTC) for spending all coins of an address together; -1 never tries it (default: 0)',
  ),
  option('maxtxfee=<amount>', 'The highest fee (in BTC) of one transaction (default: 0.1)'),
  option(
    'mintxfee=<amount>',
    'The lowest fee rate (in BTC/kvB) of a transaction (default: 0.00001)',
  ),
  option(
    'outbox=<dir>',
    "Folder of transactions as hexadecimal text until they are sent (default: outbox in the chain's data directory); -nooutbox keeps them only in the wallet",
  ),
  option(
    'signer=<cmd>',
    'The command of a device that signs for wallets of external_signer, such as HWI. It is started without a shell; spaces separate its words',
    { startsProgram: true },
  ),
  option('spendzeroconfchange', 'Spend change that is not confirmed yet (default: 1)'),
  option('txconfirmtarget=<n>', 'Confirmation target in blocks if no fee is given (default: 6)'),
  option('wallet=<name>', 'Load this wallet. May be repeated', { networkOnly: true }),
  option(
    'walletbroadcast',
    'Broadcast payments automatically; otherwise they wait in the outbox until sendoutbox (default: 1)',
  ),
  option('walletdir=<dir>', "Folder of wallets (default: wallets in the chain's data directory)", {
    networkOnly: true,
  }),
  option(
    'walletfolders',
    'Keep each wallet as NAME/wallet.dat, the path that Bitcoin Core uses, in place of NAME.wallet (default: 0). Only the path is that of Core: the file is not SQLite',
  ),
  option('walletrbf', 'Transactions signal that they may be replaced (default: 1)'),
  option(
    'walletrejectlongchains',
    'Reject payments that the mempool would refuse because of unconfirmed ancestors (default: 1)',
  ),
];
