import { describe, expect, test } from 'vitest';
import {
  extract,
  fund,
  type Policy,
  parsePsbt,
  review,
  reviewFirst,
  sign,
  signMessage,
  splitBatch,
  strictPolicy,
} from '../../src/index.ts';
import { createContext } from '../../src/library/create-context.ts';
import { createKeyProvider } from '../../src/public/signing.ts';
import { createWallets } from '../../src/public/wallet.ts';
import { failure, failureOf, payment, type Untyped } from '../support/tried.ts';

const { account, order, psbt } = payment;

class Ordered {
  maxFee = 1n;
}
const notOwn = (at: string) =>
  `WRONG_ARGUMENT ${at} is not a member of the object itself / Write it into a plain object`;

describe('an option that a copy of the object would not have', () => {
  class Options {
    keys = account;
    approve() {
      return false;
    }
  }
  class Getters {
    keys = account;
    get approve() {
      return () => false;
    }
  }
  const unseen = Object.defineProperty({ keys: account }, 'approve', { value: () => false });
  const inherited = Object.assign(Object.create({ approve: () => false }), { keys: account });

  test.each([
    ['a method of a class', new Options()],
    ['a getter of a class', new Getters()],
    ['a member of the prototype', inherited],
    ['a member that is not enumerable', unseen],
  ])('is refused by sign as %s', async (_, options: Untyped) => {
    expect(await failure(() => sign(psbt, options))).toContain(notOwn('options.approve'));
  });

  test.each(['reviewed', 'signal', 'sighashType', 'maxFee', 'maxFeeRate'])(
    'is refused by sign as %s',
    async (name) => {
      const options = Object.assign(Object.create({ [name]: 'ALL' }), { keys: account });
      expect(await failure(() => sign(psbt, options))).toContain(notOwn(`options.${name}`));
    },
  );

  test('is refused by other functions', async () => {
    const untyped = (own: object, hidden: object): Untyped =>
      Object.assign(Object.create(hidden), own);
    const limit = { maxFee: 1n };
    const tried: readonly [string, () => unknown][] = [
      ['order.maxFee', () => fund(untyped(order, limit))],
      ['order.maxFee', () => splitBatch(untyped(order, limit))],
      ['options.maxFee', () => extract(psbt, untyped({}, limit))],
      ['options.maxFee', () => parsePsbt('', untyped({}, limit))],
      ['options.policy', () => review(psbt, untyped({ account }, { policy: strictPolicy }))],
      ['options.confirm', () => reviewFirst(untyped({ account }, { confirm: () => false }))],
      [
        'createKeyProvider: options.scripts',
        () => createKeyProvider(untyped({ keys: [] }, { scripts: [] })),
      ],
    ];
    for (const [at, call] of tried) expect(failureOf(call)).toContain(notOwn(at));
    const { wallets, storage }: Untyped = { wallets: untyped({}, { network: 'regtest' }) };
    expect(failureOf(() => createWallets(storage, wallets))).toContain(
      'options.network is not a member of the object itself',
    );
    expect(failureOf(() => createContext(untyped({}, { approve: () => false })))).toContain(
      'options.approve is not a member of the object itself',
    );
    expect(
      await failure(() => signMessage('a', untyped({ account }, { format: 'full' }))),
    ).toContain(notOwn('options.format'));
  });

  test('is refused in a policy, at any depth', () => {
    const policy: Policy = Object.assign(Object.create({ strict: true }), {
      allow: [],
      refuse: [],
    });
    expect(failureOf(() => review(psbt, { account, policy }))).toContain(
      notOwn('options.policy.strict'),
    );
  });
});

describe('an option that is its own, in an object of a class', () => {
  test('counts, as do limits', () => {
    const options = new Ordered();
    expect(failureOf(() => extract(psbt, options))).not.toContain('WRONG_ARGUMENT');
    expect(failureOf(() => parsePsbt('cHNidP8=', options))).toContain('INVALID_PSBT');
  });

  test('may be inherited by an account', () => {
    const derived = Object.create(account);
    expect(fund({ ...order, change: derived }).fee).toBe(fund(order).fee);
  });
});

describe('a getter whose answer changes', () => {
  test('is read once by sign, so approval is not lost', async () => {
    let reads = 0;
    const options: Untyped = {
      keys: account,
      get approve() {
        reads += 1;
        return reads === 1 ? () => false : undefined;
      },
    };
    expect(await failure(() => sign(psbt, options))).toContain('NOT_APPROVED');
    expect(reads).toBe(1);
  });

  test('is read once by fund, so its limit is not lost', () => {
    let reads = 0;
    const options: Untyped = {
      ...order,
      get maxFee() {
        reads += 1;
        return reads === 1 ? 1n : undefined;
      },
    };
    expect(failureOf(() => fund(options))).toContain('FEE_TOO_HIGH');
    expect(reads).toBe(1);
  });
});
