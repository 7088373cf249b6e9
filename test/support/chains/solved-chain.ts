import { blockHash } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { makeCoinbase } from '../../../src/mining/coinbase.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { createMemoryChain, type MemoryChain } from './memory-chain.ts';
import { solve, withTransactions } from './miner.ts';

/**
 * Creates a chain of 101 blocks with proof of work, as a snapshot needs it. The first one contains
 * the transaction.
 */
export function createSolvedChain(first: Transaction): MemoryChain {
  const params = consensusParams.regtest;
  const { genesis } = params;
  const chain = createMemoryChain(params);
  let previousBlockHash = genesis.hash;
  for (let height = 1; height <= 101; height++) {
    const coinbase = makeCoinbase({
      height,
      value: 5_000_000_000n,
      scriptPubKey: Uint8Array.of(0x51),
      commitmentScript: Uint8Array.of(0x6a),
      segwit: true,
    });
    const time = genesis.time + 600 * height;
    const header = { version: 4, previousBlockHash, merkleRoot: '', time, bits: genesis.bits };
    const block = withTransactions({ header: { ...header, nonce: 0 }, transactions: [] }, [
      coinbase,
      ...(height === 1 ? [first] : []),
    ]);
    const solved = solve(block);
    chain.connect(solved);
    previousBlockHash = blockHash(solved.header);
  }
  return chain;
}
