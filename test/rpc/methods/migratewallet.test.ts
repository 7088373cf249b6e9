import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeBlock } from '../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import type { ChainSource } from '../../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { WalletHost } from '../../../src/wallet-host/host.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { harness } from '../../support/harness.ts';
import { readVector } from '../../support/paths.ts';

type Listed = {
  readonly desc: string;
  readonly active: boolean;
  readonly timestamp: number;
  readonly range?: readonly number[];
};

type Vector = {
  readonly name: string;
  readonly kind: string;
  readonly passphrase?: string;
  readonly file: string;
  readonly migrated?: { readonly [member: string]: string };
  readonly wallets: { readonly [wallet: string]: readonly Listed[] };
  /** The first block of the node's chain. */
  readonly block?: string;
  readonly history?: {
    readonly [wallet: string]: {
      readonly transactions: readonly { readonly txid: string; readonly [fact: string]: unknown }[];
      readonly locked: readonly unknown[];
      readonly balances: unknown;
    };
  };
};

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const migrated = vectors.filter((each) => each.migrated !== undefined);
const base64Of = ({ file }: Vector) => gunzipSync(Buffer.from(file, 'base64')).toString('base64');

function start(chain?: ChainSource, more: Partial<WalletHost> = {}, pause?: () => Promise<void>) {
  const memory = createMemoryHost({ keypoolSize: 2, scryptCost: { n: 2, r: 1, p: 1 } });
  const host = { ...memory, ...more };
  return harness({
    network: networks.regtest,
    profile: 'default',
    secp256k1: kernelSecp256k1,
    wallets: host,
    ...(chain && { chain }),
    ...(pause && { pause }),
    now: () => 1_700_000_000,
    random: createRandom(5).bytes,
    reportBug: (error) => {
      throw error;
    },
  });
}

/** A file without a seed gets new random addresses, so active descriptors differ. */
const hasSeed = ({ wallets, name }: Vector) =>
  (wallets[name] ?? []).some(({ desc }) => /\/0h\/0h\/\*h\)/.test(desc));

describe.each(migrated)('migratewallet of “$name”', (vector) => {
  test('has the result and the wallets of Core', async () => {
    const { call } = start(createMemoryChain(consensusParams.regtest).source);
    const params = [vector.name, vector.passphrase ?? '', true, base64Of(vector)];
    expect(await call('migratewallet', params)).toEqual(vector.migrated);
    for (const [wallet, theirs] of Object.entries(vector.wallets)) {
      const isOwn = wallet === vector.name;
      if (isOwn && vector.passphrase !== undefined) {
        await call('walletpassphrase', [vector.passphrase, 60], wallet);
      }
      const { descriptors } = await call<{ descriptors: readonly Listed[] }>(
        'listdescriptors',
        [isOwn],
        wallet,
      );
      const compared = (all: readonly Listed[]) =>
        all
          .filter(({ active }) => !active || hasSeed(vector))
          .map(({ desc, active, timestamp, range }) => ({
            desc,
            active,
            // New descriptors have the time of the call, and as many addresses as an option says.
            ...(!active && { timestamp: Math.max(1, timestamp), range }),
          }))
          .sort((a, b) => (a.desc < b.desc ? -1 : 1));
      expect(compared(descriptors)).toEqual(compared(theirs));
    }
  });
});

