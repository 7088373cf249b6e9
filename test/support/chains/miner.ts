import type { Block } from '../../../src/chain/block.ts';
import { blockHash, encodeHeader, hashBytes } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { meetsTarget } from '../../../src/chain/pow.ts';
import { type Bytes, reverseBytes } from '../../../src/encoding/bytes.ts';
import { writeMany } from '../../../src/encoding/fields.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { createWriter } from '../../../src/encoding/writer.ts';
import { makeCoinbase } from '../../../src/mining/coinbase.ts';
import { merkleRoot } from '../../../src/mining/merkle.ts';
import { writeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { bytesOf, transactionOf } from './world.ts';

/** The members of getblocktemplate's result that a miner reads. */
export type TemplateJson = {
  readonly version: number;
  readonly previousblockhash: string;
  readonly transactions: readonly {
    readonly data: string;
    readonly txid: string;
    readonly hash: string;
    readonly depends: readonly number[];
    readonly fee: number;
    readonly sigops: number;
    readonly weight: number;
  }[];
  readonly coinbasevalue: number;
  readonly longpollid: string;
  readonly target: string;
  readonly mintime: number;
  readonly curtime: number;
  readonly bits: string;
  readonly height: number;
  readonly default_witness_commitment: string;
};

/** Makes the block of a template, unsolved, with a coinbase that pays to `scriptPubKey`. */
export function blockOf(template: TemplateJson, scriptPubKey: Uint8Array): Block {
  const coinbase = makeCoinbase({
    height: template.height,
    value: BigInt(template.coinbasevalue),
    scriptPubKey,
    commitmentScript: bytesOf(template.default_witness_commitment),
    segwit: true,
  });
  return withTransactions(
    {
      header: {
        version: template.version,
        previousBlockHash: template.previousblockhash,
        merkleRoot: '',
        time: template.curtime,
        bits: Number.parseInt(template.bits, 16),
        nonce: 0,
      },
      transactions: [],
    },
    [coinbase, ...template.transactions.map(({ data }) => transactionOf(data))],
  );
}

/** Replaces the transactions, and updates the merkle root. */
export function withTransactions(block: Block, transactions: readonly Transaction[]): Block {
  const { root } = merkleRoot(transactions.map((each) => hashBytes(transactionId(each))));
  const header = { ...block.header, merkleRoot: encodeHex(reverseBytes(root)) };
  return { header, transactions };
}

/** Tries nonces until the hash meets the target. On regtest every second one does. */
export function solve(block: Block): Block {
  for (let nonce = 0; ; nonce++) {
    const header = { ...block.header, nonce };
    if (meetsTarget(blockHash(header), header.bits, consensusParams.regtest)) {
      return { ...block, header };
    }
  }
}

export function blockHex(block: Block): string {
  return encodeHex(encodeBlock(block));
}

export function encodeBlock(block: Block): Bytes {
  const writer = createWriter(1 << 16).bytes(encodeHeader(block.header));
  writeMany(writer, block.transactions, (transaction) =>
    writeTransaction(writer, transaction, { witness: true }),
  );
  return writer.finish();
}
