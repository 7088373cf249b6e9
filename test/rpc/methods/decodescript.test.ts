import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { decodescript } from '../../../src/rpc/methods/decodescript.ts';
import { fromPlain, type PlainValue, toPlain } from '../../../src/rpc/plain.ts';
import { createRandom, seedOfRun } from '../../support/generate/random.ts';
import { readCoreData } from '../../support/paths.ts';

const context = { network: networks.regtest, profile: 'core', secp256k1: kernelSecp256k1 } as const;

const decode = async (hex: string) => toPlain(await runMethod(decodescript, [hex], context));

const published = readCoreData('rpc_decodescript.json');

describe.skipIf(published === undefined)("Core's cases", () => {
  const cases: [string, PlainValue][] = JSON.parse(published ?? '[]');
  test.each(cases)('%s', async (hex, wanted) => {
    expect(await decode(hex)).toEqual(toPlain(fromPlain(wanted)));
  });
});

test('the empty script is decoded', async () => {
  expect(await decode('')).toMatchObject({ asm: '', type: 'nonstandard', desc: 'raw()#58lrscpx' });
});

test.each(['0', 'zz', ' '])('%j is no script', async (hex) => {
  await expect(runMethod(decodescript, [hex], context)).rejects.toMatchObject({
    code: -8,
    message: `argument must be hexadecimal string (not '${hex}')`,
  });
});

test('any bytes are decoded', async () => {
  const random = createRandom(seedOfRun());
  const opcodes = [0x51, 0x21, 0x63, 0x64, 0x68, 0x69, 0x87, 0xa9, 0xac, 0xae, 0xb1, 0xb2] as const;
  for (let i = 0; i < 500; i++) {
    const script = random
      .bytes(random.int(60))
      .map((byte) => (byte & 1 ? byte : random.pick([...opcodes])));
    await decode(encodeHex(script));
  }
});
