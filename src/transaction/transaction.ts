import type { Kinds, MembersOf, ValueOf } from '../arguments/basic-kinds.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';

/** 64 hex digits in display order, the reverse of the hash's bytes. Only the codec reverses. */
export type Txid = string;

/** A spent output: its transaction and index. */
export type OutPoint = {
  /** Id of the transaction with the output. */
  readonly txid: Txid;
  /** The output's index, from 0: unsigned, 32 bits. */
  readonly vout: number;
};

/** An input: the output that it spends, and the data that unlock it. */
export type TxIn = {
  /** The output that it spends. */
  readonly prevout: OutPoint;
  /** The unlocking script; empty if unsigned, and in native segwit. */
  readonly scriptSig: Bytes;
  /**
   * Unsigned, 32 bits. 0xffffffff is final. Below 0xfffffffe it signals replaceability (BIP125). In
   * version 2, if the highest bit is clear, it is a relative lock time (BIP68).
   */
  readonly sequence: number;
  /** Stack items, bottom first; empty if the input has none. */
  readonly witness: readonly Bytes[];
};

/** An output: an amount and the script that locks it. */
export type TxOut = {
  /** Value in satoshi; the wire form is signed and may be negative. */
  readonly value: Satoshis;
  /** The locking script, without a length prefix. */
  readonly scriptPubKey: Bytes;
};

/**
 * A transaction as a plain value, which is never changed (primitives/transaction.h, CTransaction).
 */
export type Transaction = {
  /** Unsigned, 32 bits, as in Core since 28. */
  readonly version: number;
  /** Inputs in wire order. */
  readonly inputs: readonly TxIn[];
  /** Outputs in wire order. */
  readonly outputs: readonly TxOut[];
  /**
   * Unsigned, 32 bits: the transaction cannot be mined before it. Below 500,000,000 it is a block
   * height, else seconds since 1970. 0 means at once. It has no effect if every input's `sequence`
   * is 0xffffffff.
   */
  readonly locktime: number;
};

/**
 * The checks of transactions and their parts. A member that they do not have is refused, because it
 * would have no effect. An output that is only named may be a coin with more members.
 */
export const transactionKinds = {
  OutPoint: { txid: 'txid', vout: 'uint32' },
  Prevout: { only: { txid: 'txid', vout: 'uint32' }, isValue: true },
  Transaction: {
    only: { version: 'uint32', inputs: 'TxIn[]', outputs: 'TxOut[]', locktime: 'uint32' },
    isValue: true,
  },
  TxIn: {
    only: { prevout: 'Prevout', scriptSig: 'bytes', sequence: 'uint32', witness: 'bytes[]' },
    isValue: true,
  },
  TxOut: { only: { value: 'int64', scriptPubKey: 'bytes' }, isValue: true },
} as const satisfies Kinds & {
  readonly OutPoint: MembersOf<OutPoint>;
  readonly Prevout: ValueOf<OutPoint>;
  readonly Transaction: ValueOf<Transaction>;
  readonly TxIn: ValueOf<TxIn>;
  readonly TxOut: ValueOf<TxOut>;
};

/** A spent output. Without an amount, digests that commit to it are impossible. */
export type Coin = {
  /** Amount in satoshi; `undefined` if unknown. */
  readonly value: Satoshis | undefined;
  /** The locking script, without a length prefix. */
  readonly scriptPubKey: Bytes;
};

/** Returns the value of outputs or coins together, in satoshi. */
export function totalValue(outputs: readonly { readonly value: Satoshis }[]): Satoshis {
  return outputs.reduce((total, { value }) => total + value, 0n);
}

/**
 * Returns a `Map` key for an outpoint: `txid:vout`, in lower case.
 *
 * @param outPoint - `txid` in display order, `vout` from 0.
 */
export function outPointKey(outPoint: OutPoint): string {
  return `${outPoint.txid}:${outPoint.vout}`;
}

/**
 * Returns the positions of repeated outpoints, each with the position of its first occurrence.
 * Saves memory in long lists: it makes a key only if a txid is repeated.
 */
export function repeatedOutPoints(
  outPoints: readonly OutPoint[],
): readonly (readonly [number, number])[] {
  const first = new Map<string, number>();
  const repeated: (readonly [number, number])[] = [];
  outPoints.forEach((outPoint, index) => {
    const named = first.get(outPoint.txid);
    const isOther = named !== undefined && outPoints[named]?.vout !== outPoint.vout;
    const key = isOther ? outPointKey(outPoint) : outPoint.txid;
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    else repeated.push([before, index]);
  });
  return repeated;
}

/** Parses a key made by `outPointKey`. */
export function parseOutPointKey(key: string): OutPoint {
  const [txid = '', vout] = key.split(':');
  return { txid, vout: Number(vout) };
}

/**
 * Compares txids in the order of uint256 in Core's sorted maps: by wire bytes, so from the last
 * pair of digits.
 */
export function compareTxids(a: Txid, b: Txid): number {
  for (let at = a.length - 2; at >= 0; at -= 2) {
    const high = a.charCodeAt(at) - b.charCodeAt(at);
    if (high !== 0) return high;
    const low = a.charCodeAt(at + 1) - b.charCodeAt(at + 1);
    if (low !== 0) return low;
  }
  return 0;
}

/** Compares outpoints in the order of Core's sorted maps. */
export function compareOutPoints(a: OutPoint, b: OutPoint): number {
  return compareTxids(a.txid, b.txid) || a.vout - b.vout;
}

/**
 * Version of transactions with at most one unconfirmed ancestor and one descendant (BIP431;
 * policy/truc_policy.h).
 */
export const TRUC_VERSION = 3;

/** The final sequence, without a lock time (primitives/transaction.h). */
export const SEQUENCE_FINAL = 0xffffffff;
export const MAX_SEQUENCE_NONFINAL = 0xfffffffe;
/**
 * The largest sequence that signals replaceability (BIP125; util/rbf.h, MAX_BIP125_RBF_SEQUENCE).
 */
export const MAX_BIP125_RBF_SEQUENCE = 0xfffffffd;
