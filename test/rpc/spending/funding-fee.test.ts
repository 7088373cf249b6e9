import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { execute, send } from '../../../src/public/rpc.ts';
import { openSnapshot } from '../../../src/public/wallet.ts';
import { decodeSnapshot, encodeSnapshot } from '../../../src/snapshot/snapshot-codec.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { vectorPath } from '../../support/paths.ts';

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const read = (name: string) => new Uint8Array(readFileSync(vectorPath(`example/${name}`)));
const [request] = JSON.parse(Buffer.from(read('descriptors.json')).toString());

/**
 * Opens the example's wallet (0.5 and 0.25 BTC) with a snapshot in which an attacker changed the
 * fee rates, in sat/vB.
 */
async function walletBeside(
  rate: { readonly estimate?: number; readonly minimum?: number },
  more: CallOptions = {},
): Promise<CallOptions> {
  const decoded = decodeSnapshot(read('chain.snapshot'));
  if (!('snapshot' in decoded)) throw new Error('the example is one');
  const { estimate, minimum = 0 } = rate;
  const told = estimate === undefined ? [] : [{ feeRate: estimate, blocks: 2 }];
  const all = Array.from({ length: 1008 }, () => told).flat();
  const estimates = { unset: all, economical: all, conservative: all };
  const fees = { estimates, mempoolMinimum: BigInt(minimum * 1000), relayMinimum: 100n };
  const { bytes } = encodeSnapshot({ ...decoded.snapshot, fees });
  const options = { ...exampleOptions(), chain: openSnapshot(bytes, 'regtest'), ...more };
  await execute('createwallet', { wallet_name: 'w', blank: true }, options);
  expect(await execute('importdescriptors', [[request]], options)).toMatchObject([
    { success: true },
  ]);
  return options;
}

const outbox = (options: CallOptions) => execute('listoutbox', [], options);
const pay = (amount: number | string) => ({ outputs: { [TO]: amount } });

describe('a fee rate that a snapshot claims', () => {
  test('burns no money: 0.097 BTC for a payment of 0.01 BTC is refused, and nothing changes', async () => {
    const options = await walletBeside({ estimate: 68_000 });
    const refused = send(pay(0.01), options);
    await expect(refused).rejects.toMatchObject({ code: -4 });
    await expect(refused).rejects.toThrow(
      /^Fee exceeds maximum configured by user .*: the fee of 0\.0\d+ BTC \(\d,\d{3},\d{3} sat\), about 68,000\.\d\d sat\/vB, is more than the highest fee rate of 2,000\.00 sat\/vB/,
    );
    await expect(refused).rejects.toThrow('claims: name one with fee_rate, or allow it');
    await expect(refused).rejects.not.toThrow('If it is meant');
    expect(await outbox(options)).toEqual([]);
    await expect(execute('getrawchangeaddress', [], options)).resolves.toBe(
      await execute('getrawchangeaddress', [], await walletBeside({})),
    );
  });

  test('is refused above 1,000 sat/vB or a tenth of the amount, unless fee_rate names one', async () => {
    const high = await walletBeside({ estimate: 1_500 });
    const words = 'The rate is what the snapshot or the node claims: name one with fee_rate';
    await expect(send(pay(0.5), high)).rejects.toThrow(words);
    await expect(send(pay(0.5), high)).rejects.toThrow('1,000.00 sat/vB (0.01 BTC/kvB)');
    const share = await walletBeside({ estimate: 300 });
    await expect(send(pay(0.001), share)).rejects.toThrow(
      'is more than 10 % of the payment of 0.00100000 BTC (100,000 sat)',
    );
    expect(await send({ ...pay(0.001), fee_rate: 300 }, share)).toMatchObject({ complete: true });
    expect(await send({ ...pay(0.02) }, share)).toMatchObject({ complete: true });
  });

  test('is refused as the minimum of a mempool too', async () => {
    const options = await walletBeside({ estimate: 1, minimum: 5_000 });
    await expect(send(pay(0.5), options)).rejects.toThrow('The rate is what the snapshot');
  });

  test('is allowed explicitly by maxfeerate', async () => {
    const options = await walletBeside({ estimate: 1_500 });
    const allowed = { ...pay(0.5), options: { maxfeerate: 0.02 } };
    expect(await send(allowed, options)).toMatchObject({ complete: true });
  });

  test('is paid in the profile core up to -maxtxfee', async () => {
    const options = await walletBeside({ estimate: 20_000 }, { profile: 'core' });
    expect(await send(pay(0.01), options)).toMatchObject({ complete: true });
    const unknown = send({ ...pay(0.01), options: { maxfeerate: 0 } }, options);
    await expect(unknown).rejects.toMatchObject({ code: -3 });
  });
});

