import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { compareBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { createmultisig } from '../../../src/rpc/methods/createmultisig.ts';
import { deriveaddresses } from '../../../src/rpc/methods/deriveaddresses.ts';
import { fromPlain, type PlainValue, toPlain } from '../../../src/rpc/plain.ts';
import { readCoreData } from '../../support/paths.ts';

const context = { network: networks.regtest, profile: 'core', secp256k1: kernelSecp256k1 } as const;

async function create(...params: readonly PlainValue[]) {
  return toPlain(await runMethod(createmultisig, params.map(fromPlain), context)) as {
    // The method's result type.
    readonly address: string;
    readonly redeemScript: string;
    readonly descriptor: string;
    readonly warnings?: readonly string[];
  };
}

const key = (byte: number) =>
  encodeHex(kernelSecp256k1.publicKey(new Uint8Array(32).fill(byte), true) ?? new Uint8Array(0));
const longKey = encodeHex(
  kernelSecp256k1.publicKey(new Uint8Array(32).fill(9), false) ?? new Uint8Array(0),
);

const published = readCoreData('rpc_bip67.json');

describe.skipIf(published === undefined)("BIP67's cases", () => {
  const cases: { keys: string[]; sorted_keys: string[]; script: string; address: string }[] =
    JSON.parse(published ?? '[]');
  test.each(cases)('$address', async ({ keys, sorted_keys, script, address }) => {
    const sorted = keys.map((each) => decodeHex(each) ?? new Uint8Array(0)).sort(compareBytes);
    expect(sorted.map(encodeHex)).toEqual(sorted_keys);
    expect(await create(2, sorted_keys)).toMatchObject({ redeemScript: script, address });
    const descriptor = addChecksum(`sh(sortedmulti(2,${keys.join(',')}))`);
    expect(toPlain(await runMethod(deriveaddresses, [descriptor], context))).toEqual([address]);
  });
});

test.each(['legacy', 'p2sh-segwit', 'bech32'])('%s comes with its descriptor', async (type) => {
  const made = await create(1, [key(1), key(2)], type);
  expect(made.warnings).toBeUndefined();
  expect(toPlain(await runMethod(deriveaddresses, [made.descriptor], context))).toEqual([
    made.address,
  ]);
});

test('uncompressed keys have no segwit address', async () => {
  const made = await create(1, [key(1), longKey], 'bech32');
  expect(made.descriptor).toMatch(/^sh\(multi\(1,/);
  expect(made.warnings).toHaveLength(1);
});

test.each([
  [[1, ['zz']], -5, 'Pubkey "zz" must be a hex string'],
  [[1, ['']], -5, 'Pubkey "" must be a hex string'],
  [[1, ['00']], -5, 'Pubkey "00" must have a length of either 33 or 65 bytes'],
  [
    [1, [`02${'ff'.repeat(32)}`]],
    -5,
    `Pubkey "02${'ff'.repeat(32)}" must be cryptographically valid.`,
  ],
  [[1, [1]], -3, 'JSON value of type number is not of expected type string'],
  [[1, [key(1)], 'bech32m'], -5, 'createmultisig cannot create bech32m multisig addresses'],
  [[1, [key(1)], 'p2tr'], -5, "Unknown address type 'p2tr'"],
  [[0, [key(1)]], -8, 'a multisignature address must require at least one key to redeem'],
  [[2, [key(1)]], -8, 'not enough keys supplied (got 1 keys, but need at least 2 to redeem)'],
  [
    [1, Array(21).fill(key(1))],
    -8,
    'Number of keys involved in the multisignature address creation > 20\nReduce the number',
  ],
  [[1, Array(16).fill(key(1))], -8, 'redeemScript exceeds size limit: 547 > 520'],
] as const)('%j', async (params, code, message) => {
  await expect(create(...params)).rejects.toMatchObject({ code, message });
});
