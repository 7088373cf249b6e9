import { describe, expect, test } from 'vitest';
import { encodeBase64 } from '../../../src/encoding/base64.ts';
import {
  ColdsignError,
  combine,
  extract,
  formatPsbt,
  fund,
  type Psbt,
  parsePsbt,
  sign,
} from '../../../src/index.ts';
import { convertPsbt } from '../../../src/psbt/convert.ts';
import { encodePsbt as encodeFreely } from '../../../src/psbt/encode.ts';
import {
  accountTexts,
  cosignerKey,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';

const holder = open(accountTexts['wsh(sortedmulti)']);
const watcher = watchOnly(holder);
const psbt = fund({
  coins: watcher.coins(utxosOf(watcher, [50_000, 60_000])),
  outputs: [{ address: SOMEBODY, value: 80_000n }],
  change: watcher,
  feeRate: 3,
}).psbt;

/** Returns a descriptor with the private key of only one cosigner. */
function cosigner(mine: number) {
  const keys = [0, 1, 2].map((number) => `${cosignerKey(number, number === mine)}/<0;1>/*`);
  return open(`wsh(sortedmulti(2,${keys.join(',')}))`);
}

const signBy = async (mine: number, given = psbt) =>
  (await sign(given, { keys: cosigner(mine) })).psbt;

const codeOf = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof ColdsignError) return error.code;
    throw error;
  }
  return 'nothing';
};

describe('cosigners', () => {
  test.each([[[0, 1]], [[1, 0]], [[2, 0]], [[1, 2]]])(
    '%j sign apart, in any order and form, and the transaction is whole',
    async (order) => {
      const answers = await Promise.all(order.map((mine) => signBy(mine)));
      const [first, second] = answers;
      if (first === undefined || second === undefined) throw new Error('two cosigners');
      const combined = combine(
        psbt,
        formatPsbt(first, 'base64', { version: 0 }),
        formatPsbt(second, 'bytes'),
      );
      const { complete, psbt: done } = await sign(combined, { keys: [] });
      expect(complete).toBe(true);
      expect(extract(done).vsize).toBeGreaterThan(100);
    },
  );

  test('signing in turn gives the same', async () => {
    const done = await signBy(2, await signBy(1));
    expect(extract(done).hex).toBe(
      extract((await sign(combine(psbt, await signBy(1), await signBy(2)), { keys: [] })).psbt).hex,
    );
  });

  test('names the missing signer if one signs alone', async () => {
    const { complete, problems } = await sign(psbt, { keys: cosigner(0) });
    expect(complete).toBe(false);
    expect(problems.map(({ cause }) => cause)).toEqual(
      ['MISSING_SIGNATURE', 'MISSING_SIGNATURE'].slice(0, problems.length),
    );
    expect(problems[0]?.fix).toContain('Sign with the wallet or device');
  });
});

