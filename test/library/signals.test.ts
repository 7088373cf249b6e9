import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { formatPsbt, fund, openAccount, reviewFirst, sign } from '../../src/index.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { openSnapshot } from '../../src/library/open-app-snapshot.ts';
import { client, execute } from '../../src/public/rpc.ts';
import { networks } from '../../src/public/script.ts';
import { findAccount, readKeys } from '../../src/public/seed.ts';
import { encodeTransaction } from '../../src/public/transaction.ts';
import {
  createCoinSource,
  createElectrumSource,
  createEsploraSource,
  listCoins,
} from '../../src/public/wallet.ts';
import { accountTexts, SOMEBODY, utxosOf } from '../support/generate/accounts.ts';
import { createRandom } from '../support/generate/random.ts';
import { vectorPath } from '../support/paths.ts';

const INPUTS = 120;
const range = INPUTS + 40;
const account = openAccount(accountTexts.wpkh, { network: 'regtest', range });
const utxos = utxosOf(
  account,
  Array.from({ length: INPUTS }, () => 20_000),
);
const { psbt } = fund({
  coins: account.coins(utxos),
  outputs: [{ address: SOMEBODY, value: BigInt(INPUTS) * 15_000n }],
  change: account,
  feeRate: 2,
  spendAll: true,
});
const text = formatPsbt(psbt);

const tip = { height: 840_000, hash: '00'.repeat(32), time: 1_713_571_767 };
const ofAddress = new Map(
  account.coins(utxos).map(({ address, previousTransaction }) => [address, previousTransaction]),
);
const backend = {
  tip: async () => tip,
  transactions: async (keys: readonly { readonly address?: string | undefined }[]) =>
    keys.flatMap(({ address = '' }) => {
      const made = ofAddress.get(address);
      return made === undefined ? [] : [{ hex: encodeHex(encodeTransaction(made)), height: 100 }];
    }),
};

const ring = readKeys(`${'abandon '.repeat(11)}about`, { network: networks.main });
const STRANGER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

/** Runs one call of a function that takes a signal. */
type Call = (signal: AbortSignal) => Promise<unknown>;

function search(target: string): Call {
  if ('error' in ring) throw new Error(ring.error);
  const network = networks.main;
  return (signal) => findAccount(ring, target, { network, signal });
}

/** A server that never answers: only the signal ends a call. */
const silent = { fetch: () => new Promise<never>(() => undefined), url: 'http://silent.invalid' };

const scriptAt = (index: number) => account.coins([utxos[index] ?? expect.unreachable()]);
const scripts = Array.from(
  { length: INPUTS },
  (_, i) => scriptAt(i)[0]?.scriptPubKey ?? new Uint8Array(),
);

const descriptors = [{ desc: accountTexts.wpkh, range }];
const own = () => ({ keys: openAccount(accountTexts.wpkh, { network: 'regtest', range }) });

/** Calls by the type in docs/api-signatures.md or docs/api-types.md that has the signal. */
const calls: { readonly [type: string]: readonly (readonly [name: string, call: Call])[] } = {
  SignOptions: [
    ['sign with keys', (signal) => sign(psbt, { ...own(), signal })],
    [
      'sign with a review',
      (signal) => sign(psbt, { ...own(), approve: reviewFirst({ account }), signal }),
    ],
    [
      'sign with a device',
      (signal) => sign(psbt, { device: { signPsbt: (asked) => asked }, signal }),
    ],
    [
      'sign with a signer',
      (signal) =>
        sign(psbt, { signer: async (all) => all.map(() => new Uint8Array(64).fill(1)), signal }),
    ],
  ],
  CallOptions: [
    [
      'execute',
      (signal) =>
        execute('descriptorprocesspsbt', [text, descriptors], { network: 'regtest', signal }),
    ],
    [
      'client',
      (signal) => client({ network: 'regtest', signal }).descriptorprocesspsbt([text, descriptors]),
    ],
  ],
  findAccount: [
    ['findAccount of an address', search(STRANGER)],
    ['findAccount of an extended key', search(OTHER_XPUB)],
  ],
  ListCoinsOptions: [
    [
      'listCoins',
      (signal) => listCoins(createCoinSource(backend, { network: 'regtest' }), account, { signal }),
    ],
  ],
  CoinSourceOptions: [
    [
      'createCoinSource',
      (signal) => createCoinSource(backend, { network: 'regtest', signal }).transactions(scripts),
    ],
  ],
  EsploraServer: [
    [
      'createEsploraSource',
      (signal) => createEsploraSource({ ...silent, network: 'regtest', signal }).tip(),
    ],
  ],
  ElectrumServer: [
    [
      'createElectrumSource',
      (signal) => {
        const transport = () => ({ send: () => undefined, close: () => undefined });
        return createElectrumSource({ transport, network: 'regtest', signal }).tip();
      },
    ],
  ],
};

