import { describe, expect, test } from 'vitest';
import { isJsonArray } from '../../../src/json/json.ts';
import { strictPolicy } from '../../../src/review/policy.ts';
import type { Policy } from '../../../src/review/policy-kinds.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, toPlain } from '../../../src/rpc/plain.ts';
import { list, member, readTranscript } from '../../support/vectors/transcript.ts';
import { makeWallets, replayStep, startWalletNode } from '../../support/vectors/wallet-node.ts';

const ADDRESS = 'bcrt1q02hfur4tnqvyjygwyt8x65gjj6vapvqlv0n4q5d584f4v8nxwlvs4r6jqq';

/** Opens a wallet with coins, and returns its methods. */
async function start(more: Partial<Context>) {
  const walletName = 'mixed';
  const transcript = readTranscript('send-valid.json');
  const node = startWalletNode('send', { keypoolSize: 20 });
  const own = list(member(transcript.json, 'wallets')).filter(
    (entry) => member(entry, 'name') === walletName,
  );
  await makeWallets(node, own);
  for (const step of transcript.setup) if (step.wallet === walletName) await replayStep(node, step);
  const context: Context = { ...node.context, profile: 'default', walletName, ...more };
  const callWith =
    (given: Context) =>
    async (name: string, ...params: unknown[]): Promise<unknown> => {
      const method = methods.find((each) => each.name === name);
      const args = fromPlain(params);
      if (method === undefined || !isJsonArray(args)) throw new Error(name);
      return toPlain(await runMethod(method, args, given));
    };
  const { policy: _, ...free } = context;
  const value = () => node.host.get(walletName)?.value;
  return { call: callWith(context), free: callWith(free), value };
}

/** Pays 0.0005 BTC at a rate whose fee is about a third of the payment. */
const dear = 100;
const payments: readonly (readonly [string, readonly unknown[]])[] = [
  ['send', [{ [ADDRESS]: '0.0005' }, null, null, dear]],
  ['sendtoaddress', [ADDRESS, '0.0005', '', '', false, null, null, null, null, dear]],
  ['sendmany', ['', { [ADDRESS]: '0.0005' }, null, '', [], null, null, null, dear]],
  ['sendall', [[ADDRESS], null, null, 400_000]],
];
const NOT_ALLOWED = 'Nothing was signed: the policy does not allow it.';

describe('the option policy without approve', () => {
  test.each(payments)('stops %s, which changes nothing', async (method, args) => {
    const policy: Policy = { ...strictPolicy, refuse: ['fee-high'] };
    const { call, value, free } = await start({ policy });
    const before = value();
    await expect(call(method, ...args)).rejects.toThrow(/Nothing was signed|maxfeerate/);
    expect(value()?.ledger).toBe(before?.ledger);
    expect(value()?.locks).toEqual(before?.locks);
    expect(await free('listoutbox')).toEqual([]);
  });

  test('stops a payment of the strict policy by its findings', async () => {
    const { call } = await start({ policy: strictPolicy });
    const [[method, args] = ['', []]] = payments;
    await expect(call(method, ...args)).rejects.toThrow(NOT_ALLOWED);
    await expect(call('sendtoaddress', ...(payments[1]?.[1] ?? []))).rejects.toThrow(NOT_ALLOWED);
  });

  test('stops bumpfee, and the old payment stays', async () => {
    const { call, free } = await start({ policy: strictPolicy });
    const args = [ADDRESS, '0.0005', '', '', false, true, null, null, null, 5];
    const sent = await call('sendtoaddress', ...args);
    await expect(call('bumpfee', sent, { fee_rate: dear })).rejects.toThrow(NOT_ALLOWED);
    expect(await free('gettransaction', sent)).not.toHaveProperty('replaced_by_txid');
  });

  test('names a finding that no policy knows', async () => {
    const refuse = ['fee-hihg'] as unknown as Policy['refuse'];
    const { call } = await start({ policy: { ...strictPolicy, refuse } });
    for (const [method, args] of payments.slice(0, 3)) {
      await expect(call(method, ...args)).rejects.toThrow('fee-hihg');
    }
  });

  test('lets ordinary payments pass', async () => {
    const { call } = await start({ policy: strictPolicy });
    const args = [ADDRESS, '0.05', '', '', false, null, null, null, null, 5];
    expect(await call('sendtoaddress', ...args)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('does nothing in the profile core, which has no reviews', async () => {
    const { call } = await start({ policy: strictPolicy, profile: 'core' });
    const [, args = []] = payments[1] ?? [];
    expect(await call('sendtoaddress', ...args)).toMatch(/^[0-9a-f]{64}$/);
  });
});
