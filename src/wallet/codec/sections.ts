import type { Ledger, WalletTransaction } from '../ledger/ledger.ts';

/** The sections of a wallet's file, documented in `codec.ts`. */
export const Kind = {
  HEAD: 1,
  KEYS: 2,
  LABELS: 3,
  DESCRIPTOR: 4,
  TRANSACTIONS: 5,
  OUTPUTS: 6,
  PROOF: 7,
  SINCE: 8,
  OTHER_LABELS: 9,
  HISTORY: 10,
} as const;

const TRANSACTIONS_IN_SECTION = 1000;

/** The transactions of each section, in the order in which the wallet has them. */
export function transactionChunks({
  transactions,
}: Ledger): readonly (readonly WalletTransaction[])[] {
  const all = [...transactions.values()];
  const size = TRANSACTIONS_IN_SECTION;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  );
}
