import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient } from '../../src/adapters/chain/node/client.ts';
import { createSignerCommand } from '../../src/adapters/signer/run-command.ts';
import type { Context } from '../../src/rpc/context.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { harness } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { coreMock, createMockSigner } from '../support/nodes/mock-signer.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { askNodeAt } from '../support/nodes/node-client.ts';

/** Compares node and wallet with the same signer command, whose answers come from the test. */
const folder = mkdtempSync(join(tmpdir(), 'coldsign-signer-'));
const mock = createMockSigner(folder);
let node: RealNode;
let context: Context;

beforeAll(async () => {
  node = await startNode(`-signer=${mock.command}`, '-keypool=10');
  const { hostname, port, username, password } = new URL(node.url);
  const login = { user: username, password };
  const client = createNodeClient({ url: `http://${hostname}:${port}`, login });
  const host = createMemoryHost({ keypoolSize: 10, fallbackFeeRate: 20 });
  context = { ...liveContext(client, host, 1), signerCommand: createSignerCommand(mock.command) };
}, 120_000);
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const EXACT = ['enumeratesigners', 'walletdisplayaddress', 'getnewaddress'];

/**
 * Asks both with these answers of the command, and expects equal results and equal calls to the
 * command.
 */
async function same(
  method: string,
  params: readonly unknown[] = [],
  { wallet = '', answers = coreMock }: { wallet?: string; answers?: object } = {},
) {
  mock.answer({ ...answers });
  const told = await askNodeAt(node.url, method, params, wallet);
  const toldToCommand = mock.asked();
  const said = await harness(context).ask(method, params, wallet || undefined);
  const withoutFolder = (words: unknown) =>
    JSON.parse(JSON.stringify(words ?? null).replace(/'[^' ]*wallets\//, "'"));
  const about = `${method} ${JSON.stringify([params, answers])}`;
  expect.soft(said.error, about).toEqual(withoutFolder(told.error));
  if (EXACT.includes(method)) expect.soft(said.result, method).toEqual(told.result);
  const asked = mock.asked();
  const withoutPsbt = (each: typeof asked) =>
    each.map(({ words, input }) => ({ words, input: input.slice(0, 12) }));
  // bitcoind calls it once for each descriptor until all inputs are signed.
  const once = new Set(withoutPsbt(toldToCommand).map((each) => JSON.stringify(each)));
  const all = withoutPsbt(asked).map((each) => JSON.stringify(each));
  expect.soft(all, method).toEqual([...once]);
  return { said, told };
}

test('enumeratesigners asks and answers like bitcoind', async () => {
  await same('enumeratesigners');
  const model = { type: 'trezor', model: 'trezor_t' };
  const lists: readonly unknown[] = [
    [],
    {},
    'x',
    [{}],
    [1],
    [{ ...model, fingerprint: 1 }],
    [{ error: 'no device' }],
    [{ error: 7 }],
    [{ fingerprint: '00000001' }],
    [{ fingerprint: '0000000A', model: 7 }],
    [
      { ...model, fingerprint: '00000001' },
      { ...model, fingerprint: '00000002' },
    ],
    { output: '' },
    { output: '[]\nmore' },
    { output: '{"invalid json"}' },
    { output: '[]', status: 2, errors: 'first\nsecond' },
    { status: 3 },
  ];
  for (const enumerate of lists) await same('enumeratesigners', [], { answers: { enumerate } });
}, 600_000);

test('createwallet refuses like bitcoind, and asks the device at the same point', async () => {
  const make = (name: string, rest: readonly unknown[], answers: object = coreMock) =>
    same('createwallet', [name, ...rest], { answers });
  const external = [true, false, '', false, true, null, true];
  await make('no', [false, false, '', false, true, null, true]);
  await make('no', [true, false, 'passphrase', false, true, null, true]);
  const { enumerate, getdescriptors } = coreMock;
  const answers: readonly object[] = [
    { enumerate: [] },
    { enumerate: [...enumerate, { fingerprint: '00000002' }] },
    { enumerate },
    { enumerate, getdescriptors: [] },
    { enumerate, getdescriptors: {} },
    { enumerate, getdescriptors: { ...getdescriptors, internal: 7 } },
    { enumerate, getdescriptors: { output: '{' } },
    { enumerate, getdescriptors: { receive: ['wpkh(nothing)'], internal: [] } },
    { enumerate, getdescriptors: { receive: [7], internal: [] } },
  ];
  for (const [i, each] of answers.entries()) await make(`no${i}`, external, each);
  await make('hww', external);
  await make('hww', external);
  await make('plain', [true, true]);
}, 600_000);

test('a wallet of the device has its addresses, and shows them there', async () => {
  const own = { wallet: 'hww' };
  const { said } = await same('getwalletinfo', [], own);
  expect(said.result).toMatchObject({
    external_signer: true,
    keypoolsize: 40,
    private_keys_enabled: false,
    blank: false,
    flags: [
      'last_hardened_xpub_cached',
      'disable_private_keys',
      'descriptor_wallet',
      'external_signer',
    ],
  });
  for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
    const { said } = await same('getnewaddress', ['', type], own);
    const address = said.result;
    const answer = (displayaddress: unknown) => ({
      ...own,
      answers: { ...coreMock, displayaddress },
    });
    await same('walletdisplayaddress', [address], answer({ address }));
    if (type !== 'bech32') continue;
    await same('walletdisplayaddress', [address], answer({ error: 'cancelled' }));
    await same('walletdisplayaddress', [address], answer({ address: 'wrong_address' }));
    await same('walletdisplayaddress', [address], answer({}));
    await same('walletdisplayaddress', [address], answer([]));
    await same('walletdisplayaddress', [address], { ...own, answers: { enumerate: [] } });
    await same('walletdisplayaddress', [address], answer({ output: '', status: 2 }));
    await same('walletdisplayaddress', [address], { ...answer({ address }), wallet: 'plain' });
  }
  await same('walletdisplayaddress', ['x'], own);
  const foreign = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  await same('walletdisplayaddress', [foreign], own);
  await same('send', [{ [foreign]: 0.1 }], own);
}, 600_000);

