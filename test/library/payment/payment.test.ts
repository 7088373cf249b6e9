import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { decodeHex } from '../../../src/encoding/hex.ts';
import {
  type Account,
  ColdsignError,
  extract,
  type FundOptions,
  formatPsbt,
  fund,
  type Psbt,
  parsePsbt,
  sign,
} from '../../../src/index.ts';
import {
  accountKinds,
  accountTexts,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';
import { createRandom, seedOfRun } from '../../support/generate/random.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

const values = [40_000, 50_000, 90_000, 200_000];

function pay(account: Account, more: Partial<FundOptions> = {}): Psbt {
  const coins = account.coins(utxosOf(account, values));
  const outputs = [{ address: SOMEBODY, value: 60_000n }];
  return fund({ coins, outputs, change: account, feeRate: 12.5, ...more }).psbt;
}

const caught = async (run: () => unknown): Promise<ColdsignError> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof ColdsignError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe.each(accountKinds)('%s', (kind) => {
  const holder = open(accountTexts[kind]);
  const watcher = watchOnly(holder);

  test.each([
    ['a watch-only account', watcher],
    ['an account with its keys, whose signatures are of 71 bytes', holder],
  ])('is funded by %s, signed with keys, and pays the requested rate', async (_, payer) => {
    const psbt = pay(payer);
    const { psbt: signed, complete, problems } = await sign(psbt, { keys: holder });
    expect(problems).toEqual([]);
    expect(complete).toBe(true);
    const { hex, vsize, fee, txid } = extract(signed);
    const rate = Number(fee) / vsize;
    expect(rate).toBeGreaterThanOrEqual(12.5);
    expect(rate).toBeLessThan(kind === 'wsh(miniscript)' || kind === 'tr(tree)' ? 16 : 12.9);
    const theirs = Transaction.fromRaw(decodeHex(hex) ?? new Uint8Array(), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    });
    expect(theirs.id).toBe(txid);
    expect(theirs.vsize).toBe(vsize);
  });

  test('is signed by the root key alone with the paths in the PSBT', async () => {
    const { complete } = await sign(pay(watcher), { keys: TEST_XPRV });
    expect(complete).toBe(true);
  });
});

test("equal calls make the same transaction; the caller's randomness makes another", () => {
  const account = open(accountTexts.wpkh);
  expect(formatPsbt(pay(account))).toBe(formatPsbt(pay(account)));
  const random = createRandom(seedOfRun()).bytes;
  const made = new Set(Array.from({ length: 12 }, () => formatPsbt(pay(account, { random }))));
  expect(made.size).toBeGreaterThan(1);
});

test('values are plain: PSBTs and results are the same after a structured clone', async () => {
  const account = open(accountTexts.tr);
  const psbt = pay(account);
  expect(formatPsbt(structuredClone(psbt))).toBe(formatPsbt(psbt));
  const before = formatPsbt(psbt);
  const signed = await sign(psbt, { keys: account });
  expect(formatPsbt(psbt)).toBe(before);
  expect(extract(structuredClone(signed.psbt)).hex).toBe(extract(signed.psbt).hex);
});

test('a PSBT goes through base64, hexadecimal, bytes and both versions and comes back', () => {
  const psbt = pay(open(accountTexts.wpkh), { psbtVersion: 0 });
  for (const version of [0, 2] as const) {
    const forms = [
      formatPsbt(psbt, 'base64', { version }),
      formatPsbt(psbt, 'hex', { version }),
      formatPsbt(psbt, 'bytes', { version }),
    ];
    for (const form of forms) {
      expect(formatPsbt(parsePsbt(form), 'base64', { version: 0 })).toBe(formatPsbt(psbt));
    }
  }
});

test('another library signs our PSBT, and we finalize it', async () => {
  const account = watchOnly(open(accountTexts.wpkh));
  const psbt = pay(account, { spendAll: true });
  const { HDKey } = await import('@scure/bip32');
  const root = HDKey.fromExtendedKey(TEST_XPRV, { private: 0x04358394, public: 0x043587cf });
  const device = {
    psbtVersion: 0,
    signPsbt: (text: string) => {
      const theirs = Transaction.fromPSBT(Buffer.from(text, 'base64'));
      for (const [i, { keyPaths }] of psbt.inputs.entries()) {
        const [path] = keyPaths.map(({ origin }) => origin.path);
        let key = root;
        for (const step of path ?? []) key = key.deriveChild(step);
        theirs.signIdx(key.privateKey ?? new Uint8Array(), i);
      }
      return theirs.toPSBT(0);
    },
  } as const;
  const signed = await sign(psbt, { device });
  expect(signed.problems).toEqual([]);
  expect(extract(signed.psbt).txid).toMatch(/^[0-9a-f]{64}$/);
});

