import { RawPSBTV0, RawPSBTV2 } from '@scure/btc-signer/psbt.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { execute } from '../../src/library/call.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { runs } from '../support/generate/sample.ts';
import { readCoreData, readVector } from '../support/paths.ts';

type Published = {
  readonly invalid: readonly string[];
  readonly invalid_with_msg: readonly (readonly [psbt: string, message: string])[];
  readonly valid: readonly string[];
};

const text = readCoreData('rpc_psbt.json');

/** Decodes like decodepsbt: the base64, then the bytes. Returns the error if one of them fails. */
function decode(base64: string) {
  const bytes = decodeBase64(base64);
  return bytes === undefined ? { error: 'invalid base64' } : decodePsbt(bytes, secp256k1);
}

function reencode(base64: string): string | undefined {
  const psbt = decode(base64);
  if ('error' in psbt) return psbt.error;
  const bytes = encodePsbt(psbt);
  return bytes && encodeBase64(bytes);
}

function withoutWitnesses(psbt: ReturnType<typeof decode>) {
  if ('error' in psbt) return psbt;
  const inputs = psbt.inputs.map((input) => ({
    ...input,
    nonWitnessUtxo: input.nonWitnessUtxo && {
      ...input.nonWitnessUtxo,
      inputs: input.nonWitnessUtxo.inputs.map((spent) => ({ ...spent, witness: [] })),
    },
  }));
  return { ...psbt, inputs };
}

describe.skipIf(text === undefined)("Core's rpc_psbt.json", () => {
  const data: Published = JSON.parse(text ?? '{"invalid":[],"invalid_with_msg":[],"valid":[]}');

  test('reads every valid PSBT, and reads its encoding as the same PSBT', () => {
    for (const base64 of data.valid) {
      const psbt = decode(base64);
      expect(psbt, base64).not.toHaveProperty('error');
      // Previous transactions are written without their witnesses; after that, nothing changes.
      const written = reencode(base64) ?? '';
      const again = decode(written);
      expect(again, base64).toEqual(withoutWitnesses(psbt));
      expect(reencode(written)).toBe(written);
    }
  });

  test('refuses every invalid PSBT', () => {
    for (const base64 of data.invalid) expect(decode(base64), base64).toHaveProperty('error');
  });

  test.each(data.invalid_with_msg)('%.20s… is refused with Core’s reason', (base64, message) => {
    const psbt = decode(base64);
    expect('error' in psbt ? psbt.error : 'accepted').toContain(message);
  });

  test('btc-signer reads our PSBTs', () => {
    let read = 0;
    for (const base64 of data.valid) {
      const psbt = decode(base64);
      const bytes = 'error' in psbt ? undefined : encodePsbt(psbt);
      if ('error' in psbt || bytes === undefined || !isKnownTo(base64)) continue;
      const coder = psbt.version === 0 ? RawPSBTV0 : RawPSBTV2;
      expect(coder.decode(bytes).inputs.length).toBe(psbt.inputs.length);
      read++;
    }
    expect(read).toBeGreaterThan(20);
  });
});

