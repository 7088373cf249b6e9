import { describe, expect, test } from 'vitest';
import {
  type Account,
  ColdsignError,
  combine,
  extract,
  type FundOptions,
  finalize,
  formatPsbt,
  fund,
  type Psbt,
  parsePsbt,
  sign,
} from '../../../src/index.ts';
import { combinePsbts } from '../../../src/psbt/combine.ts';
import { extractTransaction } from '../../../src/psbt/extract.ts';
import {
  convertPsbt,
  joinPsbts,
  signPsbt,
  signPsbtWith,
  smallestPsbt,
  unsignedTransaction,
} from '../../../src/public/psbt.ts';
import {
  createKeyProvider,
  signTransaction,
  signTransactionWith,
} from '../../../src/public/signing.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import {
  accountKinds,
  accountTexts,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';

const outcome = async (run: () => unknown): Promise<string> => {
  try {
    await run();
    return 'passes';
  } catch (error) {
    if (error instanceof ColdsignError) return error.code;
    throw error;
  }
};

async function codeOf(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    return Object(error).code;
  }
}

/** Pays from one coin of 0.3 BTC. */
function pay(account: Account, amount: bigint, more: Partial<FundOptions> = {}): Psbt {
  const coins = account.coins(utxosOf(account, [30_000_000]));
  const outputs = [{ address: SOMEBODY, value: amount }];
  return fund({ coins, outputs, change: account, feeRate: 12.5, ...more }).psbt;
}

/** Returns the verdicts of fund, sign, combine and extract on one payment, passed on as text. */
async function verdicts(account: Account, more: Partial<FundOptions>) {
  const free = { maxFeeRate: 0, maxFee: 30_000_000n };
  const psbt = pay(account, 60_000n, { ...more, ...free });
  const { psbt: signed } = await sign(psbt, { keys: account });
  const [plain, done] = [psbt, signed].map((each) => formatPsbt(each)) as [string, string];
  return [
    await outcome(() => pay(account, 60_000n, more)),
    await outcome(() => sign(parsePsbt(plain), { keys: account })),
    await outcome(() => combine(parsePsbt(plain), done)),
    await outcome(() => extract(parsePsbt(done))),
  ];
}

const [same, passes] = ['FEE_TOO_HIGH', 'passes'].map((word) => [word, word, word, word]);

describe.each(accountKinds)('%s: fund, sign, combine and extract agree', (kind) => {
  const account = open(accountTexts[kind]);
  const own = (amount: bigint) => ({ outputs: [{ address: account.address(3), value: amount }] });

  test('about a payment to an address of the account: only the rate is too high', async () => {
    expect(await verdicts(account, { ...own(7_000n), feeRate: 2_700 })).toEqual(same);
    expect(await verdicts(account, { ...own(7_000n), feeRate: 280 })).toEqual(passes);
  });

  test('about a share of what others are paid', async () => {
    const outputs = (amount: bigint) => ({ outputs: [{ address: SOMEBODY, value: amount }] });
    expect(await verdicts(account, { ...outputs(100_000n), feeRate: 1_400 })).toEqual(same);
    expect(await verdicts(account, { ...outputs(8_000_000n), feeRate: 1_400 })).toEqual(passes);
  });
});

