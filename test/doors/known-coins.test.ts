import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { spentCoins } from '../../src/psbt/psbt-session.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../src/snapshot/snapshot-source.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { harness } from '../support/harness.ts';
import { writePsbt } from '../support/psbt.ts';
import { place } from '../support/review/accounts.ts';
import { coin } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { descriptors } from './cases.ts';

// The command line, the page and the methods ask a snapshot about the coins of a PSBT alike.

const { call, write } = commandFolder();
let count = 0;

/** Makes a snapshot that has coins with these values. */
async function snapshotWith(psbt: Psbt, value: bigint) {
  const { source } = createMemoryChain(consensusParams.regtest);
  const made = await snapshotOf(source, [], createRandom(1));
  const coins = [...spentCoins(psbt)].map(([key, { scriptPubKey }]) => {
    return [key, { value, scriptPubKey, height: 100, coinbase: false }] as const;
  });
  return { ...made, tip: { ...made.tip, height: 200 }, coins: new Map(coins) };
}

/** Drops what a PSBT contains about its coins and their keys. */
function bare(psbt: Psbt): Psbt {
  const transaction = unsignedTransaction(psbt);
  if (transaction === undefined) throw new Error('no transaction');
  return createPsbt(transaction, 0);
}

type Snapshot = Awaited<ReturnType<typeof snapshotWith>>;
type Shown = { readonly id: string; readonly findings: readonly { readonly id: string }[] };
type Found = { readonly id: string; readonly findings: readonly string[] };

const found = ({ id, findings }: Shown): Found => ({
  id,
  findings: findings.map((each) => each.id),
});

/** Reviews and signs at each door; the signature is the text that a person gets. */
async function atDoors(key: string, psbt: Psbt, snapshot: Snapshot) {
  const as = `known-${count++}`;
  const { bytes } = encodeSnapshot(snapshot);
  const options = [
    `-keys=${write(`${as}.keys`, key)}`,
    `-snapshot=${write(`${as}.snapshot`, bytes)}`,
  ];
  const file = write(`${as}.psbt`, encodePsbt(psbt) ?? '');
  const shown = await call([...options, '-format=json', 'review', file]);
  const signed = await call([...options, 'sign', file], { answer: 'yes' });

  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(key);
  await engine.openPayload('');
  engine.takeBytes(bytes);
  await engine.openSnapshot();
  engine.takeText(writePsbt(psbt));
  engine.keepSubject();
  const view = await engine.review();
  const done = await engine.sign(view.id, []).catch(() => ({ isComplete: false }));

  const context = { network: networks.regtest, secp256k1, profile: 'default' } as const;
  const methods = harness({ ...context, chain: createSnapshotSource(snapshot) });
  const given = key.startsWith('[') ? JSON.parse(key) : [key];
  const byMethod = await methods.call('review', [writePsbt(psbt), given]);
  return {
    command: { ...found(JSON.parse(shown.out)), isComplete: /\.txn\. Broadcast/.test(signed.out) },
    page: { ...found(view), isComplete: done.isComplete },
    methods: found(byMethod),
  };
}

describe.each(['wpkh', 'sh(wpkh)', 'tr', 'wsh(pk)'])('a coin of %s', (name) => {
  const key = descriptors[name] ?? '';
  const psbt = buildPsbt({ coins: [coin(place(key, 0, 3), 1)], outputs: [pay(99_000n)] });

  test('is found in a snapshot, and signed, if the PSBT says nothing about it', async () => {
    const all = await atDoors(key, bare(psbt), await snapshotWith(psbt, 100_000n));
    expect(all.command).toEqual(all.page);
    expect(all.methods.findings).toEqual(all.page.findings);
    expect(all.command.isComplete).toBe(true);
  });

  test('is compared with a snapshot that has another amount', async () => {
    const all = await atDoors(key, psbt, await snapshotWith(psbt, 90_000n));
    expect(all.command).toEqual(all.page);
    expect(all.methods.findings).toEqual(all.page.findings);
  });
});

test.each(['wpkh', 'sh(wpkh)', 'tr', 'wsh(pk)'])(
  'the page finds a coin of %s in a snapshot that is opened after the first review',
  async (name) => {
    const key = descriptors[name] ?? '';
    const psbt = buildPsbt({
      coins: [coin(place(key, 0, 3), 1)],
      outputs: [pay(60_000n), back(39_000n, key, 2)],
    });
    const { bytes } = encodeSnapshot(await snapshotWith(psbt, 100_000n));
    const views = [];
    for (const isLate of [false, true]) {
      const engine = createEngine(() => undefined);
      const openSnapshot = async () => {
        engine.takeBytes(bytes);
        await engine.openSnapshot();
      };
      engine.chooseNetwork('regtest');
      engine.takeText(key);
      await engine.openPayload('');
      if (!isLate) await openSnapshot();
      engine.takeText(writePsbt(bare(psbt)));
      engine.keepSubject();
      if (isLate) {
        await engine.review();
        await openSnapshot();
      }
      const view = await engine.review();
      const { isComplete } = await engine.sign(view.id, []);
      views.push({ ...found(view), isComplete });
    }
    expect(views[1]).toEqual(views[0]);
    expect(views[1]?.isComplete).toBe(true);
  },
);

test('the range of a wallet’s descriptor counts at the command line and on the page', async () => {
  const { wpkh: desc = '' } = descriptors;
  const far = buildPsbt({ coins: [coin(place(desc, 0, 1500), 1)], outputs: [pay(99_000n)] });
  const unnamed = { ...far, inputs: far.inputs.map((input) => ({ ...input, keyPaths: [] })) };
  const [receive, change] = ['0', '1'].map((branch) => desc.replace('<0;1>', branch));
  const key = JSON.stringify([
    { desc: receive, range: [0, 2000], active: true, internal: false },
    { desc: change, range: [0, 2000], active: true, internal: true },
  ]);
  const snapshot = await snapshotWith(far, 100_000n);
  const { command, page } = await atDoors(key, unnamed, snapshot);
  expect(command).toEqual(page);
  expect(command.isComplete).toBe(true);
});
