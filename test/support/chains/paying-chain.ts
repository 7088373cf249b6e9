import type { BlockHash } from '../../../src/chain/block.ts';
import { blockHash } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import type { Secp256k1 } from '../../../src/crypto/secp256k1.ts';
import { expandMany } from '../../../src/descriptor/expand.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { networks } from '../../../src/encoding/network.ts';
import { TEST_XPUB } from '../generate/wallet.ts';
import { createMemoryChain, type MemoryChain } from './memory-chain.ts';

export type PayingChain = {
  readonly blocks: number;
  /** Payments in each block. */
  readonly payments: number;
  /** Number of descriptors that are paid in turn. */
  readonly descriptors: number;
};

/** Returns the addresses that are paid, as a watch-only descriptor. */
export function paidDescriptor(number: number, key = TEST_XPUB): string {
  return `wpkh(${key}/${number}/*)`;
}

const POSITIONS = 5;

/** Makes a chain whose blocks pay positions 0 to 4 of some descriptors. It is always the same. */
export function createPayingChain(
  { blocks, payments, descriptors }: PayingChain,
  secp256k1: Secp256k1,
): MemoryChain {
  const scripts = Array.from({ length: descriptors }, (_, i) => scriptsOf(i, secp256k1)).flat();
  const params = consensusParams.regtest;
  const chain = createMemoryChain(params);
  let previousBlockHash: BlockHash = params.genesis.hash;
  for (let height = 1; height <= blocks; height++) {
    const { time: start, bits } = params.genesis;
    const time = start + 600 * height;
    const header = { version: 4, previousBlockHash, merkleRoot: '00'.repeat(32), time, bits };
    const transactions = Array.from({ length: payments }, (_, i) => ({
      version: 2,
      locktime: height,
      inputs: [
        {
          prevout: { txid: '00'.repeat(32), vout: 0xffffffff - i },
          scriptSig: Uint8Array.of(height & 255, height >> 8, i),
          sequence: 0,
          witness: [],
        },
      ],
      outputs: [
        {
          value: 1000n + BigInt(i),
          scriptPubKey: scripts[(height * payments + i) % scripts.length] ?? new Uint8Array(0),
        },
      ],
    }));
    const block = { header: { ...header, nonce: height }, transactions };
    chain.connect(block);
    previousBlockHash = blockHash(block.header);
  }
  return chain;
}

function scriptsOf(number: number, secp256k1: Secp256k1): readonly Uint8Array[] {
  const context = { network: networks.regtest, secp256k1 };
  const parsed = parseDescriptor(paidDescriptor(number), context);
  if ('error' in parsed) throw new Error(parsed.error);
  const positions = Array.from({ length: POSITIONS }, (_, i) => i);
  const source = { secp256k1, findPrivateKey: () => undefined };
  return expandMany(parsed.descriptors[0], positions, source).flatMap(
    (expansion) => expansion?.scripts ?? [],
  );
}
