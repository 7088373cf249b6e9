import type { Param } from '../method.ts';

/** Arguments of the methods that sum up what came in. */
export const minconf = {
  name: 'minconf',
  type: 'number',
  required: false,
  default: 1,
  help: 'How many confirmations a payment must have to count',
} as const satisfies Param;

export const includeImmatureCoinbase = {
  name: 'include_immature_coinbase',
  type: 'bool',
  required: false,
  default: false,
  help: "Whether a block's reward counts that cannot be spent yet",
} as const satisfies Param;

export const includeEmpty = {
  name: 'include_empty',
  type: 'bool',
  required: false,
  default: false,
  help: 'Whether what was never paid is listed, too',
} as const satisfies Param;

export const includeWatchonly = {
  name: 'include_watchonly',
  type: 'bool',
  required: false,
  default: false,
  help: 'No longer has an effect',
} as const satisfies Param;
