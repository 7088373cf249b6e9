import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  createrawtransaction,
  execute,
  importdescriptors,
  type Methods,
  RpcError,
  send,
  signrawtransactionwithwallet,
} from '../../src/public/rpc.ts';
import { outputsParam } from '../../src/rpc/params/create-transaction-params.ts';
import type { sendOptionsParam } from '../../src/rpc/params/send-params.ts';
import { exampleOptions } from '../support/example-options.ts';
import { vectorPath } from '../support/paths.ts';

type DescriptorImport = Methods['importdescriptors']['args']['requests'][number];
type SendOptions = NonNullable<Methods['send']['args']['options']>;
type Sent = Awaited<ReturnType<typeof send>>;

const requests: DescriptorImport[] = JSON.parse(
  readFileSync(vectorPath('example/descriptors.json'), 'utf8'),
);
const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.6 };

async function open() {
  const options = exampleOptions();
  await execute('createwallet', { wallet_name: 'w', blank: true }, options);
  return options;
}

const words = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: unknown) => (error instanceof RpcError ? `${error.code} ${error.message}` : error),
  );

describe('importdescriptors', () => {
  test('answers each request', async () => {
    const options = await open();
    const wrong = { desc: 'wpkh()', timestamp: 'now' } as const;
    const [done, refused] = await importdescriptors({ requests: [...requests, wrong] }, options);
    expect(done).toEqual({ success: true });
    expect(refused).toMatchObject({ success: false, error: { code: -5 } });
    if (refused?.success === false) expectTypeOf(refused.error.code).toEqualTypeOf<number>();
  });

  test('asks for a timestamp', async () => {
    // @ts-expect-error: Core has no default for it
    const call = importdescriptors({ requests: [{ desc: 'wpkh()' }] }, await open());
    expect(await words(call)).toBe('-3 Missing required timestamp field for key');
  });
});

describe('send', () => {
  test('puts the transaction in the outbox, or returns it with its PSBT', async () => {
    const options = await open();
    await importdescriptors({ requests }, options);
    const shown = await send({ outputs, fee_rate: 2, options: { add_to_wallet: false } }, options);
    expect(Object.keys(shown)).toEqual(['psbt', 'txid', 'hex', 'complete']);
    const sent = await send({ outputs, fee_rate: '2', options: { psbt: undefined } }, options);
    expect(Object.keys(sent)).toEqual(['txid', 'complete']);
    if (sent.complete) expectTypeOf(sent.txid).toEqualTypeOf<string>();
    else expectTypeOf(sent.psbt).toEqualTypeOf<string>();
  });

  test('fails in Core’s words', async () => {
    const options = await open();
    await importdescriptors({ requests }, options);
    const dear = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 60 };
    expect(await words(send({ outputs: dear, fee_rate: 2 }, options))).toBe(
      '-4 Insufficient funds',
    );
    // @ts-expect-error: a mode that there is not
    const fast = send({ outputs, conf_target: 1, estimate_mode: 'fast' }, options);
    expect(await words(fast)).toMatch(/^-8 Invalid estimate_mode parameter/);
    // @ts-expect-error: the name of other methods
    const old = send({ outputs, options: { feeRate: 1 } }, options);
    expect(await words(old)).toBe('-8 Use fee_rate (sat/vB) instead of feeRate');
  });

  test('has the options of its declaration', () => {
    type Declared = (typeof sendOptionsParam)['fields'][number]['name'];
    expectTypeOf<keyof SendOptions>().toEqualTypeOf<Declared>();
    expectTypeOf<Sent['complete']>().toEqualTypeOf<boolean>();
    expect(outputsParam.name).toBe('outputs');
  });
});

test('signrawtransactionwithwallet signs inputs whose keys the wallet has', async () => {
  const options = await open();
  await importdescriptors({ requests }, options);
  const [coin] = await execute('listunspent', [], options);
  if (coin === undefined) throw new Error('the wallet has a coin');
  const { txid, vout } = coin;
  const inputs = [{ txid, vout }];
  const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.4999 };
  const hexstring = await createrawtransaction({ inputs, outputs }, options);
  const signed = await signrawtransactionwithwallet({ hexstring, sighashtype: 'SINGLE' }, options);
  expect(signed.complete).toBe(true);
  expectTypeOf(signed.errors).toMatchTypeOf<readonly { readonly error: string }[] | undefined>();
  const other = { hexstring, prevtxs: [{ txid, vout, scriptPubKey: '51', amount: '1' }] };
  await expect(signrawtransactionwithwallet(other, options)).rejects.toMatchObject({ code: -22 });
});
