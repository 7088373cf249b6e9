import type { Block } from '../../../src/chain/block.ts';
import { blockHash } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import type { OutPoint, Transaction, TxOut } from '../../../src/transaction/transaction.ts';
import { SEQUENCE_FINAL } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import {
  fillPositions,
  type WalletDescriptor,
} from '../../../src/wallet/keys/wallet-descriptor.ts';
import type { Wallet } from '../../../src/wallet/wallet.ts';
import { solve, withTransactions } from '../chains/miner.ts';
import type { Random } from './random.ts';
import type { ImportOptions } from './wallet.ts';
import { hexOf } from './wallet.ts';

export type ChainWish = {
  readonly blocks: number;
  readonly transactions: number;
  /** Every how many transactions one pays or spends from the wallet. */
  readonly ownOneIn: number;
  /**
   * Number of positions of each descriptor that are paid at most, beyond the key pool, so that it
   * has to grow.
   */
  readonly positions: number;
};

/**
 * Makes blocks on regtest's genesis in which a wallet is paid at ever higher positions, and spends.
 * Transactions are not signed.
 */
export function walletChain(wallet: Wallet, wish: ChainWish, options: ImportOptions): Block[] {
  const { random } = options;
  const scripts = [...wallet.descriptors.values()].map((owner) =>
    scriptsUpTo(owner, wish.positions, wallet, options),
  );
  const next = scripts.map(() => 0);
  const blocks: Block[] = [];
  const own: OutPoint[] = [];
  let [previous, time] = [
    consensusParams.regtest.genesis.hash,
    consensusParams.regtest.genesis.time,
  ];
  for (let height = 1; height <= wish.blocks; height++) {
    const transactions = [coinbase(height, random)];
    for (let i = 0; i < wish.transactions; i++) {
      const isOwn = random.oneIn(wish.ownOneIn);
      const spent = isOwn && random.oneIn(3) ? own.shift() : undefined;
      const outputs: TxOut[] = Array.from({ length: 1 + random.int(3) }, () => other(random));
      if (isOwn) outputs.splice(random.int(2), 0, ownOutput(scripts, next, random));
      const transaction = spend(spent, outputs, random);
      const txid = transactionId(transaction);
      for (const [vout, { value }] of outputs.entries())
        if (value === OWN) own.push({ txid, vout });
      transactions.push(transaction);
    }
    time += random.int(1200);
    const header = { version: 0x20000000, previousBlockHash: previous, merkleRoot: '', time };
    const bare = { header: { ...header, bits: 0x207fffff, nonce: 0 }, transactions: [] };
    const block = solve(withTransactions(bare, transactions));
    previous = blockHash(block.header);
    blocks.push(block);
  }
  return blocks;
}

const OWN = 77_777n;

function scriptsUpTo(
  owner: WalletDescriptor,
  positions: number,
  { keyring }: Wallet,
  { secp256k1, keypoolSize = 5 }: ImportOptions,
): Uint8Array[][] {
  // A copy, because all values of a descriptor share the wallet's tables.
  const copy = {
    ...owner,
    scripts: new Map(owner.scripts),
    publicKeys: new Map(),
    rangeEnd: positions,
  };
  const filled = fillPositions(copy, { secp256k1, keyring, keypoolSize }) ?? copy;
  const byPosition: Uint8Array[][] = [];
  for (const [script, position] of filled.scripts) {
    const bytes = decodeHex(script) ?? new Uint8Array();
    byPosition[position] = [...(byPosition[position] ?? []), bytes];
  }
  return byPosition;
}

/** Pays the next position of one of the descriptors, or one after it, or an earlier one. */
function ownOutput(
  scripts: readonly (readonly Uint8Array[])[][],
  next: number[],
  random: Random,
): TxOut {
  const which = random.int(scripts.length);
  const positions = scripts[which] ?? [];
  const here = next[which] ?? 0;
  const at = Math.min(
    positions.length - 1,
    random.oneIn(4) ? random.int(here + 1) : here + random.int(3),
  );
  next[which] = Math.max(here, at + 1);
  const alternatives = positions[at] ?? [];
  return {
    value: OWN,
    scriptPubKey: alternatives[random.int(alternatives.length)] ?? new Uint8Array(),
  };
}

function other(random: Random): TxOut {
  const program = random.bytes(random.oneIn(2) ? 20 : 32);
  const scriptPubKey = Uint8Array.of(random.oneIn(2) ? 0 : 0x51, program.length, ...program);
  return {
    value: BigInt(random.int(1_000_000)),
    scriptPubKey: random.oneIn(20) ? random.bytes(random.int(300)) : scriptPubKey,
  };
}

function spend(own: OutPoint | undefined, outputs: TxOut[], random: Random): Transaction {
  const others = Array.from({ length: random.int(3) + (own === undefined ? 1 : 0) }, () => ({
    txid: hexOf(random.bytes(32)),
    vout: random.int(4),
  }));
  const inputs = [...(own === undefined ? [] : [own]), ...others].map((prevout) => ({
    prevout,
    scriptSig: random.bytes(random.oneIn(2) ? 0 : random.int(300)),
    sequence: SEQUENCE_FINAL - random.int(3),
    witness: random.oneIn(3) ? [] : [random.bytes(71), random.bytes(33)],
  }));
  return { version: 2, inputs, outputs, locktime: random.int(1000) };
}

function coinbase(height: number, random: Random): Transaction {
  const scriptSig = Uint8Array.of(3, height & 0xff, height >> 8, 0, 1);
  const prevout = { txid: '00'.repeat(32), vout: 0xffffffff };
  const witness = random.oneIn(2) ? [new Uint8Array(32)] : [];
  const input = { prevout, scriptSig, sequence: SEQUENCE_FINAL, witness };
  return { version: 2, inputs: [input], outputs: [other(random)], locktime: 0 };
}
