import { expect, test } from 'vitest';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { encodePsbt, orderPsbt } from '../../src/psbt/encode.ts';
import { createPsbt, emptyPsbtInput, type GlobalXpub, type Psbt } from '../../src/psbt/psbt.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';

// Core keeps extended keys in a map by origin (script/keyorigin.h: fingerprint, length of the path,
// path), and in it in a set by key (CExtPubKey::operator<: public key, then chain code). So of two
// that differ only in depth and parent, the first stays.

const POINT = 0x79;
type Parts = {
  readonly fingerprint?: number;
  readonly path?: readonly number[];
  readonly key?: number;
  readonly code?: number;
  readonly last?: number;
  readonly depth?: number;
};
function xpubOf({
  fingerprint = 1,
  path = [],
  key = 2,
  code = 1,
  last = 0,
  depth = 0,
}: Parts): GlobalXpub {
  const xpub = new Uint8Array(78);
  xpub[4] = depth;
  xpub[13] = code;
  xpub[44] = last;
  xpub.set([key, POINT], 45);
  return { xpub, origin: { fingerprint: Uint8Array.of(fingerprint, 0, 0, 0), path } };
}
const blank: Psbt = createPsbt({ version: 2, locktime: 0, inputs: [], outputs: [] }, 2);

/** In Core's order. */
const SORTED = [
  xpubOf({ path: [9] }),
  xpubOf({ path: [0, 0] }),
  xpubOf({ path: [0, 1] }),
  xpubOf({ path: [1, 0] }),
  xpubOf({ fingerprint: 2, code: 1, last: 1 }),
  xpubOf({ fingerprint: 2, code: 1, last: 2 }),
  xpubOf({ fingerprint: 2, code: 2 }),
  xpubOf({ fingerprint: 2, key: 3, code: 1 }),
  xpubOf({ fingerprint: 3, code: 7 }),
];

test('extended keys are in the order of origin, public key and chain code', () => {
  for (const step of [2, 4, 5, 7, 8]) {
    const mixed = SORTED.map((_, i) => SORTED[(i * step) % 9]).filter((each) => each !== undefined);
    expect(orderPsbt({ ...blank, xpubs: mixed }).xpubs).toEqual(SORTED);
    expect(encodePsbt({ ...blank, xpubs: mixed })).toEqual(encodePsbt({ ...blank, xpubs: SORTED }));
  }
});

test('the first of two keys that differ only in depth is written', () => {
  const [first, second] = [xpubOf({ depth: 1 }), xpubOf({ depth: 2 })];
  const other = xpubOf({ fingerprint: 2 });
  expect(orderPsbt({ ...blank, xpubs: [other, first, second] }).xpubs).toEqual([first, other]);
  expect(orderPsbt({ ...blank, xpubs: [second, other, first] }).xpubs).toEqual([second, other]);
  expect(orderPsbt({ ...blank, xpubs: [first] }).xpubs).toEqual([first]);
});

test('locks of inputs that exclude each other are written in both versions', () => {
  const inputs = [0, 1].map((vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 0,
    witness: [],
  }));
  const psbt = createPsbt({ version: 2, locktime: 7, inputs, outputs: [] }, 2);
  const locked = psbt.inputs.map((input, i) =>
    i === 0 ? { ...input, heightLocktime: 5 } : { ...input, timeLocktime: 500_000_000 },
  );
  const excluding: Psbt = { ...psbt, inputs: locked };
  expect(readPsbt(writePsbt(excluding))).toEqual(excluding);
  // Version 0 has one lock time for all, and no such fields.
  expect(encodePsbt({ ...excluding, version: 0 })).toBeDefined();
});

test('one extended key with two paths is there twice, and combining keeps both', () => {
  const [a, b] = [xpubOf({ path: [1] }), xpubOf({ path: [2] })];
  const both = combinePsbts({ ...blank, xpubs: [a] }, { ...blank, xpubs: [b, a] });
  expect(both?.xpubs).toEqual([a, b]);
});

test('each leaf is written with every one of its control blocks', () => {
  const block = (byte: number, steps: number): Uint8Array => {
    const bytes = new Uint8Array(33 + 32 * steps).fill(byte);
    bytes[0] = 0xc0;
    return bytes;
  };
  const leaf = (byte: number, ...controlBlocks: readonly Uint8Array[]) => ({
    script: Uint8Array.of(byte),
    leafVersion: 0xc0,
    controlBlocks,
  });
  for (const tapLeaves of [
    [leaf(0x51, block(1, 0)), leaf(0x52, block(2, 0), block(3, 1))],
    [leaf(0x51, block(1, 0), block(2, 0)), leaf(0x52, block(3, 1))],
    [leaf(0x51, block(1, 0), block(2, 0)), leaf(0x52, block(3, 0), block(4, 1), block(5, 1))],
    [leaf(0x51, block(1, 0)), leaf(0x52, block(2, 0))],
  ]) {
    const input = { ...emptyPsbtInput({ txid: '11'.repeat(32), vout: 0 }, 0), tapLeaves };
    const psbt: Psbt = { ...blank, inputs: [input] };
    expect(readPsbt(writePsbt(psbt))).toEqual(psbt);
  }
});
