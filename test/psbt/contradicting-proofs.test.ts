import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { combine, finalize, openAccount, review, sign } from '../../src/index.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/public/psbt.ts';
import { createKeyProvider } from '../../src/public/signing.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { harness } from '../support/harness.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { keyAt, ME, place } from '../support/review/accounts.ts';
import { coin } from '../support/review/coins.ts';
import { buildPsbt, pay } from '../support/review/payments.ts';

const text = `tr(${keyAt(ME, '86h/1h/0h', true)})`;
const account = openAccount(text, { network: 'regtest', range: 20, secp256k1 });

/** A payment of two taproot coins; the PSBT claims 90,000 satoshi less than the second one has. */
function payment(claimed: bigint): Psbt {
  const psbt = buildPsbt({
    coins: [0, 1].map((index) => coin(place(text, 0, index), index + 1, { previous: true })),
    outputs: [pay(100_000n)],
  });
  const inputs = psbt.inputs.map((input, index) =>
    index === 1 && input.witnessUtxo
      ? { ...input, witnessUtxo: { ...input.witnessUtxo, value: claimed } }
      : input,
  );
  return { ...psbt, inputs };
}

const honest = payment(100_000n);
const lying = payment(10_000n);
const proofsOf = ({ inputs }: Psbt) => inputs.filter((input) => input.nonWitnessUtxo).length;

const call = (profile: 'default' | 'core', method: string, ...args: unknown[]) =>
  harness({ network: networks.regtest, secp256k1, profile }).call(method, args);

const methods: Readonly<
  Record<string, (psbt: Psbt, profile: 'default' | 'core') => Promise<Psbt>>
> = {
  utxoupdatepsbt: async (psbt, profile) =>
    readPsbt(await call(profile, 'utxoupdatepsbt', writePsbt(psbt))),
  descriptorprocesspsbt: async (psbt, profile) => {
    const watching = [`tr(${keyAt(ME, '86h/1h/0h')})`];
    return readPsbt((await call(profile, 'descriptorprocesspsbt', writePsbt(psbt), watching)).psbt);
  },
};

describe.each(Object.entries(methods))('%s', (_, process) => {
  test('keeps a previous transaction that contradicts the PSBT', async () => {
    expect(proofsOf(await process(lying, 'default'))).toBe(2);
  });

  test('drops previous transactions that taproot does not need', async () => {
    expect(proofsOf(await process(honest, 'default'))).toBe(0);
  });

  test('drops every previous transaction with the profile core, as Core', async () => {
    expect(proofsOf(await process(lying, 'core'))).toBe(0);
  });
});

test('sign and finalize of the library keep a previous transaction that contradicts', async () => {
  const stops = (psbt: Psbt) =>
    review(psbt, { account, secp256k1 }).findings.some(({ id }) => id === 'utxo-mismatch');
  expect(stops(lying)).toBe(true);
  const { psbt } = await sign(lying, { keys: [], secp256k1, maxFeeRate: 0, maxFee: 500_000n });
  expect([proofsOf(psbt), proofsOf(finalize(lying, { secp256k1 }).psbt)]).toEqual([2, 2]);
  const bytes = encodeHex(
    encodeTransaction(lying.inputs[1]?.nonWitnessUtxo ?? expect.fail(), { witness: true }),
  );
  expect(Buffer.from(writePsbt(psbt), 'base64').toString('hex')).toContain(bytes);
});

const witnessKey = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;

/** A payment of a signed coin, whose claimed amount is not that of its previous transaction. */
function signedLie(): Psbt {
  const psbt = buildPsbt({
    coins: [coin(place(witnessKey, 0, 0), 1, { previous: true })],
    outputs: [pay(99_000n)],
  });
  const { privateKeys } = openAccount(witnessKey, { network: 'regtest', range: 2, secp256k1 });
  const provider = createKeyProvider({ keys: [...privateKeys.values()] });
  const signed = signPsbt({ psbt, provider, finalize: false, secp256k1, maxFeeRate: 0 });
  if ('error' in signed) throw new Error(signed.error);
  return claiming(signed.psbt, 10_000n);
}

const claiming = (psbt: Psbt, value: bigint): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input) =>
    input.witnessUtxo ? { ...input, witnessUtxo: { ...input.witnessUtxo, value } } : input,
  ),
});

describe('a claimed amount that the previous transaction contradicts', () => {
  const limits = { maxFeeRate: 0, maxFee: 500_000n };
  const claimOf = ({ inputs }: Psbt) => inputs[0]?.witnessUtxo?.value;
  const base64 = async (method: string, profile: 'default' | 'core') => {
    const text = writePsbt(signedLie());
    const args = method === 'finalizepsbt' ? [text, false] : [text, []];
    const answer = await call(profile, method, ...args);
    return readPsbt(typeof answer === 'string' ? answer : answer.psbt);
  };

  test.each([
    ['finalizepsbt', 'default', 10_000n],
    ['finalizepsbt', 'core', 100_000n],
    ['descriptorprocesspsbt', 'default', 10_000n],
    ['utxoupdatepsbt', 'default', 10_000n],
  ] as const)('%s in the profile %s leaves %s satoshi', async (method, profile, left) => {
    expect(claimOf(await base64(method, profile))).toBe(left);
  });

  test('stays when the library finalizes or signs without keys, and is still found', async () => {
    const lie = signedLie();
    const { psbt: signed } = await sign(lie, { keys: [], secp256k1, ...limits });
    const forms = [finalize(lie, { secp256k1 }).psbt, signed, combine(lie, lie)];
    for (const psbt of forms) {
      expect(claimOf(psbt)).toBe(10_000n);
      const ids = review(psbt, {
        account: openAccount(witnessKey, { network: 'regtest', secp256k1 }),
        secp256k1,
      }).findings.map(({ id }) => id);
      expect(ids).toContain('utxo-mismatch');
    }
  });
});
