import { describe, expect, test } from 'vitest';
import {
  type Account,
  ColdsignError,
  type Extracted,
  extract,
  type Funded,
  type FundOptions,
  formatPsbt,
  fund,
  parsePsbt,
  sign,
} from '../../../src/index.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import {
  accountKinds,
  accountTexts,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';

const pay = (account: Account, more: Partial<FundOptions> = {}): Funded =>
  fund({
    coins: account.coins(utxosOf(account, [100_000, 90_000])),
    outputs: [{ address: SOMEBODY, value: 60_000n }],
    change: account,
    feeRate: 5,
    ...more,
  });

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof ColdsignError) return error.code;
    throw error;
  }
  return 'nothing';
};

const inputsOf = ({ psbt }: Funded) =>
  psbt.inputs.map(({ prevout }) => outPointKey(prevout)).sort();
const paidTo = ({ psbt }: Funded, script: Uint8Array | undefined) =>
  psbt.outputs.filter((output) => script && String(output.scriptPubKey) === String(script));

describe.each(accountKinds)('a payment from %s', (kind) => {
  const holder = open(accountTexts[kind]);
  const watcher = watchOnly(holder);
  const first = pay(watcher);

  test('is replaced by its PSBT alone: same coins, same payee, less change, a higher rate', async () => {
    const signed = await sign(first.psbt, { keys: holder });
    const kept = parsePsbt(formatPsbt(signed.psbt));
    const second = fund({ replaces: kept, change: watcher, feeRate: 20 });
    expect(inputsOf(second)).toEqual(inputsOf(first));
    const payee = first.psbt.outputs.find(({ value: amount }) => amount === 60_000n);
    expect(paidTo(second, payee?.scriptPubKey).map(({ value: amount }) => amount)).toEqual([
      60_000n,
    ]);
    expect(second.change?.index).toBe(first.change?.index);
    expect(second.fee - first.fee).toBe((first.change?.value ?? 0n) - (second.change?.value ?? 0n));
    const { vsize, fee } = extract((await sign(second.psbt, { keys: holder })).psbt);
    expect(Number(fee) / vsize).toBeGreaterThanOrEqual(20);
    // BIP125, rules 3 and 4, on the transactions as sent.
    const sent = extract(signed.psbt);
    expect(fee).toBeGreaterThanOrEqual((sent.fee ?? 0n) + BigInt(vsize));
  });

  test('pays the lowest accepted fee if no rate is given, to the satoshi per vbyte', () => {
    const second = fund({ replaces: first.psbt, change: watcher });
    expect(second.fee).toBeGreaterThanOrEqual(first.fee + BigInt(second.vsize));
    // The size of several paths is an upper bound, and the earlier rate that of the path taken.
    const isExact = kind !== 'wsh(miniscript)' && kind !== 'tr(tree)';
    const most = first.fee + BigInt(Math.ceil(second.vsize * 1.1));
    if (isExact) expect(second.fee).toBeLessThanOrEqual(most);
    const least = Number(second.fee) / second.vsize;
    const low = { replaces: first.psbt, change: watcher, feeRate: least - 0.1 };
    expect(codeOf(() => fund(low))).toBe('FEE_RATE_TOO_LOW');
  });
});

