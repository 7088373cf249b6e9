import { type ConsensusParams, isActiveAfter } from '../chain/consensus.ts';
import { COIN, type Satoshis } from '../encoding/amount.ts';
import { VerifyFlag, type VerifyFlags } from '../script/flags.ts';
import { SEQUENCE_FINAL, type Transaction } from '../transaction/transaction.ts';

/** A lock time below this is a height; otherwise seconds since 1970 (script/script.h). */
const LOCKTIME_THRESHOLD = 500_000_000;

/**
 * Returns true if a transaction is final in a block of this height. `time` is the cutoff for lock
 * times in seconds. Core: IsFinalTx (consensus/tx_verify.cpp).
 */
export function isFinal(transaction: Transaction, height: number, time: number): boolean {
  const { locktime } = transaction;
  if (locktime === 0) return true;
  if (locktime < (locktime < LOCKTIME_THRESHOLD ? height : time)) return true;
  return transaction.inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL);
}

/**
 * Returns the script flags for the block on top of `height`, except for Core's two exceptions,
 * which are old blocks. Core: GetBlockScriptFlags (validation.cpp).
 */
export function blockScriptFlags(params: ConsensusParams, height: number): VerifyFlags {
  let flags: VerifyFlags = VerifyFlag.P2SH | VerifyFlag.WITNESS | VerifyFlag.TAPROOT;
  if (isActiveAfter(params, 'dersig', height)) flags |= VerifyFlag.DERSIG;
  if (isActiveAfter(params, 'cltv', height)) flags |= VerifyFlag.CHECKLOCKTIMEVERIFY;
  if (isActiveAfter(params, 'csv', height)) flags |= VerifyFlag.CHECKSEQUENCEVERIFY;
  if (isActiveAfter(params, 'segwit', height)) flags |= VerifyFlag.NULLDUMMY;
  return flags;
}

/** Returns the subsidy of a block of this height. Core: GetBlockSubsidy (validation.cpp). */
export function blockSubsidy(height: number, params: ConsensusParams): Satoshis {
  const halvings = Math.floor(height / params.subsidyHalvingInterval);
  return halvings >= 64 ? 0n : (50n * COIN) >> BigInt(halvings);
}