describe('limits given once', () => {
  const account = open(accountTexts.wpkh);
  const high = { feeRate: 640, maxFeeRate: 900 } as const;

  test('go with the PSBT from fund to extract', async () => {
    const psbt = pay(account, 61_000n, high);
    const { psbt: signed } = await sign(psbt, { keys: account });
    expect(extract(combine(psbt, formatPsbt(signed))).fee).toBeGreaterThan(61_000n);
    expect(extract(signed).fee).toBeGreaterThan(61_000n);
  });

  test('may also be lower than the default', async () => {
    const psbt = pay(account, 20_000_000n, { feeRate: 30, maxFeeRate: 40, maxFee: 20_000n });
    const text = formatPsbt(psbt);
    for (const low of [{ maxFeeRate: 20 }, { maxFee: 2_000n }]) {
      const strict = parsePsbt(text, low);
      expect(await outcome(() => sign(strict, { keys: account }))).toBe('FEE_TOO_HIGH');
      expect(await outcome(() => combine(strict, text))).toBe('FEE_TOO_HIGH');
      const { psbt: signed } = await sign(psbt, { keys: account });
      const done = parsePsbt(formatPsbt(signed), low);
      expect(await outcome(() => extract(done))).toBe('FEE_TOO_HIGH');
      expect(await outcome(() => extract(done, { maxFeeRate: 40, maxFee: 20_000n }))).toBe(
        'passes',
      );
    }
  });

  test.each(['maxFee', 'maxFeeRate'])(
    'are never null, so each function refuses %s: null',
    async (name) => {
      const none: object = { [name]: null };
      const psbt = pay(account, 60_000n);
      const { psbt: signed } = await sign(psbt, { keys: account });
      const provider = createKeyProvider({ keys: [...account.privateKeys.values()] });
      const job = { psbt, provider, finalize: true, ...none };
      const calls = {
        fund: () => pay(account, 60_000n, none),
        parsePsbt: () => parsePsbt(formatPsbt(psbt), none),
        sign: () => sign(psbt, { keys: account, ...none }),
        extract: () => extract(signed, none),
        signPsbt: () => signPsbt(job),
        signPsbtWith: () => signPsbtWith(job, {}),
      };
      for (const [call, run] of Object.entries(calls))
        expect(`${call} ${await codeOf(run)}`).toBe(`${call} WRONG_ARGUMENT`);
    },
  );

  // 0.0001 is a usual rate in BTC per 1,000 virtual bytes, the unit of Core's maxfeerate.
  test.each([0.0001, 0.000_499, 1e-300])('hold %d sat/vB, which is not 0', async (maxFeeRate) => {
    const psbt = pay(account, 60_000n);
    const { psbt: signed } = await sign(psbt, { keys: account });
    const calls = [
      () => pay(account, 60_000n, { maxFeeRate }),
      () => sign(psbt, { keys: account, maxFeeRate }),
      () => extract(signed, { maxFeeRate }),
    ];
    expect(await Promise.all(calls.map(outcome))).toEqual(Array(3).fill('FEE_TOO_HIGH'));
    expect(extractTransaction(signed, { maxFeeRate })).toMatchObject({ reason: 'absurd-fee' });
  });

  test('stay with every copy of the PSBT in this program, and with what is made from it', async () => {
    const psbt = pay(account, 60_000n, { feeRate: 2, maxFee: 500n });
    // Another amount of the coin raises the fee; a segwit signature commits to it.
    const dearer = (made: Psbt): Psbt => ({
      ...made,
      inputs: made.inputs.map((input) => ({
        ...input,
        nonWitnessUtxo: undefined,
        witnessUtxo: { scriptPubKey: new Uint8Array(), ...input.witnessUtxo, value: 30_005_000n },
      })),
    });
    const { psbt: signed } = await sign(psbt, { keys: account });
    const joined = joinPsbts([psbt, { ...psbt, inputs: [], outputs: [] }], (items) => items);
    if ('error' in joined) throw new Error(joined.error);
    const copies = {
      spread: { ...psbt },
      clone: structuredClone(psbt),
      converted: convertPsbt(psbt, 0),
      back: convertPsbt({ ...psbt, version: 0 }, 2),
      combined: combinePsbts({ ...psbt, feeLimits: undefined }, psbt),
      joined,
      smaller: smallestPsbt(psbt, { segwit: true }).psbt,
      finalized: finalize(psbt).psbt,
    };
    for (const [name, copy] of Object.entries(copies)) {
      expect(`${name} ${copy?.feeLimits?.maxFee}`).toBe(`${name} 500`);
      const run = () => sign(dearer(copy ?? psbt), { keys: account });
      expect(`${name} ${await outcome(run)}`).toBe(`${name} FEE_TOO_HIGH`);
    }
    const provider = createKeyProvider({ keys: [...account.privateKeys.values()] });
    const job = { psbt: dearer(psbt), provider, finalize: true };
    expect(await codeOf(() => signPsbt(job))).toBe('FEE_TOO_HIGH');
    expect(await codeOf(() => signPsbtWith(job, {}))).toBe('FEE_TOO_HIGH');
    expect(() => signPsbt({ ...job, maxFee: 6_000n })).not.toThrow();
    for (const done of [signed, structuredClone(signed)]) {
      expect(extractTransaction(done)).toMatchObject({ version: 2 });
      expect(extractTransaction(dearer(done))).toMatchObject({ reason: 'absurd-fee' });
      expect(await outcome(() => extract(dearer(done)))).toBe('FEE_TOO_HIGH');
    }
  });

  test('are given again after the bytes', async () => {
    const psbt = pay(account, 60_000n, { feeRate: 2, maxFee: 500n });
    expect(formatPsbt(psbt)).toBe(formatPsbt({ ...psbt, feeLimits: undefined }));
    expect(parsePsbt(formatPsbt(psbt)).feeLimits).toBeUndefined();
    expect(parsePsbt(formatPsbt(psbt), { maxFee: 300n }).feeLimits).toEqual({ maxFee: 300n });
  });

  test('mean the same to each function: maxFeeRate 0 allows any rate, and 0.1 BTC stay', async () => {
    const rich = account.coins(utxosOf(account, [1_000_000_000]));
    const [coin] = rich;
    const outputs = [{ address: SOMEBODY, value: 980_000_000n }];
    const order = { coins: rich, outputs, change: account, feeRate: 80_000 };
    const most = 20_000_000n;
    const psbt = fund({ ...order, maxFeeRate: 0, maxFee: most }).psbt;
    const { psbt: signed } = await sign(psbt, { keys: account });
    const bare = parsePsbt(formatPsbt(psbt));
    const done = parsePsbt(formatPsbt(signed));
    const provider = createKeyProvider({ keys: [...account.privateKeys.values()] });
    const transaction = unsignedTransaction(bare);
    if (transaction === undefined || coin === undefined) throw new Error('no transaction');
    const coins = new Map([[outPointKey(coin), coin]]);
    const raw = { transaction, coins, provider, sighashType: 1 };
    const calls = (limits: Pick<FundOptions, 'maxFee' | 'maxFeeRate'>) => ({
      fund: () => fund({ ...order, ...limits }).psbt,
      sign: () => sign(bare, { keys: account, ...limits }),
      'sign of parsePsbt': () => sign(parsePsbt(formatPsbt(bare), limits), { keys: account }),
      extract: () => extract(done, limits),
      signPsbt: () => signPsbt({ psbt: bare, provider, finalize: true, ...limits }),
      signPsbtWith: () => signPsbtWith({ psbt: bare, provider, finalize: true, ...limits }, {}),
      signTransaction: () => signTransaction({ ...raw, ...limits }),
      signTransactionWith: () => signTransactionWith({ ...raw, ...limits }, {}),
      extractTransaction: () => {
        const extracted = extractTransaction(done, limits);
        if ('reason' in extracted) throw { code: 'FEE_TOO_HIGH', reason: extracted.reason };
      },
    });
    const passes = [
      { maxFeeRate: 0, maxFee: most },
      { maxFeeRate: 90_000, maxFee: most },
    ];
    const fails: Pick<FundOptions, 'maxFee' | 'maxFeeRate'>[] = [
      {},
      { maxFeeRate: 0 },
      { maxFeeRate: 90_000 },
      { maxFee: most },
    ];
    for (const limits of [...passes, ...fails]) {
      const code = fails.includes(limits) ? 'FEE_TOO_HIGH' : 'passes';
      for (const [name, run] of Object.entries(calls(limits))) {
        let thrown = 'passes';
        try {
          await run();
        } catch (error) {
          thrown = String(Object(error).code);
        }
        expect(`${name} ${JSON.stringify(Object.keys(limits))} ${thrown}`).toBe(
          `${name} ${JSON.stringify(Object.keys(limits))} ${code}`,
        );
      }
    }
  });

  test('are no negative fees', async () => {
    const psbt = pay(account, 60_000n);
    expect(await outcome(() => sign(psbt, { keys: account, maxFee: -1n }))).toBe('WRONG_ARGUMENT');
  });

  test('are not in the bytes of a PSBT, so its author cannot raise them', async () => {
    const text = formatPsbt(pay(account, 61_000n, high));
    expect(await outcome(() => sign(parsePsbt(text), { keys: account }))).toBe('FEE_TOO_HIGH');
    const here = parsePsbt(text, { maxFeeRate: 900 });
    expect(await outcome(() => sign(here, { keys: account }))).toBe('passes');
  });

  test('an output with foreign keys counts as paid to others', async () => {
    const psbt = pay(account, 100_000n, { ...high, feeRate: 320 });
    const [keyPath] = psbt.inputs[0]?.keyPaths ?? [];
    if (keyPath === undefined) throw new Error('no key');
    const origin = { ...keyPath.origin, fingerprint: Uint8Array.of(1, 2, 3, 4) };
    const named = (paths: Psbt['outputs'][number]['keyPaths']): Psbt => ({
      ...psbt,
      feeLimits: undefined,
      outputs: psbt.outputs.map((output) =>
        output.value === 100_000n ? { ...output, keyPaths: paths } : output,
      ),
    });
    const try_ = (each: Psbt) => outcome(() => sign(each, { keys: account }));
    expect(await try_(named([{ ...keyPath, origin }]))).toBe('FEE_TOO_HIGH');
    expect(await try_(named([keyPath]))).toBe('passes');
  });

  test('a rate at the limit is never too high with signatures of any size', async () => {
    const watcher = watchOnly(account);
    const psbt = pay(watcher, 9_000_000n, { feeRate: 33.3, maxFeeRate: 33.5 });
    const { psbt: signed } = await sign(psbt, { keys: account });
    const done = parsePsbt(formatPsbt(signed), { maxFeeRate: 33.5 });
    expect(extract(done).fee).toBeGreaterThan(4_600n);
  });
});