describe('changes by a thief', () => {
  const twist = (given: Psbt, change: (bytes: Uint8Array) => Uint8Array): Psbt => ({
    ...given,
    inputs: given.inputs.map((input) => ({
      ...input,
      partialSignatures: input.partialSignatures.map((each) => ({
        ...each,
        signature: change(each.signature),
      })),
    })),
  });
  const flip = (bytes: Uint8Array) => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte));

  test('another payee, amount, input or lock time is another transaction', async () => {
    const signed = await signBy(0);
    const [output] = signed.outputs;
    const [input] = signed.inputs;
    if (output === undefined || input === undefined) throw new Error('there is one');
    const altered: Psbt[] = [
      {
        ...signed,
        outputs: signed.outputs.map((each) => ({
          ...each,
          scriptPubKey: each.scriptPubKey.map((byte, i) => (i === 5 ? byte ^ 1 : byte)),
        })),
      },
      {
        ...signed,
        outputs: [{ ...output, value: output.value - 1n }, ...signed.outputs.slice(1)],
      },
      { ...signed, outputs: signed.outputs.slice(1) },
      {
        ...signed,
        inputs: [...signed.inputs, { ...input, prevout: { txid: '99'.repeat(32), vout: 0 } }],
      },
      { ...signed, fallbackLocktime: 5 },
    ];
    for (const answer of altered)
      expect(await codeOf(() => combine(psbt, answer))).toBe('OTHER_TRANSACTION');
  });

  test('an invalid signature is refused with the whole answer', async () => {
    const bad = twist(await signBy(0), flip);
    expect(await codeOf(() => combine(psbt, bad))).toBe('BAD_SIGNATURE');
    expect(await codeOf(() => sign(psbt, { device: { signPsbt: () => formatPsbt(bad) } }))).toBe(
      'BAD_SIGNATURE',
    );
  });

  const renumber = (signed: Psbt, change: Partial<Psbt['inputs'][number]>): Psbt => ({
    ...signed,
    inputs: signed.inputs.map((input, i) => (i === 0 ? { ...input, ...change } : input)),
  });
  const attributed = (signed: Psbt, to: number): Psbt => ({
    ...signed,
    inputs: signed.inputs.map((input, i) => {
      const owner = psbt.inputs[i]?.keyPaths[to];
      const own = input.partialSignatures.map((each) => ({
        ...each,
        publicKey: owner?.publicKey ?? each.publicKey,
      }));
      return { ...input, partialSignatures: own };
    }),
  });
  const exchanged = (signed: Psbt): Psbt => {
    const [first = [], second = []] = signed.inputs.map((input) => input.partialSignatures);
    const swapped = (own: typeof first, other: typeof first) =>
      own.map((each, i) => ({ ...each, signature: other[i]?.signature ?? each.signature }));
    return {
      ...signed,
      inputs: signed.inputs.map((input, i) => ({
        ...input,
        partialSignatures: i === 0 ? swapped(first, second) : swapped(second, first),
      })),
    };
  };
  /** Appends meaningless bytes: nodes would not relay it, and the fee would be too low. */
  const padded = (bytes: Uint8Array) =>
    Uint8Array.of(...bytes.subarray(0, -1), 0, 0, 0, ...bytes.subarray(-1));
  /** Returns the other valid S, which nodes do not relay. */
  const highS = (bytes: Uint8Array) => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const [length = 0] = bytes.subarray(3);
    const s = bytes.subarray(6 + length, -1);
    const value = order - BigInt(`0x${Buffer.from(s).toString('hex')}`);
    const hex = value.toString(16).padStart(64, '0');
    const body = [...bytes.subarray(2, 4 + length), 0x02, 33, 0, ...Buffer.from(hex, 'hex')];
    return Uint8Array.of(0x30, body.length, ...body, ...bytes.subarray(-1));
  };
  const attacks: readonly (readonly [string, (signed: Psbt) => Psbt, string])[] = [
    ['the sequence', (signed) => renumber(signed, { sequence: 5 }), 'OTHER_TRANSACTION'],
    ['the version', (signed) => ({ ...signed, txVersion: 3 }), 'OTHER_TRANSACTION'],
    [
      'the order of the outputs',
      (signed) => ({ ...signed, outputs: [...signed.outputs].reverse() }),
      'OTHER_TRANSACTION',
    ],
    [
      'the order of the inputs',
      (signed) => ({ ...signed, inputs: [...signed.inputs].reverse() }),
      'OTHER_TRANSACTION',
    ],
    ['whose signatures they are', (signed) => attributed(signed, 1), 'BAD_SIGNATURE'],
    ['signatures, from one input to the other', exchanged, 'BAD_SIGNATURE'],
    ['the encoding of signatures', (signed) => twist(signed, padded), 'INVALID_PSBT'],
    ['S of signatures', (signed) => twist(signed, highS), 'BAD_SIGNATURE'],
  ];
  test.each(attacks)(
    '%s: a device that does is refused, in either version',
    async (_, change, code) => {
      for (const psbtVersion of [0, 2] as const) {
        const signPsbt = async (text: string) => {
          const { psbt: signed } = await sign(parsePsbt(text), { keys: cosigner(0) });
          const changed = convertPsbt(change(signed), psbtVersion);
          // The function for apps refuses to write what programs cannot read.
          return encodeBase64((changed && encodeFreely(changed)) ?? expect.unreachable());
        };
        const device = { psbtVersion, signPsbt };
        expect(await codeOf(() => sign(psbt, { device }))).toBe(code);
        expect(await codeOf(async () => combine(psbt, await signPsbt(formatPsbt(psbt))))).toBe(
          code,
        );
      }
    },
  );

  test('a valid signature that leaves outputs open is refused', async () => {
    const { psbt: open } = await sign(psbt, { keys: cosigner(0), sighashType: 'NONE' });
    expect(open.inputs[0]?.partialSignatures).toHaveLength(1);
    expect(await codeOf(() => combine(psbt, open))).toBe('SIGHASH_MISMATCH');
  });

  test('final scripts are run before they are accepted', async () => {
    const done = await signBy(1, await signBy(0));
    expect(extract((await sign(psbt, { device: { signPsbt: () => done } })).psbt).hex).toBe(
      extract(done).hex,
    );
    const broken = {
      ...done,
      inputs: done.inputs.map((input) => ({
        ...input,
        finalWitness: input.finalWitness.map((item, i) => (i === 1 ? flip(item) : item)),
      })),
    };
    expect(await codeOf(() => combine(psbt, broken))).toBe('BAD_SIGNATURE');
    const { psbt: half } = await sign(psbt, { keys: cosigner(0), sighashType: 'NONE' });
    const { psbt: none } = await sign(half, { keys: cosigner(1), sighashType: 'NONE' });
    expect(none.inputs[0]?.finalWitness.length).toBeGreaterThan(0);
    expect(await codeOf(() => combine(psbt, none))).toBe('SIGHASH_MISMATCH');
  });

  test('other returned data is ignored: scripts, amounts, keys and fields of others', async () => {
    const signed = await signBy(0);
    const { combined, expected } = {
      combined: combine(psbt, {
        ...signed,
        xpubs: [],
        inputs: signed.inputs.map((input) => ({
          ...input,
          witnessUtxo: input.witnessUtxo && { ...input.witnessUtxo, value: 1n },
          unknown: [{ key: Uint8Array.of(0xf0), value: Uint8Array.of(1) }],
        })),
      }),
      expected: combine(psbt, signed),
    };
    expect(formatPsbt(combined)).toBe(formatPsbt(expected));
  });
});

describe('devices that fail', () => {
  test('get a coldsign error for any thrown value or answer', async () => {
    const lost = { signPsbt: () => Promise.reject(new Error('the cable is out')) };
    expect(await codeOf(() => sign(psbt, { device: lost }))).toBe('SIGNER_FAILED');
    expect(await codeOf(() => sign(psbt, { device: { signPsbt: () => 'ok' } }))).toBe(
      'INVALID_PSBT',
    );
    expect(await codeOf(() => sign(psbt, { signer: () => Promise.reject(new Error('no')) }))).toBe(
      'SIGNER_FAILED',
    );
  });

  test('a cosigner that declines signs nothing, without an error', async () => {
    const signed = await sign(psbt, { device: { psbtVersion: 0, signPsbt: (text) => text } });
    expect(signed.complete).toBe(false);
    expect(formatPsbt(signed.psbt)).toBe(formatPsbt(psbt));
    expect(parsePsbt(formatPsbt(signed.psbt)).version).toBe(2);
  });
});
