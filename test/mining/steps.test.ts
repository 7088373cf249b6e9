import { expect, test } from 'vitest';
import { assemble } from '../../src/mining/assemble.ts';
import type { PricedEntry } from '../../src/mining/block-assembler.ts';
import { defaultMiningOptions } from '../../src/mining/options.ts';
import { inSteps } from '../../src/mining/steps.ts';

const entries = Array.from({ length: 3000 }, (_, i): PricedEntry => {
  const txid = (i + 1).toString(16).padStart(64, '0');
  const prevout = { txid: 'ff'.repeat(32), vout: i };
  return {
    txid,
    wtxid: txid,
    transaction: {
      version: 2,
      inputs: [{ prevout, scriptSig: new Uint8Array(), sequence: 0, witness: [] }],
      outputs: [],
      locktime: 0,
    },
    fee: BigInt(1000 + i),
    sigopCost: 4,
    weight: 400,
    time: 0,
  };
});
const next = { height: 1000, mediantime: 0 };

test('a block is filled in as many steps as there are chunks, and paused between them', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  const chosen = await inSteps(assemble(entries, next, defaultMiningOptions), pause);
  expect(chosen.map(({ fee }) => fee)).toEqual(entries.map(({ fee }) => fee).reverse());
  expect(pauses).toBeGreaterThanOrEqual(3000);
  expect(await inSteps(assemble(entries, next, defaultMiningOptions), undefined)).toEqual(chosen);
});
