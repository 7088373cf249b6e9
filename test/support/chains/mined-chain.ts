import { blockHash } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { makeCoinbase } from '../../../src/mining/coinbase.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { type IndexedChain, indexChain } from './indexed-chain.ts';
import { blockHex, solve, withTransactions } from './miner.ts';

/** kernel/chainparams.cpp, CreateGenesisBlock of regtest. */
const GENESIS =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000' +
  '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

/**
 * Makes blocks of regtest with proof of work, one for each list of transactions. `waiting` is in
 * the mempool.
 */
export function mineChain(
  blocks: readonly (readonly Transaction[])[],
  waiting: readonly Transaction[] = [],
  minedTo?: Uint8Array,
): IndexedChain {
  const mined = [GENESIS];
  const { genesis } = consensusParams.regtest;
  let previousBlockHash = genesis.hash;
  for (const [i, transactions] of blocks.entries()) {
    const height = i + 1;
    const scriptPubKey = minedTo ?? Uint8Array.of(0x51, height & 255, height >> 8);
    const coinbase = makeCoinbase({
      height,
      value: 5_000_000_000n,
      scriptPubKey,
      commitmentScript: Uint8Array.of(0x6a),
      segwit: true,
    });
    const time = genesis.time + 600 * height;
    const header = { version: 4, previousBlockHash, merkleRoot: '', time, bits: genesis.bits };
    const block = solve(
      withTransactions({ header: { ...header, nonce: 0 }, transactions: [] }, [
        coinbase,
        ...transactions,
      ]),
    );
    mined.push(blockHex(block));
    previousBlockHash = blockHash(block.header);
  }
  return indexChain(
    mined,
    waiting.map((each) => encodeHex(encodeTransaction(each))),
  );
}

/** Pays these scripts from a coin of an unknown owner. */
export function payment(
  outputs: readonly (readonly [scriptPubKey: Uint8Array, value: bigint])[],
  prevout = { txid: 'ab'.repeat(32), vout: 0 },
): Transaction {
  return {
    version: 2,
    inputs: [{ prevout, scriptSig: new Uint8Array(0), sequence: 0xfffffffd, witness: [] }],
    outputs: outputs.map(([scriptPubKey, value]) => ({ scriptPubKey, value })),
    locktime: 0,
  };
}
