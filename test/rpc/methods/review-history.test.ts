import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { formatPsbt, fund } from '../../../src/index.ts';
import { type CallOptions, client } from '../../../src/public/rpc.ts';
import { createWallets } from '../../../src/public/wallet.ts';
import { strictPolicy } from '../../../src/review/policy.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { accountTexts, open, SOMEBODY, watchOnly } from '../../support/generate/accounts.ts';
import { createRandom, seedOfRun } from '../../support/generate/random.ts';

const account = open(accountTexts.wpkh);
const OTHER = open(accountTexts.tr).address(9);

/** Makes a PSBT that spends our coin and claims this amount. */
function psbtOf(amount: number, address = SOMEBODY): string {
  const watcher = watchOnly(account);
  const coins = watcher.coins([
    {
      txid: 'ab'.repeat(32),
      vout: 1,
      value: amount,
      status: { confirmed: true },
      address: watcher.address(2),
    },
  ]);
  const outputs = [{ address, value: 60_000n }];
  return formatPsbt(fund({ coins, outputs, change: watcher, feeRate: 5 }).psbt, 'base64');
}

/** Opens an offline wallet with the account's keys in this storage. */
async function openWallet(kept = new Map<string, Uint8Array>(), more: CallOptions = {}) {
  const storage = {
    read: async (name: string) => kept.get(name),
    write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
    names: async () => [...kept.keys()],
  };
  const wallets = createWallets(storage, {
    network: 'regtest',
    secp256k1: kernelSecp256k1,
    keypoolSize: 5,
    scryptCost: { n: 2, r: 1, p: 1 },
  });
  const now = () => 1_700_000_000;
  const random = createRandom(seedOfRun()).bytes;
  const options = { network: 'regtest', secp256k1: kernelSecp256k1, wallets, now, random } as const;
  const wallet = client({ ...options, ...more });
  // Importing queries a chain. Later there is none, as on a machine that is always offline.
  const online = client({ ...options, chain: createMemoryChain(consensusParams.regtest).source });
  if (kept.has('w')) await wallet.loadwallet({ filename: 'w' });
  else {
    await wallet.createwallet({ wallet_name: 'w', blank: true });
    const both = accountTexts.wpkh;
    for (const [desc, internal] of [
      [both.replace('<0;1>', '0'), false],
      [both.replace('<0;1>', '1'), true],
    ] as const) {
      const { checksum } = await wallet.getdescriptorinfo({ descriptor: desc });
      const request = { desc: `${desc}#${checksum}`, timestamp: 'now', active: true, internal };
      expect(await online.importdescriptors({ requests: [request as never] })).toMatchObject([
        { success: true },
      ]);
    }
  }
  return { wallet, kept };
}

type Wallet = Awaited<ReturnType<typeof openWallet>>['wallet'];

async function findings(wallet: Wallet, psbt: string): Promise<readonly string[]> {
  const review = await wallet.review({ transaction: psbt });
  if (typeof review === 'string') throw new Error(review);
  return review.findings
    .map(({ id }) => id)
    .filter((id) => id === 'coin-amount-changed' || id === 'coin-paid-elsewhere');
}

describe('a wallet remembers the coins it signed for', () => {
  test('notices another amount and another payee, also after a restart', async () => {
    const { wallet, kept } = await openWallet();
    expect(await findings(wallet, psbtOf(90_000))).toEqual([]);
    expect(await wallet.walletprocesspsbt({ psbt: psbtOf(90_000) })).toMatchObject({
      complete: true,
    });
    for (const each of [wallet, (await openWallet(kept)).wallet]) {
      expect(await findings(each, psbtOf(90_000))).toEqual([]);
      expect(await findings(each, psbtOf(80_000))).toEqual(['coin-amount-changed']);
      expect(await findings(each, psbtOf(90_000, OTHER))).toEqual(['coin-paid-elsewhere']);
    }
  });

  test('stops a second false amount under a strict policy', async () => {
    const { kept, wallet } = await openWallet();
    await wallet.walletprocesspsbt({ psbt: psbtOf(90_000) });
    const strict = await openWallet(kept, {
      policy: { ...strictPolicy, allow: ['no-input-ours'] },
      approve: () => true,
    });
    await expect(strict.wallet.walletprocesspsbt({ psbt: psbtOf(80_000) })).rejects.toThrow(
      '(coin-amount-changed)',
    );
  });

  test('a raw transaction counts like a PSBT', async () => {
    const { wallet } = await openWallet();
    const { hex = '' } = await wallet.walletprocesspsbt({ psbt: psbtOf(90_000) });
    const fresh = await openWallet();
    const { scriptPubKey = '' } = await wallet.getaddressinfo({ address: account.address(2) });
    const coin = { txid: 'ab'.repeat(32), vout: 1, scriptPubKey, amount: 0.0009 };
    await fresh.wallet.signrawtransactionwithwallet({ hexstring: hex, prevtxs: [coin] });
    // It was complete, so no new signature was made.
    expect(await findings(fresh.wallet, psbtOf(80_000))).toEqual([]);
    const bare = await wallet.createrawtransaction({
      inputs: [{ txid: coin.txid, vout: 1 }],
      outputs: [{ [SOMEBODY]: 0.0008 }],
    });
    const third = await openWallet();
    await third.wallet.signrawtransactionwithwallet({ hexstring: bare, prevtxs: [coin] });
    expect(await findings(third.wallet, psbtOf(80_000))).toEqual([
      'coin-amount-changed',
      'coin-paid-elsewhere',
    ]);
  });

  test("remembers a reviewed coin's first amount, and does not stop its first signature for the payee", async () => {
    const { wallet } = await openWallet();
    expect(await findings(wallet, psbtOf(90_000))).toEqual([]);
    expect(await findings(wallet, psbtOf(90_000, OTHER))).toEqual([]);
    expect(await findings(wallet, psbtOf(80_000))).toEqual(['coin-amount-changed']);
    expect(await findings(wallet, psbtOf(80_000))).toEqual(['coin-amount-changed']);
    expect(await findings(wallet, psbtOf(90_000))).toEqual([]);
  });

  test('keeps the history encrypted, and a locked wallet neither reads nor writes it', async () => {
    const { wallet, kept } = await openWallet();
    await wallet.walletprocesspsbt({ psbt: psbtOf(90_000) });
    const holds = (hex: string) =>
      Buffer.from(kept.get('w') ?? []).includes(Buffer.from(hex, 'hex'));
    expect(holds('ab'.repeat(32))).toBe(true);
    await wallet.encryptwallet({ passphrase: 'correct horse' });
    expect(holds('ab'.repeat(32))).toBe(false);
    expect(await findings(wallet, psbtOf(80_000))).toEqual([]);
    const before = Buffer.from(kept.get('w') ?? []).toString('hex');
    expect(await findings(wallet, psbtOf(70_000))).toEqual([]);
    expect(Buffer.from(kept.get('w') ?? []).toString('hex')).toBe(before);
    await wallet.walletpassphrase({ passphrase: 'correct horse', timeout: 60 });
    expect(await findings(wallet, psbtOf(80_000))).toEqual(['coin-amount-changed']);
    const again = await openWallet(kept);
    await again.wallet.walletpassphrase({ passphrase: 'correct horse', timeout: 60 });
    expect(await findings(again.wallet, psbtOf(80_000))).toEqual(['coin-amount-changed']);
  });
});
