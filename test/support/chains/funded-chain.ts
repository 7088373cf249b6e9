import { blockHash } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import type { TxOut } from '../../../src/transaction/transaction.ts';
import { createMemoryChain, type MemoryChain } from './memory-chain.ts';

/** Creates a chain of 101 blocks, the first of which pays all these outputs. */
export function createFundedChain(outputs: readonly TxOut[]): MemoryChain {
  const params = consensusParams.regtest;
  const { genesis } = params;
  const chain = createMemoryChain(params);
  const zero = '00'.repeat(32);
  let previousBlockHash = genesis.hash;
  for (let height = 1; height <= 101; height++) {
    const header = {
      version: 4,
      previousBlockHash,
      merkleRoot: zero,
      time: genesis.time + 600 * height,
      bits: genesis.bits,
      nonce: height,
    };
    const prevout = { txid: 'ff'.repeat(32), vout: height };
    const input = { prevout, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
    const payment = { version: 2, locktime: 0, inputs: [input], outputs };
    const block = { header, transactions: height === 1 ? [payment] : [] };
    chain.connect(block);
    previousBlockHash = blockHash(header);
  }
  return chain;
}
