import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { openAccount, review } from '../../src/index.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { spentCoins } from '../../src/psbt/psbt-session.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { expand, parseDescriptor } from '../../src/public/descriptor.ts';
import { reviewPsbt } from '../../src/public/review.ts';
import { execute } from '../../src/public/rpc.ts';
import { formatAddress } from '../../src/script/address.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../src/snapshot/snapshot-source.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createFundedChain } from '../support/chains/funded-chain.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { harness } from '../support/harness.ts';
import { readPsbt } from '../support/psbt.ts';
import { importOfSecrets, ME } from '../support/review/accounts.ts';
import { pay } from '../support/review/payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { vectorsIn } from '../support/vectors/review-vectors.ts';

// The heir of a wallet spends a coin by a path that opens after 26,280 blocks.
const { psbt: text = '', descriptors: [descriptor = ''] = [] } =
  vectorsIn('recovery-path').find(({ name }) => name === 'the heir spends a coin of unknown age') ??
  {};
const psbt = readPsbt(text);
const coins = spentCoins(psbt);
const SINCE = 'It is old enough since block 826280.';

/** Makes a snapshot of block 830,000 that has the coin in block 800,000. */
async function snapshot() {
  const { source } = createMemoryChain(consensusParams.regtest);
  const made = await snapshotOf(source, [], createRandom(1));
  const chainCoins = [...coins].map(([key, { value = 0n, scriptPubKey }]) => {
    return [key, { value, scriptPubKey, height: 800_000, coinbase: false }] as const;
  });
  return { ...made, tip: { ...made.tip, height: 830_000 }, coins: new Map(chainCoins) };
}

const folder = commandFolder();

type Shown = { readonly findings: readonly { readonly id: string; readonly text: string }[] };

function unsignedOf(waiting: string) {
  const transaction = unsignedTransaction(readPsbt(waiting));
  if (transaction === undefined) throw new Error('no transaction');
  return transaction;
}

const agesIn = ({ findings }: Shown) =>
  findings.flatMap(({ id, text: sentence }) => (id === 'recovery-path' ? sentence : []));

test('the library says since when a coin is old enough', () => {
  const account = openAccount(descriptor, { network: 'regtest' });
  const utxos = [...coins].map(([key, { value = 0n }], i) => {
    const [txid = '', vout = ''] = key.split(':');
    const listed = { txid, vout: Number(vout), value, index: 3, address: account.address(3) };
    return { ...listed, ...(i === 0 && { height: 800_000 }) };
  });
  const options = { account, coins: account.coins(utxos) };
  expect(agesIn(review(psbt, { ...options, now: { height: 830_000 } }))[0]).toContain(SINCE);
  expect(agesIn(review(psbt, options))[0]).toContain('It is old enough from block 826280 on.');
  const heights = new Map(psbt.inputs.map(({ prevout }) => [outPointKey(prevout), 800_000]));
  const evidence = { network: networks.regtest, ages: { tip: 830_000, heights } };
  expect(
    reviewPsbt(psbt, evidence, secp256k1)
      ?.findings.map(({ text }) => text)
      .join(),
  ).toContain(SINCE);
});

test('the methods, a wallet, the command line and the page say it with a snapshot', async () => {
  const made = await snapshot();
  const { bytes } = encodeSnapshot(made);
  const context = { network: networks.regtest, secp256k1, profile: 'default' } as const;
  const { call } = harness({ ...context, chain: createSnapshotSource(made) });
  expect(agesIn(await call('review', [text, [descriptor]]))[0]).toContain(SINCE);

  const file = folder.write('chain.snapshot', bytes);
  const options = [`-snapshot=${file}`, '-format=json'];
  const keys = `-keys=${folder.write('heir.keys', descriptor)}`;
  const subject = folder.write('heir.psbt', text);
  const byKeys = await folder.call([keys, ...options, 'review', subject]);
  expect(agesIn(JSON.parse(byKeys.out))[0]).toContain(SINCE);

  const wallet = '-rpcwallet=heir';
  const quiet = { isScreen: false };
  await folder.call(['-named', 'createwallet', 'wallet_name=heir', 'blank=true'], quiet);
  await folder.call([wallet, 'importdescriptors', importOfSecrets(descriptor)], quiet);
  const byWallet = await folder.call([wallet, ...options, 'review', subject]);
  expect(agesIn(JSON.parse(byWallet.out))[0]).toContain(SINCE);

  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(descriptor);
  await engine.openPayload('');
  engine.takeBytes(bytes);
  await engine.openSnapshot();
  engine.takeText(text);
  engine.keepSubject();
  expect(agesIn(await engine.review())[0]).toContain(SINCE);
});

