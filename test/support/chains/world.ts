import { decodeBlock } from '../../../src/chain/block-codec.ts';
import { type ConsensusParams, consensusParams } from '../../../src/chain/consensus.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import { invariant } from '../../../src/encoding/invariant.ts';
import { decodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { readVector } from '../paths.ts';
import { createMemoryChain, type MemoryChain } from './memory-chain.ts';

/** A file of vectors/core-recorded/wallet/worlds, whose README explains the members. */
export type WorldFile = {
  readonly name: string;
  readonly mocktime: number;
  readonly tip: {
    readonly height: number;
    readonly hash: string;
    readonly time: number;
    readonly mediantime: number;
    readonly bits: string;
    readonly version: number;
  };
  readonly base?: string;
  readonly mempool?: readonly string[];
  /** txid, vout, height, coinbase, scriptPubKey, satoshis. */
  readonly coins: readonly (readonly [string, number, number, boolean, string, number])[];
  readonly blocks: readonly string[];
};

export type World = {
  readonly file: WorldFile;
  readonly chain: MemoryChain;
  /** The node's clock. */
  time: number;
};

export function readWorldFile(name: string): WorldFile {
  // The files are ours, and their README describes them.
  return JSON.parse(readVector(`core-recorded/wallet/worlds/${name}.json`)) as WorldFile;
}

/** Loads the recorded chain, block by block from its genesis, and its mempool. */
export function loadWorld(name: string, params: ConsensusParams = consensusParams.regtest): World {
  const file = readWorldFile(name);
  const chain = createMemoryChain(params);
  for (const hex of blocksOf(file)) {
    const block = decodeBlock(bytesOf(hex));
    invariant(block !== undefined, 'a recorded block decodes');
    chain.connect(block);
  }
  for (const hex of file.mempool ?? []) chain.submit(transactionOf(hex));
  return { file, chain, time: file.mocktime };
}

export function blocksOf({ base, blocks }: WorldFile): readonly string[] {
  return base === undefined ? blocks : [...blocksOf(readWorldFile(base)), ...blocks];
}

export function bytesOf(hex: string): Uint8Array {
  const bytes = decodeHex(hex);
  invariant(bytes !== undefined, 'recorded bytes are hexadecimal');
  return bytes;
}

export function transactionOf(hex: string): Transaction {
  const transaction = decodeTransaction(bytesOf(hex), { witness: true });
  invariant(transaction !== undefined, 'a recorded transaction decodes');
  return transaction;
}
