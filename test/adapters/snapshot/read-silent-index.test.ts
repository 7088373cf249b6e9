import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeSnapshot } from '../../../src/adapters/snapshot/snapshot-command.ts';
import { hash160 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { formatSilentDescriptor } from '../../../src/descriptor/silent-descriptor.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { execute } from '../../../src/public/rpc.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import { findOnSilentIndex } from '../../../src/servers/silent-index.ts';
import { silentRecipientOf } from '../../../src/silent/keys.ts';
import { silentTweak } from '../../../src/silent/scan.ts';
import { createSilentOutputs } from '../../../src/silent/send.ts';
import { decodeSnapshot } from '../../../src/snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../../src/snapshot/snapshot-source.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { mineChain } from '../../support/chains/mined-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { silentKey } from '../../support/generate/silent-payments.ts';
import { serveElectrum } from '../../support/nodes/coin-servers.ts';
import type { SilentHistory, SilentQuestion } from '../../support/nodes/electrum-bridge.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const { regtest } = networks;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-silent-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (n: number): PrivateKey => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const keys = { scanKey: keyOf(40), spendKey: keyOf(41).publicKey(secp256k1) };
const DESCRIPTOR = formatSilentDescriptor(
  { ...keys, spendPrivateKey: undefined },
  { network: regtest },
  { watching: true },
);

/** Pays the address with a label, or without one, from a coin of a single key. */
function paying(label: number | undefined, value: bigint, vout: number) {
  const payer = keyOf(50 + vout);
  const publicKey = payer.publicKey(secp256k1);
  const script = p2wpkhScript(hash160(publicKey));
  const prevout = { txid: 'ab'.repeat(32), vout };
  const recipient = silentRecipientOf(keys, secp256k1, label);
  if (recipient === undefined) throw new Error('no address');
  const inputs = [{ prevout, privateKey: payer, isTaproot: false }];
  const outputs = createSilentOutputs(inputs, [recipient], secp256k1);
  const [scriptPubKey] = 'error' in outputs ? [] : outputs;
  if (scriptPubKey === undefined) throw new Error('no output');
  const transaction: Transaction = {
    version: 2,
    inputs: [
      {
        prevout,
        scriptSig: new Uint8Array(0),
        sequence: 0xfffffffd,
        witness: [new Uint8Array(71), publicKey],
      },
    ],
    outputs: [{ value, scriptPubKey }],
    locktime: 0,
  };
  const tweak = silentTweak(transaction, [script], secp256k1);
  if (tweak === undefined) throw new Error('no tweak');
  return { transaction, txid: transactionId(transaction), tweak: encodeHex(tweak) };
}

const plain = paying(undefined, 70_000n, 0);
const labelled = paying(2, 30_000n, 1);
const foreign = paying(9, 1000n, 2);
const waiting = paying(undefined, 5000n, 3);
const chain = mineChain(
  [[], [plain.transaction, foreign.transaction], [], [labelled.transaction], []],
  [waiting.transaction],
);
const entry = (height: number, { txid, tweak }: typeof plain): SilentHistory => ({
  height,
  tx_hash: txid,
  tweak_key: tweak,
});
const HISTORY = [entry(2, plain), entry(4, labelled), entry(0, waiting)];

async function snapshotFrom(
  silent: ((question: SilentQuestion) => readonly SilentHistory[]) | undefined,
  more: readonly string[] = ['-scankeys'],
) {
  const server = await serveElectrum({ chain: () => chain, ...(silent && { silent }) });
  const [descriptors, out] = [join(folder, 'descriptors'), join(folder, `out-${Math.random()}`)];
  const request = { desc: DESCRIPTOR, timestamp: 0, range: [0, 3] };
  writeFileSync(descriptors, JSON.stringify([request]));
  const { terminal, written } = fakeTerminal({ readFile: (path) => readFileSync(path, 'utf8') });
  const status = await makeSnapshot(
    [
      ...['-regtest', `-electrum=127.0.0.1:${server.port}:t`, '-nosignkey'],
      ...[`-descriptors=${descriptors}`, `-out=${out}`, ...more],
    ],
    terminal,
  );
  await server.close();
  return { status, errors: written.err, out };
}

/** Returns the coins that an offline wallet finds in the snapshot. */
async function coinsIn(path: string) {
  const decoded = decodeSnapshot(readFileSync(path));
  if ('error' in decoded) throw new Error(decoded.error);
  const source = createSnapshotSource(decoded.snapshot);
  const options = {
    network: 'regtest',
    secp256k1,
    chain: source,
    wallets: createMemoryHost({ keypoolSize: 3 }),
    now: () => decoded.snapshot.tip.time + 600,
    random: createRandom(3).bytes,
  } as const;
  await execute('createwallet', ['w', true, true], options);
  const requests = [{ desc: DESCRIPTOR, timestamp: 0, range: [0, 3] }];
  const imported = await execute('importdescriptors', [requests], options);
  expect(imported).toMatchObject([{ success: true }]);
  const coins = (await execute('listunspent', [], options)) as readonly { amount: number }[];
  return coins.map(({ amount }) => amount).sort();
}

test('makes a snapshot with the silent payments that an Electrum server with an index finds', async () => {
  const asked: SilentQuestion[] = [];
  const made = await snapshotFrom((question) => {
    asked.push(question);
    return HISTORY;
  });
  expect(made.errors).not.toContain('Error');
  expect(made.status).toBe(0);
  expect(asked).toEqual([
    {
      scanKey: encodeHex(keys.scanKey.reveal()),
      spendKey: encodeHex(keys.spendKey),
      start: 0,
      labels: [1, 2, 3],
    },
  ]);
  expect(await coinsIn(made.out)).toEqual([0.0003, 0.0007]);
});

test('rejects a server that claims payments of others or wrong tweaks', async () => {
  const wrong = { ...entry(2, plain), tweak_key: labelled.tweak };
  const made = await snapshotFrom(() => [wrong, entry(2, foreign), entry(4, labelled)]);
  expect(made.status).toBe(0);
  expect(await coinsIn(made.out)).toEqual([0.0003]);
});

test('keeps the scan key from a server that has no index, and from others without -scankeys', async () => {
  const refused = await snapshotFrom(undefined);
  expect(refused.status).toBe(1);
  expect(refused.errors).toContain('does not find silent payments (server.features)');
  const asked: SilentQuestion[] = [];
  const made = await snapshotFrom((question) => {
    asked.push(question);
    return HISTORY;
  }, []);
  expect(made.status).toBe(0);
  expect(asked).toEqual([]);
});

test('reports that other servers cannot receive scan keys', async () => {
  const { terminal, written } = fakeTerminal({ readFile: () => DESCRIPTOR });
  const args = ['-regtest', '-esplora=http://127.0.0.1:1', '-scankeys'];
  expect(await makeSnapshot([...args, '-descriptors=x', '-out=y'], terminal)).toBe(1);
  expect(written.err).toContain('-scankeys needs an Electrum server');
});

/** The notification in Frigate's README. */
const DOCUMENTED = {
  subscription: {
    address:
      'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
    labels: [0],
    start_height: 882000,
  },
  progress: 1.0,
  history: [
    {
      height: 890004,
      tx_hash: 'acc3758bd2a26f869fcc67d48ff30b96464d476bca82c1cd6656e7d506816412',
      tweak_key: '0314bec14463d6c0181083d607fecfba67bb83f95915f6f247975ec566d5642ee8',
    },
    {
      height: 905008,
      tx_hash: 'f3e1bf48975b8d6060a9de8884296abb80be618dc00ae3cb2f6cee3085e09403',
      tweak_key: '024ac253c216532e961988e2a8ce266a447c894c781e52ef6cee902361db960004',
    },
    {
      height: 0,
      tx_hash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
      tweak_key: '03aeea547819c08413974e2ab2b12212e007166bb2058f88b009e082b9b4914a58',
    },
  ],
};

/** Creates a server that answers a subscription with one notification with these parameters. */
const answering = (params: unknown) =>
  findOnSilentIndex(
    {
      network: 'regtest',
      transport(handlers) {
        const say = (message: object) =>
          queueMicrotask(() => handlers.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message })));
        const answers: { readonly [method: string]: unknown } = {
          'server.version': ['Frigate 1.4', '1.4'],
          'server.features': { silent_payments: [0] },
          'blockchain.block.header': chain.headers[0],
          'blockchain.silentpayments.subscribe': DOCUMENTED.subscription,
          'blockchain.silentpayments.unsubscribe': DOCUMENTED.subscription.address,
        };
        return {
          send(message) {
            const { id, method } = JSON.parse(message);
            say({ id, result: answers[method] });
            if (method === 'blockchain.silentpayments.subscribe') say({ method, params });
          },
          close: () => {},
        };
      },
    },
    { scanKey: keys.scanKey.reveal(), spendKey: keys.spendKey, labels: [], start: 0 },
  );

test('reads the notification that Frigate documents, by name and by position', async () => {
  const { subscription, progress, history } = DOCUMENTED;
  for (const params of [DOCUMENTED, [DOCUMENTED], [subscription, progress, history]]) {
    const found = await answering(params);
    expect(found.map(({ txid, height, tweak }) => [height, txid, encodeHex(tweak)])).toEqual(
      history.slice(0, 2).map((each) => [each.height, each.tx_hash, each.tweak_key]),
    );
  }
});

test.each([
  [{ progress: 1, history: [{ height: 1, tx_hash: 'zz', tweak_key: '02' }] }],
  [{ progress: 1, history: 'none' }],
  [{ history: [] }],
  [{ progress: 1, history: [{ ...DOCUMENTED.history[0], tweak_key: '0314' }] }],
])('refuses an invalid notification: %j', async (params) => {
  await expect(answering(params)).rejects.toMatchObject({ code: 'SOURCE_NONSENSE' });
});
