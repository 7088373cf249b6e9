import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { Op } from '../script/opcodes.ts';
import { pushNumber } from '../script/script.ts';
import { MAX_SEQUENCE_NONFINAL, type Transaction } from '../transaction/transaction.ts';
import { zeroHash } from './merkle.ts';

export type CoinbasePlan = {
  readonly height: number;
  /** Subsidy and fees in satoshi. */
  readonly value: Satoshis;
  /** The script that receives the value. */
  readonly scriptPubKey: Bytes;
  /** The scriptPubKey that commits to the witnesses. */
  readonly commitmentScript: Bytes;
  /** True if blocks have witnesses: the coinbase then contains the reserved value, 32 zeros. */
  readonly segwit: boolean;
};

/** Makes a coinbase that is valid at this height. Core: CreateNewBlock (node/miner.cpp). */
export function makeCoinbase(plan: CoinbasePlan): Transaction {
  const { height, value, scriptPubKey, commitmentScript, segwit } = plan;
  const prefix = pushNumber(height);
  return {
    version: 2,
    inputs: [
      {
        prevout: { txid: '0'.repeat(64), vout: 0xffffffff },
        // A scriptSig needs two bytes (consensus/tx_check.cpp), and heights up to 16 have only one.
        scriptSig: height <= 16 ? concatBytes(prefix, Uint8Array.of(Op.OP_0)) : prefix,
        sequence: MAX_SEQUENCE_NONFINAL,
        witness: segwit ? [zeroHash] : [],
      },
    ],
    outputs: [
      { value, scriptPubKey },
      { value: 0n, scriptPubKey: commitmentScript },
    ],
    locktime: height - 1,
  };
}