test('fails like bitcoind if a device does not sign', async () => {
  const own = { wallet: 'hww' };
  const address = (await same('getnewaddress', ['', 'bech32'], own)).said.result;
  await askNodeAt(node.url, 'generatetoaddress', [1, address]);
  const sink = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
  await askNodeAt(node.url, 'generatetoaddress', [100, sink]);
  const funded = await askNodeAt(
    node.url,
    'walletcreatefundedpsbt',
    [[], { [sink]: 1 }, 0, { fee_rate: 5 }],
    'hww',
  );
  const { psbt } = funded.result as { psbt: string };
  const { enumerate } = coreMock;
  const answers: readonly object[] = [
    { enumerate: [] },
    { enumerate: { status: 4, errors: 'gone' } },
    { enumerate: [{ fingerprint: '00000002', model: 'other' }] },
    { enumerate, signtx: { error: 'cancelled' } },
    { enumerate, signtx: { error: 7 } },
    { enumerate, signtx: [] },
    { enumerate, signtx: { psbt: 'nonsense' } },
    { enumerate, signtx: { output: '', status: 2, errors: 'why' } },
  ];
  for (const each of answers) {
    await same('send', [{ [sink]: 1 }, null, 'unset', 5], { ...own, answers: each });
    await same('walletprocesspsbt', [psbt], { ...own, answers: each });
  }
  const unsigned = { enumerate, signtx: { psbt } };
  const { said, told } = await same('walletprocesspsbt', [psbt], { ...own, answers: unsigned });
  expect(said.result).toEqual(told.result);
  const bare = await same('walletprocesspsbt', [psbt, false], own);
  expect(bare.said.result.complete).toBe(false);
}, 600_000);