describe('a replacement', () => {
  const account = open(accountTexts.wpkh);
  const first = pay(account);
  const base = { replaces: first.psbt, change: account };

  test('is made again from the result of extract', async () => {
    const sent = extract((await sign(first.psbt, { keys: account })).psbt);
    const second = fund({ replaces: sent, change: account, feeRate: 9 });
    expect(inputsOf(second)).toEqual(inputsOf(first));
    const third = fund({ replaces: structuredClone(sent), change: account, feeRate: 9 });
    expect(formatPsbt(third.psbt)).toBe(formatPsbt(second.psbt));
    // Replaced twice, by the same rules.
    const next = fund({ replaces: second.psbt, change: account });
    expect(next.fee).toBeGreaterThanOrEqual(second.fee + BigInt(next.vsize));
  });

  test('names the lowest rate when the given one is too low', () => {
    try {
      fund({ ...base, feeRate: 5 });
    } catch (error) {
      if (!(error instanceof ColdsignError)) throw error;
      const { code, details, hint } = error;
      expect(code).toBe('FEE_RATE_TOO_LOW');
      expect(hint).toContain(String(details?.leastFeeRate));
      const second = fund({ ...base, feeRate: details?.leastFeeRate });
      expect(second.fee).toBeGreaterThanOrEqual(first.fee + BigInt(second.vsize));
      return;
    }
    throw new Error('nothing was thrown');
  });

  test('pays for descendants of the replaced one', () => {
    const second = fund({ ...base, descendantFees: 2_000n });
    expect(second.fee).toBeGreaterThanOrEqual(first.fee + 2_000n + BigInt(second.vsize));
    const cheap = fund({ ...base, incrementalFeeRate: 0.1 });
    expect(cheap.fee).toBeLessThan(first.fee + BigInt(cheap.vsize));
    expect(cheap.fee).toBeGreaterThanOrEqual(first.fee + BigInt(Math.ceil(cheap.vsize / 10)));
  });

  test('adds confirmed coins when change is used up, and never unconfirmed ones', () => {
    const tight = pay(account, { outputs: [{ address: SOMEBODY, value: 188_000n }] });
    const spent = inputsOf(tight);
    const coins = account
      .coins(utxosOf(account, [100_000, 90_000, 80_000]))
      .filter((coin) => !spent.includes(outPointKey(coin)));
    const again = { replaces: tight.psbt, change: account, feeRate: 30 };
    expect(codeOf(() => fund(again))).toBe('INSUFFICIENT_FUNDS');
    const second = fund({ ...again, coins });
    expect(inputsOf(second)).toEqual(expect.arrayContaining(spent));
    expect(second.psbt.inputs.length).toBe(tight.psbt.inputs.length + 1);
    const waiting = coins.map((coin) => ({ ...coin, confirmations: 0, safe: true }));
    for (const includeUnsafe of [false, true]) {
      expect(codeOf(() => fund({ ...again, coins: waiting, includeUnsafe }))).toBe(
        'INSUFFICIENT_FUNDS',
      );
    }
  });

  test('pays another address if outputs say so, and no one with cancel', () => {
    const outputs = [{ address: account.address(3), value: 10_000n }];
    const other = fund({ ...base, outputs, feeRate: 9 });
    expect(other.psbt.outputs.map(({ value: amount }) => amount)).toContain(10_000n);
    expect(other.psbt.outputs.map(({ value: amount }) => amount)).not.toContain(60_000n);
    const cancelled = fund({ ...base, cancel: true, feeRate: 9 });
    expect(cancelled.psbt.outputs).toHaveLength(1);
    expect(account.find(cancelled.psbt.outputs[0]?.scriptPubKey ?? new Uint8Array())?.side).toBe(
      'change',
    );
    expect(inputsOf(cancelled)).toEqual(inputsOf(first));
    expect(cancelled.change?.value).toBe(cancelled.psbt.outputs[0]?.value);
    // The lowest rate is enough to cancel.
    expect(fund({ ...base, cancel: true }).fee).toBeGreaterThan(first.fee);
  });

  test.each(['the account of the payment', 'the account that knows its change'])(
    'cancels to an unused address, which does not show the change of the payment: %s',
    (which) => {
      const change = which.includes('knows')
        ? account.withNext(first.change?.next ?? { receive: 0, change: 0 })
        : account;
      const cancelled = fund({ ...base, change, cancel: true, feeRate: 9 });
      const old = first.psbt.outputs.find(({ value }) => value === first.change?.value);
      const places = [old, cancelled.psbt.outputs[0]].map((output) =>
        account.find(output?.scriptPubKey ?? new Uint8Array()),
      );
      expect(places.map((place) => place?.side)).toEqual(['change', 'change']);
      expect(places[1]?.index).toBe(Number(places[0]?.index) + 1);
      expect(cancelled.change?.next?.change).toBe(Number(places[1]?.index) + 1);
    },
  );

  test.each<[string, Partial<FundOptions>]>([
    ['an empty list of outputs', { outputs: [] }],
    ['an empty list of outputs, with spendAll', { outputs: [], spendAll: true }],
    ['cancel and an empty list', { outputs: [], cancel: true }],
    ['cancel and payees', { outputs: [{ address: SOMEBODY, value: 1_000n }], cancel: true }],
    ['cancel without a payment to cancel', { replaces: undefined, cancel: true, feeRate: 9 }],
    ['a cancel that is a text', { cancel: 'yes' as never }],
  ])('is never made by mistake: refuses %s', (_, wrong) => {
    expect(codeOf(() => fund({ ...base, ...wrong }))).toBe('WRONG_ARGUMENT');
  });

  test('keeps a payee that has the script of the change', () => {
    const single = open(`wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)`);
    const outputs = [{ address: single.address(0), value: 70_000n }];
    const [coin] = single.coins(utxosOf(single, [90_000]));
    const paid = fund({ coins: coin ? [coin] : [], outputs, change: single, feeRate: 2 });
    // Only what fund returned knows which of the two is the change.
    const next = fund({ replaces: paid, change: single, feeRate: 5 });
    const values = next.psbt.outputs.map(({ value }) => value);
    expect(values).toContain(70_000n);
    expect(next.change?.value).toBe(20_000n - next.fee);
    const more = { txid: '22'.repeat(32), vout: 0, value: 80_000n, confirmations: 9 };
    const own = [{ address: single.address(0), value: 89_000n }];
    const tight = fund({ coins: coin ? [coin] : [], outputs: own, change: single, feeRate: 2 });
    const coins = single.coins([{ ...more, address: single.address(0) }]);
    const raised = fund({ replaces: tight, coins, change: single, feeRate: 40 });
    expect(raised.psbt.inputs).toHaveLength(2);
  });

  test('can be replaced itself, and keeps the locks of the replaced one', () => {
    const final = pay(account, { sequence: 0xffffffff });
    const second = fund({ replaces: final.psbt, change: account, feeRate: 9 });
    expect(new Set(second.psbt.inputs.map(({ sequence }) => sequence))).toEqual(
      new Set([0xfffffffd]),
    );
    const recovery = open(accountTexts['wsh(miniscript)']);
    const locked = pay(recovery, {
      path: 1,
      coins: recovery.coins(utxosOf(recovery, [100_000, 90_000]), { height: 200 }),
    });
    const later = fund({ replaces: locked.psbt, change: recovery, feeRate: 30 });
    expect(new Set(later.psbt.inputs.map(({ sequence }) => sequence))).toEqual(new Set([10]));
  });

  test.each<[string, string, Partial<FundOptions>]>([
    ['of an object other than a payment', 'WRONG_ARGUMENT', { replaces: {} as Extracted }],
    ['whose coins are not the account’s', 'NOT_REPLACEABLE', { change: open(accountTexts.tr) }],
    ['with the rate of a package', 'WRONG_ARGUMENT', { packageFeeRate: 9 }],
    ['with an absurd fee', 'FEE_TOO_HIGH', { feeRate: 350, maxFee: 20_000n }],
    ['whose incremental rate is a text', 'WRONG_ARGUMENT', { incrementalFeeRate: '1' as never }],
    ['whose descendants pay a number', 'WRONG_ARGUMENT', { descendantFees: 1 as never }],
  ])('is refused %s', (_, code, wrong) => {
    expect(
      codeOf(() =>
        fund({
          ...base,
          feeRate: 9,
          ...wrong,
          ...(wrong.packageFeeRate ? { feeRate: undefined } : {}),
        }),
      ),
    ).toBe(code);
  });
});

