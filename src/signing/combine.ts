import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { invariant } from '../encoding/invariant.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { Coin, Transaction, TxIn } from '../transaction/transaction.ts';
import { type ExistingSignatures, readExistingSignatures } from './existing-signatures.ts';
import { emptyProvider } from './miniscript-provider.ts';
import { planInput } from './plan.ts';
import { emptySignatureData } from './signature-data.ts';

/**
 * Merges the signatures of all transactions into one. They must be equal except for scriptSigs and
 * witnesses, and every coin must be known. Core: combinerawtransaction.
 */
export function combineTransactions(
  [first, ...others]: readonly [Transaction, ...Transaction[]],
  coins: readonly Coin[],
  secp256k1: Secp256k1,
): Transaction {
  const caches = [first, ...others].map((each) => createSighashCache(each, coins));
  const [cache] = caches;
  invariant(cache !== undefined, 'there is a first transaction');
  const noKeys = { provider: emptyProvider, sighashType: Sighash.ALL };
  const inputs = first.inputs.map((input, index): TxIn => {
    const scriptPubKey = coins[index]?.scriptPubKey;
    invariant(scriptPubKey !== undefined, 'every coin is known');
    let merged: ExistingSignatures = { complete: false, data: emptySignatureData, verified: [] };
    for (const each of caches) {
      merged = merge(merged, readExistingSignatures(each, index, scriptPubKey, secp256k1));
    }
    const { scriptSig, witness } = merged.complete
      ? merged.data
      : planInput({ index, known: merged.data, ...noKeys }, new Map(), { cache }).produced.data;
    return { ...input, scriptSig, witness };
  });
  return { ...first, inputs };
}

/**
 * Merges signatures. Complete data has priority; of two signatures by one key, the first is kept.
 * Core: MergeSignatureData.
 */
function merge(known: ExistingSignatures, more: ExistingSignatures): ExistingSignatures {
  if (known.complete) return known;
  if (more.complete) return more;
  const { data } = known;
  return {
    ...known,
    data: {
      ...data,
      redeemScript: data.redeemScript ?? more.data.redeemScript,
      witnessScript: data.witnessScript ?? more.data.witnessScript,
      signatures: new Map([...more.data.signatures, ...data.signatures]),
    },
  };
}
