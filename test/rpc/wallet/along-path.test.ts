import { describe, expect, test } from 'vitest';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { execute, RpcError } from '../../../src/public/rpc.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createRandom } from '../../support/generate/random.ts';
import { keyAt, person } from '../../support/review/accounts.ts';

const SINK = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const key = (seed: number) => keyAt(person(seed), '48h/1h/0h', seed === 1);
const TEXT = addChecksum(`wsh(or_d(pk(${key(1)}),and_v(v:pkh(${key(2)}),older(10))))`);
const PAID = { outputs: { [SINK]: 0.1 } };
const EMPTY = await execute(
  'createrawtransaction',
  { inputs: [], ...PAID },
  { network: 'regtest' },
);
const inputs = [{ txid: '11'.repeat(32), vout: 0 }];
const RAW = await execute('createrawtransaction', { inputs, ...PAID }, { network: 'regtest' });
const PSBT = await execute('createpsbt', { inputs, ...PAID }, { network: 'regtest' });

async function walletOf(profile: CallOptions['profile']): Promise<CallOptions> {
  const options: CallOptions = {
    network: 'regtest',
    wallets: createMemoryHost({ keypoolSize: 2 }),
    now: () => 1_700_000_000,
    random: createRandom(1).bytes,
  };
  await execute('createwallet', { wallet_name: 'w', blank: true }, options);
  const request = { desc: TEXT, active: true, range: 2, timestamp: 'now' };
  await execute('importdescriptors', [[request]], options);
  return { ...options, ...(profile && { profile }) };
}

/** Returns a call of each method with a path. */
const calls = (path: unknown): readonly (readonly [string, object])[] => [
  ['send', { outputs: { [SINK]: 0.1 }, fee_rate: 1, options: { path } }],
  ['sendall', { recipients: [SINK], fee_rate: 1, options: { path } }],
  ['sendtoaddress', { address: SINK, amount: 0.1, fee_rate: 1, path }],
  ['sendmany', { amounts: { [SINK]: 0.1 }, fee_rate: 1, path }],
  ['fundrawtransaction', { hexstring: EMPTY, options: { path, fee_rate: 1 } }],
  ['walletcreatefundedpsbt', { outputs: { [SINK]: 0.1 }, options: { path, fee_rate: 1 } }],
  ['signrawtransactionwithwallet', { hexstring: RAW, path }],
  ['walletprocesspsbt', { psbt: PSBT, path }],
  ['descriptorprocesspsbt', { psbt: PSBT, descriptors: [TEXT], path }],
];

const refusal = (name: string, params: object, options: CallOptions) =>
  execute(name, JSON.stringify(params), options).then(
    () => 'taken',
    (error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      return error.message;
    },
  );

describe('an unknown path number is refused without effect', () => {
  test.each(calls(2).map(([name, params]) => ({ name, params })))('$name', async (call) => {
    const { name, params } = call;
    const options = await walletOf('default');
    expect(await refusal(name, params, options)).toBe('path must be below 2');
    const [, negative] = calls(-1).find(([other]) => other === name) ?? [];
    expect(await refusal(name, negative ?? {}, options)).toBe('Negative path');
    const [, text] = calls('1').find(([other]) => other === name) ?? [];
    expect(await refusal(name, text ?? {}, options)).not.toBe('taken');
  });
});

describe('the profile core has no path', () => {
  // Core's sendall ignores unknown options.
  const others = calls(0).filter(([name]) => name !== 'sendall');
  test.each(others.map(([name, params]) => ({ name, params })))('$name', async (call) => {
    const message = await refusal(call.name, call.params, await walletOf('core'));
    expect(message).toMatch(/^(Unexpected key path|Unknown named parameter path)$/);
  });

  test.each(['bumpfee', 'psbtbumpfee'])('%s', async (name) => {
    const params = { txid: '11'.repeat(32), options: { path: 0 } };
    expect(await refusal(name, params, await walletOf('core'))).toBe('Unexpected key path');
    expect(await refusal(name, params, await walletOf('default'))).toBe(
      'Invalid or non-wallet transaction id',
    );
  });
});
