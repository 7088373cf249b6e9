import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts';
import { convertPsbt } from '../../src/psbt/convert.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { type Harness, harness } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';

const seed = seedOfRun();
const SENDS = casesOfRun(200);
const PSBTS = 40;
const BLOCK_EVERY = 8;

const addressTypes = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;

let node: RealNode;
let client: NodeClient;
let ours: Harness;
const host = createMemoryHost();

type Sent = {
  readonly txid?: string;
  readonly hex?: string;
  readonly psbt?: string;
  readonly complete: boolean;
};
type Entry = { readonly vsize: number; readonly fees: { readonly base: number } };

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  ours = harness(liveContext(client, host, seed));
  await client.call('createwallet', 'theirs');
  await client.call('generatetoaddress', 130, await theirAddress('bech32'));
  await ours.call('createwallet', ['ours', false, true]);
  const requests = [
    `pkh(${TEST_XPRV}/44h/1h/0h/<0;1>/*)`,
    `sh(wpkh(${TEST_XPRV}/49h/1h/0h/<0;1>/*))`,
    `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`,
    `tr(${TEST_XPRV}/86h/1h/0h/<0;1>/*)`,
  ].map((desc) => ({ desc: addChecksum(desc), timestamp: 'now', active: true, range: [0, 50] }));
  expect(await ours.call('importdescriptors', [requests], 'ours')).toEqual(
    requests.map(() => ({ success: true })),
  );
  const random = createRandom(seed);
  for (let i = 0; i < 60; i++) await payOurs(random);
  await mine();
}, 300_000);

afterAll(() => node.stop());

async function mine(): Promise<void> {
  await client.call('generatetodescriptor', 1, 'raw(51)');
}

async function theirAddress(type: string): Promise<string> {
  return (await client.call('getnewaddress', '', type)) as string;
}

const btc = (satoshis: number) => satoshis / 1e8;

/** Pays our wallet with the node's own send. */
async function payOurs(
  random: Random,
): Promise<{ readonly txid: string; readonly amount: number }> {
  const address = await ours.call<string>('getnewaddress', ['', random.pick(addressTypes)], 'ours');
  const amount = 20_000 + random.int(3_000_000);
  const rate = 1 + random.int(20);
  const outputs = [{ [address]: btc(amount) }];
  const sent = (await client.call('send', outputs, null, 'unset', rate)) as Sent;
  return { txid: sent.txid ?? '', amount };
}

async function recipients(random: Random): Promise<readonly object[]> {
  const outputs: object[] = [];
  for (let i = 1 + random.int(4); i > 0; i--) {
    const address = await theirAddress(random.pick(addressTypes));
    outputs.push({ [address]: btc(5_000 + random.int(300_000)) });
  }
  if (random.oneIn(8)) outputs.push({ data: Buffer.from(random.bytes(20)).toString('hex') });
  return outputs;
}

function optionsFor(random: Random, count: number): object {
  const maybe = (key: string, value: () => unknown, odds = 4) =>
    random.oneIn(odds) ? { [key]: value() } : {};
  return {
    fee_rate: (1000 + random.int(40_000)) / 1000,
    ...maybe('change_type', () => random.pick(addressTypes)),
    ...maybe('change_position', () => random.int(count + 1)),
    ...maybe('replaceable', () => false),
    ...maybe('subtract_fee_from_outputs', () => [0]),
    // 21 is excluded: the node's policy refuses transactions locked until then.
    ...maybe('locktime', () => random.pick([0, 20, 22 + random.int(80)])),
    ...maybe('minconf', () => random.int(2)),
    ...maybe('lock_unspents', () => true, 10),
  };
}

async function entryOf(txid: string): Promise<Entry> {
  return (await client.call('getmempoolentry', txid)) as Entry;
}

test(`the node accepts and mines ${SENDS} sends`, { timeout: 1_200_000 }, async () => {
  const random = createRandom(seed + 1);
  const waiting = new Set<string>();
  let refused = 0;
  for (let i = 0; i < SENDS; ) {
    const outputs = await recipients(random);
    const options = optionsFor(random, outputs.length) as { readonly fee_rate: number };
    const version = random.oneIn(5) ? 1 : 2;
    let sent: Sent;
    try {
      sent = await ours.call<Sent>('send', [outputs, null, null, null, options, version], 'ours');
    } catch (error) {
      // Coins run out between blocks, and a fee may exceed its output.
      expect(String(error)).toMatch(/Insufficient funds|amount is too small|exceeds your balance/);
      refused++;
      expect(refused).toBeLessThan(SENDS);
      await payOurs(random);
      await mine();
      waiting.clear();
      continue;
    }
    expect(sent.complete).toBe(true);
    const txid = sent.txid ?? '';
    const { vsize, fees } = await entryOf(txid);
    const paid = Math.round(fees.base * 1e8);
    // Integer arithmetic in thousandths: 36.52 times 150 is 5478.000000000001 in floating point.
    const thousandths = Math.round(options.fee_rate * 1000);
    expect(paid).toBeGreaterThanOrEqual(Math.ceil((thousandths * vsize) / 1000));
    const known = await ours.call<{ fee: number; trusted: boolean }>(
      'gettransaction',
      [txid],
      'ours',
    );
    expect(Math.round(known.fee * -1e8)).toBe(paid);
    waiting.add(txid);
    i++;
    if (i % BLOCK_EVERY !== 0) continue;
    await payOurs(random);
    await mine();
    for (const mined of waiting) {
      const { confirmations } = await ours.call<{ confirmations: number }>(
        'gettransaction',
        [mined],
        'ours',
      );
      expect(confirmations).toBe(1);
    }
    waiting.clear();
  }
  console.log(`${SENDS} sent, ${refused} times not enough money`);
});

