import { encodeHeader } from '../chain/block-codec.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import type { Transaction, TxIn, TxOut } from '../transaction/transaction.ts';
import { type Fields, fieldsOf, isCount, isHash, nonsense } from './check-answers.ts';
import type { BackendTransaction } from './coin-source.ts';

/** A block of Esplora's JSON. */
export type EsploraBlock = {
  readonly height: number;
  readonly hash: string;
  readonly header: string;
};

const UINT32 = 0xffffffff;

export function readBlock(answer: unknown): EsploraBlock {
  const block = fieldsOf(answer, 'block');
  const { id, height, version, timestamp, bits, nonce, merkle_root: merkleRoot } = block;
  const previousBlockHash = block.previousblockhash ?? '00'.repeat(32);
  const isBlock =
    isHash(id) && isCount(height, UINT32) && typeof version === 'number' && isHash(merkleRoot);
  if (!isBlock || !isHash(previousBlockHash)) throw nonsense('block', 'fields are missing');
  if (![timestamp, bits, nonce].every((each) => isCount(each, UINT32))) {
    throw nonsense('block', 'numbers that no header has');
  }
  const header = encodeHeader({
    version: version | 0,
    previousBlockHash,
    merkleRoot,
    time: Number(timestamp),
    bits: Number(bits),
    nonce: Number(nonce),
  });
  return { height, hash: id, header: encodeHex(header) };
}

/**
 * Reads a list of Esplora's transactions. Rebuilds the bytes of each, from which its id follows.
 */
export function readTransactions(answer: unknown): readonly BackendTransaction[] {
  if (!Array.isArray(answer)) throw nonsense('transactions', 'no list');
  return answer.map(readTransaction);
}

export function readTransaction(answer: unknown): BackendTransaction {
  const { txid, version, vin, vout, locktime, status } = fieldsOf(answer, 'transaction');
  if (!isHash(txid)) throw nonsense('transaction', 'no id');
  if (typeof version !== 'number' || !isCount(locktime, UINT32)) {
    throw nonsense('transaction', 'no version or lock time');
  }
  const transaction: Transaction = {
    version: version >>> 0,
    inputs: listOf(vin, 'vin').map(readInput),
    outputs: listOf(vout, 'vout').map(readOutput),
    locktime,
  };
  return { txid, hex: encodeHex(encodeTransaction(transaction)), ...readStatus(status) };
}

function readInput(input: Fields): TxIn {
  const { txid, vout, scriptsig, sequence, witness = [] } = input;
  const isInput = isHash(txid) && isCount(vout, UINT32) && isCount(sequence, UINT32);
  if (!isInput || !Array.isArray(witness)) throw nonsense('transaction', 'an input is incomplete');
  return {
    prevout: { txid, vout },
    scriptSig: bytesOf(scriptsig),
    sequence,
    witness: witness.map(bytesOf),
  };
}

function readOutput({ value, scriptpubkey }: Fields): TxOut {
  if (!isCount(value, Number.MAX_SAFE_INTEGER)) throw nonsense('transaction', 'no amount');
  return { value: BigInt(value), scriptPubKey: bytesOf(scriptpubkey) };
}

/** Reads the block of a transaction, if it is confirmed. */
function readStatus(status: unknown): Pick<BackendTransaction, 'height' | 'blockHash'> {
  const { confirmed, block_height: height, block_hash: blockHash } = fieldsOf(status, 'status');
  if (confirmed === false) return {};
  if (confirmed !== true || !isCount(height, UINT32) || !isHash(blockHash)) {
    throw nonsense('status', 'fields are missing');
  }
  return { height, blockHash };
}

function listOf(value: unknown, what: string): readonly Fields[] {
  if (!Array.isArray(value)) throw nonsense('transaction', `no list ${what}`);
  return value.map((each) => fieldsOf(each, what));
}

function bytesOf(value: unknown): Bytes {
  const bytes = typeof value === 'string' ? decodeHex(value) : undefined;
  if (bytes === undefined) throw nonsense('transaction', 'a script is not hexadecimal');
  return bytes;
}
