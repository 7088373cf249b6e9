import { hash256 } from '../crypto/hash.ts';
import { type Bytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { encodeTransaction, writeTransaction } from './codec.ts';
import type { Transaction, Txid } from './transaction.ts';

/** A reused writer for transactions to hash; absent while in use. */
let scratch: Writer | undefined;

/** Returns SHA256d of the form without witness, in wire order. */
function txidBytes(transaction: Transaction): Bytes {
  const writer = scratch?.clear() ?? createWriter();
  // A getter of an app may request an id while its transaction is written.
  scratch = undefined;
  writeTransaction(writer, transaction, { witness: false });
  scratch = writer;
  return hash256(writer.written());
}

/**
 * Returns the txid in display order.
 *
 * @param transaction - Signatures in witnesses do not change its id; signatures in scriptSigs do.
 */
export function transactionId(transaction: Transaction): Txid {
  return encodeHex(reverseBytes(txidBytes(transaction)));
}

/**
 * Returns the witness id in display order, the field `hash` of Core's results.
 *
 * @param transaction - The transaction with its witnesses.
 */
export function witnessTransactionId(transaction: Transaction): Txid {
  // It is SHA256d of the form with witness (BIP141). Without witness it is the txid.
  return encodeHex(reverseBytes(hash256(encodeTransaction(transaction, { witness: true }))));
}