describe('refusals', () => {
  const account = open(accountTexts.wpkh);
  const coins = account.coins(utxosOf(account, values));
  const outputs = [{ address: SOMEBODY, value: 60_000n }];
  const base = { coins, outputs, change: account, feeRate: 2 };
  const [coin] = coins;

  test.each<[string, string, Partial<Record<keyof FundOptions, unknown>>]>([
    [
      'an amount that is a number',
      'INVALID_AMOUNT',
      { outputs: [{ address: SOMEBODY, value: 60_000 }] },
    ],
    [
      'an amount in place of a value',
      'INVALID_AMOUNT',
      { outputs: [{ address: SOMEBODY, amount: 60_000n }] },
    ],
    [
      'an amount beside a value',
      'INVALID_AMOUNT',
      { outputs: [{ address: SOMEBODY, value: 60_000n, amount: 60_000n }] },
    ],
    ['an amount of nothing', 'INVALID_AMOUNT', { outputs: [{ address: SOMEBODY, value: 0n }] }],
    ['dust', 'AMOUNT_TOO_SMALL', { outputs: [{ address: SOMEBODY, value: 200n }] }],
    [
      'an address of another network',
      'INVALID_ADDRESS',
      { outputs: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', value: 60_000n }] },
    ],
    [
      'more than there is',
      'INSUFFICIENT_FUNDS',
      { outputs: [{ address: SOMEBODY, value: 10_000_000n }] },
    ],
    ['no coins', 'INSUFFICIENT_FUNDS', { coins: [] }],
    ['coins that no account has read', 'WRONG_ARGUMENT', { coins: utxosOf(account, values) }],
    ['no change', 'WRONG_ARGUMENT', { change: undefined }],
    ['no rate', 'WRONG_ARGUMENT', { feeRate: undefined }],
    ['a rate that is not relayed', 'FEE_RATE_TOO_LOW', { feeRate: 0.05 }],
    ['a fee beyond the most that was allowed', 'FEE_TOO_HIGH', { feeRate: 100, maxFee: 1_000n }],
    ['a rate in BTC per 1,000 vbytes', 'FEE_RATE_TOO_LOW', { feeRate: 0.0001 }],
    ['a fee of more than is paid', 'FEE_TOO_HIGH', { feeRate: 600 }],
    ['a sequence beyond 32 bits', 'WRONG_ARGUMENT', { sequence: 2 ** 32 }],
    [
      'an address beside the script of another',
      'INVALID_ADDRESS',
      { outputs: [{ address: SOMEBODY, scriptPubKey: Uint8Array.of(0x51), value: 60_000n }] },
    ],
    [
      'data in an output that pays',
      'WRONG_ARGUMENT',
      { outputs: [{ address: SOMEBODY, value: 60_000n, data: '00' }] },
    ],
    [
      'a subtractFee that is not a boolean',
      'WRONG_ARGUMENT',
      { outputs: [{ address: SOMEBODY, value: 60_000n, subtractFee: 1 }] },
    ],
    ['randomness of another length', 'WRONG_ARGUMENT', { random: () => new Uint8Array(3) }],
    ['null for the replaced payment', 'WRONG_ARGUMENT', { replaces: null }],
    ['negative fees of descendants', 'WRONG_ARGUMENT', { descendantFees: -1n }],
    ['a copied coin whose index is text', 'WRONG_ARGUMENT', { coins: [{ ...coin, index: '1' }] }],
    [
      'a copied coin with null for its transaction',
      'WRONG_ARGUMENT',
      { coins: [{ ...coin, previousTransaction: null }] },
    ],
  ])('%s: %s', async (_, code, wrong) => {
    // Possible for callers without types.
    const options = { ...base, ...wrong } as FundOptions;
    const error = await caught(() => fund(options).psbt);
    expect(error.code).toBe(code);
    expect(error.hint).not.toBe('');
  });

  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'main'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'main'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test, testnet4 or signet'],
  ])('says of which network %s is', async (address, names) => {
    const wrong = { outputs: [{ address, value: 60_000n }] };
    for (const options of [
      { ...base, ...wrong },
      { ...base, change: address },
    ]) {
      const error = await caught(() => fund(options as FundOptions).psbt);
      expect(error.code).toBe('INVALID_ADDRESS');
      expect(error.message).toBe(`${address} is not an address of regtest`);
      expect(error.hint).toBe(`It is an address of ${names}: do not pay it on regtest.`);
    }
  });

  test('reports what is available, what is needed and the fee if coins do not suffice', async () => {
    const sum = coins.reduce((total, { value }) => total + value, 0n);
    for (const more of [{}, { spendAll: true }]) {
      for (const value of [sum - 100n, sum, sum + 1_000_000n]) {
        const wanted = [{ address: SOMEBODY, value }];
        const error = await caught(() => fund({ ...base, ...more, outputs: wanted }).psbt);
        const { available = 0, needed = 0, fee = 0 } = error.details ?? {};
        expect(error.code).toBe('INSUFFICIENT_FUNDS');
        expect(BigInt(available)).toBe(sum);
        expect(BigInt(needed)).toBe(value + BigInt(fee));
        expect(error.message).toContain(`${needed} are needed`);
        expect(JSON.parse(JSON.stringify(error)).details).toEqual(error.details);
        // As much more as is missing suffices, and one satoshi less does not.
        const [first, ...rest] = coins;
        if (first === undefined) throw new Error('no coin');
        const with_ = (extra: bigint) => [
          { ...first, value: first.value + extra, previousTransaction: undefined },
          ...rest,
        ];
        const missing = BigInt(needed - available);
        const order = { ...base, ...more, outputs: wanted };
        expect(fund({ ...order, coins: with_(missing) }).psbt.outputs.length).toBeGreaterThan(0);
        const { code } = await caught(() => fund({ ...order, coins: with_(missing - 1n) }).psbt);
        expect(code).toBe('INSUFFICIENT_FUNDS');
      }
    }
  });

  test('says that a rate looks like satoshi per 1,000 vbytes', async () => {
    const hint = 'A feeRate of 3000 looks like satoshi per 1,000 virtual bytes (sat/kvB)';
    const costly = { ...base, feeRate: 3000 };
    expect((await caught(() => fund(costly).psbt)).hint).toContain(hint);
    const small = { ...costly, coins: coin ? [coin] : [] };
    expect((await caught(() => fund(small).psbt)).hint).toContain(hint);
    expect((await caught(() => fund({ ...base, feeRate: 600 }).psbt)).hint).not.toContain(
      'sat/kvB',
    );
  });

  test('extract names each unsigned input with its cause and fix', async () => {
    const error = await caught(() => extract(fund(base).psbt));
    expect(error.code).toBe('NOT_FINAL');
    expect(error.message + error.hint).not.toContain('finalize the PSBT');
    expect(error.details?.inputs?.[0]).toMatchObject({
      cause: 'MISSING_SIGNATURE',
      fix: expect.stringContaining('Sign with the wallet'),
    });
    const expected = {
      code: error.code,
      message: error.message,
      hint: error.hint,
      details: error.details,
    };
    expect(JSON.parse(JSON.stringify(error))).toMatchObject(JSON.parse(JSON.stringify(expected)));
    expect(structuredClone(error)).toMatchObject(expected);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe(`ColdsignError: ${error.message}`);
  });

  test('a legacy coin without its transaction', async () => {
    const legacy = open(accountTexts.pkh);
    const bare = utxosOf(legacy, values).map((utxo) => ({ ...utxo, hex: undefined }));
    const error = await caught(
      () => fund({ ...base, coins: legacy.coins(bare), change: legacy }).psbt,
    );
    expect(error.code).toBe('PREVIOUS_TRANSACTION_MISSING');
    expect(error.message).toContain(':0');
  });

  test('reject invalid keys without repeating their text', async () => {
    const text = `${TEST_XPRV.slice(0, -1)}x`;
    const error = await caught(() => sign(fund(base).psbt, { keys: [text] }));
    expect(error.code).toBe('INVALID_KEY');
    expect(JSON.stringify(error) + error.stack).not.toContain(text.slice(0, 20));
    const none = await caught(() => sign(fund(base).psbt, {}));
    expect(none).toMatchObject({ code: 'WRONG_ARGUMENT' });
    expect(none.hint).toContain('keys: []');
  });
});