describe('a child that pays for its parents', () => {
  const account = open(accountTexts.wpkh);
  const [utxo] = utxosOf(account, [100_000]);
  const waiting = { ...utxo, status: { confirmed: false } } as NonNullable<typeof utxo>;
  const txid = String('txid' in waiting ? waiting.txid : '');
  const ancestors = { [txid]: { vsize: 150, fee: 150n } };
  const order = { change: account, spendAll: true, includeUnsafe: true };

  test('lifts the whole package to the rate, no more', () => {
    const coins = account.coins([waiting], { ancestors });
    const child = fund({ ...order, coins, packageFeeRate: 20, maxFeeRate: 100 });
    expect((Number(child.fee) + 150) / (child.vsize + 150)).toBeCloseTo(20, 1);
    const alone = fund({ ...order, coins, feeRate: 20 });
    expect(alone.fee).toBeLessThan(child.fee);
    const paid = fund({
      ...order,
      coins,
      packageFeeRate: 20,
      maxFeeRate: 100,
      outputs: [{ address: SOMEBODY, value: 50_000n }],
      spendAll: false,
    });
    expect((Number(paid.fee) + 150) / (paid.vsize + 150)).toBeGreaterThanOrEqual(20);
  });

  test('pays for a parent of two coins once, and not for one that pays enough', () => {
    const two = [waiting, { ...waiting, vout: 1, hex: undefined }];
    const coins = account.coins(two, { ancestors });
    const child = fund({ ...order, coins, packageFeeRate: 20, maxFeeRate: 100 });
    expect((Number(child.fee) + 150) / (child.vsize + 150)).toBeCloseTo(20, 1);
    const rich = account.coins([waiting], { ancestors: { [txid]: { vsize: 150, fee: 9_000n } } });
    expect(fund({ ...order, coins: rich, packageFeeRate: 20 }).feeRate).toBeCloseTo(20, 1);
  });

  test('needs to know its ancestors', () => {
    const coins = account.coins([waiting]);
    expect(codeOf(() => fund({ ...order, coins, packageFeeRate: 20 }))).toBe('ANCESTORS_MISSING');
    const wrong = { [txid]: { vsize: 150, fee: 150 } } as never;
    expect(codeOf(() => account.coins([waiting], { ancestors: wrong }))).toBe('WRONG_ARGUMENT');
    // Confirmed coins need none.
    const deep = account.coins(utxosOf(account, [100_000]), { ancestors });
    expect(fund({ ...order, coins: deep, packageFeeRate: 20 }).feeRate).toBeCloseTo(20, 1);
  });
});