/** Types that only hand the signal of `sign` on to the app's functions. */
const handedOn = ['ApprovedSigner', 'DeviceOptions'];

test('every public type with a signal has a call in this list', () => {
  const api = ['signatures', 'types'].map((name) =>
    readFileSync(vectorPath(`../docs/api-${name}.md`), 'utf8'),
  );
  const named = api
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, name = ''] = /^(?:type|function|const) (\w+).*\bsignal\??: /.exec(line) ?? [];
      return name === '' ? [] : [name];
    });
  expect([...new Set(named)].sort()).toEqual([...Object.keys(calls), ...handedOn].sort());
});

const all = Object.values(calls).flat();

test.each(all)('%s ends at once if its signal has aborted before', async (_, call) => {
  const controller = new AbortController();
  controller.abort('before');
  await expect(call(controller.signal)).rejects.toMatchObject({ code: 'ABORTED', cause: 'before' });
});

test.each(all)('%s ends within a few turns of an abort', async (_, call) => {
  for (const at of [0, 1, 2, 5, 12]) {
    const controller = new AbortController();
    let isDone = false;
    const work = call(controller.signal);
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (let turns = 0; turns < at; turns++) await turn();
    expect(at < 2 && isDone).toBe(false);
    if (isDone) break;
    controller.abort('during');
    let late = 0;
    for (; !isDone && late < 20; late++) await turn();
    expect(late).toBeLessThanOrEqual(3);
    await expect(work).rejects.toMatchObject({ code: 'ABORTED', cause: 'during' });
  }
  expect(formatPsbt(psbt)).toBe(text);
});

test('a call without pauses of its own has the same answer with a signal', async () => {
  const { signal } = new AbortController();
  const options = { network: 'regtest' } as const;
  const params = [text, descriptors];
  const paused = await execute('descriptorprocesspsbt', params, { ...options, signal });
  expect(paused).toEqual(await execute('descriptorprocesspsbt', params, options));
});

test('an abort while a passphrase is tried leaves the wallet as it is', async () => {
  const stored = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => stored.get(name)?.slice(),
    write: async (name: string, bytes: Uint8Array) => void stored.set(name, bytes.slice()),
    names: async () => [...stored.keys()],
  };
  const snapshot = new Uint8Array(readFileSync(vectorPath('example/chain.snapshot')));
  const options = {
    network: 'regtest',
    wallets: createWallets(storage, { network: 'regtest', keypoolSize: 2 }),
    chain: openSnapshot(snapshot, 'regtest'),
    random: createRandom(5).bytes,
    now: () => 1_795_239_000,
  } as const;
  await execute('createwallet', { wallet_name: 'cold', passphrase: 'open sesame' }, options);
  const isLocked = async () => {
    const info = await execute('getwalletinfo', [], options);
    return Object(info).unlocked_until === 0;
  };
  expect(await isLocked()).toBe(true);
  const before = stored.get('cold');
  for (const turns of [0, 1]) {
    const controller = new AbortController();
    const { signal } = controller;
    const work = execute('walletpassphrase', ['open sesame', 60], { ...options, signal });
    for (let at = 0; at < turns; at++) await turn();
    controller.abort('enough');
    await expect(work).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
    // The derivation may go on, but its key is not used.
    for (let at = 0; at < 60; at++) await new Promise((done) => setTimeout(done, 5));
    expect(await isLocked()).toBe(true);
    expect(stored.get('cold')).toEqual(before);
  }
  await execute('walletpassphrase', ['open sesame', 60], options);
  expect(await isLocked()).toBe(false);
});
