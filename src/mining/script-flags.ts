import { type ConsensusParams, isActiveAfter } from '../chain/consensus.ts';
import { VerifyFlag, type VerifyFlags } from '../script/flags.ts';

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
