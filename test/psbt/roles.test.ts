import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { signPsbtInput } from '../../src/psbt/input-signing.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { createMusigCreator } from '../../src/signing/musig-creator.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { readCoreData } from '../support/paths.ts';

type Published = {
  readonly signer: readonly { privkeys: readonly string[]; psbt: string; result: string }[];
  readonly combiner: readonly { combine: readonly string[]; result: string }[];
  readonly finalizer: readonly { finalize: string; result: string }[];
  readonly extractor: readonly { extract: string; result: string }[];
};

const text = readCoreData('rpc_psbt.json');
const empty = '{"signer":[],"combiner":[],"finalizer":[],"extractor":[]}';

function read(base64: string): Psbt {
  const psbt = decodePsbt(decodeBase64(base64) ?? new Uint8Array(0), secp256k1);
  if ('error' in psbt) throw new Error(psbt.error);
  return psbt;
}

function write(psbt: Psbt | undefined): string {
  const bytes = psbt && encodePsbt(psbt);
  return bytes === undefined ? 'none' : encodeBase64(bytes);
}

describe.skipIf(text === undefined)("Core's rpc_psbt.json", () => {
  const data: Published = JSON.parse(text ?? empty);

  test.each(data.signer.map((row, i) => [i, row] as const))('signer %i', (_, row) => {
    const psbt = read(row.psbt);
    const keys = row.privkeys.flatMap((wif) => decodeWif(wif, networks.regtest) ?? []);
    expect(keys.length).toBe(row.privkeys.length);
    const session = openSession(psbt, secp256k1);
    if (session === undefined) throw new Error('no lock time');
    const provider = createKeyProvider({ keys }, secp256k1);
    const inputs = psbt.inputs.map(
      (_input, i) =>
        signPsbtInput(session, i, {
          provider,
          sighashType: undefined,
          finalize: false,
          musigCreator: createMusigCreator,
        }).input,
    );
    expect(write({ ...psbt, inputs })).toBe(row.result);
  });

  test('combiner', () => {
    for (const { combine, result } of data.combiner) {
      const [first, ...others] = combine.map(read);
      expect(write(first && combinePsbts(first, ...others))).toBe(result);
    }
  });

  test('finalizer', () => {
    for (const { finalize, result } of data.finalizer) {
      const finalized = finalizePsbt(read(finalize), secp256k1);
      expect(finalized.complete).toBe(true);
      expect(write(finalized.psbt)).toBe(result);
    }
  });

  test('extractor', () => {
    for (const { extract, result } of data.extractor) {
      const transaction = extractTransaction(finalizePsbt(read(extract), secp256k1).psbt);
      if ('error' in transaction) throw new Error(transaction.error);
      expect(encodeHex(encodeTransaction(transaction))).toBe(result);
    }
  });
});