describe('the history of a wallet.dat', () => {
  const [used] = vectors.filter(({ history }) => history !== undefined);
  if (used?.history === undefined) throw new Error('no file');
  const { history, block = '' } = used;
  const params = [used.name, '', true, base64Of(used)];

  test.each(Object.entries(history))(
    'is that of Core’s wallet %s: transactions with their times and notes, and balances',
    async (wallet, { transactions, balances }) => {
      const chain = createMemoryChain(consensusParams.regtest);
      const mined = decodeBlock(decodeHex(block) ?? new Uint8Array(0));
      if (mined === undefined) throw new Error('no block');
      chain.connect(mined);
      const { call, ask } = start(chain.source);
      expect(await call('migratewallet', params)).toEqual(used.migrated);
      const txids = new Set(
        Object.values(history).flatMap((each) => each.transactions.map(({ txid }) => txid)),
      );
      const found: unknown[] = [];
      for (const txid of txids) {
        const { result, error } = await ask('gettransaction', [txid], wallet);
        if (error === null) found.push(result);
      }
      expect(found).toHaveLength(transactions.length);
      for (const theirs of transactions) {
        // The node was a fork, which adds the first, and asks its mempool for the second.
        const { in_mempool: _, 'bip125-replaceable': __, ...facts } = theirs;
        expect(found).toContainEqual(expect.objectContaining(facts));
      }
      expect(await call('getbalances', [], wallet)).toMatchObject(Object(balances));
      expect(await call('listlockunspent', [], used.name)).toEqual(history[used.name]?.locked);
    },
  );

  test('is left to the rescan without a chain, so that nothing old is sent again', async () => {
    const { call } = start();
    expect(await call('migratewallet', params)).toEqual({
      ...used.migrated,
      warnings: [
        '5 transactions of the file left out, because no chain is known here. The next rescan finds them',
      ],
    });
    expect(await call('listoutbox', [], used.name)).toEqual([]);
  });
});

test('refuses a wrong or missing passphrase in Core’s words', async () => {
  const [encrypted] = migrated.filter(({ passphrase }) => passphrase !== undefined);
  if (encrypted === undefined) throw new Error('no file');
  const { refusal } = start();
  expect(await refusal('migratewallet', ['w', '', true, base64Of(encrypted)])).toMatchObject({
    code: -14,
    message: 'Error: Wallet decryption failed, the wallet passphrase was not provided.',
  });
  expect(await refusal('migratewallet', ['w', 'wrong', true, base64Of(encrypted)])).toMatchObject({
    code: -14,
    message: 'Error: Wallet decryption failed, the wallet passphrase provided was incorrect.',
  });
});

test('refuses another file and an empty name', async () => {
  const { refusal } = start();
  expect(await refusal('migratewallet', ['w', '', true, 'AAAA'])).toMatchObject({ code: -22 });
  expect(await refusal('migratewallet', ['', '', true, 'AAAA'])).toMatchObject({ code: -8 });
});

describe('a file in the place of the new wallet', () => {
  const [vector] = migrated;
  if (vector === undefined) throw new Error('no file');
  const bytes = new Uint8Array(gunzipSync(Buffer.from(vector.file, 'base64')));
  const steps: string[] = [];
  const setAside = async (time: number) => {
    steps.push(`renamed at ${time}`);
    const putBack = async () => void steps.push('put back');
    return { ok: true, path: 'a/a_1700000000.legacy.bak', putBack } as const;
  };
  const readWalletDat = async () => ({ path: 'a/wallet.dat', bytes, setAside });

  test('is renamed before the wallet is created', async () => {
    const { call } = start(undefined, { readWalletDat });
    expect(await call('migratewallet', ['a'])).toMatchObject({
      backup_path: 'a/a_1700000000.legacy.bak',
    });
    expect(steps.splice(0)).toEqual(['renamed at 1700000000']);
  });

  test('gets its name again if the wallet cannot be created', async () => {
    const create: WalletHost['create'] = async () => ({
      ok: false,
      error: { error: 'system', reason: 'the disk is full' },
    });
    const { refusal } = start(undefined, { readWalletDat, create });
    expect(await refusal('migratewallet', ['a'])).toMatchObject({
      message: expect.stringContaining('the disk is full'),
    });
    expect(steps.splice(0)).toEqual(['renamed at 1700000000', 'put back']);
  });
});

test('lets other calls run while it derives the key of a passphrase', async () => {
  const [encrypted] = migrated.filter(({ passphrase }) => passphrase !== undefined);
  if (encrypted === undefined) throw new Error('no file');
  let pauses = 0;
  const { call } = start(undefined, {}, async () => void pauses++);
  const params = ['w', encrypted.passphrase ?? '', true, base64Of(encrypted)];
  expect(await call('migratewallet', params)).toMatchObject({ wallet_name: 'w' });
  expect(pauses).toBeGreaterThan(1);
});
