import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { isJsonArray, type Json } from '../../../src/json/json.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, toPlain } from '../../../src/rpc/plain.ts';
import { decodeWallet, encodeWallet } from '../../../src/wallet/codec/codec.ts';
import { readVector } from '../../support/paths.ts';
import { readTranscript } from '../../support/vectors/transcript.ts';
import { startWalletNode } from '../../support/vectors/wallet-node.ts';

const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
const TXID = 'ab'.repeat(32);

async function start() {
  const node = startWalletNode('send', { keypoolSize: 5 });
  const context = { ...node.context, secp256k1: kernelSecp256k1 };
  const callWith = async (given: Context, name: string, params: unknown[]): Promise<Json> => {
    const method = methods.find((each) => each.name === name);
    const list = fromPlain(params);
    if (method === undefined || !isJsonArray(list)) throw new Error(name);
    return runMethod(method, list, given);
  };
  const plain = async (name: string, ...params: unknown[]) =>
    toPlain(await callWith(context, name, params));
  const { chain: _, ...alone } = context;
  const offline = async (name: string, ...params: unknown[]) =>
    toPlain(await callWith(alone, name, params));
  const helped = async (name: string, ...params: unknown[]) =>
    toPlain(await callWith({ ...context, profile: 'default' }, name, params));
  return { node, plain, offline, helped };
}

const multisig = files['coldcard/multisig/export-p2wsh-myself.txt'] ?? '';

test('a wallet file of another program is shown, imported and written for a third one', async () => {
  const { plain } = await start();
  const shown = await plain('decodewallet', multisig);
  expect(shown).toMatchObject({ format: 'coldcard', name: 'CC-2-of-4', lost: [] });
  await plain('createwallet', 'watch', true);
  const imported = await plain('importwallet', multisig, null, 'now');
  expect(imported).toMatchObject({ name: 'CC-2-of-4', descriptors: [{ active: true }], labels: 0 });
  const { descriptors } = shown as { descriptors: { addresses: string[] }[] };
  expect(await plain('getnewaddress')).toBe(descriptors[0]?.addresses[0]);
  expect(await plain('getrawchangeaddress')).toBe(descriptors[0]?.addresses[1]);
  const electrum = (await plain('exportwallet', 'electrum')) as { file: string; wallets: unknown };
  expect(electrum.wallets).toEqual([{ addresses: descriptors[0]?.addresses }]);
  expect(await plain('decodewallet', electrum.file)).toMatchObject({
    format: 'electrum',
    descriptors,
  });
  const bsms = (await plain('exportwallet', 'bsms', null, 'a54044308ceac9b7')) as { file: string };
  await expect(plain('decodewallet', bsms.file)).rejects.toThrow(/its token is needed/);
  expect(await plain('decodewallet', bsms.file, 'a54044308ceac9b7')).toMatchObject({
    format: 'bsms',
  });
});

test("refuses another wallet's file in a wallet with private keys, and a wrong format", async () => {
  const { plain } = await start();
  await plain('createwallet', 'hot');
  await expect(plain('importwallet', multisig)).rejects.toThrow(/is imported without private keys/);
  await expect(plain('exportwallet', 'paper')).rejects.toThrow(
    /Unknown format: one of descriptors, core/,
  );
  await expect(plain('exportwallet', 'electrum')).rejects.toThrow(
    /has 4 descriptors, and this format holds one/,
  );
  const one = (await plain('exportwallet', 'slip132', 'bech32')) as { file: string };
  expect(one.file).toMatch(/^vpub/);
  const all = (await plain('exportwallet', 'core')) as { wallets: unknown[]; file: string };
  expect(all.wallets).toHaveLength(4);
  expect(all.file).not.toMatch(/prv/);
  await expect(plain('exportwallet', 'core', 'p2tr')).rejects.toThrow(/Unknown address type/);
});

