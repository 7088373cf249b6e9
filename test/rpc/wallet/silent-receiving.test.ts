import { describe, expect, test } from 'vitest';
import { blockHash } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { formatSilentDescriptor } from '../../../src/descriptor/silent-descriptor.ts';
import { networks } from '../../../src/encoding/network.ts';
import { extract, sign } from '../../../src/index.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { recipientFields, silentRecipient } from '../../../src/psbt/silent-fields.ts';
import { deriveSilentDescriptor, silentSigning } from '../../../src/public/descriptor.ts';
import { execute } from '../../../src/public/rpc.ts';
import { readKeys } from '../../../src/public/seed.ts';
import type { Review } from '../../../src/review/model.ts';
import { rootKeyOf } from '../../../src/seed/root-key.ts';
import { silentRecipientOf } from '../../../src/silent/keys.ts';
import { decodeTransaction } from '../../../src/transaction/codec.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createFundedChain } from '../../support/chains/funded-chain.ts';
import type { MemoryChain } from '../../support/chains/memory-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { silentKey } from '../../support/generate/silent-payments.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';
import { readPsbt, writePsbt } from '../../support/psbt.ts';
import { hexBytes } from '../../support/signing.ts';

const keyOf = (n: number): PrivateKey => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const spendPrivateKey = keyOf(81);
const keys = {
  scanKey: keyOf(80),
  spendKey: spendPrivateKey.publicKey(secp256k1),
  spendPrivateKey,
};
const { regtest } = networks;
const SPENDING = formatSilentDescriptor(keys, { network: regtest });
const SCANNING = formatSilentDescriptor(keys, { network: regtest }, { watching: true });
const PAYER = `wpkh(${TEST_XPRV}/*)`;

const run = async <T>(options: CallOptions, method: string, args: readonly unknown[] | object) =>
  (await execute(method, args as never, options)) as T;

async function openWallet(
  chain: MemoryChain,
  requests: readonly object[],
  flags: object = {},
): Promise<CallOptions> {
  const { time } = await chain.source.tip();
  const options = {
    network: 'regtest',
    secp256k1,
    chain: chain.source,
    wallets: createMemoryHost({ keypoolSize: 3 }),
    now: () => time + 600,
    random: createRandom(3).bytes,
  } as const;
  await run(options, 'createwallet', { wallet_name: 'w', blank: true, ...flags });
  const answers = await run<readonly { readonly success: boolean; readonly error?: object }[]>(
    options,
    'importdescriptors',
    [requests],
  );
  expect(answers).toEqual(requests.map(() => ({ success: true })));
  return options;
}

/** Creates a payer with two coins, and a receiver. */
async function world() {
  const { scriptPubKey } = await scriptOfPayer();
  const chain = createFundedChain([
    { value: 1_000_000n, scriptPubKey },
    { value: 2_000_000n, scriptPubKey },
  ]);
  const request = { desc: addChecksum(PAYER), timestamp: 0, active: true, range: [0, 2] };
  const change = { ...request, desc: addChecksum(PAYER.replace('/*', '/1/*')), internal: true };
  const payer = await openWallet(chain, [request, change]);
  return { chain, payer };
}

async function scriptOfPayer() {
  const [address = ''] = await run<readonly string[]>(
    { network: 'regtest', secp256k1 },
    'deriveaddresses',
    [addChecksum(PAYER), [0, 0]],
  );
  const { scriptPubKey } = await run<{ scriptPubKey: string }>(
    { network: 'regtest', secp256k1 },
    'validateaddress',
    [address],
  );
  return { scriptPubKey: hexBytes(scriptPubKey) };
}

/** Mines a block with all unconfirmed transactions. */
async function mine(chain: MemoryChain): Promise<void> {
  const { height, hash, time } = await chain.source.tip();
  const { entries } = await chain.source.mempool();
  const { genesis } = consensusParams.regtest;
  const header = {
    version: 4,
    previousBlockHash: hash,
    merkleRoot: '00'.repeat(32),
    time: time + 600,
    bits: genesis.bits,
    nonce: height,
  };
  expect(blockHash(header)).not.toBe(hash);
  chain.connect({ header, transactions: entries.map(({ transaction }) => transaction) });
}

