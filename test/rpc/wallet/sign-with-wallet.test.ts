import { expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { makeMempoolEntry } from '../../../src/chain/mempool-entry.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { emptyBytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { findInputCoins } from '../../../src/rpc/wallet/sign-with-wallet.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { createWallet } from '../../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText } from '../../support/generate/wallet.ts';
import { harness } from '../../support/harness.ts';

const PREVOUT = { txid: '11'.repeat(32), vout: 0 };

/** Creates a wallet with these descriptors, and functions to call it. */
async function walletOf(...descriptors: readonly string[]) {
  const network = networks.regtest;
  const options = { secp256k1, random: createRandom(1), keypoolSize: 1 };
  const empty = createWallet({ name: 'w', network, flags: {}, lastBlock: undefined });
  const wallets = createMemoryHost();
  await wallets.create(
    descriptors.reduce((w, text) => withDescriptorText(w, text, options), empty),
  );
  const context: Context = { network, profile: 'core', secp256k1, wallets, walletName: 'w' };
  return harness(context).call;
}

const TAPROOT = `tr(${TEST_XPRV}/1)`;

/** Signs a coin of the taproot descriptor with ALL, and then with NONE. */
async function signTwice(call: Awaited<ReturnType<typeof walletOf>>): Promise<[string, string]> {
  const { descriptor } = await call('getdescriptorinfo', [TAPROOT]);
  const [address] = await call('deriveaddresses', [descriptor]);
  const { scriptPubKey } = await call('validateaddress', [address]);
  const coins = [{ ...PREVOUT, scriptPubKey, amount: 1 }];
  const raw = await call('createrawtransaction', [[PREVOUT], [{ data: '00' }]]);
  const first = await call('signrawtransactionwithwallet', [raw, coins, 'ALL']);
  const second = await call('signrawtransactionwithwallet', [first.hex, coins, 'NONE']);
  expect([first.complete, second.complete]).toEqual([true, true]);
  return [first.hex, second.hex];
}

test('a single descriptor signs its taproot input again, as Core does', async () => {
  const [first, second] = await signTwice(await walletOf(TAPROOT));
  expect(second).not.toBe(first);
});

test('a descriptor with only complete inputs signs none again', async () => {
  const [first, second] = await signTwice(await walletOf(TAPROOT, `wpkh(${TEST_XPRV}/2)`));
  expect(second).toBe(first);
});

test('a coin spent in the mempool can be spent by a replacement', async () => {
  const { source } = createMemoryChain(consensusParams.regtest);
  const coin = { value: 5000n, scriptPubKey: Uint8Array.of(0x51), height: 1, coinbase: false };
  const input = { prevout: PREVOUT, scriptSig: emptyBytes, sequence: 0xfffffffd, witness: [] };
  const output = { value: 4000n, scriptPubKey: Uint8Array.of(0x51) };
  const transaction = { version: 2, locktime: 0, inputs: [input], outputs: [output] };
  const entry = makeMempoolEntry(transaction, () => coin);
  const chain = {
    ...source,
    findCoins: async () => new Map([[outPointKey(PREVOUT), coin]]),
    mempool: async () => ({ ...(await source.mempool()), entries: [entry] }),
  };
  const network = networks.regtest;
  const wallet = createWallet({ name: 'w', network, flags: {}, lastBlock: undefined });
  const found = await findInputCoins(transaction, wallet, chain);
  expect([...found.values()]).toEqual([coin]);
});
