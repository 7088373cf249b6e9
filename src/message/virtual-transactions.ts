import { taggedHash } from '../crypto/hash.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { Op } from '../script/opcodes.ts';
import { buildScript } from '../script/script.ts';
import type { OutPoint, Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { type Message, messageBytes } from './message.ts';

const hashMessage = taggedHash('BIP0322-signed-message');

/** The script of the only output of `to_sign`. */
export const DATA_SCRIPT: Bytes = Uint8Array.of(Op.RETURN);

/**
 * Builds `to_spend` (BIP322): "message_hash is a BIP340-tagged hash of the message",
 * "message_challenge is the (public) key script to be proven".
 */
export function toSpend(message: Message, challenge: Bytes): Transaction {
  const prevout = { txid: '0'.repeat(64), vout: 0xffffffff };
  const scriptSig = buildScript(Op.OP_0, hashMessage(messageBytes(message)));
  return {
    version: 0,
    inputs: [{ prevout, scriptSig, sequence: 0, witness: [] }],
    outputs: [{ value: 0n, scriptPubKey: challenge }],
    locktime: 0,
  };
}

/** The time locks of a signed message. */
export type MessageLocks = {
  /**
   * Version of `to_sign`: 0, or 2 for `sequence` to count (BIP68). Default: 2 if `sequence` is not
   * 0, else 0.
   */
  readonly version?: 0 | 2 | undefined;
  /**
   * Lock time of `to_sign`: below 500,000,000 a block height, else seconds since 1970. Default: 0.
   */
  readonly locktime?: number | undefined;
  /** Sequence of its first input: the required age of a coin of the address (BIP68). Default: 0. */
  readonly sequence?: number | undefined;
};

/**
 * Builds `to_sign` without signatures (BIP322): "vin[0].prevout.hash = to_spend.txid"; the other
 * inputs are coins.
 */
export function toSign(
  spend: Transaction,
  coins: readonly OutPoint[],
  { sequence = 0, locktime = 0, version = sequence === 0 ? 0 : 2 }: MessageLocks,
): Transaction {
  const unsigned = { scriptSig: emptyBytes, witness: [] };
  const first = { txid: transactionId(spend), vout: 0 };
  return {
    version,
    inputs: [
      { ...unsigned, prevout: first, sequence },
      ...coins.map((prevout) => ({ ...unsigned, prevout, sequence: 0 })),
    ],
    outputs: [{ value: 0n, scriptPubKey: DATA_SCRIPT }],
    locktime,
  };
}