test('a wallet is an account in a UR, as devices show themselves to programs, without private keys', async () => {
  const { plain } = await start();
  await plain('createwallet', 'hot');
  const { file, lost } = (await plain('exportwallet', 'crypto-account')) as {
    file: string;
    lost: string[];
  };
  // A UR account cannot contain them.
  expect(lost).toEqual(['its name', expect.stringMatching(/^since when it is in use/)]);
  const { descriptors } = (await plain('decodewallet', file)) as {
    descriptors: { desc: string; addresses: string[] }[];
  };
  const kinds = descriptors.map(({ desc }) => desc.split('[')[0]);
  expect(kinds).toEqual(['pkh(', 'sh(wpkh(', 'wpkh(', 'tr(']);
  const [, , wpkh] = descriptors;
  expect(wpkh?.addresses[0]).toBe(await plain('getnewaddress', '', 'bech32'));
  expect(file).toMatch(/^UR:CRYPTO-ACCOUNT\//);
});

test('keys are imported without a chain, and their coins are found once there is one', async () => {
  const { node, plain, offline } = await start();
  const setup = readTranscript('send-valid.json').setup.filter(({ wallet }) => wallet === 'mixed');
  const [requests] = JSON.parse(setup[0]?.params ?? '[]');
  await offline('createwallet', 'cold', false, true);
  const answers = (await offline('importdescriptors', requests)) as { warnings: string[] }[];
  expect(answers).toHaveLength(requests.length);
  for (const answer of answers) {
    expect(answer).toEqual({
      success: true,
      warnings: expect.arrayContaining([
        'There is no chain: the wallet looks for its coins as soon as it has a node or a snapshot',
      ]),
    });
  }
  const address = await offline('getnewaddress', '', 'bech32');
  expect(await offline('getaddressinfo', address)).toMatchObject({ ismine: true, solvable: true });
  expect(await offline('getbalance')).toBe(0);
  expect(node.host.get('cold')?.value.pendingScan).toBeDefined();
  expect(await plain('getbalance')).toBeGreaterThan(0);
  expect(node.host.get('cold')?.value.pendingScan).toBeUndefined();
});

test('a file that cannot be read leaves the wallet as it was', async () => {
  const { plain } = await start();
  await plain('createwallet', 'watch', true);
  const keys = files['coldcard/multisig/ccxp-0F056943.json'];
  await expect(plain('importwallet', keys)).rejects.toThrow(/holds 3 keys for wallets with others/);
  const changed = multisig.replace('tpubDF2rno', 'tpubDF2rnp');
  await expect(plain('importwallet', changed)).rejects.toThrow(/is damaged/);
  expect(await plain('listdescriptors')).toMatchObject({ descriptors: [] });
});

test('labels of BIP329 are imported, stored in the wallet file, and exported', async () => {
  const { node, plain } = await start();
  await plain('createwallet', 'watch', true);
  await plain('importwallet', multisig, null, 'now');
  const address = await plain('getnewaddress', 'rent');
  const lines = [
    { type: 'addr', ref: address, label: 'rent, March' },
    { type: 'tx', ref: TXID, label: 'paid' },
    { type: 'output', ref: `${TXID}:1`, label: 'dust', spendable: false },
    { type: 'output', ref: `${TXID}:2`, spendable: false },
    { type: 'addr', ref: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c', label: 'main' },
    { type: 'future', ref: 'x', label: 'y' },
  ].map((line) => JSON.stringify(line));
  expect(await plain('importlabels', lines.join('\n'))).toEqual({
    labels: 4,
    lost: [
      'line 6 has a type that BIP329 does not have',
      'labels of addresses that regtest does not have: 1',
    ],
  });
  expect(await plain('getaddressinfo', address)).toMatchObject({ labels: ['rent, March'] });
  const text = String(await plain('exportlabels'));
  expect(text.split('\n')).toEqual(lines.slice(0, 4));
  const wallet = node.host.get('watch')?.value;
  if (wallet === undefined) throw new Error('not loaded');
  const context = { network: wallet.network, secp256k1: kernelSecp256k1 };
  const again = decodeWallet(encodeWallet(wallet, context), 'watch', context);
  if ('error' in again) throw new Error(again.error);
  expect(again.otherLabels).toEqual(wallet.otherLabels);
  await plain('importlabels', `{"type":"output","ref":"${TXID}:1","spendable":true}`);
  expect(String(await plain('exportlabels'))).toContain(`"${TXID}:1","label":"dust"}`);
  await plain('importlabels', `{"type":"tx","ref":"${TXID}","label":""}`);
  expect(String(await plain('exportlabels'))).not.toContain('paid');
  await expect(plain('importlabels', 'nothing')).rejects.toThrow(
    'No line of this is a label of BIP329',
  );
});

test('a multisig in another order names the formats that keep it, and they do', async () => {
  const { plain, helped } = await start();
  const shown = await plain('decodewallet', multisig);
  const [found] = (shown as { descriptors: { desc: string }[] }).descriptors;
  const unsorted = (found?.desc ?? '').replace('sortedmulti(', 'multi(').replace(/#.*/, '');
  await plain('createwallet', 'unsorted', true);
  await plain('importwallet', unsorted, null, 'now');
  for (const format of ['sparrow', 'coldcard', 'caravan']) {
    await expect(helped('exportwallet', format)).rejects.toMatchObject({
      message: expect.stringContaining('sorts the keys'),
      hint: expect.stringContaining('"core" or "descriptors"'),
    });
  }
  for (const format of ['core', 'descriptors']) {
    const { file } = (await plain('exportwallet', format)) as { file: string };
    expect(file).toContain('(multi(');
    expect(file).not.toContain('sortedmulti');
  }
});
