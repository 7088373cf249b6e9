import { bool, num } from '../fields.ts';

/** Arguments of the methods that sum received amounts. */
export const minconf = num('minconf', 'The minimum number of confirmations of payments to count', {
  default: 1,
});

export const includeImmatureCoinbase = bool(
  'include_immature_coinbase',
  'Include immature coinbase outputs',
  { default: false },
);

export const includeEmpty = bool('include_empty', 'Include addresses that received no payment', {
  default: false,
});

export const includeWatchonly = bool('include_watchonly', 'No longer has an effect', {
  default: false,
});