test('a chain that cannot be reached does not prevent a review', async () => {
  const { source } = createMemoryChain(consensusParams.regtest);
  const tip = () => Promise.reject(new Error('no connection'));
  const context = { network: networks.regtest, secp256k1, profile: 'default' } as const;
  const { call } = harness({ ...context, chain: { ...source, tip } });
  const [found = ''] = agesIn(await call('review', [text, [descriptor]]));
  expect(found).toContain('26280 blocks');
  expect(found).not.toContain('old enough');
});

describe('a wallet without a chain', () => {
  const paying = `wpkh(${ME.root.privateExtendedKey}/*)`;
  const run = async <T>(options: CallOptions, method: string, args: readonly unknown[] | object) =>
    (await execute(method, args as never, options)) as T;

  /** Opens a wallet that has seen its coin in the newest block of a chain, and funds a payment. */
  async function seen(sequence: number) {
    const parsed = parseDescriptor(paying, { network: networks.regtest });
    const [descriptor] = 'error' in parsed ? [] : parsed.descriptors;
    const source = { findPrivateKey: () => undefined };
    const [script] = (descriptor && expand(descriptor, 0, source)?.scripts) ?? [];
    if (script === undefined) throw new Error('no script');
    const chain = createFundedChain([{ value: 1_000_000n, scriptPubKey: script }]);
    const { time, height } = await chain.source.tip();
    const options = {
      network: 'regtest',
      secp256k1,
      chain: chain.source,
      wallets: createMemoryHost({ keypoolSize: 3 }),
      now: () => time + 600,
      random: createRandom(3).bytes,
    } as const;
    await run(options, 'createwallet', { wallet_name: 'w', blank: true });
    const request = { desc: addChecksum(paying), timestamp: 0, active: true, range: [0, 2] };
    const change = { ...request, desc: addChecksum(paying.replace('/*', '/1/*')), internal: true };
    await run(options, 'importdescriptors', [[request, change]]);
    type Unspent = { readonly txid: string; readonly vout: number; readonly confirmations: number };
    const [coin] = await run<readonly Unspent[]>(options, 'listunspent', []);
    if (coin === undefined) throw new Error('no coin');
    const inputs = [{ txid: coin.txid, vout: coin.vout, sequence }];
    const to = formatAddress(pay(1n).script, networks.regtest) ?? '';
    const funded = await run<{ psbt: string }>(options, 'walletcreatefundedpsbt', [
      inputs,
      [{ [to]: 0.004 }],
      0,
      { fee_rate: 2 },
    ]);
    const made = height + 1 - coin.confirmations;
    return { options, psbt: funded.psbt, from: made + sequence, height };
  }

  test.each([1, 3, 50])('counts the age of its coin by its ledger: %i blocks', async (blocks) => {
    const { options, psbt: waiting, from, height } = await seen(blocks);
    const { chain: _, ...alone } = options;
    const expected =
      from <= height + 1
        ? `It is old enough since block ${from}.`
        : `It is old enough from block ${from} on.`;
    for (const each of [options, alone]) {
      const found = await run<Shown>(each, 'review', [waiting]);
      const texts = found.findings.map(({ text: sentence }) => sentence).join(' ');
      expect(texts).toContain(expected);
    }
  });

  test('says the same about a raw transaction that it signs', async () => {
    const { options, psbt: waiting, from } = await seen(2);
    const { chain: _, ...alone } = options;
    const hex = encodeHex(encodeTransaction(unsignedOf(waiting)));
    const found = await run<Shown>(alone, 'review', [hex]);
    expect(found.findings.map(({ text: sentence }) => sentence).join(' ')).toContain(
      `block ${from}`,
    );
  });
});