type Unspent = {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
  readonly label?: string;
  readonly spendable: boolean;
  readonly scriptPubKey: string;
};
type Sent = {
  readonly txid: string;
  readonly psbt?: string;
  readonly hex?: string;
  readonly complete: boolean;
};
const unspent = async (options: CallOptions) =>
  (await run<readonly Unspent[]>(options, 'listunspent', [])).map(({ amount, label }) => ({
    amount,
    label,
  }));
const feeRate = { fee_rate: 2 };

async function rolesOf(wallet: CallOptions, psbt: string): Promise<readonly string[]> {
  const { outputs } = await run<Pick<Review, 'outputs'>>(wallet, 'review', [psbt]);
  return outputs.map(({ role }) => role).sort();
}

describe('a wallet with an sp() descriptor', () => {
  test('finds payments to its address and labels in blocks, and lists them', async () => {
    const { chain, payer } = await world();
    const payee = await openWallet(chain, [{ desc: SPENDING, timestamp: 0 }]);
    const address = await run<string>(payee, 'getnewaddress', ['', 'silent']);
    const labelled = await run<string>(payee, 'getnewaddress', ['shop', 'silent']);
    expect(await run(payee, 'getnewaddress', ['', 'silent'])).toBe(address);
    expect(labelled).not.toBe(address);
    const outputs = [{ [address]: '0.001' }, { [labelled]: '0.002' }];
    await run(payer, 'send', { outputs, options: feeRate });
    await mine(chain);
    expect(new Set(await unspent(payee))).toEqual(
      new Set([
        { amount: 0.001, label: '' },
        { amount: 0.002, label: 'shop' },
      ]),
    );
    const received = await run<readonly { category: string }[]>(payee, 'listtransactions', []);
    expect(received.map(({ category }) => category)).toEqual(['receive', 'receive']);
  });

  test('spends found coins, and its change returns to its own address', async () => {
    const { chain, payer } = await world();
    const shown: Review[] = [];
    const payee = await openWallet(chain, [{ desc: SPENDING, timestamp: 0 }]);
    const address = await run<string>(payee, 'getnewaddress', ['', 'silent']);
    await run(payer, 'send', { outputs: [{ [address]: '0.005' }], options: feeRate });
    await mine(chain);
    const approve = async (review: Review) => {
      shown.push(review);
      return true;
    };
    const sent = await run<Sent>({ ...payee, approve }, 'send', {
      outputs: [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }],
      options: feeRate,
    });
    expect(sent.complete).toBe(true);
    const roles = shown.flatMap(({ outputs }) => outputs.map(({ role }) => role));
    expect(roles.sort()).toEqual(['change', 'payment']);
    await mine(chain);
    const [change] = await unspent(payee);
    expect(change?.amount).toBeGreaterThan(0.0039);
    expect(change?.label).toBeUndefined();
    // The change was found as label 0 by a wallet that did not send it.
    const restored = await openWallet(chain, [{ desc: SPENDING, timestamp: 0 }]);
    expect(await unspent(restored)).toEqual(await unspent(payee));
    // Both can spend it again, and again get change that they find.
    for (const wallet of [restored, payee]) {
      const { psbt = '' } = await run<Sent>(wallet, 'send', {
        outputs: [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }],
        options: { ...feeRate, psbt: true, add_to_wallet: false },
      });
      expect(await rolesOf(wallet, psbt)).toEqual(['change', 'payment']);
    }
    const again = await run<Sent>(restored, 'send', {
      outputs: [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }],
      options: feeRate,
    });
    expect(again.complete).toBe(true);
    await mine(chain);
    const [rest] = await unspent(payee);
    expect(rest?.amount).toBeGreaterThan(0.0029);
    expect(await unspent(restored)).toEqual([rest]);
  });

  test('recognises its change before and after the script is computed, and no other', async () => {
    const { chain, payer } = await world();
    const payee = await openWallet(chain, [{ desc: SPENDING, timestamp: 0 }]);
    const watching = await openWallet(chain, [{ desc: SCANNING, timestamp: 0 }], {
      disable_private_keys: true,
    });
    const address = await run<string>(payee, 'getnewaddress', ['', 'silent']);
    await run(payer, 'send', { outputs: [{ [address]: '0.005' }], options: feeRate });
    await mine(chain);
    const { psbt = '' } = await run<Sent>(watching, 'send', {
      outputs: [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }],
      options: feeRate,
    });
    const pending = readPsbt(psbt);
    const at = pending.outputs.findIndex((output) => silentRecipient(output).recipient);
    expect(pending.outputs[at]?.scriptPubKey).toHaveLength(0);
    const computed = await run<Sent>(payee, 'walletprocesspsbt', [psbt, true, 'ALL', true, false]);
    expect(readPsbt(computed.psbt ?? '').outputs[at]?.scriptPubKey).toHaveLength(34);
    for (const wallet of [watching, payee]) {
      for (const each of [psbt, computed.psbt ?? '']) {
        expect(await rolesOf(wallet, each)).toEqual(['change', 'payment']);
      }
    }
    // The same label at an address of somebody else is a payment, which takes all money.
    const stranger = silentRecipientOf(
      { ...keys, spendKey: keyOf(90).publicKey(secp256k1) },
      secp256k1,
      0,
    );
    const stolen = writePsbt({
      ...pending,
      outputs: pending.outputs.map((output, i) =>
        i === at && stranger ? { ...output, unknown: recipientFields(stranger, 0) } : output,
      ),
    });
    for (const wallet of [watching, payee]) {
      expect(await rolesOf(wallet, stolen)).toEqual(['payment', 'payment']);
    }
  });

  test('is signed by seed words with the path in the PSBT of a watch-only machine', async () => {
    const { chain, payer } = await world();
    const words = `${'abandon '.repeat(11)}about`;
    const root = rootKeyOf({ words: words.split(' ') }, '');
    const own = root && deriveSilentDescriptor(root, 0, { network: regtest });
    const desc = own && formatSilentDescriptor(own, { network: regtest }, { watching: true });
    const watching = await openWallet(chain, [{ desc, timestamp: 0 }], {
      disable_private_keys: true,
    });
    const address = await run<string>(watching, 'getnewaddress', ['', 'silent']);
    await run(payer, 'send', { outputs: [{ [address]: '0.005' }], options: feeRate });
    await mine(chain);
    const { psbt = '' } = await run<Sent>(watching, 'send', {
      outputs: [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }],
      options: feeRate,
    });
    const keys = readKeys(words, { network: regtest });
    if ('error' in keys) throw new Error(keys.error);
    const signed = await sign(readPsbt(psbt), { keys, silent: silentSigning });
    expect(signed.complete).toBe(true);
    expect(await chain.submit(extract(signed.psbt).transaction)).toBeDefined();
  });

  test('is watched with the scan key, and signed for with the seed', async () => {
    const { chain, payer } = await world();
    const watching = await openWallet(chain, [{ desc: SCANNING, timestamp: 0, range: [0, 2] }], {
      disable_private_keys: true,
    });
    const address = await run<string>(watching, 'getnewaddress', ['', 'silent']);
    await run(payer, 'send', { outputs: [{ [address]: '0.005' }], options: feeRate });
    await mine(chain);
    expect(await unspent(watching)).toEqual([{ amount: 0.005, label: '' }]);
    const change = await run<string>(watching, 'getrawchangeaddress', ['silent']);
    const outputs = [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }];
    const options = { ...feeRate, change_address: change };
    const { psbt = '' } = await run<Sent>(watching, 'send', { outputs, options });
    const silent = readPsbt(psbt).outputs.filter((output) => silentRecipient(output).recipient);
    expect(silent.map(({ unknown }) => unknown.map(({ key }) => key[0]))).toEqual([[9, 10]]);
    const empty = createFundedChain([]);
    const signer = await openWallet(empty, [{ desc: SPENDING, timestamp: 'now' }]);
    const signed = await run<Sent>(signer, 'walletprocesspsbt', [psbt]);
    expect(signed.complete).toBe(true);
    const transaction = decodeTransaction(hexBytes(signed.hex ?? ''), { witness: true });
    expect(transaction && chain.submit(transaction)).toBeDefined();
  });

  test('is signed for by signrawtransactionwithwallet', async () => {
    const { chain, payer } = await world();
    const payee = await openWallet(chain, [{ desc: SPENDING, timestamp: 0 }]);
    const address = await run<string>(payee, 'getnewaddress', ['', 'silent']);
    await run(payer, 'send', { outputs: [{ [address]: '0.005' }], options: feeRate });
    await mine(chain);
    const [coin] = await run<readonly Unspent[]>(payee, 'listunspent', []);
    const raw = await run<string>(payee, 'createrawtransaction', [
      [{ txid: coin?.txid, vout: coin?.vout }],
      [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.0049' }],
    ]);
    const signed = await run<Sent>(payee, 'signrawtransactionwithwallet', [raw]);
    expect(signed.complete).toBe(true);
  });

  test('lists its descriptor with the scan key, and with the spend key if asked', async () => {
    const chain = createFundedChain([]);
    const payee = await openWallet(chain, [{ desc: SPENDING, timestamp: 0, range: [0, 5] }]);
    type Listed = { readonly descriptors: readonly { readonly desc: string; range: object }[] };
    const { descriptors } = await run<Listed>(payee, 'listdescriptors', []);
    expect(descriptors.map(({ desc, range }) => ({ desc, range }))).toEqual([
      { desc: SCANNING, range: [0, 5] },
    ]);
    const secret = await run<Listed>(payee, 'listdescriptors', [true]);
    expect(secret.descriptors.map(({ desc }) => desc)).toEqual([SPENDING]);
  });

  test('finds the same payments while it is encrypted and locked, and keeps them', async () => {
    const { chain, payer } = await world();
    const payee = await openWallet(chain, [{ desc: SPENDING, timestamp: 0 }]);
    const address = await run<string>(payee, 'getnewaddress', ['', 'silent']);
    await run(payee, 'encryptwallet', ['correct horse']);
    await run(payer, 'send', { outputs: [{ [address]: '0.005' }], options: feeRate });
    await mine(chain);
    expect(await unspent(payee)).toEqual([{ amount: 0.005, label: '' }]);
    const outputs = [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.001' }];
    await expect(
      run(payee, 'sendtoaddress', [Object.keys(outputs[0] ?? {})[0], '0.001']),
    ).rejects.toThrow('walletpassphrase');
    await run(payee, 'walletpassphrase', ['correct horse', 60]);
    const sent = await run<Sent>(payee, 'send', { outputs, options: feeRate });
    expect(sent.complete).toBe(true);
  });

  test('is unknown under -profile=core', async () => {
    const chain = createFundedChain([]);
    const options = { ...(await openWallet(chain, [])), profile: 'core' } as const;
    const request = { desc: SPENDING, timestamp: 0 };
    const [answer] = await run<readonly { success: boolean }[]>(options, 'importdescriptors', [
      [request],
    ]);
    expect(answer?.success).toBe(false);
    await expect(run(options, 'getnewaddress', ['', 'silent'])).rejects.toThrow();
  });

  test.each([
    [{ active: true }, 'cannot be active'],
    [{ internal: true }, 'cannot be internal'],
    [{ label: 'x' }, 'takes no label'],
    [{ range: [0, 1_000_000] }, ''],
    [{ desc: SCANNING }, 'without private keys'],
    [{ desc: SPENDING.replace('#', '#q') }, ''],
  ])('is not imported with %j', async (change, words) => {
    const payee = await openWallet(createFundedChain([]), []);
    const request = { desc: SPENDING, timestamp: 0, ...change };
    const [answer] = await run<readonly { success: boolean; error: { message: string } }[]>(
      payee,
      'importdescriptors',
      [[request]],
    );
    expect(answer?.success).toBe(false);
    expect(answer?.error.message).toContain(words);
    expect(await run(payee, 'listdescriptors', [])).toMatchObject({ descriptors: [] });
  });
});
