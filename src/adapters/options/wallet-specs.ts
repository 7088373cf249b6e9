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
  {
    name: 'walletfolders',
    help: 'Keep each wallet as NAME/wallet.dat, the path that Bitcoin Core uses, in place of NAME.wallet (default: 0). Only the path is that of Core: the file is not SQLite',
  },
  { name: 'walletrbf', help: 'Transactions signal that they may be replaced (default: 1)' },
  {
    name: 'walletrejectlongchains',
    help: 'Refuse to make what the mempool would refuse for its unconfirmed ancestors (default: 1)',
  },
];
