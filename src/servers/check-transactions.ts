import { blockHash, decodeHeader, HEADER_SIZE } from '../chain/block-codec.ts';
import { merkleBranchRoot } from '../chain/merkle-branch.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { NetworkName } from '../encoding/network.ts';
import { isCoinbase } from '../transaction/check.ts';
import { decodeTransaction } from '../transaction/codec.ts';
import { outPointKey, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { strippedSize } from '../transaction/weight.ts';
import { checkHeader, falseClaim, fieldsOf, isCount, isHash, nonsense } from './check-answers.ts';
import type { SourceBlock, SourceTransaction } from './coin-source.ts';
import { sourceError } from './source-error.ts';

/** Limit per request. An address with more belongs to a service, not to a wallet. */
export const MOST_TRANSACTIONS = 20_000;
/** Maximum size of a transaction in hex: 4,000,000 bytes fill a block. */
const MOST_DIGITS = 8_000_000;
const MOST_HEIGHT = 0x7fffffff;
/**
 * Size of two ids. An inner node of a merkle tree could pass for a transaction of this size
 * (CVE-2017-12842).
 */
const INNER_NODE_SIZE = 64;

export type CheckOptions = {
  readonly network: NetworkName;
  readonly proofs?: 'required' | undefined;
};

/** Number of transactions that are checked between pauses. */
const FEW = 32;

/**
 * Returns the transactions that involve the scripts, each once, with recomputed ids and checked
 * proofs.
 */
export async function checkTransactions(
  answer: unknown,
  scripts: readonly Bytes[],
  options: CheckOptions,
  pause: () => Promise<void>,
): Promise<readonly SourceTransaction[]> {
  if (!Array.isArray(answer)) throw nonsense('transactions', 'no list');
  if (answer.length > MOST_TRANSACTIONS) {
    throw sourceError(
      'SOURCE_TOO_LARGE',
      `The source has more than ${MOST_TRANSACTIONS} transactions for one question`,
    );
  }
  const found = new Map<Txid, SourceTransaction>();
  const copy: readonly unknown[] = [...answer];
  for (const [i, item] of copy.entries()) {
    if (i % FEW === FEW - 1) await pause();
    const read = checkTransaction(item, options);
    const known = found.get(read.txid);
    if (known?.block !== undefined && read.block !== undefined) refuseOtherBlock(known, read);
    if (known?.block === undefined) found.set(read.txid, read);
  }
  return withoutConflicts(concerning([...found.values()], scripts));
}

function refuseOtherBlock({ txid, block: one }: SourceTransaction, { block }: SourceTransaction) {
  if (one?.height === block?.height && one?.hash === block?.hash) return;
  throw falseClaim(`puts transaction ${txid} into two blocks`);
}

export function checkTransaction(item: unknown, options: CheckOptions): SourceTransaction {
  const { hex, txid: claimed, height, blockHash: hash, proof } = fieldsOf(item, 'transaction');
  if (typeof hex !== 'string' || hex.length > MOST_DIGITS) {
    throw nonsense('transaction', 'not a transaction in hexadecimal');
  }
  const bytes = decodeHex(hex);
  const transaction = bytes && decodeTransaction(bytes, { witness: true });
  if (transaction === undefined) throw nonsense('transaction', 'not a transaction');
  const txid = transactionId(transaction);
  if (claimed !== undefined && claimed !== txid) {
    throw falseClaim(`hands out transaction ${txid} as another one`);
  }
  if (height === undefined) return { txid, transaction };
  if (!isCount(height, MOST_HEIGHT)) throw nonsense('transaction', 'not the height of a block');
  if (hash !== undefined && !isHash(hash)) throw nonsense('transaction', 'not the hash of a block');
  const block = { height, ...(hash !== undefined && { hash }) };
  if (proof !== undefined) {
    return { txid, transaction, block: checkProof(transaction, txid, block, proof, options) };
  }
  if (options.proofs === 'required') {
    throw falseClaim(`does not prove that transaction ${txid} is in block ${height}`);
  }
  return { txid, transaction, block: { ...block, evidence: 'claim' } };
}

function checkProof(
  transaction: Transaction,
  txid: Txid,
  { height, hash: claimed }: Pick<SourceBlock, 'height' | 'hash'>,
  proof: unknown,
  { network }: CheckOptions,
): SourceBlock {
  const { header: text, merkle, pos } = fieldsOf(proof, 'proof');
  const isLong = typeof text !== 'string' || text.length !== 2 * HEADER_SIZE;
  const header = isLong ? undefined : decodeHeader(decodeHex(text) ?? new Uint8Array());
  if (header === undefined) throw nonsense('proof', 'no header');
  if (!Array.isArray(merkle) || !merkle.every(isHash)) throw nonsense('proof', 'no branch');
  if (!isCount(pos, MOST_HEIGHT)) throw nonsense('proof', 'not a position in the block');
  checkHeader(header, height, network);
  const hash = blockHash(header);
  const isThere =
    merkleBranchRoot(txid, { merkle, pos }) === header.merkleRoot &&
    (claimed === undefined || claimed === hash) &&
    strippedSize(transaction) !== INNER_NODE_SIZE &&
    isCoinbase(transaction) === (pos === 0);
  if (!isThere) throw falseClaim(`has a false proof that transaction ${txid} is in a block`);
  return { height, hash, time: header.time, index: pos, header, evidence: 'header' };
}

/** Returns transactions that pay one of the scripts, or spend such an output. */
function concerning(
  found: readonly SourceTransaction[],
  scripts: readonly Bytes[],
): readonly SourceTransaction[] {
  const wanted = new Set(scripts.map(encodeHex));
  const outPoints = new Set<string>();
  for (const { txid, transaction } of found) {
    transaction.outputs.forEach(({ scriptPubKey }, vout) => {
      if (wanted.has(encodeHex(scriptPubKey))) outPoints.add(outPointKey({ txid, vout }));
    });
  }
  return found.filter(
    ({ txid, transaction: { inputs, outputs } }) =>
      inputs.some(({ prevout }) => outPoints.has(outPointKey(prevout))) ||
      outputs.some((_, vout) => outPoints.has(outPointKey({ txid, vout }))),
  );
}

/** Drops transactions that a block has made invalid, so that no output is spent twice. */
export function withoutConflicts(
  found: readonly SourceTransaction[],
): readonly SourceTransaction[] {
  const spenders = new Map<string, SourceTransaction>();
  const lost = new Set<Txid>();
  const blocksFirst = [...found].sort((a, b) => Number(!a.block) - Number(!b.block));
  for (const each of blocksFirst) {
    // All coinbases spend the same null outpoint.
    if (isCoinbase(each.transaction)) continue;
    for (const { prevout } of each.transaction.inputs) {
      const other = spenders.get(outPointKey(prevout));
      if (other === undefined) spenders.set(outPointKey(prevout), each);
      else if (other.block !== undefined && each.block === undefined) lost.add(each.txid);
      else if (other.txid !== each.txid) {
        throw falseClaim(`has two transactions that spend the same coin: ${each.txid}`);
      }
    }
  }
  return found.filter(({ txid }) => !lost.has(txid));
}
