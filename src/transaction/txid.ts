import { hash256 } from '../crypto/hash.ts';
import { type Bytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { encodeTransaction } from './codec.ts';
import type { Transaction, Txid } from './transaction.ts';

/** SHA256d of the form without witness, in the order of the wire. */
function txidBytes(transaction: Transaction): Bytes {
  return hash256(encodeTransaction(transaction, { witness: false }));
}

/**
 * SHA256d of the form with witness (BIP141), in the order of the wire. Without witness it is the
 * txid.
 */
function wtxidBytes(transaction: Transaction): Bytes {
  return hash256(encodeTransaction(transaction, { witness: true }));
}

/** The txid, in display order. */
export function transactionId(transaction: Transaction): Txid {
  return encodeHex(reverseBytes(txidBytes(transaction)));
}

/** In display order, as the field `hash` of Core's results. */
export function witnessTransactionId(transaction: Transaction): Txid {
  return encodeHex(reverseBytes(wtxidBytes(transaction)));
}
