import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { verifyInput } from './verify.ts';

/** Every input is in order as it is. Looks no further than the first that is not. */
export function isComplete(
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  secp256k1: Secp256k1,
): boolean {
  const spent = transaction.inputs.map(({ prevout }) => coins.get(outPointKey(prevout)));
  const cache = createSighashCache(transaction, spent);
  return transaction.inputs.every(({ scriptSig, witness }, index) => {
    const scriptPubKey = spent[index]?.scriptPubKey;
    if (scriptPubKey === undefined) return false;
    const input = { index, scriptPubKey, scriptSig, witness, facts: [] };
    return verifyInput(input, cache, secp256k1) === undefined;
  });
}
