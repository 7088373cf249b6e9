import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { execute } from '../../../src/public/rpc.ts';
import { countedBytes } from '../../support/counted-bytes.ts';
import { readCoreData } from '../../support/paths.ts';

const options: CallOptions = {
  network: 'regtest',
  profile: 'core',
  random: countedBytes,
};
const call = (method: string, ...params: readonly unknown[]): Promise<string> =>
  execute(method, JSON.stringify(params), options);

const text = readCoreData('rpc_psbt.json');

describe.skipIf(text === undefined)("Core's rpc_psbt.json", () => {
  const data = JSON.parse(
    text ?? '{"creator":[],"combiner":[],"finalizer":[],"extractor":[],"valid":[]}',
  );

  test('createpsbt', async () => {
    for (const { inputs, outputs, version, result } of data.creator) {
      const made = await call('createpsbt', inputs, outputs, 0, false, 2, version);
      expect(JSON.parse(made)).toBe(result);
    }
  });

  test('combinepsbt', async () => {
    for (const { combine, result } of data.combiner) {
      expect(JSON.parse(await call('combinepsbt', combine))).toBe(result);
    }
    await expect(call('combinepsbt', [])).rejects.toMatchObject({ code: -8 });
    await expect(call('combinepsbt', [data.valid[0], data.valid[1]])).rejects.toMatchObject({
      code: -8,
      message: 'PSBTs not compatible (different transactions)',
    });
  });

  test('finalizepsbt', async () => {
    for (const { finalize, result } of data.finalizer) {
      const made = JSON.parse(await call('finalizepsbt', finalize, false));
      expect(made).toEqual({ psbt: result, complete: true });
    }
    for (const { extract, result } of data.extractor) {
      const made = JSON.parse(await call('finalizepsbt', extract));
      expect(made).toEqual({ hex: result, complete: true });
    }
  });
});

const output = [{ data: '00' }];
const spend = (digit: string) => [{ txid: digit.repeat(64), vout: 0 }];

describe('joinpsbts', () => {
  test('puts the inputs and outputs of all into one', async () => {
    const first = JSON.parse(await call('createpsbt', spend('1'), output, 5, true, 2, 0));
    const second = JSON.parse(await call('createpsbt', spend('2'), output, 3, true, 3, 0));
    const joined = await call('joinpsbts', [first, second]);
    const { complete } = JSON.parse(await call('finalizepsbt', JSON.parse(joined)));
    expect(complete).toBe(false);
    await expect(call('joinpsbts', [first, first])).rejects.toMatchObject({
      code: -8,
      message: `Input ${'1'.repeat(64)}:0 exists in multiple PSBTs`,
    });
  });

  test('refuses a single PSBT, and version 2', async () => {
    const two = JSON.parse(await call('createpsbt', spend('1'), output));
    await expect(call('joinpsbts', [two])).rejects.toMatchObject({
      message: 'At least two PSBTs are required to join PSBTs.',
    });
    await expect(call('joinpsbts', [two, two])).rejects.toMatchObject({
      message: 'joinpsbts only operates on version 0 PSBTs',
    });
  });
});

test('refuses an invalid PSBT with the reason', async () => {
  await expect(call('finalizepsbt', '?')).rejects.toMatchObject({
    code: -22,
    message: 'TX decode failed invalid base64',
  });
  await expect(call('createpsbt', [], [], 0, true, 2, 1)).rejects.toMatchObject({
    code: -8,
    message: 'The PSBT version can only be 2 or 0',
  });
});
