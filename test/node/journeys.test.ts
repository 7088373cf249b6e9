import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import { extract } from '../../src/index.ts';
import { formatAddress } from '../../src/script/address.ts';
import { askElectrum, electrumFolder } from '../support/nodes/electrum.ts';
import { callNode } from '../support/nodes/node-client.ts';
import { vectorPath } from '../support/paths.ts';
import { place } from '../support/review/accounts.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { signByLibrary } from '../support/sign-journey.ts';
import {
  type ElectrumWallet,
  INDEX,
  nameOf,
  type Payments,
  type Plan,
  plans,
} from '../support/vectors/journeys.ts';

/** Writes the payments of this run to vectors/psbt/journeys.json (`COLDSIGN_RECORD=1`). */
const isRecording = process.env.COLDSIGN_RECORD === '1';
const made: { [plan: string]: Payments[string] } = {};
const { call, folder, write } = commandFolder();

const atMiner = (method: string, params: unknown = []) =>
  callNode(method, params, '/wallet/journeys-miner');
const mine = async (blocks: number) =>
  callNode('generatetoaddress', [blocks, await atMiner('getnewaddress')]);

beforeAll(async () => {
  await callNode('createwallet', ['journeys-miner']);
  await mine(101);
});

afterAll(() => {
  if (isRecording)
    writeFileSync(vectorPath('psbt/journeys.json'), `${JSON.stringify(made, undefined, 2)}\n`);
});

/** Sends a coin to an address, and returns the transaction. */
async function fund(address: string): Promise<string> {
  const txid = await atMiner('sendtoaddress', [address, 1]);
  await mine(10);
  return String(await callNode('getrawtransaction', [txid]));
}

const changeTypes: readonly (readonly [beginning: string, type: string])[] = [
  ['tr(', 'bech32m'],
  ['w', 'bech32'],
];

async function payByNode({ node = '', sequence }: Plan, as: string): Promise<string> {
  const inWallet = (method: string, params: unknown = []) =>
    callNode(method, params, `/wallet/${as}`);
  await callNode('createwallet', [as, true, true]);
  const request = { desc: addChecksum(node), active: true, timestamp: 'now', range: [0, 20] };
  expect(await inWallet('importdescriptors', [[request]])).toMatchObject([{ success: true }]);
  await fund(formatAddress(place(node, 0, INDEX).script, networks.regtest) ?? '');
  const [coin] = (await inWallet('listunspent')) as { txid: string; vout: number }[];
  const inputs = [{ txid: coin?.txid, vout: coin?.vout, ...(sequence && { sequence }) }];
  const [, change_type] = changeTypes.find(([beginning]) => node.startsWith(beginning)) ?? [];
  const options = { fee_rate: 5, changePosition: 1, change_type };
  const outputs = [{ [String(await atMiner('getnewaddress'))]: 0.3 }];
  const funded = await inWallet('walletcreatefundedpsbt', [inputs, outputs, 0, options]);
  return (funded as { psbt: string }).psbt;
}

type Made = { readonly addresses: readonly (string | readonly string[])[]; readonly file: string };

/**
 * Makes all payments with one Electrum process (another one makes the wallets), because each takes
 * long to start.
 */
async function payByElectrum(wallets: readonly ElectrumWallet[]): Promise<readonly string[]> {
  const made = askElectrum<Made>(
    wallets.map((each) => ({ op: each.type.includes('of') ? 'multisig' : 'single', ...each })),
  );
  const payments: object[] = [];
  for (const { addresses, file } of made) {
    const [receiving = ''] = addresses;
    const address = typeof receiving === 'string' ? receiving : (receiving[INDEX] ?? '');
    const to = await atMiner('getnewaddress');
    // BIP69 sorts outputs by amount, so the change comes second.
    const what = { to, value: 30_000_000, fee: 2_000 };
    payments.push({ op: 'pay', file, funding: await fund(address), ...what });
  }
  return askElectrum<{ psbt: string }>(payments).map(({ psbt }) => psbt);
}

/** Signs with the library and with the command line; the node must accept a complete result. */
async function signEverywhere(plan: Plan, psbt: string, as: string): Promise<void> {
  const journey = { ...plan, psbt: Buffer.from(psbt, 'base64') };
  const { review, signed } = await signByLibrary(journey);
  expect(signed.complete).toBe(plan.isComplete);
  expect(review?.outputs[1]?.role === 'change').toBe(plan.provesChange);
  const line = plan.passphrase === undefined ? '' : `\n${plan.passphrase}`;
  const files = plan.keys.map((text, i) => `-keys=${write(`${as}-${i}.keys`, text + line)}`);
  const flags = plan.passphrase === undefined ? [] : ['-passphrase'];
  const { out, err } = await call([...files, ...flags, 'sign', write(`${as}.psbt`, journey.psbt)], {
    answer: 'yes',
  });
  expect(`${out}${err}`).toContain(plan.isComplete ? 'Broadcast it' : 'Signed. Saved to');
  if (!plan.isComplete) return;
  const { hex } = extract(signed.psbt);
  expect(readFileSync(join(folder, `${as}.txn`), 'utf8').trim()).toBe(hex);
  expect(await callNode('testmempoolaccept', [[hex]])).toMatchObject([{ allowed: true }]);
}

async function run(plan: Plan, maker: string, psbt: string): Promise<void> {
  made[plan.name] = { ...made[plan.name], [maker]: psbt };
  await signEverywhere(plan, psbt, nameOf(plan.name, maker).replace(/\W+/g, '-'));
}

const byNode = plans.filter(({ node }) => node !== undefined);

test.each(byNode.map((plan) => [plan.name, plan] as const))(
  'signs a payment of a real node with %s',
  async (name, plan) =>
    run(plan, 'node', await payByNode(plan, `journey-${name.replace(/\W+/g, '-')}`)),
);

describe.skipIf(electrumFolder === undefined)('a real Electrum', () => {
  const makers = plans.flatMap((plan) =>
    Object.entries(plan.electrum ?? {}).map(
      ([maker, wallet]) => [nameOf(plan.name, maker), { plan, maker, wallet }] as const,
    ),
  );
  let payments: readonly string[] = [];
  beforeAll(async () => {
    payments = await payByElectrum(makers.map(([, { wallet }]) => wallet));
  });
  test.each(makers.map(([name, each], i) => [name, each, i] as const))(
    'makes a payment signed with %s',
    (_, { plan, maker }, i) => run(plan, maker, payments[i] ?? ''),
  );
});
