import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { compactSizeLength } from '../encoding/writer.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { stackSize } from '../script/interpreter/witness.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import { verifySpend } from './verify-inputs.ts';

/** Maximum size in bytes, with the hash type, of a signature with low R and S. */
const LARGEST_SIGNATURE = 72;

/**
 * Returns the maximum weight units of an input that is signed again with the largest signatures.
 * Core: the inputs of others in CreateRateBumpTransaction (wallet/feebumper.cpp).
 */
export function resignedWeight(
  transaction: Transaction,
  index: number,
  coins: ReadonlyMap<string, Coin>,
  secp256k1: Secp256k1,
): number {
  const input = transaction.inputs[index];
  const coin = input && coins.get(outPointKey(input.prevout));
  if (input === undefined || coin === undefined) return 0;
  const spent = transaction.inputs.map(({ prevout }) => coins.get(outPointKey(prevout)));
  const checker = transactionChecker(createSighashCache(transaction, spent), index, secp256k1);
  let larger = 0;
  const weighing: SignatureChecker = {
    ...checker,
    checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion) {
      const holds = checker.checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion);
      const scale = sigVersion === 'base' ? WITNESS_SCALE_FACTOR : 1;
      if (holds) larger += (LARGEST_SIGNATURE - signature.length) * scale;
      return holds;
    },
  };
  verifySpend(coin, input, weighing);
  const { scriptSig, witness } = input;
  const stripped = 40 + compactSizeLength(scriptSig.length) + scriptSig.length;
  return stripped * WITNESS_SCALE_FACTOR + stackSize(witness) + larger;
}