describe('a fee rate that the caller names', () => {
  test('is refused above 2,000 sat/vB, and above a quarter of the payment', async () => {
    const options = await walletBeside({});
    await expect(send({ ...pay(0.5), fee_rate: 20_000 }, options)).rejects.toThrow(
      'the highest fee rate of 2,000.00 sat/vB (0.02 BTC/kvB). If it is meant, give maxfeerate',
    );
    await expect(send({ ...pay(0.001), fee_rate: 700 }, options)).rejects.toThrow(
      'is more than 25 % of the payment of 0.00100000 BTC (100,000 sat)',
    );
    const meant = { ...pay(0.001), fee_rate: 2_500, options: { maxfeerate: 0.025 } };
    expect(await send(meant, options)).toMatchObject({ complete: true });
  });

  test('passes for a small payment', async () => {
    const options = await walletBeside({});
    expect(await send({ ...pay('0.00001'), fee_rate: 20 }, options)).toMatchObject({
      complete: true,
    });
  });

  test('is compared with the total if everything returns to the wallet', async () => {
    const options = await walletBeside({});
    const own = String(await execute('getnewaddress', [], options));
    const back = { outputs: { [own]: '0.0001' }, fee_rate: 200 };
    expect(await send(back, options)).toMatchObject({ complete: true });
  });
});

test('walletcreatefundedpsbt has the same limits and option', async () => {
  const options = await walletBeside({ estimate: 1_500 });
  const fund = (more: { readonly maxfeerate?: number; readonly fee_rate?: number }) =>
    execute('walletcreatefundedpsbt', { inputs: [], outputs: [{ [TO]: 0.5 }], ...more }, options);
  await expect(fund({})).rejects.toThrow('The rate is what the snapshot or the node claims');
  await expect(fund({ fee_rate: 20_000 })).rejects.toThrow('If it is meant, give maxfeerate');
  expect(await fund({ maxfeerate: 0.02 })).toMatchObject({ changepos: expect.any(Number) });
  expect(await fund({ fee_rate: 5 })).toMatchObject({ changepos: expect.any(Number) });
});

describe('signing requests to a wallet', () => {
  async function rawOf(pays: string, options: CallOptions): Promise<string> {
    const coins = (await execute('listunspent', [], options)) as readonly {
      readonly txid: string;
      readonly vout: number;
    }[];
    const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
    return String(await execute('createrawtransaction', [inputs, [{ [TO]: pays }]], options));
  }

  test("a raw transaction's fee is checked against the bounds and -maxtxfee", async () => {
    const options = await walletBeside({});
    const sign = async (pays: string, more = {}) =>
      execute(
        'signrawtransactionwithwallet',
        { hexstring: await rawOf(pays, options), ...more },
        options,
      );
    await expect(sign('0.1')).rejects.toThrow('the fee of 0.65000000 BTC (65,000,000 sat)');
    await expect(sign('0.1', { maxfeerate: 0 })).rejects.toThrow('-maxtxfee, 0.10000000 BTC');
    expect(await sign('0.7', { maxfeerate: 0 })).toMatchObject({ complete: true });
    expect(await sign('0.749')).toMatchObject({ complete: true });
  });

  test("a PSBT's fee is checked likewise, and nothing is asked if nothing is signed", async () => {
    const options = await walletBeside({}, { wallets: createMemoryHost({ keypoolSize: 5 }) });
    const psbt = await execute('converttopsbt', [await rawOf('0.1', options)], options);
    const process = (more = {}) =>
      execute('walletprocesspsbt', { psbt: String(psbt), ...more }, options);
    await expect(process()).rejects.toThrow('the fee of 0.65000000 BTC (65,000,000 sat)');
    expect(await process({ sign: false })).toMatchObject({ complete: false });
  });
});
