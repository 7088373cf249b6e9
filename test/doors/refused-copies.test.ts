import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { combine, isColdsignError, type Psbt, sign } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { PsbtInput } from '../../src/psbt/psbt.ts';
import { silentPsbt } from '../support/generate/silent-payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { descriptors, fundedBy } from './cases.ts';

// A copy that may not be added is refused at every door, for the same reason.

const descriptor = descriptors['2 of 3 keys'] ?? '';
const sent: Psbt = fundedBy(descriptor);
const signed = (await sign(sent, { keys: descriptor })).psbt;
const silent = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'none' });
const shared = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'global' });

const withSignatures = (change: (bytes: Uint8Array) => Uint8Array): Psbt => ({
  ...signed,
  inputs: signed.inputs.map(
    (input): PsbtInput => ({
      ...input,
      partialSignatures: input.partialSignatures.map((each) => ({
        ...each,
        signature: change(each.signature),
      })),
    }),
  ),
});

type Row = readonly [name: string, sent: Psbt, copy: Psbt, code: string, reason: RegExp];

const rows: readonly Row[] = [
  [
    'another amount',
    sent,
    { ...signed, outputs: signed.outputs.map((each) => ({ ...each, value: each.value - 1n })) },
    'OTHER_TRANSACTION',
    /it is for another transaction/,
  ],
  [
    'a changed signature',
    sent,
    withSignatures((bytes) => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte))),
    'BAD_SIGNATURE',
    /the signature of [0-9a-f]{66} does not hold for input 0/,
  ],
  [
    'a signature of another type',
    sent,
    withSignatures((bytes) => bytes.map((byte, i, all) => (i === all.length - 1 ? 2 : byte))),
    'SIGHASH_MISMATCH',
    /a signature for input 0 is of another type than was asked for/,
  ],
  [
    'a changed proof of a silent payment',
    silent,
    {
      ...shared,
      unknown: shared.unknown.map(({ key, value }) => ({
        key,
        value: key[0] === 8 ? value.map((byte, i) => (i === 9 ? byte ^ 1 : byte)) : value,
      })),
    },
    'SILENT_PAYMENT',
    /its silent payments are not what their addresses ask for/,
  ],
];

const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);
const folder = commandFolder();
let count = 0;

/** Returns what a door says about a copy, or `undefined` if it takes it. */
const doors: Readonly<Record<string, (sent: Psbt, copy: Psbt) => Promise<string | undefined>>> = {
  async library(psbt, copy) {
    try {
      combine(psbt, copy);
      return undefined;
    } catch (error) {
      if (!isColdsignError(error)) throw error;
      return `${error.message}. ${error.hint}`;
    }
  },
  async command(psbt, copy) {
    const files = [psbt, copy].map((each, i) =>
      folder.write(`copy-${count++}-${i}.psbt`, bytesOf(each)),
    );
    const { code, err } = await folder.call(['combine', ...files]);
    return code === 0 ? undefined : err;
  },
  async page(psbt, copy) {
    const engine = createEngine(() => undefined);
    engine.chooseNetwork('regtest');
    engine.takeBytes(bytesOf(psbt));
    engine.keepSubject();
    engine.takeBytes(bytesOf(copy));
    try {
      engine.combine();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
};

describe.each(Object.entries(doors))('the door %s', (_, say) => {
  test.each(rows)('refuses a copy with %s', async (_name, psbt, copy, _code, reason) => {
    expect(await say(psbt, copy)).toMatch(reason);
  });

  test('takes an honest copy', async () => {
    expect(await say(sent, signed)).toBeUndefined();
    expect(await say(silent, shared)).toBeUndefined();
  });
});

test.each(rows)('the library names the code of %s', (_name, psbt, copy, code) => {
  expect(() => combine(psbt, copy)).toThrow(expect.objectContaining({ code }));
});
