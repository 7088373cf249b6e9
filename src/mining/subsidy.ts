import type { ConsensusParams } from '../chain/consensus.ts';
import { COIN, type Satoshis } from '../encoding/amount.ts';

/** validation.cpp, GetBlockSubsidy: what a block of this height may create. */
export function blockSubsidy(height: number, params: ConsensusParams): Satoshis {
  const halvings = Math.floor(height / params.subsidyHalvingInterval);
  return halvings >= 64 ? 0n : (50n * COIN) >> BigInt(halvings);
}
