import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileHost } from '../../../src/adapters/files/file-host.ts';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { createMemoryChain } from '../../../src/chain/memory.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { handleBody } from '../../../src/rpc/envelope.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { defaultWalletOptions } from '../../../src/wallet/options.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { blockOnTop, payTo } from '../../support/chains/wallet-beside-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

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

async function reply(walletName: string, method: string, ...params: readonly unknown[]) {
  const asked = { methods, context: { ...context, walletName } };
  return JSON.parse((await handleBody(JSON.stringify({ method, params }), asked)).text);
}

async function call(walletName: string, method: string, ...params: readonly unknown[]) {
  const { result, error } = await reply(walletName, method, ...params);
  expect(error, method).toBeNull();
  return result;
}

beforeAll(async () => {
  await call('', 'createwallet', 'w');
  // One with hardened children, of which only its private key knows more.
  const hardened = addChecksum(`wpkh(${TEST_XPRV}/7h/*h)`);
  await call('w', 'importdescriptors', [{ desc: hardened, timestamp: 'now', range: [0, 3] }]);
  connect(await blockOnTop(source, [payTo(await call('w', 'getnewaddress', 'tabby'), 5000n, 1)]));
});

afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

test('what is exported gives the same addresses, shows the same payments, and has no key', async () => {
  expect(await call('w', 'exportwatchonlywallet', at('watching.wallet'))).toEqual({
    exported_file: at('watching.wallet'),
  });
  expect(existsSync(at('watching.wallet.lock'))).toBe(false);
  await call('', 'restorewallet', 'watching', at('watching.wallet'));
  expect(await call('watching', 'getwalletinfo')).toMatchObject({ private_keys_enabled: false });
  for (const method of [
    'listtransactions',
    'listdescriptors',
    'listreceivedbylabel',
    'listunspent',
  ]) {
    const own = await call('w', method);
    const { wallet_name: _own, ...expected } = Array.isArray(own) ? { rows: own } : own;
    const its = await call('watching', method);
    const { wallet_name: _its, ...copied } = Array.isArray(its) ? { rows: its } : its;
    expect(copied, method).toEqual(expected);
  }
  for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
    const address = await call('w', 'getnewaddress', '', type);
    expect(await call('watching', 'getnewaddress', '', type)).toBe(address);
  }
  const keys = await call('watching', 'gethdkeys');
  expect(keys.some((each: { has_private: boolean }) => each.has_private)).toBe(false);
  const bytes = readFileSync(at('watching.wallet'));
  const { keyring } = host.get('w')?.value ?? {};
  const tables = keyring?.kind === 'open' ? [...keyring.keys.values()] : [];
  const own = tables.flatMap((table) => [...table.values()]);
  expect(own.length).toBeGreaterThan(8);
  for (const key of own) expect(bytes.includes(Buffer.from(key.reveal()))).toBe(false);
});

test('nothing is written over, nor where nothing can be', async () => {
  writeFileSync(at('there'), 'mine');
  const refusal = async (walletName: string, destination: string) =>
    (await reply(walletName, 'exportwatchonlywallet', destination)).error;
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
  await call('', 'createwallet', 'empty', false, true);
  expect(await refusal('empty', at('empty.wallet'))).toEqual(
    words('Error: Wallet has no descriptors to export'),
  );
  expect(existsSync(at('empty.wallet'))).toBe(false);
});

test('wallets that lie in no folder are not exported', async () => {
  const memory = { ...context, wallets: createMemoryHost() };
  const ask = async (method: string, ...params: readonly unknown[]) =>
    JSON.parse(
      (await handleBody(JSON.stringify({ method, params }), { methods, context: memory })).text,
    );
  await ask('createwallet', 'm');
  expect((await ask('exportwatchonlywallet', at('memory'))).error).toMatchObject({ code: -4 });
  expect(existsSync(at('memory'))).toBe(false);
});
