import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import { outputTypes } from '../descriptor/descriptor.ts';
import { MAX_MONEY } from '../encoding/amount.ts';
import type { WalletOptions } from '../wallet/options.ts';

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const SATOSHI_HINT = 'Write satoshi as a number: 10_000_000 is 0.1 BTC.';

/** The checks of the options of wallets. */
export const walletOptionKinds = {
  AddressType: {
    is: (value: unknown) => outputTypes.some((type) => type === value),
    words: "'legacy', 'p2sh-segwit', 'bech32' or 'bech32m'",
    hint: "'bech32' is P2WPKH, 'bech32m' is P2TR, and 'legacy' is P2PKH.",
  },
  // 0.00001 BTC/kvB is 1 sat/vB, and 1 sat/vB is 1,000 sat/kvB.
  FeeRate: {
    is: (value: unknown) =>
      typeof value === 'number' && (value === 0 || (value >= 0.01 && value <= 10_000)),
    words: 'a number of sat/vB: 0, or 0.01 to 10000',
    hint: 'Write sat/vB: 0.0002 BTC/kvB and 20000 sat/kvB are both 20.',
  },
  Fee: {
    is: (value: unknown) => isWhole(value, 1, Number(MAX_MONEY)),
    words: 'a whole number of satoshi above 0',
    hint: SATOSHI_HINT,
  },
  ExtraFee: {
    is: (value: unknown) => isWhole(value, -Number(MAX_MONEY), Number(MAX_MONEY)),
    words: 'a whole number of satoshi',
    hint: SATOSHI_HINT,
  },
  ConfirmTarget: {
    is: (value: unknown) => isWhole(value, 1, 1008),
    words: 'a whole number of blocks from 1 to 1008',
  },
  KeypoolSize: {
    is: (value: unknown) => isWhole(value, 1, 1_000_000),
    words: 'a whole number from 1 to 1000000',
  },
  ScryptCost: { only: { n: 'integer', r: 'integer', p: 'integer' } },
} as const satisfies Kinds;

/** The kind of each option of wallets. Options that are `undefined` are left out. */
export const walletOptionMembers = {
  keypoolSize: 'KeypoolSize?',
  addressType: 'AddressType?',
  changeType: 'AddressType?',
  fallbackFeeRate: 'FeeRate?',
  minTxFeeRate: 'FeeRate?',
  maxTxFee: 'Fee?',
  discardFeeRate: 'FeeRate?',
  consolidateFeeRate: 'FeeRate?',
  confirmTarget: 'ConfirmTarget?',
  signalRbf: 'boolean?',
  spendZeroConfChange: 'boolean?',
  avoidPartialSpends: 'boolean?',
  maxApsFee: 'ExtraFee?',
  rejectLongChains: 'boolean?',
  broadcasts: 'boolean?',
  removesPrunedFunds: 'boolean?',
  scryptCost: 'ScryptCost?',
} as const satisfies MembersOf<WalletOptions>;