/** Converts a PSBT to version 0, the only one that this node knows. */
function asVersionZero(base64: string): string {
  const psbt = decodePsbt(decodeBase64(base64) ?? new Uint8Array(0), kernelSecp256k1);
  if ('error' in psbt) throw new Error(psbt.error);
  const converted = convertPsbt(psbt, 0);
  const bytes = converted && encodePsbt({ ...converted, proprietary: [] });
  if (bytes === undefined) throw new Error('a PSBT of ours has one lock time');
  return encodeBase64(bytes);
}

test(`the node finishes ${PSBTS} PSBTs`, { timeout: 600_000 }, async () => {
  const random = createRandom(seed + 2);
  for (let i = 0; i < PSBTS; i++) {
    await payOurs(random);
    await mine();
    const outputs = await recipients(random);
    const options = { ...optionsFor(random, outputs.length), psbt: true, minconf: 1 };
    const sent = await ours
      .call<Sent>('send', [outputs, null, null, null, options], 'ours')
      .catch((error) => {
        expect(String(error)).toMatch(/Insufficient funds|amount is too small|exceeds your/);
        return undefined;
      });
    if (sent === undefined) continue;
    const finished = (await client.call('finalizepsbt', asVersionZero(sent.psbt ?? ''))) as Sent;
    expect(finished).toEqual({ hex: sent.hex, complete: true });
    expect(await client.call('sendrawtransaction', finished.hex)).toBe(sent.txid);
    await ours.call('lockunspent', [true], 'ours');
  }
});

test('the node signs a transaction that our watch-only wallet funded', {
  timeout: 600_000,
}, async () => {
  const random = createRandom(seed + 3);
  const listed = (await client.call('listdescriptors')) as {
    readonly descriptors: readonly { desc: string; active: boolean; internal?: boolean }[];
  };
  await ours.call('createwallet', ['watching', true, true]);
  const requests = listed.descriptors.map(({ desc, active, internal }) => ({
    desc,
    active,
    internal: internal === true,
    timestamp: 0,
    range: [0, 1200],
  }));
  const imported = await ours.call<{ success: boolean }[]>(
    'importdescriptors',
    [requests],
    'watching',
  );
  expect(imported.every(({ success }) => success)).toBe(true);
  for (let i = 0; i < 10; i++) {
    const address = await ours.call<string>('getnewaddress', [], 'ours');
    const outputs = [{ [address]: btc(10_000 + random.int(100_000_000)) }];
    const options = { fee_rate: 1 + random.int(30), include_unsafe: true };
    const sent = await ours.call<Sent>('send', [outputs, null, null, null, options], 'watching');
    expect(sent.complete).toBe(false);
    const psbt = asVersionZero(sent.psbt ?? '');
    const signed = (await client.call('walletprocesspsbt', psbt)) as { psbt: string };
    const finished = (await client.call('finalizepsbt', signed.psbt)) as Sent;
    expect(finished.complete).toBe(true);
    const txid = (await client.call('sendrawtransaction', finished.hex)) as string;
    const { vsize, fees } = await entryOf(txid);
    expect(Math.round(fees.base * 1e8)).toBeGreaterThanOrEqual(options.fee_rate * vsize);
    if (random.oneIn(3)) await mine();
  }
});

test('every transaction sent by the node is decoded', { timeout: 600_000 }, async () => {
  const random = createRandom(seed + 4);
  for (let i = 0; i < 40; i++) {
    const { txid, amount } = await payOurs(random);
    const theirs = (await client.call('gettransaction', txid)) as { hex: string };
    const known = await ours.call<{ amount: number; hex: string }>(
      'gettransaction',
      [txid],
      'ours',
    );
    expect(known.hex).toBe(theirs.hex);
    expect(Math.round(known.amount * 1e8)).toBe(amount);
    const decoded = await ours.call<object>('decoderawtransaction', [theirs.hex], 'ours');
    expect(decoded).toMatchObject({ txid });
    if (random.oneIn(8)) await mine();
  }
});
