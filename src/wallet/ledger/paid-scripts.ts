import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { isFromMe, type Ledger } from './ledger.ts';

/**
 * Returns scripts that the wallet has paid and its own addresses that were paid, once each. Outputs
 * of foreign transactions to others are excluded, because an attacker who sends a little money
 * could choose them. A replacement, which spends the same coins and pays the same scripts, does not
 * pay again. `spends` has outpoints (`outPointKey`), `pays` scripts in hex.
 */
export function paidScripts(
  { transactions, outputs }: Ledger,
  spends: ReadonlySet<string>,
  pays: ReadonlySet<string>,
): readonly Bytes[] {
  const scripts = new Map<string, Bytes>();
  for (const { transaction, txid, state } of transactions.values()) {
    const isSent = isFromMe({ outputs }, { transaction });
    const isReplaced =
      state.kind !== 'confirmed' &&
      transaction.inputs.some(({ prevout }) => spends.has(outPointKey(prevout)));
    for (const [vout, { scriptPubKey }] of transaction.outputs.entries()) {
      if (!isSent && !outputs.has(outPointKey({ txid, vout }))) continue;
      const script = encodeHex(scriptPubKey);
      if (!isReplaced || !pays.has(script)) scripts.set(script, scriptPubKey);
    }
  }
  return [...scripts.values()];
}
