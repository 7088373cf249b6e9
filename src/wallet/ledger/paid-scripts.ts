import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { isFromMe, type Ledger } from './ledger.ts';

/**
 * Returns what the wallet has paid and its own addresses that were paid, once each. Outputs of
 * foreign transactions to others are excluded: an attacker who sends a little money could choose
 * them.
 */
export function paidScripts({ transactions, outputs }: Ledger): readonly Bytes[] {
  const scripts = new Map<string, Bytes>();
  for (const { transaction, txid } of transactions.values()) {
    const isSent = isFromMe({ outputs }, { transaction });
    for (const [vout, { scriptPubKey }] of transaction.outputs.entries()) {
      if (!isSent && !outputs.has(outPointKey({ txid, vout }))) continue;
      scripts.set(encodeHex(scriptPubKey), scriptPubKey);
    }
  }
  return [...scripts.values()];
}
