import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileHost } from '../../../src/adapters/files/file-host.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { defaultWalletOptions } from '../../../src/wallet/options.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { blockOnTop, payTo } from '../../support/chains/wallet-beside-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';
import { harness } from '../../support/harness.ts';

const network = networks.regtest;
const secp256k1 = kernelSecp256k1;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-watch-'));
const at = (name: string) => join(folder, name);
const { source, connect } = createMemoryChain(consensusParams.regtest);
const host = createFileHost({
  folder: at('wallets'),
  context: { network, secp256k1 },
  options: { ...defaultWalletOptions, keypoolSize: 5 },
});
const context: Context = {
  network,
  profile: 'core',
  secp256k1,
  chain: source,
  wallets: host,
  now: () => 1_700_000_000,
  random: createRandom(1).bytes,
};

const { call, refusal: refusalOf } = harness(context);

beforeAll(async () => {
  await call('createwallet', ['w']);
  // The descriptor has hardened children, which only the private key can derive.
  const hardened = addChecksum(`wpkh(${TEST_XPRV}/7h/*h)`);
  await call('importdescriptors', [[{ desc: hardened, timestamp: 'now', range: [0, 3] }]], 'w');
  connect(await blockOnTop(source, [payTo(await call('getnewaddress', ['tabby'], 'w'), 5000n, 1)]));
});

afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

test('an exported wallet has the same addresses and payments, and no key', async () => {
  expect(await call('exportwatchonlywallet', [at('watching.wallet')], 'w')).toEqual({
    exported_file: at('watching.wallet'),
  });
  expect(existsSync(at('watching.wallet.lock'))).toBe(false);
  await call('restorewallet', ['watching', at('watching.wallet')]);
  expect(await call('getwalletinfo', [], 'watching')).toMatchObject({
    private_keys_enabled: false,
  });
  for (const method of [
    'listtransactions',
    'listdescriptors',
    'listreceivedbylabel',
    'listunspent',
  ]) {
    const own = await call(method, [], 'w');
    const { wallet_name: _own, ...expected } = Array.isArray(own) ? { rows: own } : own;
    const its = await call(method, [], 'watching');
    const { wallet_name: _its, ...copied } = Array.isArray(its) ? { rows: its } : its;
    expect(copied, method).toEqual(expected);
  }
  for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
    const address = await call('getnewaddress', ['', type], 'w');
    expect(await call('getnewaddress', ['', type], 'watching')).toBe(address);
  }
  const keys = await call('gethdkeys', [], 'watching');
  expect(keys.some((each: { has_private: boolean }) => each.has_private)).toBe(false);
  const bytes = readFileSync(at('watching.wallet'));
  const { keyring } = host.get('w')?.value ?? {};
  const tables = keyring?.kind === 'open' ? [...keyring.keys.values()] : [];
  const own = tables.flatMap((table) => [...table.values()]);
  expect(own.length).toBeGreaterThan(8);
  for (const key of own) expect(bytes.includes(Buffer.from(key.reveal()))).toBe(false);
});

test('existing files are not overwritten, and an unwritable path is reported', async () => {
  writeFileSync(at('there'), 'mine');
  const refusal = (walletName: string, destination: string) =>
    refusalOf('exportwatchonlywallet', [destination], walletName);
  const words = (message: string) => ({ code: -4, message });
  expect(await refusal('w', '')).toEqual(words('Error: Export destination cannot be empty'));
  for (const path of [at('there'), folder, '.']) {
    expect(await refusal('w', path)).toEqual(
      words(`Error: Export destination '${path}' already exists`),
    );
  }
  expect(readFileSync(at('there'), 'utf8')).toBe('mine');
  const nowhere = at('no/such/folder');
  expect(await refusal('w', nowhere)).toEqual(words(`Error: Could not create file '${nowhere}'`));
  await call('createwallet', ['empty', false, true]);
  expect(await refusal('empty', at('empty.wallet'))).toEqual(
    words('Error: Wallet has no descriptors to export'),
  );
  expect(existsSync(at('empty.wallet'))).toBe(false);
});

test('wallets without a folder are not exported', async () => {
  const memory = { ...context, wallets: createMemoryHost() };
  const { call, refusal } = harness(memory);
  await call('createwallet', ['m']);
  expect(await refusal('exportwatchonlywallet', [at('memory')])).toMatchObject({ code: -4 });
  expect(existsSync(at('memory'))).toBe(false);
});
