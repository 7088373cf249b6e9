import { type ConsensusParams, isActiveAfter } from '../chain/consensus.ts';
import { COIN, type Satoshis } from '../encoding/amount.ts';
import { VerifyFlag, type VerifyFlags } from '../script/flags.ts';
import { SEQUENCE_FINAL, type Transaction } from '../transaction/transaction.ts';

/** script/script.h: a lock time below this is a height, from it on seconds since 1970. */
const LOCKTIME_THRESHOLD = 500_000_000;

/**
 * consensus/tx_verify.cpp, IsFinalTx, for a block of this height; `time` is the cutoff for lock
 * times in seconds.
 */
export function isFinal(transaction: Transaction, height: number, time: number): boolean {
  const { locktime } = transaction;
  if (locktime === 0) return true;
  if (locktime < (locktime < LOCKTIME_THRESHOLD ? height : time)) return true;
  return transaction.inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL);
}

/**
 * validation.cpp, GetBlockScriptFlags, for the block on top of `height`. (Its two exceptions are
 * old blocks.)
 */
export function blockScriptFlags(params: ConsensusParams, height: number): VerifyFlags {
  let flags: VerifyFlags = VerifyFlag.P2SH | VerifyFlag.WITNESS | VerifyFlag.TAPROOT;
  if (isActiveAfter(params, 'dersig', height)) flags |= VerifyFlag.DERSIG;
  if (isActiveAfter(params, 'cltv', height)) flags |= VerifyFlag.CHECKLOCKTIMEVERIFY;
  if (isActiveAfter(params, 'csv', height)) flags |= VerifyFlag.CHECKSEQUENCEVERIFY;
  if (isActiveAfter(params, 'segwit', height)) flags |= VerifyFlag.NULLDUMMY;
  return flags;
}

/** validation.cpp, GetBlockSubsidy: what a block of this height may create. */
export function blockSubsidy(height: number, params: ConsensusParams): Satoshis {
  const halvings = Math.floor(height / params.subsidyHalvingInterval);
  return halvings >= 64 ? 0n : (50n * COIN) >> BigInt(halvings);
}
