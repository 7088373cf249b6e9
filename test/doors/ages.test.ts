import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { openAccount, review } from '../../src/index.ts';
import { spentCoins } from '../../src/psbt/psbt-session.ts';
import { reviewPsbt } from '../../src/public/review.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../src/snapshot/snapshot-source.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { harness } from '../support/harness.ts';
import { readPsbt } from '../support/psbt.ts';
import { carryingFolder } from '../support/screens/carried.ts';
import { vectorsIn } from '../support/vectors/review-vectors.ts';
import { importOfSecrets } from '../support/vectors/review-world.ts';

// The heir of a wallet spends a coin by a path that opens after 26,280 blocks.
const { psbt: text = '', descriptors: [descriptor = ''] = [] } =
  vectorsIn('missed-recoveries').find(
    ({ name }) => name === 'the heir spends a coin of unknown age',
  ) ?? {};
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

const folder = carryingFolder();

type Shown = { readonly findings: readonly { readonly id: string; readonly text: string }[] };

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
  await engine.openCarried('');
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
