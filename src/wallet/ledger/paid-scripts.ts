import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Ledger } from './ledger.ts';

/** What was paid in any transaction of the wallet, once each. */
export function paidScripts({ transactions }: Ledger): readonly Bytes[] {
  const scripts = new Map<string, Bytes>();
  for (const { transaction } of transactions.values()) {
    for (const { scriptPubKey } of transaction.outputs) {
      scripts.set(encodeHex(scriptPubKey), scriptPubKey);
    }
  }
  return [...scripts.values()];
}
