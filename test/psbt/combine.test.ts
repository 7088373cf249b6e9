import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { execute } from '../../src/library/call.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { convertPsbt } from '../../src/psbt/convert.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { joinPsbts } from '../../src/psbt/join.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { lockTime } from '../../src/psbt/unsigned-transaction.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { vectorPath } from '../support/paths.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';

const { roles } = JSON.parse(readFileSync(vectorPath('psbt/bip174.json'), 'utf8'));
const [first, second]: Psbt[] = roles.signed.map(({ psbt }: { psbt: string }) => readPsbt(psbt));
if (first === undefined || second === undefined) throw new Error('BIP174 has two signers');

function inVersion(psbt: Psbt, version: 0 | 2): Psbt {
  const converted = convertPsbt(psbt, version);
  if (converted === undefined) throw new Error('one lock time');
  return converted;
}

/** Returns the PSBT with these fields in its first input. */
function withInput(psbt: Psbt, fields: Partial<Psbt['inputs'][number]>): Psbt {
  return {
    ...psbt,
    inputs: psbt.inputs.map((input, i) => (i === 0 ? { ...input, ...fields } : input)),
  };
}

describe('PSBTs of version 0 and 2 of one transaction', () => {
  test.each([
    [2, 0],
    [0, 2],
  ] as const)(
    "version %i and the answer in version %i give BIP174's transaction",
    (ours, theirs) => {
      const combined = combinePsbts(inVersion(first, ours), inVersion(second, theirs));
      if (combined === undefined) throw new Error('not combined');
      expect(combined.version).toBe(ours);
      const transaction = extractTransaction(finalizePsbt(combined, secp256k1).psbt);
      if ('error' in transaction) throw new Error(transaction.error);
      expect(encodeHex(encodeTransaction(transaction))).toBe(roles.extracted);
    },
  );

  test('combine to the same PSBT as in one version, without fields of the other', () => {
    expect(writePsbt(combinePsbts(first, inVersion(second, 2)))).toBe(roles.combined);
    const two = inVersion(readPsbt(roles.combined), 2);
    expect(writePsbt(combinePsbts(inVersion(first, 2), second))).toBe(writePsbt(two));
    const three = combinePsbts(inVersion(first, 2), second, inVersion(second, 2), first);
    expect(writePsbt(three)).toBe(writePsbt(two));
  });

  test('keep lock times of version 2, although the answer cannot contain them', () => {
    const locked = withInput(inVersion(first, 2), { heightLocktime: 500, sequence: undefined });
    const answer = { ...inVersion(locked, 0), proprietary: [] };
    const bare = { ...answer, inputs: answer.inputs.map((each) => ({ ...each, proprietary: [] })) };
    expect(writePsbt(combinePsbts(locked, bare))).toBe(writePsbt(locked));
  });

  test('allow no change of the transaction, because version 0 cannot allow one', () => {
    const open = { ...inVersion(first, 2), txModifiable: 3 };
    expect(combinePsbts(open, open)?.txModifiable).toBe(3);
    expect(combinePsbts(open, second)?.txModifiable).toBe(0);
    expect(combinePsbts(second, open)?.txModifiable).toBe(undefined);
  });

  test('are refused when outputs, sequence numbers or lock times differ', () => {
    const two = inVersion(first, 2);
    const [output, ...others] = second.outputs;
    if (output === undefined) throw new Error('an output');
    const stolen = {
      ...second,
      outputs: [{ ...output, scriptPubKey: Uint8Array.of(0x51) }, ...others],
    };
    expect(combinePsbts(two, stolen)).toBeUndefined();
    expect(combinePsbts(two, withInput(second, { sequence: 1 }))).toBeUndefined();
    expect(combinePsbts(two, { ...second, fallbackLocktime: 1 })).toBeUndefined();
    expect(combinePsbts(stolen, two)).toBeUndefined();
  });

  test("combine in combinepsbt by default; Core's profile refuses them in Core's words", async () => {
    const params = [[writePsbt(first), writePsbt(inVersion(second, 2))]];
    expect(await execute('combinepsbt', params)).toBe(roles.combined);
    await expect(execute('combinepsbt', params, { profile: 'core' })).rejects.toMatchObject({
      code: -8,
      message: 'PSBTs not compatible (different transactions)',
    });
  });
});

describe('PSBTs of both versions', () => {
  const asIs = <T>(items: readonly T[]): readonly T[] => items;
  const other = withInput(
    { ...inVersion(first, 2), inputs: inVersion(first, 2).inputs.slice(0, 1) },
    { prevout: { txid: '11'.repeat(32), vout: 0 }, heightLocktime: 500 },
  );

  test('are joined in the version of the first, and keep every lock of an input', () => {
    for (const [a, b] of [
      [other, second],
      [second, other],
    ] as const) {
      const joined = joinPsbts([a, b], asIs);
      if ('error' in joined) throw new Error(joined.error);
      expect([joined.version, joined.inputs.length, lockTime(joined)]).toEqual([a.version, 3, 500]);
      expect(joined.inputs.flatMap((input) => input.partialSignatures)).toEqual([]);
    }
  });

  test('are not joined when their locks exclude each other', () => {
    const time = withInput(inVersion(second, 2), { timeLocktime: 500_000_000 });
    expect(joinPsbts([other, time], asIs)).toEqual({ error: 'lock-times' });
  });
});