/** btc-signer is stricter than Core in places, so only PSBTs that it accepts are compared. */
function isKnownTo(base64: string): boolean {
  const bytes = decodeBase64(base64) ?? new Uint8Array(0);
  return [RawPSBTV0, RawPSBTV2].some((coder) => {
    try {
      coder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  });
}

describe('any bytes', () => {
  test('are a PSBT that survives a round trip, or a reason', () => {
    const valid = text === undefined ? [] : (JSON.parse(text) as Published).valid;
    const mutated = fc
      .tuple(fc.constantFrom(...valid, 'cHNidP8A'), fc.nat(), fc.integer({ min: 0, max: 255 }))
      .map(([base64, at, byte]) => {
        const bytes = decodeBase64(base64)?.slice() ?? new Uint8Array(0);
        bytes[at % bytes.length] = byte;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (bytes) => {
        const psbt = decodePsbt(bytes, secp256k1);
        if ('error' in psbt) return;
        const written = encodePsbt(psbt);
        if (written === undefined) return;
        const again = decodePsbt(written, secp256k1);
        if ('error' in again) throw new Error(`${again.error}: ${encodeHex(bytes)}`);
        expect(encodePsbt(again)).toEqual(written);
      }),
      { numRuns: runs(3000) },
    );
  });

  // This does not end if each record is compared with all earlier ones.
  test('are read with a great many records', () => {
    const record = (i: number) => [4, 0xf0, i >> 16, (i >> 8) & 255, i & 255, 0];
    const records = Array.from({ length: 300_000 }, (_, i) => record(i)).flat();
    const head = decodeBase64('cHNidP8=') ?? new Uint8Array(0);
    expect(decodePsbt(Uint8Array.from([...head, ...records, 0]), secp256k1)).toHaveProperty(
      'error',
    );
  });
});

describe('a key is checked once', () => {
  const looked: string[] = [];
  const isPublicKey = (key: Uint8Array) => {
    looked.push(encodeHex(key));
    return secp256k1.isPublicKey(key);
  };
  const counting = { ...secp256k1, isPublicKey };

  test('serves several records', () => {
    looked.length = 0;
    const { spends } = JSON.parse(readVector('psbt/bip373.json'));
    const bytes = decodeBase64(spends[0].signatures) ?? new Uint8Array(0);
    expect(decodePsbt(bytes, counting)).toHaveProperty('inputs');
    expect(looked.length).toBeGreaterThan(3);
    expect(new Set(looked).size).toBe(looked.length);
  });

  test('serves several PSBTs of one call; an invalid point is refused in each of them', async () => {
    looked.length = 0;
    const { roles } = JSON.parse(readVector('psbt/bip174.json'));
    const [{ psbt: first }, { psbt: second }] = roles.signed;
    const ask = (psbts: readonly string[]) =>
      execute('combinepsbt', [psbts], { secp256k1: counting });
    expect(await ask([first, second])).toBe(roles.combined);
    expect(looked.length).toBeGreaterThan(3);
    expect(new Set(looked).size).toBe(looked.length);
    const [key = ''] = looked;
    const forged = encodeHex(decodeBase64(second) ?? emptyBytes).replaceAll(
      key,
      `02${'ff'.repeat(32)}`,
    );
    await expect(ask([first, encodeBase64(decodeHex(forged) ?? emptyBytes)])).rejects.toMatchObject(
      {
        message: 'TX decode failed Invalid pubkey: iostream error',
      },
    );
  });
});

// From a node (Knots 29): the bytes after the leaf hashes are an empty derivation.
test('a taproot derivation that ends after its leaf hashes has a wrong length', async () => {
  const psbt =
    'cHNidP8BAFICAAAAAaqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqAAAAAAD/////AYQDAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAACEWeb5mfvncu6xVoGKVzocLBwKb/NstzijZWfKBWxb4F5gBAAAA';
  const options = { network: 'regtest', profile: 'core' } as const;
  await expect(execute('decodepsbt', [psbt], options)).rejects.toThrow(
    'TX decode failed Invalid length for HD key path: iostream error',
  );
});

const hex = (text: string): Uint8Array => decodeHex(text) ?? emptyBytes;
/** A PSBT of one input and one output, without their maps. */
const HEAD =
  decodeBase64(
    'cHNidP8BAFICAAAAAaqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqAAAAAAD/////AYQDAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAA',
  ) ?? emptyBytes;
const POINT = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

// Knots 29's words for the same bytes.
test.each([
  [
    'the global map',
    'cHNidP8BAFICAAAAAaqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqAAAAAAD/////AYQDAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAA',
  ],
  [
    'an input map',
    'cHNidP8BAFICAAAAAaqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqAAAAAAD/////AYQDAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEDBAEAAAA=',
  ],
])('a PSBT without the separator of %s is refused', async (map, psbt) => {
  await expect(execute('decodepsbt', [psbt], { network: 'regtest' })).rejects.toThrow(
    `Separator is missing at the end of ${map}`,
  );
});

// Knots 29 answers the same to the first three.
test.each([
  ['a type of three bytes', '03fd00010155', ''],
  ['a type in more bytes than it needs', '03fd01000155', 'non-canonical ReadCompactSize()'],
  ['a type that is cut off', '02fd000155', 'SpanReader::read(): end of data'],
  // Core checks signatures since 2025, Knots 29 does not yet.
  ['a signature that is not DER', `2202${POINT}02aabb`, 'Signature is not a valid encoding'],
  ['no signature', `2202${POINT}00`, 'Signature is not a valid encoding'],
])('an input with %s', async (_, record, refusal) => {
  const psbt = decode(encodeBase64(Uint8Array.from([...HEAD, 0, ...hex(record), 0, 0])));
  if (refusal !== '') {
    expect('error' in psbt ? psbt.error : 'accepted').toContain(refusal);
    return;
  }
  const { inputs } = 'error' in psbt ? { inputs: [] } : psbt;
  expect(inputs[0]?.unknown).toEqual([{ key: hex('fd0001'), value: hex('55') }]);
});

// BIP341's control block has at most 128 nodes. Knots 29 refuses more than 7, as BIP110 does.
test.each([
  [128, 'accepted'],
  [129, 'Output Taproot tree has as leaf greater than Taproot maximum depth'],
])('an output tree that is %i levels deep: %s', (deepest, outcome) => {
  const leaf = (depth: number) => [depth, 0xc0, 1, 0x51];
  const leaves = Array.from({ length: deepest }, (_, i) => leaf(i + 1)).flat();
  const tree = Uint8Array.from([...leaves, ...leaf(deepest)]);
  const size = [0xfd, tree.length & 0xff, tree.length >> 8];
  const record = [...[0, 0, 1, 6], ...size, ...tree, 0];
  const psbt = decode(encodeBase64(Uint8Array.from([...HEAD, ...record])));
  expect('error' in psbt ? psbt.error : 'accepted').toContain(outcome);
});
