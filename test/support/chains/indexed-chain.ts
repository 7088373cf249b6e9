import { createHash } from 'node:crypto';
import { Block, Transaction } from 'bitcoinjs-lib';

/**
 * A transaction with the scripts of its outputs and inputs, its place and its fee, parsed by
 * another library.
 */
export type IndexedTransaction = {
  readonly txid: string;
  readonly hex: string;
  readonly parsed: Transaction;
  /** `undefined` if it is unconfirmed. */
  readonly height: number | undefined;
  readonly index: number;
  readonly fee: number;
};

/** The index of a chain that servers query by script. */
export type IndexedChain = {
  /** Headers from the genesis block on, 80 bytes each in hexadecimal. */
  readonly headers: readonly string[];
  readonly hashes: readonly string[];
  readonly blocks: readonly Block[];
  readonly transactions: ReadonlyMap<string, IndexedTransaction>;
  /**
   * Transactions by SHA-256 of the script, in byte order: in the order of the chain, unconfirmed
   * ones last.
   */
  history(sha256: string): readonly IndexedTransaction[];
  /** Answers Electrum's get_merkle. */
  merkle(txid: string): { block_height: number; merkle: string[]; pos: number } | undefined;
};

const hash256 = (data: Uint8Array) =>
  createHash('sha256').update(createHash('sha256').update(data).digest()).digest();
const reversed = (bytes: Uint8Array) => Buffer.from(bytes).reverse();
const sha256Of = (script: Uint8Array) => createHash('sha256').update(script).digest('hex');

/**
 * Indexes the blocks of a chain without gaps, starting with the genesis block, and unconfirmed
 * transactions.
 */
export function indexChain(
  blocksHex: readonly string[],
  waiting: readonly string[] = [],
): IndexedChain {
  const blocks = blocksHex.map((hex) => Block.fromHex(hex));
  const transactions = new Map<string, IndexedTransaction>();
  const histories = new Map<string, Set<string>>();
  const add = (parsed: Transaction, height: number | undefined, index: number) => {
    const txid = parsed.getId();
    let spent = 0n;
    for (const { hash, index: vout } of parsed.ins) {
      const made = transactions.get(reversed(hash).toString('hex'))?.parsed.outs[vout];
      if (made === undefined) continue;
      spent += made.value;
      note(sha256Of(made.script), txid);
    }
    for (const { script } of parsed.outs) note(sha256Of(script), txid);
    const paid = parsed.outs.reduce((sum, { value }) => sum + value, 0n);
    const fee = parsed.isCoinbase() ? 0 : Number(spent - paid);
    transactions.set(txid, { txid, hex: parsed.toHex(), parsed, height, index, fee });
  };
  const note = (key: string, txid: string) => {
    histories.set(key, (histories.get(key) ?? new Set()).add(txid));
  };
  for (const [height, block] of blocks.entries()) {
    // The genesis block's coinbase is in no index.
    if (height > 0)
      for (const [i, each] of (block.transactions ?? []).entries()) add(each, height, i);
  }
  for (const hex of waiting) add(Transaction.fromHex(hex), undefined, 0);
  return {
    headers: blocks.map((block) => block.toHex(true)),
    hashes: blocks.map((block) => block.getId()),
    blocks,
    transactions,
    history: (key) =>
      [...(histories.get(key) ?? [])].flatMap((txid) => transactions.get(txid) ?? []),
    merkle(txid) {
      const { height, index } = transactions.get(txid) ?? {};
      if (height === undefined || index === undefined) return undefined;
      const leaves = (blocks[height]?.transactions ?? []).map((each) =>
        Buffer.from(each.getHash()),
      );
      return { block_height: height, merkle: branchOf(leaves, index), pos: index };
    },
  };
}

function branchOf(leaves: readonly Buffer[], index: number): string[] {
  if (leaves.length <= 1) return [];
  const row = leaves.length % 2 === 0 ? leaves : [...leaves, ...leaves.slice(-1)];
  const sibling = row[index ^ 1] ?? Buffer.alloc(32);
  const next = Array.from({ length: row.length / 2 }, (_, i) =>
    hash256(Buffer.concat(row.slice(2 * i, 2 * i + 2))),
  );
  return [reversed(sibling).toString('hex'), ...branchOf(next, index >> 1)];
}
