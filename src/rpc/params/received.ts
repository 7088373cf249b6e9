import { bool, num } from '../fields.ts';

/** Arguments of the methods that sum up what came in. */
export const minconf = num('minconf', 'How many confirmations a payment must have to count', {
  default: 1,
});

export const includeImmatureCoinbase = bool(
  'include_immature_coinbase',
  "Whether a block's reward counts that cannot be spent yet",
  { default: false },
);

export const includeEmpty = bool('include_empty', 'Whether what was never paid is listed, too', {
  default: false,
});

export const includeWatchonly = bool('include_watchonly', 'No longer has an effect', {
  default: false,
});
