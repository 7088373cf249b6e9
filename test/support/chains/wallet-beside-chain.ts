import type { Block } from '../../../src/chain/block.ts';
import type { ChainSource, MempoolEntry } from '../../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { invariant } from '../../../src/encoding/invariant.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createWallets } from '../../../src/library/create-wallets.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import type { WalletOptions } from '../../../src/wallet/options.ts';
import { createRandom } from '../generate/random.ts';
import { harness } from '../harness.ts';

const network = networks.regtest;

/**
 * Creates wallets in their file format with a chain, and functions to call them. The clock does not
 * advance.
 */
export function besideChain(
  source: ChainSource,
  now = 1_700_000_000,
  profile: Context['profile'] = 'core',
  options: Partial<WalletOptions> = {},
) {
  const told: string[] = [];
  const kept = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => kept.get(name),
    write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
    names: async () => [...kept.keys()],
  };
  const clock = { now };
  const context: Context = {
    network,
    profile,
    secp256k1: kernelSecp256k1,
    chain: source,
    wallets: createWallets(storage, {
      network,
      secp256k1: kernelSecp256k1,
      keypoolSize: 5,
      ...options,
    }),
    now: () => clock.now,
    random: createRandom(1).bytes,
    notify: (notice) => told.push(notice),
  };
  return { ...harness(context), told, clock };
}

/** Makes a payment from an unknown coin, which differs by number. */
export function payTo(address: string, value: bigint, number: number): Transaction {
  const scriptPubKey = decodeAddress(address, network);
  invariant(!('error' in scriptPubKey), 'a wallet gave it out');
  const prevout = { txid: '11'.repeat(32), vout: number };
  const input = { prevout, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  return { version: 2, locktime: 0, inputs: [input], outputs: [{ value, scriptPubKey }] };
}

export function coinbaseTo(address: string, value: bigint, number: number): Transaction {
  const paid = payTo(address, value, 0);
  const prevout = { txid: '00'.repeat(32), vout: 0xffffffff };
  const scriptSig = Uint8Array.of(1, number);
  return { ...paid, inputs: [{ prevout, scriptSig, sequence: 0, witness: [] }] };
}

export async function blockOnTop(
  source: ChainSource,
  transactions: readonly Transaction[],
  time = 1_600_000_000,
): Promise<Block> {
  const { hash: previousBlockHash } = await source.tip();
  const merkleRoot = '00'.repeat(32);
  return {
    header: { version: 4, previousBlockHash, merkleRoot, time, bits: 0, nonce: 0 },
    transactions,
  };
}

export function mempoolEntry(transaction: Transaction, time?: number): MempoolEntry {
  const txid = transactionId(transaction);
  const rest = { weight: 400, fee: 1n, sigopCost: 0, ...(time !== undefined && { time }) };
  return { txid, wtxid: txid, transaction, ...rest };
}
