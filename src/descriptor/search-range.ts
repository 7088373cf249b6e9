/** Number of positions that are searched by default. */
export const DEFAULT_RANGE = 1000;

/** Number of consecutive unused positions that restored wallets search (BIP44). */
export const GAP_LIMIT = 20;
