import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { createOutboxFolder } from '../../src/adapters/files/outbox-folder.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { scriptsOf } from '../../src/wallet/keys/wallet-descriptor.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { createFundedChain } from '../support/chains/funded-chain.ts';
import type { MemoryChain } from '../support/chains/memory-chain.ts';
import { transactionOf } from '../support/chains/world.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText } from '../support/generate/wallet.ts';

export const SENDER = 'sender';
/** An address of another owner. */
export const RECIPIENT = 'bcrt1qmnqfaxwssffzmmsajl6mkunsmsrgs023yn2ayh';
const COINS = 300;
const COIN_VALUE = 100_000n;

/** An action that a child reports. */
export type SendLine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begin'; readonly amount: number }
  | { readonly kind: 'done'; readonly amount: number; readonly txid: string }
  | { readonly kind: 'bug'; readonly text: string };

/** Creates a wallet with keys that is not stored yet. */
export function newSender() {
  const options = { secp256k1: kernelSecp256k1, random: createRandom(1), keypoolSize: 20 };
  const lastBlock = { height: 0, hash: '00'.repeat(32) };
  const blank = createWallet({ name: SENDER, network: networks.regtest, lastBlock });
  return withDescriptorText(blank, `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`, options);
}

export function senderHost(folder: string) {
  return createFileHost({
    folder: join(folder, 'wallets'),
    context: { network: networks.regtest, secp256k1: kernelSecp256k1 },
    options: { ...defaultWalletOptions, keypoolSize: 20, scryptCost: { n: 2, r: 1, p: 1 } },
    outbox: createOutboxFolder(join(folder, 'outbox')),
  });
}

/**
 * Returns the file of every transaction that the network received, one per line; it outlives the
 * sender.
 */
export const networkFile = (folder: string) => join(folder, 'network');

export function readNetwork(folder: string): readonly string[] {
  const path = networkFile(folder);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

/** Creates the chain that pays the sender, with the network's transactions in its mempool. */
export function senderChain(folder: string): MemoryChain {
  const [external] = [...newSender().descriptors.values()];
  const scripts = external ? [...scriptsOf(external)] : [];
  const outputs = Array.from({ length: COINS }, (_, i) => ({
    value: COIN_VALUE,
    scriptPubKey: decodeHex(scripts[i % scripts.length] ?? '') ?? new Uint8Array(0),
  }));
  const chain = createFundedChain(outputs);
  for (const hex of readNetwork(folder)) chain.submit(transactionOf(hex));
  return chain;
}
